#!/usr/bin/env python3
"""How near atrous and other programs come to the ideal copy of a zone plate: tests/scale/zone_plate.py PROGRAM

The plate is cos(k r^2), up to the Nyquist frequency at the middles of the edges, as grey PNG of 16 bits whose numbers every
program takes as they are (atrous by --assume-profile linear). The ideal copy has all frequencies below the new Nyquist frequency
and none above, made in double precision by Fourier transforms. Prints dB (PSNR, without the 8 pixels at borders).
Needs python3-numpy and python3-openimageio; programs that are not installed are left out.
"""
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import OpenImageIO as oiio

MARGIN = 8  # new pixels
COMMANDS = {  # name: from a.png to b.png, of m pixels a side, by a factor
    "atrous scale": "{program} scale -q --log none --assume-profile linear --factor {factor} a.png -o b.png",
    "oiiotool --resize lanczos3": "oiiotool a.png --resize:filter=lanczos3 {m}x{m} -o b.png",
    "vipsthumbnail": "vipsthumbnail a.png --size {m}x{m} -o b.png",
    "convert -resize": "convert a.png -resize {m}x{m} -depth 16 b.png",
}


def plate(n):
    at = np.arange(n) + 0.5 - n / 2
    return 0.5 + 0.5 * np.cos(np.pi * (at[:, None] ** 2 + at[None, :] ** 2) / n)


def ideal(picture, m):
    """By whole frequencies of the picture, moved to where the middles of new pixels are."""
    n = picture.shape[0]
    middles = (np.arange(m) + 0.5) * n / m - 0.5
    frequencies = np.arange(-(m // 2) + 1, m // 2)
    there = np.exp(-2j * np.pi * np.outer(frequencies, np.arange(n)) / n) / n
    back = np.exp(2j * np.pi * np.outer(middles, frequencies) / n)
    axis = (back @ there).real
    return axis @ picture @ axis.T


def write(path, values):
    out = oiio.ImageOutput.create(str(path))
    out.open(str(path), oiio.ImageSpec(values.shape[1], values.shape[0], 1, "uint16"))
    out.write_image(np.ascontiguousarray(np.round(values * 65535).astype(np.uint16)[:, :, None]))
    out.close()


def read(path):
    source = oiio.ImageInput.open(str(path))
    values = source.read_image("float")
    source.close()
    return np.asarray(values).reshape(source.spec().height, source.spec().width, -1)[:, :, 0].astype(float)


def decibels(a, b):
    inner = slice(MARGIN, -MARGIN)
    return -10 * np.log10(np.mean((a[inner, inner] - b[inner, inner]) ** 2))


def main():
    program = Path(sys.argv[1]).resolve()
    n = 768
    print("| to an ideal copy, dB |", " | ".join(f"1/{f}" for f in (2, 3, 4, 8)), "|")
    print("| --- |" + " --- |" * 4)
    for name, command in COMMANDS.items():
        cells = []
        for factor in (2, 3, 4, 8):
            with tempfile.TemporaryDirectory() as work:
                picture, m = plate(n), n // factor
                write(Path(work) / "a.png", picture)
                words = command.format(program=program, factor=factor, m=m).split()
                if not shutil.which(words[0]):
                    continue
                subprocess.run(words, cwd=work, check=True)
                cells.append(f"{decibels(read(Path(work) / 'b.png'), ideal(picture, m)):.1f}")
        if cells:
            print(f"| `{name}` |", " | ".join(cells), "|")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main()
