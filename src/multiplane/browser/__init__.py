"""The playground without a server: its questions, answered in plain Python by a browser."""
