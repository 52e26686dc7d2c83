#!/usr/bin/env python3
"""usage: tests/render/by_samples.py PROGRAM SCENE...

Compares denoisers by sample count, for data/bench/denoisers.md. A SCENE is a folder with noisy frames in folders named by their samples
per pixel (4, 32, 128), with the layers of Cycles, and references of frames 2 and 3 in refA, refB and so on, rendered with different
seeds: data/make_scenes writes such folders. PROGRAM is atrous; DENOISERS_PYTHON is a Python with the packages pyoidn and OpenEXR.

Prints per scene and sample count the PSNR of x / (1 + x) of frame 2, which has neighbours on both sides, and of frame 3, the end of
the shot, then the flicker of frame 3. An error is the mean product of the differences from two halves of the reference, so the
noise of the reference is not in it. The second table counts the 16x16 blocks that became worse than the input by more than 1 dB."""
import os, pathlib, subprocess, sys, tempfile

import numpy as np
import OpenImageIO as oiio

OIDN = pathlib.Path(__file__).resolve().parent.parent / "render_oidn.py"
BEAUTY_ONLY = [word for role in ("albedo", "normal", "depth", "motion") for word in ("--role", role + "=none")]
ROWS = {"noisy": None, "`atrous denoise`": [], "the same, `--temporal none`": ["--temporal", "none"],
        "the same, beauty only": BEAUTY_ONLY, "Open Image Denoise": "oidn"}
BLOCK, BORDER, INVISIBLE = 16, 6, 1e-6


def read(path, layer, channels):
    """Channels of a layer, or those outside of layers, and the samples per pixel of the header, or 1."""
    image = oiio.ImageBuf(str(path))
    names = list(image.spec().channelnames)
    chosen = [next(i for i, n in enumerate(names) if n.endswith(f"{layer}.{c}") or (layer == "Combined" and n == c)) for c in channels]
    samples = next((float(a.value) for a in image.spec().extra_attribs if a.name.endswith(".samples")), 1)
    return image.get_pixels(oiio.FLOAT)[..., chosen].astype(np.float64), samples


def mapped(light):
    light = np.maximum(light, 0)
    return light / (1 + light)


def frame_of(folder, frame):
    return next(pathlib.Path(folder).glob(f"*{frame:04d}.exr"), None)


def halves(scene, frame):
    """The references of a frame as two groups: the mean of every other one, weighted by samples."""
    found = [read(path, "Combined", "RGB") for folder in sorted(scene.glob("ref?")) if (path := frame_of(folder, frame))]
    return [mapped(np.average([image for image, _ in found[first::2]], 0, [samples for _, samples in found[first::2]])) for first in (0, 1)]


def moved(image, vectors):
    """An image along vectors to it, X right and Y up, in pixels."""
    height, width = image.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(float)
    x, y = np.clip(x + vectors[..., 0], 0, width - 1.001), np.clip(y - vectors[..., 1], 0, height - 1.001)
    left, top = x.astype(int), y.astype(int)
    u, v = (x - left)[..., None], (y - top)[..., None]
    return (1 - v) * ((1 - u) * image[top, left] + u * image[top, left + 1]) + v * ((1 - u) * image[top + 1, left] + u * image[top + 1, left + 1])


def blocks_of(error):
    rows, columns = error.shape[0] // BLOCK, error.shape[1] // BLOCK
    return error[:rows * BLOCK, :columns * BLOCK].reshape(rows, BLOCK, columns, BLOCK, 3).mean((1, 3, 4)).ravel()


def measured(folder, truth, vectors):
    """PSNR of both frames, errors of blocks, flicker."""
    images = [mapped(read(frame_of(folder, frame), "Combined", "RGB")[0]) for frame in (2, 3)]
    errors = [(image - a) * (image - b) for image, (a, b) in zip(images, truth)]
    change = [now - moved(before, vectors) for before, now in ((images[0], images[1]), (truth[0][0], truth[1][0]), (truth[0][1], truth[1][1]))]
    flicker = ((change[0] - change[1]) * (change[0] - change[2]))[BORDER:-BORDER, BORDER:-BORDER].mean()
    psnr = [-10 * np.log10(max(error.mean(), 1e-12)) for error in errors]
    return psnr, np.concatenate([blocks_of(error) for error in errors]), np.sqrt(max(flicker, 0))


def denoised(program, options, noisy, out):
    if options == "oidn":
        command = [os.environ["DENOISERS_PYTHON"], OIDN, *sorted(noisy.glob("*.exr")), out]
    else:
        command = [program, "denoise", *options, "--only-filtered", "--log", "none", "-q", noisy, "-o", out]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command[:2]))}: {done.stderr[-500:]}")


def column(program, noisy, truth):
    """The cells of all rows: PSNR and flicker, and worse blocks."""
    vectors = read(frame_of(noisy, 3), "Vector", "XY")[0]
    before, cells = None, {}
    for name, options in ROWS.items():
        if options == "oidn" and "DENOISERS_PYTHON" not in os.environ:
            continue
        with tempfile.TemporaryDirectory() as folder:
            out = noisy
            if options is not None:
                out = pathlib.Path(folder) / "out"
                out.mkdir()
                denoised(program, options, noisy, out)
            psnr, blocks, flicker = measured(out, truth, vectors)
        before = blocks if before is None else before
        worse = (blocks > 10 ** .1 * np.maximum(before, 0) + INVISIBLE).mean()
        cells[name] = f"{psnr[0]:.1f}/{psnr[1]:.1f}, {flicker:.4f}", f"{100 * worse:.0f} %"
    return cells


def main(program, *scenes):
    columns = {}
    for scene in map(pathlib.Path, scenes):
        truth = [halves(scene, frame) for frame in (2, 3)]
        for noisy in sorted((f for f in scene.iterdir() if f.name.isdigit()), key=lambda f: int(f.name)):
            columns[f"{scene.name}, {noisy.name}"] = column(program, noisy, truth)
    names = [name for name in ROWS if all(name in cells for cells in columns.values())]
    for kind in (0, 1):
        print("| " + " | ".join(["", *names]) + " |\n" + "| --- " * (len(names) + 1) + "|")
        for title, cells in columns.items():
            print("| " + " | ".join([title, *(cells[name][kind] for name in names)]) + " |")
        print()


if __name__ == "__main__":
    if len(sys.argv) < 3 or set(sys.argv) & {"-h", "--help"}:
        print(__doc__)
        sys.exit(0 if set(sys.argv) & {"-h", "--help"} else 2)
    main(*sys.argv[1:])
