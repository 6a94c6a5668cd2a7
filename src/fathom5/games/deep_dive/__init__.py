"""Deep Dive, by Molly Johnson, Robert Melvin and Shawn Stankewich (Flatout Games and AEG)."""
