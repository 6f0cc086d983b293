"""Set-ups and scenarios as checklists."""
