"""Each game once more, small and plain, written from its rulebook alone: see `lockstep`."""
