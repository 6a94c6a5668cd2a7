"""The web server: rooms where people and bots play, kept in a database and shown as pages."""
