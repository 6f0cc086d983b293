"""A kit's charts, aids, checklists and roller as one HTML file that needs nothing else: for the table, without a network."""
