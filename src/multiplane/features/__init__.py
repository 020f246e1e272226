"""What a guide may look at: addresses, attributes and templates, as text and as integers."""
