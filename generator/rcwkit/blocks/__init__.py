"""What text documents say.

A `Game` comes in, a `Document` of blocks goes out, one function a document. `vocabulary` and `dice` list the blocks; they
are plain data with their places in the sources, and know nothing of pages.
"""
