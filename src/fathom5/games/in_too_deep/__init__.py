"""In Too Deep, by Joost de Kruijff (Jolly Dutch)."""
