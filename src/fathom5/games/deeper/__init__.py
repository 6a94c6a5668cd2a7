"""Deeper, a designer's prototype of exploring and building under the sea."""
