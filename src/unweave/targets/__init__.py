"""What a program can be written as: one file per target."""
