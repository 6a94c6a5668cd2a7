"""Low Tide: gather shells from one beach; the waves bring more; the last shell wins."""
