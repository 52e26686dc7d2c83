#!/usr/bin/env python3
"""Crops of what failed and what became of it: before_after.py BEFORE AFTER OUT, then NAME NOISY REFERENCE FRAME for each picture.

BEFORE and AFTER are programs (atrous); NOISY and REFERENCE folders of frames, of which FRAME is shown where both differ most in
error: noisy, before, after, reference, four times enlarged, as OUT/NAME.png."""
import pathlib, re, subprocess, sys, tempfile

import numpy as np
import OpenImageIO as oiio

SIDE, SCALE, GAP = 56, 4, 6


def frame_of(folder, frame):
    return next(file for file in sorted(pathlib.Path(folder).glob("*.exr")) if int(re.findall(r"\d+", file.name)[-1]) == frame)


def beauty(file):
    """R, G, B of the picture, over grey where it has alpha."""
    image = oiio.ImageBuf(str(file))
    names = list(image.spec().channelnames)
    stem = next(n[:-1] for n in names if n.endswith("Combined.R") or n == "R")
    pixels = image.get_pixels(oiio.FLOAT).reshape(image.spec().height, image.spec().width, -1)
    planes = pixels[..., [names.index(stem + c) for c in "RGB"]]
    if stem + "A" in names:
        planes = planes + .18 * (1 - np.clip(pixels[..., [names.index(stem + "A")]], 0, 1))
    return np.nan_to_num(planes)


def seen(light):
    light = np.clip(light, 0, 1)
    return np.where(light < .0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - .055)


def filtered(program, noisy, frame, folder):
    subprocess.run([program, "denoise", "--existing", "replace", "-q", "--log", "none", noisy, "-o", f"{folder}/"],
                   check=True, stderr=subprocess.DEVNULL)
    return beauty(frame_of(folder, frame))


def worst_corner(before, after, reference):
    """Where a square has the most squared error more before than after."""
    gain = (((seen(before) - seen(reference)) ** 2) - ((seen(after) - seen(reference)) ** 2)).sum(2)
    sums = np.pad(gain, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
    squares = sums[SIDE:, SIDE:] - sums[:-SIDE, SIDE:] - sums[SIDE:, :-SIDE] + sums[:-SIDE, :-SIDE]
    return np.unravel_index(squares.argmax(), squares.shape)


def main(before, after, out, *rows):
    for name, noisy, reference, frame in zip(*[iter(rows)] * 4):
        frame, truth = int(frame), beauty(frame_of(reference, int(frame)))
        with tempfile.TemporaryDirectory() as old, tempfile.TemporaryDirectory() as new:
            pictures = [beauty(frame_of(noisy, frame)), filtered(before, noisy, frame, old), filtered(after, noisy, frame, new), truth]
        top, left = worst_corner(*pictures[1:])
        crops = [seen(p[top:top + SIDE, left:left + SIDE]).frequency(SCALE, 0).frequency(SCALE, 1) for p in pictures]
        gap = np.ones((SIDE * SCALE, GAP, 3))
        sheet = np.concatenate([part for crop in crops for part in (crop, gap)][:-1], 1)
        image = oiio.ImageBuf(oiio.ImageSpec(sheet.shape[1], sheet.shape[0], 3, oiio.UINT8))
        image.set_pixels(oiio.ROI(), np.ascontiguousarray(sheet, np.float32))
        image.write(f"{out}/{name}.png")
        print(f"{name}: frame {frame}, from {left},{top}")


if len(sys.argv) < 8:
    sys.exit(__doc__)
main(*sys.argv[1:])
