"""Pictures that a variant brings as PNG or JPEG: read as every program shows them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from kitgen.draw.art import ArtShelf
from kitgen.draw.drawing import Drawing, Picture


def read(folder: Path, picture: Image.Image, ending: str = "png", **saved: Any) -> tuple[Drawing, Image.Image, bytes]:
    """What the shelf makes of a picture: its drawing, the picture in it, and the file's own bytes."""
    file = folder / f"fish.{ending}"
    picture.save(file, **saved)
    drawing = ArtShelf([folder])("fish")
    (op,) = drawing.ops
    assert isinstance(op, Picture)
    return drawing, Image.open(io.BytesIO(op.data)), file.read_bytes()


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA", "P"])
def test_usual_pictures_stay_as_they_are(tmp_path: Path, mode: str) -> None:
    drawing, picture, own = read(tmp_path, Image.new(mode, (30, 20)))
    assert (drawing.width / drawing.height, picture.mode) == (1.5, mode)
    written = io.BytesIO(own)
    assert Image.open(written).tobytes() == picture.tobytes()


def test_a_picture_that_its_camera_turned_stands_upright(tmp_path: Path) -> None:
    photo = Image.new("RGB", (40, 20), "white")
    photo.paste("red", (0, 0, 10, 20))
    exif = Image.Exif()
    exif[0x0112] = 6  # a quarter to the right
    drawing, picture, _ = read(tmp_path, photo, "jpg", exif=exif, quality=95)
    assert drawing.width / drawing.height == 0.5
    assert picture.size == (20, 40)
    red, green, _ = picture.convert("RGB").getpixel((10, 4))
    assert red > 200 > 60 > green


def test_sixteen_bits_become_eight(tmp_path: Path) -> None:
    ramp = Image.new("I;16", (3, 1))
    for x, value in enumerate((0, 32_768, 65_535)):
        ramp.putpixel((x, 0), value)
    _, picture, _ = read(tmp_path, ramp)
    assert picture.mode == "L"
    assert [picture.getpixel((x, 0)) for x in range(3)] == pytest.approx([0, 127, 255], abs=1)


@pytest.mark.parametrize(("mode", "clear"), [("RGB", (255, 0, 255)), ("L", 7)])
def test_one_colour_that_means_transparent_is_transparent(tmp_path: Path, mode: str, clear: Any) -> None:
    picture = Image.new(mode, (2, 1), 0)
    picture.putpixel((1, 0), clear)
    _, found, _ = read(tmp_path, picture, transparency=clear)
    assert found.mode == "RGBA"
    assert [found.getpixel((x, 0))[3] for x in (0, 1)] == [255, 0]  # type: ignore[index]
