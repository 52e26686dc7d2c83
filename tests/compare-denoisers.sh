#!/usr/bin/env bash
# What removes noise from photographs how well, beside each other: the gains of tests/photos.py --peers. Prints tables for
# data/bench/README.md.
set -euo pipefail

usage() {
    cat <<'TEXT'
usage: tests/compare-denoisers.sh PROGRAM photos [--photos FOLDER] [--side N]

Adds known noise to photographs (tests/photos.py --help says which) of N [700] pixels and has PROGRAM (atrous), ffmpeg, G'MIC and
the package bm3d of PyPI remove it: gains in PSNR per kind of noise, and seconds per picture, start included. Of several strengths
of another program the one counts that is best for the picture, which nobody knows who has no clean one; bm3d is told the
spectrum of the noise. Programs that are not there are left out, and named. bm3d (for research and measuring alone, by
its licence) is installed into build/denoisers, where a Python for it is made; without a network it is left out.
TEXT
}

[[ ${1:-} == -h || ${1:-} == --help ]] && usage && exit 0
[[ $# -ge 2 && -x $1 && $2 == photos ]] || { usage >&2 && exit 2; }
program=$(realpath "$1") && shift 2
root=$(realpath "$(dirname "$0")/..")
venv=$root/build/denoisers
if [[ ! -x $venv/bin/python ]] && ! { python3 -m venv "$venv" && "$venv/bin/pip" install -q bm3d 'numpy<2'; }; then
    rm -rf "$venv"
    echo "[SKIP] bm3d: PyPI is out of reach" >&2
fi
if [[ -x $venv/bin/python ]]; then export BM3D_PYTHON=$venv/bin/python; fi
exec "$root/tests/photos.py" "$program" --side 700 --peers "$@"
