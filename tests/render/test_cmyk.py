"""Inks of a press: no colour of the screen is left, and never more ink than paper takes."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from kitgen.render.cmyk import KEY, Inks, separated, separated_picture

MOST_INK = 2.4
"""DriveThruCards takes 240 %."""

channels = st.integers(0, 255)


def png(picture: Image.Image) -> bytes:
    written = io.BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()


@given(channels, channels, channels)
def test_no_colour_takes_more_ink_than_paper_does(red: int, green: int, blue: int) -> None:
    inks = separated(f"#{red:02X}{green:02X}{blue:02X}")
    assert all(0 <= ink <= 1 for ink in inks)
    assert inks.total <= 2.0 + 1e-9 < MOST_INK
    assert 0 in inks[:3], "what three inks have in common is black's"


@given(channels, channels, channels)
def test_inks_lie_on_white_paper_as_the_colour_was(red: int, green: int, blue: int) -> None:
    """Each ink takes its own light away; only what is nearly grey, or nearly black, is simplified."""
    cyan, magenta, yellow, black = separated(f"#{red:02X}{green:02X}{blue:02X}")
    seen = [255 * (1 - ink - black) for ink in (cyan, magenta, yellow)]
    dark = max(red, green, blue) < 255 * 0.15 + 4
    assert dark or seen == pytest.approx((red, green, blue), abs=4)


@pytest.mark.parametrize(
    ("colour", "inks"),
    [
        ("#FFFFFF", (0, 0, 0, 0)),
        ("#000000", (0, 0, 0, 1)),
        ("#1B1B1E", (0, 0, 0, 1)),
        ("#808080", (0, 0, 0, 127 / 255)),
        ("#FF0000", (0, 1, 1, 0)),
        ("#0072B2", (178 / 255, 64 / 255, 0, 77 / 255)),
    ],
)
def test_some_colours_by_hand(colour: str, inks: tuple[float, ...]) -> None:
    assert separated(colour) == pytest.approx(inks)


def test_text_is_printed_in_one_ink() -> None:
    assert separated("#1B1B1E") == Inks(0, 0, 0, 1)


def test_pictures_are_separated_as_colours_are() -> None:
    picture = Image.new("RGB", (4, 1))
    colours = ["#0072B2", "#E69F00", "#FFFFFF", "#D55E00"]
    for x, colour in enumerate(colours):
        picture.putpixel((x, 0), tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5)))
    done, see_through = separated_picture(png(picture))
    assert (done.mode, see_through) == ("CMYK", False)
    for x, colour in enumerate(colours):
        assert done.getpixel((x, 0)) == pytest.approx([255 * ink for ink in separated(colour)], abs=1)


def test_what_is_transparent_has_the_key() -> None:
    picture = Image.new("RGBA", (2, 1), (0, 114, 178, 255))
    picture.putpixel((1, 0), (0, 114, 178, 0))
    done, see_through = separated_picture(png(picture))
    assert see_through
    assert [done.getpixel((x, 0)) for x in (0, 1)] == [(178, 64, 0, 77), KEY]


@pytest.mark.parametrize("alpha", [10, 64, 128, 200, 250])
def test_what_is_half_transparent_is_there_in_as_many_dots(alpha: int) -> None:
    done, _ = separated_picture(png(Image.new("RGBA", (100, 100), (0, 114, 178, alpha))))
    dots = {colour: count for count, colour in done.getcolors() or []}
    assert set(dots) <= {KEY, (178, 64, 0, 77)}
    assert dots.get((178, 64, 0, 77), 0) / 10_000 == pytest.approx(alpha / 255, abs=0.02)


@given(channels, channels, channels)
def test_no_picture_has_the_key_by_chance(red: int, green: int, blue: int) -> None:
    done, _ = separated_picture(png(Image.new("RGB", (1, 1), (red, green, blue))))
    assert done.getpixel((0, 0)) != KEY
