"""What stand-alone files are made of: each module, below its imports, is written into them as it stands."""
