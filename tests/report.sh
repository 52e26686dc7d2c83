#!/bin/bash
# Checks pages of --report in headless Chromium: with 3 and 500 images, with and without scripts, in both colour schemes:
# contents, filter, order and sliders, and that nothing is requested from the network. The screenshots are for people. Exit code
# 77 without Chromium.
#
#   report.sh ATROUS FOLDER
set -euo pipefail
atrous=$(realpath -e "${1:?usage: report.sh ATROUS FOLDER}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
mkdir -p "${2:?usage: report.sh ATROUS FOLDER}"
folder=$(realpath -e "$2")
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT

fail() { echo "tests/report.sh: $*" >&2 && exit 1; }
browser=$(command -v chromium chromium-browser google-chrome | head -n 1) ||
    { echo "[SKIP] chromium is not installed" && exit 77; }

# browse OPTION...: runs Chromium without a persistent profile and without requests of its own.
browse() {
    HOME=$work timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
        --disable-background-networking --user-data-dir="$work/profile" "$@" 2>"$work/browser.log"
}
# dom PAGE[#STATE] [OPTION...]: the document once its scripts have run.
dom() {
    browse "${@:2}" --virtual-time-budget=5000 --dump-dom "file://$1" >"$work/dom" ||
        { cat "$work/browser.log" && fail "no page: $1"; }
}
# picture NAME WIDTH HEIGHT PAGE[#STATE] [OPTION...]
picture() {
    browse "${@:5}" --virtual-time-budget=5000 --window-size="$2,$3" --screenshot="$folder/$1.png" "file://$4" >/dev/null ||
        fail "no screenshot of $4"
    [[ -s $folder/$1.png ]] || fail "no screenshot of $4"
}
has() { grep -qF -- "$1" "$work/dom" || fail "$2: not in the page: $1"; }
hidden() { grep -c '<article [^>]*hidden' "$work/dom" || true; }

echo "a page of 3 pictures, one of which fails"
mkdir -p "$work/in" "$work/many"
cp "$here/../data/samples/valley.jpg" "$work/in/valley <1> & more.jpg"
cp "$here/../data/samples/street.exr" "$work/in/street.exr"
head -c 3000 "$here/../data/samples/fruit.png" >"$work/in/broken.png"
cd "$work"
code=0
"$atrous" enhance -q in -o out --denoise auto --preset local-contrast --report "$folder/few.html" --existing replace || code=$?
[[ $code == 1 ]] || fail "exit code $code in place of 1"
dom "$folder/few.html"
has '<output id="shown">3 of 3</output>' "all"
has 'valley &lt;1&gt; &amp; more.jpg' "names"
dom "$folder/few.html#show=failed"
has '<output id="shown">1 of 3</output>' "only failed ones"
[[ $(hidden) == 2 ]] || fail "$(hidden) pictures are hidden in place of 2"
dom "$folder/few.html#q=VALLEY+more"
has '<output id="shown">1 of 3</output>' "search"
dom "$folder/few.html#show=warned&sort=slow"
has '<output id="shown">0 of 3</output>' "pictures with warnings, of which there is none"

echo "the slider, moved by a script of the test"
sed 's#</body>#<script>const r = document.querySelector("input[type=range]");\
r.value = 20; r.dispatchEvent(new Event("input", {bubbles: true}));\
document.title = getComputedStyle(document.querySelector(".after")).clipPath;</script></body>#' "$folder/few.html" >"$work/moved.html"
dom "$work/moved.html"
has '--x: 20%' "the slider's place"
has '<title>inset(0px 0px 0px 20%)</title>' "what is shown of the picture after"

echo "without scripts: all pictures and words, no controls that do nothing"
# The page's own policy forbids them, since headless Chromium does nothing where they are off altogether.
sed "s#script-src 'unsafe-inline'#script-src 'none'#" "$folder/few.html" >"$work/plain.html"
sed 's#</body>#<img src="https://example.org/asked.png"/></body>#' "$folder/few.html" >"$work/asks.html"
dom "$work/plain.html"
[[ $(grep -o '<article ' "$work/dom" | wc -l) == 3 ]] || fail "not all pictures are there without scripts"
grep -q '<html lang="en">' "$work/dom" || fail "scripts ran where they are off"
browse --virtual-time-budget=5000 --enable-logging=stderr --v=0 --dump-dom "file://$work/asks.html" >/dev/null
grep -q 'Content Security Policy' "$work/browser.log" || fail "a picture of the net would be loaded"
grep -qE 'https?://|://' "$folder/few.html" && fail "the page names another address"

echo "a page of 500 pictures"
"$atrous" scale -q --size 480x480 "$here/../data/samples/valley.jpg" -o "$work/small.jpg"
for i in $(seq 500); do ln "$work/small.jpg" "$work/many/picture $i.jpg"; done
printf 'text' >"$work/many/picture 250.jpg.tmp" && mv "$work/many/picture 250.jpg.tmp" "$work/many/picture 250.jpg"
"$atrous" enhance -q many -o many_out --levels 2 --report "$folder/many.html" --existing replace && fail "a damaged picture did not fail"
bytes=$(stat -c %s "$folder/many.html")
echo "  $((bytes >> 20)) MiB"
((bytes < 30 << 20)) || fail "the page has $bytes bytes"
start=$(date +%s%N)
dom "$folder/many.html#sort=name&q=99.jpg"
echo "  loaded, searched and sorted in $((($(date +%s%N) - start) / 1000000)) ms, the start of the browser included"
has '<output id="shown">5 of 500</output>' "search in 500"
dom "$folder/many.html#show=failed"
has '<output id="shown">1 of 500</output>' "only failed ones of 500"

echo "screenshots in $folder"
dark=--blink-settings=preferredColorScheme=0 light=--blink-settings=preferredColorScheme=1
picture few-light 1400 1300 "$folder/few.html" "$light"
picture few-dark 1400 1300 "$folder/few.html" "$dark"
picture few-plain 1400 1600 "$work/plain.html" "$light"
picture few-phone 500 1600 "$folder/few.html" "$light"
picture many-light 1800 1300 "$folder/many.html" "$light"
picture many-dark 1800 1300 "$folder/many.html#show=failed" "$dark"
