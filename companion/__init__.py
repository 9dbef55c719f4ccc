"""A table companion for the physical card game TWEAK!"""
