"""Set-up lists."""
