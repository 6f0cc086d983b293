"""What a print shop takes: sizes, bleed, safe zone, and how files are delivered."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from rcwkit.models.base import Id, Model, Name, Seq, Text as Words
from rcwkit.models.lengths import AnySize, Length, Size
from rcwkit.models.shapes import Shape

__all__ = ["Product", "Shop", "Source", "Separation"]

INCH = 25.4

Side = Annotated[int, Field(ge=30, le=12_000)]


class Source(Model):
    """Where figures come from, and when they were read."""

    says: Words
    at: Name
    read: Name


class Product(Model):
    """A size that a shop cuts: that of its pictures with their bleed, or that of the trimmed piece."""

    pixels: Annotated[tuple[Side, Side], Field(strict=False)] | None = Field(
        default=None, description="Width and height of a picture, bleed included."
    )
    trim: AnySize | None = Field(default=None, description="Size of the piece; that of the picture without its bleed.")
    shape: Shape = "square"

    @model_validator(mode="after")
    def _has_a_size(self) -> Self:
        if self.pixels is None and self.trim is None:
            raise ValueError("a product has `pixels` or a `trim`")
        return self


class Separation(Model):
    """What a press needs: a PDF is PDF/X-1a:2003, in cyan, magenta, yellow and black alone."""

    condition: Name = Field(description="Registered name of the printing condition, such as CGATS TR 001.")
    ink: Annotated[int, Field(ge=100, le=400)] = Field(description="Most ink in per cent, all four together.")


class Shop(Model):
    """A print shop. Without `products`, it cuts any size."""

    title: Name
    delivers: Literal["pictures", "pdf"]
    dpi: Annotated[int, Field(ge=72, le=1200)]
    bleed: Length
    safe: Length = Field(description="Distance from the cut within which it wants no text.")
    separation: Separation | None = Field(default=None, description="For PDFs in CMYK; left out, they are in RGB.")
    first: Literal["face", "back"] = Field(default="face", description="Which page of a card comes first in a PDF.")
    backs: Literal["needed", "optional"]
    copies: Literal["once", "each"] = Field(description="A file for each different card, or for each copy of it.")
    least: Annotated[int, Field(ge=1)] = Field(default=1, description="Fewest cards of a deck.")
    most: Annotated[int, Field(ge=1)] | None = Field(default=None, description="Most cards of a deck.")
    asks: Seq[Words] = Field(default=(), description="What it asks for that this export does not do.")
    sources: Annotated[tuple[Source, ...], Field(strict=False, min_length=1)]
    products: Mapping[Id, Product] = Field(default_factory=dict)

    def trim(self, product: Product) -> Size:
        """Return the size of a product's pieces in mm."""
        if product.trim is not None:
            return product.trim
        assert product.pixels is not None
        width, height = (side / self.dpi * INCH - 2 * self.bleed for side in product.pixels)
        return Size(width, height)

    def pixels(self, product: Product | None, trim: tuple[float, float]) -> tuple[int, int]:
        """Return the width and height of the pictures of a product, or of a piece of this trim in mm."""
        if product is not None and product.pixels is not None:
            return product.pixels
        width, height = (round((side + 2 * self.bleed) / INCH * self.dpi) for side in trim)
        return width, height
