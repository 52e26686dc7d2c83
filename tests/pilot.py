#!/usr/bin/env python3
"""usage: tests/pilot.py PROGRAM [--scenes FOLDER] [--keep FOLDER] [--check]

What `denoise --pilot` makes of Open Image Denoise's frames (tests/render_oidn.py), beside these and beside PROGRAM alone, in a table:
PSNR of x/(1+x) in dB, flicker along the frames' vectors, and the percentage of 16x16 blocks that are 1 dB worse than the noisy
render. References come in halves whose noise is independent, where there are several, so that it does not count.
  --scenes FOLDER  the renders [those beside the source tree]
  --keep FOLDER    takes and leaves the frames there [a temporary folder]
  --check          fails where the gain over the better of both is less than is asked, or the flicker or the blocks are more
Needs the packages numpy, pyoidn and OpenEXR, and the renders: exit status 77 without them."""
import argparse, os, subprocess, sys, tempfile
try:
    import numpy as np
    import OpenEXR
    import render_oidn
except ImportError as missing:
    print(f"[SKIP] {missing}")
    sys.exit(77)
from render_peers import frames_of, table

# Name, folder of noisy frames, folders of references: the first, third, ... together have noise independent of the others'.
HALVES = ("refA", "refB", "refC", "refD")
ROWS = [(f"{scene} {samples}", f"render4/{scene}/{samples}", [f"render4/{scene}/{half}" for half in HALVES])
        for scene in ("sun", "hair") for samples in (4, 32, 128)]
ROWS += [(f"room {samples}", f"room/{samples}spp", ["room/reference"]) for samples in (2, 16)]
ROWS += [(f"{scene} 8", f"render2/{scene}", [f"render2/{scene}-reference"]) for scene in ("leaves", "mb")]
SCORED = 4  # frames of each row at most
# Over the better of both: dB in the mean, and of each row. Flicker over the pilot's, in the mean. Blocks: % above the worse of both.
LEAST_MEAN, LEAST_ROW, MOST_FLICKER, MOST_BLOCKS = 0.55, -0.15, 0.82, 0.0
METHODS = ("noisy", "window", "pilot", "both")


def planes(path, layer, axes):
    """A layer, or the picture outside of layers, and the samples that the file says."""
    file = OpenEXR.File(path, separate_channels=True)
    channels, header = file.channels(), file.header()
    names = [next(name for name in channels if name == axis or name.endswith(f".{layer}.{axis}")) for axis in axes]
    samples = next((float(value) for key, value in header.items() if key.endswith(".samples")), 1)
    return np.stack([channels[name].pixels.astype(float) for name in names], -1), samples


def shown(light):
    light = np.maximum(light, 0)
    return light / (1 + light)


def beauty(path):
    light, samples = planes(path, "Combined", "RGB")
    return shown(light), samples


def truth(folders, frame):
    """Two references, each the mean of every second folder by samples; of one folder twice the same."""
    found = [beauty(files[frame]) for files in map(frames_of, folders) if frame in files]
    halves = [found[start::2] for start in (0, 1) if found[start::2]]
    means = [sum(light * samples for light, samples in half) / sum(samples for _, samples in half) for half in halves]
    return (means * 2)[:2]


def moved(image, vectors):
    """The image at each pixel's place in the frame before, bilinear."""
    height, width = vectors.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width]
    x, y = np.clip(columns + vectors[..., 0], 0, width - 1.001), np.clip(rows - vectors[..., 1], 0, height - 1.001)
    left, top = x.astype(int), y.astype(int)
    u, v = (x - left)[..., None], (y - top)[..., None]
    above, below = ((1 - u) * image[row, left] + u * image[row, left + 1] for row in (top, top + 1))
    return (1 - v) * above + v * below


def error_blocks(error, side=16):
    height, width = error.shape[0] // side, error.shape[1] // side
    return error[:height * side, :width * side].reshape(height, side, width, side, -1).mean((1, 3, 4)).ravel()


