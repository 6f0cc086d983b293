"""What the text documents show, as plain frozen data, so that templates hold no logic: one function a document, each gives a `TextDocument`."""

from generator.views.base import Head, Part, TextDocument
from generator.views.charts import charts
from generator.views.forms import forms
from generator.views.odds import has_odds, odds_sheet
from generator.views.setup import roll_sheet, setup_sheet
from generator.views.texts import aids, checklists, fitted, rulings_sheet

__all__ = [
    "Head",
    "Part",
    "TextDocument",
    "aids",
    "charts",
    "checklists",
    "fitted",
    "forms",
    "has_odds",
    "odds_sheet",
    "roll_sheet",
    "rulings_sheet",
    "setup_sheet",
]
