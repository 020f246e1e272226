"""Training of neural guides, with torch."""
