"""SCUBA, by Martin Looij (Keep Exploring Games)."""
