"""Places, set-up lists, and scenarios with their checklists."""
