#!/usr/bin/env bash
# Reproduces figures 6, 8, 9 and 10 of the schedule paper on a device of this machine, with a page that compares them with the paper.
set -euo pipefail

usage() {
    cat <<'EOF'
usage: data/figures.sh PROGRAM [FOLDER] [-- BENCH OPTIONS]

PROGRAM is atrous, also of the minimal build. Writes FOLDER/figure-N.svg, .json and .txt, and the self-contained page FOLDER/index.html
(default folder: ./figures).
Options after -- apply to figure 9, the only one that is timed: -- --device gpu --repeat 15
  FIGURES  the figures (default: "6 8 9 10")
EOF
}

case ${1---help} in
-h | --help) usage && exit 0 ;;
esac
program=$1
shift
out=./figures
if [[ $# -gt 0 && $1 != -- ]]; then
    out=$1
    shift
fi
if [[ $# -gt 0 && $1 != -- ]]; then
    echo "data/figures.sh: unexpected '$1'" >&2 && usage >&2 && exit 2
fi
[[ ${1-} != -- ]] || shift
program=$(command -v "$program") || { echo "data/figures.sh: there is no program $program" >&2 && exit 2; }
mkdir -p "$out"

escaped() { sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' "$1"; }

# section FIGURE: its part of the page.
section() {
    echo "<section id=\"figure-$1\"><h2>$(head -n 1 "$out/figure-$1.txt" | escaped /dev/stdin)</h2>"
    cat "$out/figure-$1.svg"
    echo "<pre>$(tail -n +3 "$out/figure-$1.txt" | escaped /dev/stdin)</pre></section>"
}

failed=0
made=()
for figure in ${FIGURES:-6 8 9 10}; do
    options=()
    [[ $figure != 9 ]] || options=(--yes "$@")
    echo "figure $figure" >&2
    # The figure reports a row that fails.
    if ! "$program" bench --figure "$figure" --svg "$out/figure-$figure.svg" --json "$out/figure-$figure.json" \
        "${options[@]}" >"$out/figure-$figure.txt"; then
        failed=1
        [[ -s $out/figure-$figure.txt ]] || continue
    fi
    made+=("$figure")
done

{
    cat <<'EOF'
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Figures of the schedule paper, reproduced</title>
<style>
body { font: 16px/1.5 sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff }
pre { overflow-x: auto; background: #f4f4f4; padding: 1rem; font-size: 13px }
svg { max-width: 100%; height: auto }
</style></head><body>
<h1>Figures of the schedule paper, reproduced</h1>
<p>R. Dolp, J. Hanika, C. Dachsbacher: A Fast GPU Schedule For &Agrave;-Trous Wavelet-Based Denoisers, 2024. The page shows each figure
next to the statements of the paper about it. The numbers of the paper are for its devices, ours for the named device.</p>
EOF
    echo "<p>$("$program" --version | escaped /dev/stdin)</p>"
    for figure in "${made[@]}"; do section "$figure"; done
    echo "</body></html>"
} >"$out/index.html"
echo "wrote $out/index.html" >&2
exit $failed
