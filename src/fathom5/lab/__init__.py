"""Many games: simulation, the arena, tuning, training, speed."""
