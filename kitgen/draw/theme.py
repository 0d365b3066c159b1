"""The look: colours of Okabe and Ito with their shades and tints, type styles, line widths. Sizes in points and µm."""

from __future__ import annotations

from typing import NamedTuple

from kitgen.draw.drawing import Paint, Style

INK = "#1B1B1E"
WHITE = "#FFFFFF"
CREAM = "#FBF7EC"
SOFT = "#63666C"


class Colour(NamedTuple):
    """A colour in three strengths."""

    base: str
    shade: str
    tint: str


COLOURS: dict[str, Colour] = {
    "orange": Colour("#E69F00", "#B87C00", "#F8D98F"),
    "sky": Colour("#56B4E9", "#2F8DC4", "#BFE2F6"),
    "green": Colour("#009E73", "#007353", "#8FD6BF"),
    "yellow": Colour("#F0E442", "#C9BC1E", "#F9F4B0"),
    "blue": Colour("#0072B2", "#00527F", "#8CC0DE"),
    "vermillion": Colour("#D55E00", "#A34700", "#F2B78C"),
    "red": Colour("#D6342C", "#A11F1E", "#F3A79B"),
    "purple": Colour("#CC79A7", "#A2527F", "#EBC8DB"),
    "flour": Colour("#F3EBD6", "#D9CBA6", "#FBF7EC"),
    "wood": Colour("#C89B63", "#9C7342", "#E6CCA6"),
    "grey": Colour("#8A8D93", "#63666C", "#D5D7DB"),
}

SMALLEST_TYPE = 7.0
"""Points; no text is printed smaller."""

FOLD = Paint(stroke=SOFT, width=250, dash=(2_000, 1_200))

_ROUND = 0.036
"""Stroke that makes the display face bold, in em."""


def display(size: float, colour: str = INK, leading: float = 1.05) -> Style:
    """Names and numbers: the rounded face, made bold by a stroke of its own colour."""
    return Style("display", size, colour, embolden=_ROUND, leading=leading)


def body(size: float, colour: str = INK, leading: float = 1.25) -> Style:
    """Running text."""
    return Style("text", size, colour, leading=leading)


def strong(size: float, colour: str = INK, leading: float = 1.25) -> Style:
    """Emphasis in running text, and labels."""
    return Style("text-bold", size, colour, leading=leading)
