#!/usr/bin/env python3
"""usage: tests/hdr.py PROGRAM [--only TEXT] [--keep FOLDER] [--check]

Reads, filters, converts and scales HDR files that tests/hdr_files.py makes, and prints a table: the largest and the mean relative
difference of light (%) between each output and a computation in double precision (tests/hdr_light.py) or, for filters, the program's
result for the same light as a float EXR. Other libraries read the outputs (tests/hdr_read.py). Hostile files follow.
  --only TEXT    makes only the rows whose names contain it
  --keep FOLDER  leaves the files there [a temporary folder]
  --check        fails if a difference is above its bound, a neutral filter changes a code, or something is lost without a warning
Needs avifenc, cjxl and the packages numpy, OpenImageIO (3.1 or newer), pyvips[binary], pillow and pillow-heif of PyPI: exit status 77
without them."""
import argparse, concurrent.futures, os, shutil, subprocess, sys, tempfile
try:
    import numpy as np
    import hdr_hostile
    import hdr_light as hl
    import hdr_read as hr
    import hdr_ways as hw
    import pyvips
except (ImportError, OSError) as missing:
    print(f"[SKIP] {missing}")
    sys.exit(77)
from hdr_rows import ROWS


def tested(program, row, way, folder, made):
    """A cell of the table, and what is wrong."""
    try:
        found, expected, warnings, wrong = getattr(hw.Ways(program, row, made, folder), way)()
        if found.light.shape != expected.shape:
            found.light, expected = np.broadcast_arrays(*matched(found.light, expected))
        largest, mean = (100 * one for one in hl.differences(found.light, expected))
        if mean > hw.bound(way, row, made):
            wrong.append(f"mean {mean:.3f} %")
        if made.slack == 0 and hw.is_lossless(row, way) and largest > hw.LARGEST.get(way, np.inf):
            wrong.append(f"largest {largest:.3f} %")
        return f"{largest:.2g} / {mean:.2g}" + " !" * bool(wrong), wrong, warnings
    except (hw.Failure, RuntimeError, ValueError, pyvips.Error, subprocess.TimeoutExpired) as failure:
        return "-", [str(failure)], []


def matched(one, other):
    if one.shape[:2] != other.shape[:2]:
        raise hw.Failure(f"{one.shape[1]}x{one.shape[0]} pixels, not {other.shape[1]}x{other.shape[0]}")
    return one, other


def row_of(program, row, folder):
    """All cells of a row."""
    path = f"{folder}/{row.name}.{row.extension}"
    try:
        made = row.make(row, path)
    except (subprocess.CalledProcessError, RuntimeError, pyvips.Error) as failure:
        return row, {}, {"file": [f"cannot be made: {failure}"]}, {}
    made.path = path
    cells = {way: tested(program, row, way, folder, made) for way in hw.ways_of(row, made)}
    return row, {way: cell[0] for way, cell in cells.items()}, {way: cell[1] for way, cell in cells.items()}, {
        way: cell[2] for way, cell in cells.items()}


def printed(results):
    width = max(len(row.name) for row, *_ in results)
    print("Largest / mean relative difference of light in %; ! is above a bound\n")
    print(f"{'file':{width}}", *(f"{way:>17}" for way in hw.MEAN))
    for row, cells, _, _ in results:
        print(f"{row.name:{width}}", *(f"{cells.get(way, ''):>17}" for way in hw.MEAN))
    wrong = [f"{row.name}, {way}: {one}" for row, _, found, _ in results for way, all_of in found.items() for one in all_of]
    ids = sorted({one for *_, warnings in results for all_of in warnings.values() for one in all_of})
    print(f"\n{len(results)} files, {sum(len(cells) for _, cells, *_ in results)} outputs; warnings: {', '.join(ids)}")
    return wrong


def main():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("program")
    parser.add_argument("--only", default="")
    parser.add_argument("--keep")
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    missing = [one for one in ("avifenc", "cjxl") if not shutil.which(one)]
    if missing:
        print(f"[SKIP] {missing[0]} is not installed")
        sys.exit(77)
    if hr.oiio.VERSION < 30100:
        print(f"[SKIP] OpenImageIO {hr.oiio.VERSION_STRING} does not name the colours of PQ and HLG")
        sys.exit(77)
    pyvips.cache_set_max(0)
    program = os.path.abspath(asked.program)
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.keep or temporary
        os.makedirs(folder, exist_ok=True)
        rows = [row for row in ROWS if asked.only in row.name]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            wrong = printed(list(pool.map(lambda row: row_of(program, row, folder), rows))) if rows else []
        wrong += hdr_hostile.failures(lambda *rest: hw.atrous(program, *rest), folder, asked.only)
    print("\n" + "\n".join(wrong))
    if asked.check and wrong:
        sys.exit(f"{len(wrong)} failures")


main()