def scores(results, noisy, references):
    """PSNR, flicker, errors of blocks of one method; frames without a reference do not count."""
    results, noisy, last, psnr, flicker, blocks = frames_of(results), frames_of(noisy), None, [], [], []
    there = [frame for frame in sorted(results) if any(frame in frames_of(folder) for folder in references)][:SCORED]
    for frame in there:
        image, (one, other) = beauty(results[frame])[0], truth(references, frame)
        error = (image - one) * (image - other)
        psnr.append(-10 * np.log10(max(error.mean(), 1e-12)))
        blocks.append(error_blocks(error))
        if last and last[0] == frame - 1:
            vectors = planes(noisy[frame], "Vector", "XY")[0]
            steps = [now - moved(before, vectors) for now, before in zip((image, one, other), last[1])]
            inside = ((steps[0] - steps[1]) * (steps[0] - steps[2]))[6:-6, 6:-12]
            flicker.append(np.sqrt(max(inside.mean(), 0)))
        last = frame, (image, one, other)
    return np.mean(psnr), np.mean(flicker), np.concatenate(blocks)


def worse(blocks, noisy):
    return 100 * (blocks > 10 ** 0.1 * np.maximum(noisy, 0) + 1e-6).mean()


def filtered(program, noisy, folder):
    """Folders of each method, made where they are not there yet."""
    folders = {method: os.path.join(folder, method) for method in METHODS[1:]} | {"noisy": noisy}
    if not os.path.isdir(folders["pilot"]):
        os.makedirs(folders["pilot"])
        render_oidn.main(list(frames_of(noisy).values()), folders["pilot"])
    for method, options in (("window", ()), ("both", ("--pilot", folders["pilot"]))):
        if not os.path.isdir(folders[method]):
            os.makedirs(folders[method])
            subprocess.run([program, "denoise", noisy, "-o", folders[method], "-q", "--only-filtered", "--log", "none", *options], check=True)
    return folders


def row_of(program, noisy, references, folder):
    """Of each method PSNR, flicker, worse blocks."""
    folders = filtered(program, noisy, folder)
    found = {method: scores(folders[method], noisy, references) for method in METHODS}
    return {method: (*one[:2], worse(one[2], found["noisy"][2])) for method, one in found.items()}


def failures(rows):
    """What is below the bars, in words."""
    gains = {name: row["both"][0] - max(row[one][0] for one in ("window", "pilot")) for name, row in rows.items()}
    share = np.mean([row["both"][1] / row["pilot"][1] for row in rows.values()])
    print(f"over the better of both: {np.mean(list(gains.values())):+.2f} dB, least {min(gains.values()):+.2f}; flicker {share:.2f} of the pilot's")
    failed = [f"{name}: {gain:+.2f} dB" for name, gain in gains.items() if gain < LEAST_ROW]
    failed += [f"{name}: {row['both'][2]:.1f} % of blocks" for name, row in rows.items()
               if row["both"][2] > max(row[one][2] for one in ("window", "pilot")) + MOST_BLOCKS]
    return failed + ["mean gain"] * (np.mean(list(gains.values())) < LEAST_MEAN) + ["flicker"] * (share > MOST_FLICKER)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--scenes", default=os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../shared/data"))
    parser.add_argument("--keep")
    parser.add_argument("--check", action="store_true")
    asked, rows, lines = parser.parse_args(), {}, []
    if not all(os.path.isdir(os.path.join(asked.scenes, noisy)) for _, noisy, _ in ROWS):
        print(f"[SKIP] {asked.scenes}: the renders are not there")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        for name, noisy, references in ROWS:
            noisy, *references = (os.path.join(asked.scenes, one) for one in (noisy, *references))
            rows[name] = row_of(os.path.abspath(asked.program), noisy, references, os.path.join(asked.keep or folder, name.replace(" ", "-")))
            lines.append([name, *(f"{psnr:.2f} / {flicker:.4f} / {blocks:.1f}" for psnr, flicker, blocks in rows[name].values())])
    print(table(["render, samples", *METHODS], lines), end="")
    failed = failures(rows)
    if asked.check and failed:
        sys.exit("below what is asked: " + "; ".join(failed))


main()
