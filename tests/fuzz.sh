#!/usr/bin/env bash
# fuzz.sh SECONDS [NAME...]: builds the harnesses in tests/fuzz with clang's libFuzzer and the sanitizers, as the layers that they link
# with, and runs each for so many seconds, with the inputs in tests/fuzz/seeds and inputs of earlier runs. Prints a table. An input
# that causes a failure is stored in build/fuzz.
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
CXX=$clang cmake -S . -B "$out/build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1" \
    -DATROUS_TESTS=ON -DATROUS_UNITE=ON -DATROUS_SANITIZE=fuzzer-no-link,address,undefined >"$out/configure.log"
table="" failed=0
for name in "$@"; do
    [[ $name != seeds ]] || continue
    cmake --build "$out/build" --target "fuzz_$name" >"$out/$name.log" 2>&1 && ln -sf "build/tests/fuzz_$name" "$out/$name" ||
        { table+=$(printf '%-10s %10s  %s' "$name" - "does not compile, see $out/$name.log")$'\n' && failed=1 && continue; }
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
