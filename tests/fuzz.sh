#!/usr/bin/env bash
# fuzz.sh SECONDS [NAME...]: builds the harnesses in tests/fuzz with clang's libFuzzer and the sanitizers, and runs each for so
# many seconds, with the inputs in tests/fuzz/seeds and inputs of earlier runs. Prints a table. An input that causes a failure is
# stored in build/fuzz.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
seconds=${1:?fuzz.sh SECONDS [NAME...]}
shift
out=$root/build/fuzz
mkdir -p "$out"

clang=$(command -v clang++ || true)
probe='extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }'
if [[ -z $clang ]] || ! echo "$probe" | "$clang" -x c++ -fsanitize=fuzzer,address,undefined - -o "$out/probe" 2>"$out/probe.log"; then
    echo "[SKIP] no clang++ with libFuzzer (Debian: clang, libclang-rt-14-dev)"
    exit 0
fi

cd "$root"
if [[ $# == 0 ]]; then
    for source in tests/fuzz/*.cpp; do set -- "$@" "$(basename "$source" .cpp)"; done
fi
table="" failed=0
for name in "$@"; do
    # Patterns like src/formats/common/*.cpp are meant to be expanded.
    # shellcheck disable=SC2046
    sources=$(ls $(sed -n 's,^// Sources: ,,p' "tests/fuzz/$name.cpp"))
    libraries=$(sed -n 's,^// Libraries: ,,p' "tests/fuzz/$name.cpp")
    # shellcheck disable=SC2086
    "$clang" -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined -DATROUS_VERSION='"fuzz"' \
        -Isrc -Ikernels -Itests/fuzz \
        "tests/fuzz/$name.cpp" $sources $libraries -o "$out/$name" ||
        { table+=$(printf '%-10s %10s  %s' "$name" - "does not compile")$'\n' && failed=1 && continue; }
    mkdir -p "$out/corpus-$name"
    code=0
    "$out/$name" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 -max_len=8192 -artifact_prefix="$out/$name-" \
        "$out/corpus-$name" "tests/fuzz/seeds/$name" >"$out/$name.log" 2>&1 || code=$?
    runs=$(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$out/$name.log")
    table+=$(printf '%-10s %10s  %s' "$name" "${runs:-?}" "$([[ $code == 0 ]] && echo held || echo "FAILED, see $out/$name.log")")$'\n'
    if [[ $code != 0 ]]; then failed=1 && tail -n 25 "$out/$name.log"; fi
done
printf '%-10s %10s  %s\n%s' parser inputs result "$table"
exit "$failed"
