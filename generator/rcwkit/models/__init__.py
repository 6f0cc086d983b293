"""What documents may say: a pydantic model for every kind.

YAML values come in, frozen models go out. Begin with `kinds`, which lists them, then `base`, which has what all share.
"""
