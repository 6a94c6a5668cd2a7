"""The five games."""
