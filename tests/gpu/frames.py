#!/usr/bin/env python3
"""frames.py difference NAME FILE: a line of what `atrous compare --json` found in one pair of pictures, the largest difference first.
frames.py kernels LOG TEXT: the kernels of a frame in milliseconds, medians over the frames of a log (--log), and what `atrous -v` printed."""
import json
import re
import statistics
import sys

NO_KERNELS = ("read", "write", "compile", "upload", "download", "total", "level")  # of the stages


def difference(name, file):
    try:
        with open(file, encoding="utf-8") as text:
            frame = json.load(text)["frames"][0]
    except (ValueError, LookupError):
        return print(f"9 {name}: could not be compared <<<<")
    if frame["identical"]:
        return print(f"0 {name}: identical")
    worst, psnr = frame.get("largest") or {}, frame["psnr"] or 999
    least = 60 if name.endswith(".jpg") else 90  # of 8 bits, some are rounded the other way
    print(f'{worst.get("difference", 9):.2g} {name}: {psnr:.1f} dB, at {worst.get("x")},{worst.get("y")}', "" if psnr > least else "<<<<")


def medians(lists):
    return {stage: statistics.median(ms) for stage, ms in lists.items()}


def kernels(log, text):
    stages, all_ms = {}, {}
    with open(log, encoding="utf-8") as lines:
        frames = [frame for frame in map(json.loads, lines) if "total_ms" in frame]
    for frame in frames:
        for key, ms in frame.items():
            if key.endswith("_ms") and key[:-3] not in NO_KERNELS:
                all_ms.setdefault(key[:-3], []).append(ms)
        for level in frame.get("levels", []):
            all_ms.setdefault(f'level {level["level"]}', []).append(level["ms"])
    with open(text, encoding="utf-8") as lines:
        for line in lines:
            found = re.match(r"  ([a-z]+) +([\d.]+)\b", line)
            if found and found[1] not in NO_KERNELS:
                stages.setdefault(found[1], []).append(float(found[2]))
    times = medians(all_ms)
    whole = sum(ms for stage, ms in times.items() if not stage.startswith("level "))
    print(f"   kernels of a frame: {whole:.2f} ms:", ", ".join(f"{stage} {ms:.3f}" for stage, ms in times.items() if ms > 0),
          "; printed:", ", ".join(f"{stage} {ms:.1f}" for stage, ms in medians(stages).items()))


{"difference": difference, "kernels": kernels}[sys.argv[1]](*sys.argv[2:])
