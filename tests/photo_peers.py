"""What else removes noise from photographs, for tests/photos.py --peers. Each takes a noisy file, writes a picture and gets what it
wants to know: strengths of which the best one counts, chosen by the true picture, or the noise itself, which is known here alone."""
import os, shutil, subprocess, sys
import numpy as np


def ffmpeg(filter):
    return lambda path, out, strength, noise: ["ffmpeg", "-v", "error", "-y", "-i", path, "-vf", filter.format(strength), out]


def gmic(path, out, strength, noise):
    return ["gmic", "-v", "-1", path, "-denoise", f"10,{strength},5,7", "-round", "-cut", "0,255", "-o", out]


# Runs in the Python that has the package bm3d.
BM3D = """import sys, bm3d, numpy as np
samples, noise = np.load(sys.argv[1]), np.load(sys.argv[2])
power = np.abs(np.fft.fft2(noise, axes=(0, 1))) ** 2
smooth = sum(np.roll(power, (y, x), (0, 1)) for y in range(-4, 5) for x in range(-4, 5)) / 81 + 1e-8 * power.size
np.save(sys.argv[3], bm3d.bm3d_rgb(samples, smooth))"""
PYTHON = os.environ.get("BM3D_PYTHON", "")


def bm3d(path, out, strength, noise):
    stem = os.path.splitext(out)[0]
    np.save(stem + "_noisy.npy", noise[0])
    np.save(stem + "_noise.npy", noise[0] - noise[1])
    return [PYTHON, "-c", BM3D, stem + "_noisy.npy", stem + "_noise.npy", stem + ".npy"]


# Name, program, strengths (0: told by the noise), command.
ROWS = [
    ("ffmpeg nlmeans, best of 3", "ffmpeg", (4, 8, 12), ffmpeg("nlmeans=s={}:p=7:r=11")),
    ("ffmpeg bm3d (basic), best of 3", "ffmpeg", (8, 20, 40), ffmpeg("format=gbrp,bm3d=sigma={}:bstep=4:hdthr=5")),
    ("G'MIC denoise, best of 3", "gmic", (1.5, 4, 8), gmic),
    ("bm3d of PyPI, true spectrum", PYTHON, (0,), bm3d),
]


def available():
    for name, program, strengths, command in ROWS:
        if program and shutil.which(program):
            yield name, strengths, command
        else:
            print(f"[SKIP] {name}: {program or 'BM3D_PYTHON, a Python with that package,'} is not there", file=sys.stderr)


def run(command):
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command[:2])}: {done.stderr[-500:]}")
