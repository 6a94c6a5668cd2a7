"""The kernel: schema, verbs, loops, random numbers, cache. It knows no game."""
