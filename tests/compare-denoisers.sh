#!/usr/bin/env bash
# Compares denoisers for photographs and renders: the gains of tests/photos.py --peers, the scores of tests/render_peers.py and
# tests/render/by_samples.py.
# Prints tables for data/bench/denoisers.md.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: tests/compare-denoisers.sh PROGRAM photos [--photos FOLDER] [--side N]
       tests/compare-denoisers.sh PROGRAM renders [--keep FOLDER] [NOISY REFERENCE]...
       tests/compare-denoisers.sh PROGRAM samples SCENE...

photos: adds known noise to photographs (tests/photos.py --help says which) of N [700] pixels and has PROGRAM (atrous), ffmpeg,
G'MIC and the package bm3d of PyPI remove it: gains in PSNR per kind of noise, and seconds per picture, start included. Of several
strengths of another program the one counts that is best for the picture, which nobody knows who has no clean one; bm3d is told
the spectrum of the noise.

renders: filters folders of noisy frames, by default those beside the source tree, with PROGRAM (windows, frames alone, eaw, SVGF as
published) and with Open Image Denoise, its own weights, on the CPU: PSNR, relMSE, SSIM, SMAPE, flicker and seconds per frame
(tests/render_peers.py --help says how). NFOR is not there: no package has it, and it wants frames as two halves of the samples.

samples: compares atrous and Open Image Denoise by sample count, with references that are halves with independent noise, so that the
noise of the reference is not in the result (tests/render/by_samples.py --help). `make-scenes FOLDER 160 512` (target make-scenes of
CMake) renders scenes for it.

What is not there is left out, and named. Packages of PyPI are installed into build/denoisers, where a Python for them is
made; without a network they are left out. They measure and are no part of the program: bm3d is for research and measuring alone,
by its licence; pyoidn (MIT) carries Open Image Denoise and its weights (Apache-2.0); OpenEXR is BSD-3-Clause.
TEXT
}

[[ ${1:-} == -h || ${1:-} == --help ]] && usage && exit 0
[[ $# -ge 2 && -x $1 && $2 =~ ^(photos|renders|samples)$ ]] || { usage >&2 && exit 2; }
program=$(realpath "$1") kind=$2 && shift 2
root=$(realpath "$(dirname "$0")/..")
python=$root/build/denoisers/bin/python

# has MODULE PACKAGE...: whether the Python in build/denoisers can import the module, where need be after installing the packages.
has() {
    local module=$1 && shift
    if [[ ! -x $python ]]; then python3 -m venv "$root/build/denoisers" || return 1; fi
    "$python" -c "import $module" 2>/dev/null || "$python" -m pip install -q "$@" && "$python" -c "import $module" && return 0
    echo "[SKIP] $1: PyPI is out of reach, or has none for this machine" >&2
    return 1
}

case $kind in
photos)
    if has bm3d bm3d 'numpy<2'; then export BM3D_PYTHON=$python; fi
    exec "$root/tests/photos.py" "$program" --side 700 --peers "$@"
    ;;
renders | samples)
    if has pyoidn,OpenEXR pyoidn OpenEXR; then export DENOISERS_PYTHON=$python; fi
    peers=$root/tests/render_peers.py
    if [[ $kind == samples ]]; then peers=$root/tests/render/by_samples.py; fi
    exec "$peers" "$program" "$@"
    ;;
esac
