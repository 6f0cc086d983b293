"""The companion: a kit's charts, aids, checklists and dice roller as one HTML file for the table."""
