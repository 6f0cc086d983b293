"""Quick references and rulings."""
