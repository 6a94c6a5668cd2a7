"""Deep Sea Adventure, by Jun Sasaki and Goro Sasaki (Oink Games)."""
