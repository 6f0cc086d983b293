"""The tool's own words: whole in every language, with the same parts, and in plural forms that fit."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from rcwkit.game.languages import codes, shipped, spoken
from rcwkit.source.language import ENGLISH, OR, Language, part_names
from rcwkit.source.markup import parts
from rcwkit.type.fonts import FontBook
from words_support import said


def catalogue(code: str) -> Mapping[str, str | Mapping[str, str]]:
    found = shipped(code)
    assert found is not None
    assert found.language == code
    texts = {text: said for text, said in found.texts.items() if said is not None}
    assert len(texts) == len(found.texts)
    return texts  # type: ignore[return-value]


def test_there_are_words_in_german_and_russian() -> None:
    assert {"de", "ru"} <= set(codes())
    assert len(said()) > 200


@pytest.mark.parametrize("code", codes())
def test_every_word_is_translated_and_no_other(code: str) -> None:
    known = set(catalogue(code))
    assert sorted(set(said()) - known) == [], f"translate them in templates/words/{code}.yaml"
    assert sorted(known - set(said())) == [], f"nothing says them: take them out of templates/words/{code}.yaml"


@pytest.mark.parametrize("code", codes())
def test_translations_have_the_parts_and_styles_of_their_texts(code: str) -> None:
    for text, told in catalogue(code).items():
        for form in told.values() if isinstance(told, Mapping) else (told,):
            needed = part_names(text) - ({"n"} if isinstance(told, Mapping) else set())
            assert needed <= part_names(form) <= part_names(text), (text, form)
            assert any(one.bold for one in parts(form)) == any(one.bold for one in parts(text)), (text, form)
            assert form.strip() == form and "  " not in form, (text, form)


@pytest.mark.parametrize("code", codes())
def test_texts_that_depend_on_a_number_have_all_forms(code: str) -> None:
    found = shipped(code)
    assert found is not None
    forms = {*found.plurals, "other"}
    for text, told in catalogue(code).items():
        counted = len(said()[text]) > 1
        assert isinstance(told, Mapping) == counted, text
        if isinstance(told, Mapping):
            # A form that equals `other` may be left out.
            assert "other" in told and set(told) <= forms, text


@pytest.mark.parametrize("code", codes())
def test_the_fonts_have_every_letter(code: str) -> None:
    book = FontBook()
    for told in catalogue(code).values():
        for form in told.values() if isinstance(told, Mapping) else (told,):
            assert not [*book.missing(form, "sans"), *book.missing(form, "narrow-bold")], form


def test_english_needs_no_catalogue() -> None:
    assert ENGLISH("Rule {rule}", rule="5.2") == "Rule 5.2"
    assert [ENGLISH.count(n, "{n} page", "{n} pages") for n in (0, 1, 2)] == ["0 pages", "1 page", "2 pages"]
    assert ENGLISH.number("1,234.5") == "1,234.5"
    assert "en" not in codes() and spoken("en", ()) is ENGLISH


def test_parts_that_are_not_given_and_signs_stay() -> None:
    assert ENGLISH("{box} {what}", what="{name}") == "{box} {name}"
    assert ENGLISH("{what}") == "{what}"


def test_german_counts_one_and_others() -> None:
    german = spoken("de", ())
    assert [german.count(n, "{n} page", "{n} pages") for n in (0, 1, 2)] == ["0 Seiten", "1 Seite", "2 Seiten"]
    assert german.number("1,234.5") == "1.234,5"
    assert german.listed(["A", "B", "C"], OR) == "A, B oder C"


def test_russian_has_three_forms() -> None:
    russian = spoken("ru", ())
    for words, numbers in {
        "страница": (1, 21, 101),
        "страницы": (2, 4, 22),
        "страниц": (5, 11, 12, 14, 25, 111, 112),
    }.items():
        assert [russian.count(n, "{n} page", "{n} pages") for n in numbers] == [f"{n} {words}" for n in numbers]


def test_varieties_have_the_words_of_their_language() -> None:
    assert spoken("de-AT", ())("Counters") == "Spielmarker"
    assert spoken("de-AT", ()).code == "de-AT"


def test_plural_rules_are_those_of_cldr() -> None:
    rules = {"one": "n = 1", "few": "n % 10 = 2..4 and n % 100 != 12..14"}
    polish = Language("pl", {"other": {"one": "1", "few": "2", "other": "5"}}, rules)
    assert [polish.count(n, "one", "other") for n in (0, 1, 2, 5, 12, 22)] == ["5", "1", "2", "5", "5", "2"]
    welsh = Language("cy", {"other": {"few": "few", "other": "x"}}, {"few": "n = 3,5..6 or n % 0 = 9"})
    assert [welsh.count(n, "one", "other") for n in (2, 3, 4, 5, 6, 7, 9)] == [
        "x",
        "few",
        "x",
        "few",
        "few",
        "x",
        "few",
    ]
