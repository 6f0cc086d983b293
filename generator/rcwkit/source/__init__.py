"""Read YAML, sheets and projects as nodes with places, and validate them."""
