"""The browser's side: tables that people and bots share, kept in one file, shown as pages."""
