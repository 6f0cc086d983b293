"""What text documents say.

One function per document turns a `Game` into a `Document` of blocks. Start with `vocabulary`, `playing`, `composed` and
`dice`: they define the blocks, plain data that know their place in the data and nothing of pages.
"""
