"""The loop of a study and its rules: all that is compiled of the lab, so that a change here compiles anew."""
