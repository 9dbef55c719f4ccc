"""The rules in words, per language, and their search: no page, no request, nothing that is stored.

Only `companion.rules` may be imported, and every number of a text comes from there. The words are in
`content/<language>.toml`, which entries there are in `contents.toml`.
"""
