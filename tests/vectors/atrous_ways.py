#!/usr/bin/env python3
"""Makes atrous_ways.json: linear a-trous filters at every border, by definition and without the kernels' mathematics.

A layout is a list of pixels per axis, made by splitting lists; a tap of the schedule goes to the neighbour in that list
(schedule paper, section 3.4: sigma_b, no test), and beyond its ends the list mirrors. `atrous_ways.py --check` recomputes
atrous.json, which others made. Usage: tests/vectors/atrous_ways.py > tests/vectors/atrous_ways.json"""
import json
import os
import random
import sys


def ascending(n, k):  # the odd pixels reversed once, then subimages by ascending offset
    odd = list(range(1, n, 2))
    turned = dict(zip(odd, reversed(odd))) if k else {}
    pixels = [turned.get(x, x) for x in range(n)]  # what stands at each place after the reversal
    return [pixels[place] for place in sorted(range(n), key=lambda place: (place % 2**k, place))]


def split(n, k):  # the whole list by parity of position; the odd half reversed in the first split
    pixels = list(range(n))
    for level in range(k):
        odd = pixels[1::2]
        pixels = pixels[0::2] + (odd[::-1] if level == 0 else odd)
    return pixels


def subdivision(n, k):  # every segment in place; segments with an odd index stand reversed
    segments = [list(range(n))]
    for _ in range(k):
        segments = [half for segment in segments for half in (segment[0::2], segment[1::2])]
    return [x for i, segment in enumerate(segments) for x in (segment[::-1] if i % 2 else segment)]


def kaleidoscope(n, k):  # odd positions first, then the even ones reversed
    pixels = list(range(n))
    for _ in range(k):
        pixels = pixels[1::2] + pixels[0::2][::-1]
    return pixels


ORDERS = {"sigma_b_asc": ascending, "sigma_b_gsplit": split, "sigma_b_quad": subdivision, "sigma_b_vkdt": kaleidoscope}


def mirrored(q, n):
    while not 0 <= q < n:
        q = -1 - q if q < 0 else 2 * n - 1 - q
    return q


def taps(n, level, radius, boundary):
    """Per pixel: the pixel (or None) of each tap from -radius to radius."""
    if boundary in ORDERS:
        pixels = ORDERS[boundary](n, level)
        rows = [[pixels[mirrored(p + d, n)] for d in range(-radius, radius + 1)] for p in range(n)]
        return [rows[pixels.index(x)] for x in range(n)]
    outside = {"zero": lambda q: None, "clamp": lambda q: min(max(q, 0), n - 1), "mirror": lambda q: mirrored(q, n)}
    return [[q if 0 <= (q := x + d * 2**level) < n else outside[boundary](q) for d in range(-radius, radius + 1)]
            for x in range(n)]


def smooth(case):
    width, height, half = case["width"], case["height"], case["kernel_half"]
    radius, values = len(half) - 1, case["input"]
    for level in range(case["levels"]):
        columns, rows = taps(width, level, radius, case["boundary"]), taps(height, level, radius, case["boundary"])
        out = []
        for y in range(height):
            for x in range(width):
                total = norm = 0.0
                for i, qy in enumerate(rows[y]):
                    for j, qx in enumerate(columns[x]):
                        if qx is not None and qy is not None:
                            weight = half[abs(i - radius)] * half[abs(j - radius)]
                            total += weight * values[qy * width + qx]
                            norm += weight
                out.append(total / norm)
        values = out
    return values


def check():
    with open(os.path.join(os.path.dirname(__file__), "atrous.json")) as file:
        for case in json.load(file)["linear"]:
            worst = max(abs(a - b) for a, b in zip(smooth(case), case["expect"]))
            print(case["boundary"], "differs by", worst)
            assert worst < 1e-12


def main():
    numbers = random.Random(42)
    cases = []
    for boundary in ("zero", "clamp", "mirror", *ORDERS):
        for width, height, levels, half in ((7, 5, 3, [0.375, 0.25, 0.0625]), (10, 6, 3, [0.5, 0.25])):
            case = {"width": width, "height": height, "levels": levels, "kernel_half": half, "boundary": boundary,
                    "input": [numbers.randrange(256) / 256 for _ in range(width * height)]}
            case["expect"] = [round(value, 12) for value in smooth(case)]
            cases.append(json.dumps(case, separators=(",", ":")))
    print('{\n"linear": [\n' + ",\n".join(cases) + "\n]\n}")


check() if "--check" in sys.argv else main()
