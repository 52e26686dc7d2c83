#!/usr/bin/env bash
# Prints a program in Python with the example of the manual page, inputs for it, and checks of its results: example.sh PAGE.
set -euo pipefail
cat <<'PYTHON'
import numpy
random = numpy.random.default_rng(1)
photo = random.integers(0, 255, (48, 64, 3), numpy.uint8)
frames = random.random((3, 48, 64, 3), numpy.float32)
albedo, normal = numpy.full_like(frames, 0.5), numpy.full_like(frames, 0.6)
depth = numpy.broadcast_to(numpy.linspace(1, 2, 64, dtype=numpy.float32), (3, 48, 64))
motion = numpy.zeros((3, 48, 64, 2), numpy.float32)
PYTHON
sed -n '/^import atrous$/,/^\.Ed$/p' "$1" | sed '/^\.Ed$/d'
cat <<'PYTHON'
assert sharp.shape == photo.shape and (sharp != photo).any() and small.shape == (12, 16, 3)
assert numpy.shape(clean) == frames.shape and numpy.std(clean) < numpy.std(frames)
PYTHON
