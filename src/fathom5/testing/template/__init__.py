"""High Card: everybody holds one secret card and may swap it once; the highest card wins."""
