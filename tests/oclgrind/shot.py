#!/usr/bin/env python3
# Makes shot.0001.exr to shot.0003.exr beside it: the smallest renders that have every role, for checks that run on a slow
# simulator. A step of another colour moves over a sloping floor that stands still, sky above; noise, and one pixel of NaN.
# OpenEXR by its bytes (scan lines, ZIP), so that nothing but Python is needed.
import math
import pathlib
import random
import struct
import zlib

WIDTH, HEIGHT = 10, 5
MOTION = 1.5  # of the step: pixels to the right from frame to frame


def pixel(x, y, frame, noise):
    """Samples of all channels."""
    sky, step = y < 1, x - MOTION * frame > 2
    albedo = (0, 0, 0) if sky else (0.75, 0.5, 0.25) if step else (0.25, 0.5, 0.5)
    light = [a * noise.choice((0.25, 0.5, 1, 2)) for a in albedo]
    glow = 0.125
    motion = -MOTION if step else 0
    values = {"Combined": [v + glow for v in light] + [0.5 if sky else 1], "DiffDir": light, "Emit": [glow] * 3,
              "Denoising Albedo": albedo, "Normal": (0, 0, 0) if sky else (0, 0.6, 0.8),
              "Depth": [1e10 if sky else 4 if step else 6 - y / 8], "Vector": [motion, 0, motion, 0]}
    if (x, y) == (7, 3):
        values["Combined"][1] = math.nan
    return values


COMPONENTS = {"Combined": "RGBA", "DiffDir": "RGB", "Emit": "RGB", "Denoising Albedo": "RGB", "Normal": "XYZ",
              "Depth": "Z", "Vector": "XYZW"}
# Name, layer, place in the layer, EXR's number of the type, struct's letter: depth is a float, all else half.
CHANNELS = sorted((f"V.{layer}.{c}", layer, i, 2 if layer == "Depth" else 1, "f" if layer == "Depth" else "e")
                  for layer, names in COMPONENTS.items() for i, c in enumerate(names))


def attribute(name, kind, value):
    return name.encode() + b"\0" + kind.encode() + b"\0" + struct.pack("<i", len(value)) + value


def header():
    channels = b"".join(name.encode() + struct.pack("<x4i", kind, 0, 1, 1) for name, _, _, kind, _ in CHANNELS) + b"\0"
    box = struct.pack("<4i", 0, 0, WIDTH - 1, HEIGHT - 1)
    rows = [("channels", "chlist", channels), ("compression", "compression", b"\3"),
            ("cycles.V.samples", "string", b"2"), ("dataWindow", "box2i", box), ("displayWindow", "box2i", box),
            ("lineOrder", "lineOrder", b"\0"), ("pixelAspectRatio", "float", struct.pack("<f", 1)),
            ("screenWindowCenter", "v2f", bytes(8)), ("screenWindowWidth", "float", struct.pack("<f", 1))]
    return struct.pack("<2i", 20000630, 2) + b"".join(attribute(*row) for row in rows) + b"\0"


def zipped(raw):
    """EXR's ZIP: bytes of even places, then of odd ones, as differences."""
    parted = raw[::2] + raw[1::2]
    steps = bytes([parted[0]]) + bytes((b - a + 128) & 255 for a, b in zip(parted, parted[1:]))
    return zlib.compress(steps, 9)


def image(frame):
    noise = random.Random(frame)
    pixels = [[pixel(x, y, frame, noise) for x in range(WIDTH)] for y in range(HEIGHT)]
    raw = b"".join(struct.pack("<" + letter, row[x][layer][place]) for row in pixels
                   for _, layer, place, _, letter in CHANNELS for x in range(WIDTH))
    chunk, head = zipped(raw), header()  # at most 16 rows are one chunk
    return head + struct.pack("<Q", len(head) + 8) + struct.pack("<2i", 0, len(chunk)) + chunk


if __name__ == "__main__":
    for number in (1, 2, 3):
        (pathlib.Path(__file__).parent / f"shot.{number:04}.exr").write_bytes(image(number))
