"""The game and nothing else: no clock, chance, input or output, framework, language or database id.

Everything here is a value (frozen dataclass, tuple, enum) or a function from values to values; chance comes
in as an argument. What is wrong with an input is said by a code and its parameters, never by a sentence.
Only the standard library may be imported, and nothing else of ours.
"""
