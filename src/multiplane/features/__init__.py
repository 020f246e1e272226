"""Features of guides: addresses, attributes and templates, as text and as integers."""
