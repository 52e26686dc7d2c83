#!/usr/bin/env bash
# counts.sh KERNELS [--store]: compiles the kernels that counts.txt lists, from the folder KERNELS, and counts their instructions, which do not
# depend on the load of the machine. Fails if there are more than stored, so that no change slows a kernel unseen, and if a kernel of GPUs has a
# stack; with ATROUS_EXHAUSTIVE or --store also if any kernel has a stack there or spills registers, which takes a minute more.
# --store writes its counts. Needs clang 14, as in Debian 12: others count differently.
set -euo pipefail
kernels=$1 here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
slack=1 # percent
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! command -v clang-14 >/dev/null || ! clang-14 --print-targets | grep -q amdgcn; then
    echo "[SKIP] clang 14 with its targets for GPUs is not installed"
    exit 0
fi

options() {
    case $1 in
        amd) echo -target amdgcn-mesa-mesa3d -mcpu=gfx900 -DON_GPU=1 ;;
        ptx) echo -target nvptx64 -Xclang -target-cpu -Xclang sm_80 -Xclang -cl-ext=+cl_khr_fp16 -DEXP2_PTX -DHALVES_PTX -DON_GPU=1 ;;
        avx2) echo -target x86_64 -march=x86-64-v3 -DVECTOR=8 ;;
        avx512) echo -target x86_64 -march=x86-64-v4 -mprefer-vector-width=512 -DVECTOR=16 ;;
    esac
}

# counted FILE: prints the instructions of all functions except the mangled ones of builtins.h, and the bytes of stack.
counted() {
    awk '/^[A-Za-z_][A-Za-z_0-9]*:/ { own = $0 !~ /^_Z/ }
         /^\.visible \.entry/ { own = 1 }
         /^\.(visible )?\.?func/ { own = 0 }
         own && /^\t[@a-z]/ { ++count }
         own && /^; ScratchSize:/ { stack += $3 }
         own && /__local_depot[0-9]*\[/ { gsub(/.*\[|\].*/, ""); stack += $0 }
         END { print count + 0, stack + 0 }' "$1"
}

# compiled NAME TARGET FILE MACRO...: NAME.s, FILE as assembler.
compiled() {
    # shellcheck disable=SC2046
    clang-14 $(options "$2") -x cl -cl-std=CL1.2 -D__OPENCL_VERSION__=120 -Xclang -fdeclare-opencl-builtins -Xclang -finclude-default-header -O3 -w \
        -ffp-contract=fast -cl-mad-enable -cl-no-signed-zeros -cl-denorms-are-zero -I"$kernels" -include "$here/builtins.h" \
        "${@:4}" -S -o "$work/$1.s" "$kernels/$3"
}

failed=0
while read -r name target stored file defines; do
    # shellcheck disable=SC2086
    compiled "$name" "$target" "$file" $defines
    read -r count stack < <(counted "$work/$name.s")
    echo "$name $target $count $file $defines" >>"$work/counts.txt"
    if ((count * 100 > stored * (100 + slack))); then
        echo "FAILED: $name ($target): $count instructions, $stored are stored"
        failed=1
    elif ((count * 100 < stored * (100 - slack))); then
        echo "$name ($target): $count instructions, fewer than the $stored stored: counts.sh --store keeps that"
    fi
    if ((stack > 0)); then
        echo "FAILED: $name ($target): $stack bytes of stack a work-item"
        failed=1
    fi
done < <(grep -v '^#' "$here/counts.txt")

# rows_of FILE: a line of macros per way to compile it, or none for code that only CPUs run.
rows_of() {
    if ! awk -v file="$1" '$1 == file { found = 1; $1 = ""; if ($0 !~ / CPU/) print } END { exit !found }' "$here/stacks.txt"; then
        echo
    fi
}

if [[ -z ${ATROUS_EXHAUSTIVE:-}${2:-} ]]; then
    echo "Stacks of all kernels: only with ATROUS_EXHAUSTIVE (tests/run.sh --whole)"
    exit $failed
fi
PATH=$PATH:/usr/local/cuda/bin
store() {
    if [[ ${1:-} == --store ]]; then
        { grep '^#' "$here/counts.txt"; cat "$work/counts.txt"; } >"$work/all" && cp "$work/all" "$here/counts.txt"
    fi
}
if ! command -v ptxas >/dev/null; then
    store "${2:-}"
    if [[ $failed == 0 ]]; then echo "[SKIP] stacks of all kernels: NVIDIA's ptxas is not installed"; fi
    exit $failed
fi
while read -r file; do
    while read -r defines; do
        # shellcheck disable=SC2086
        compiled stacks ptx "$file" ${defines%-maxrregcount=*}
        # shellcheck disable=SC2046
        if ! ptxas -c -v -arch=sm_90 $(grep -o -- '-maxrregcount=.*' <<<"$defines") -o "$work/stacks.cubin" "$work/stacks.s" >"$work/ptxas.txt" 2>&1; then
            cat "$work/ptxas.txt"
            failed=1
        fi
        awk -v file="$file $defines" '
            /Function properties for/ { name = $NF }
            /bytes stack frame/ && name !~ /^_Z/ && $1 + $5 + $9 > 0 { print "FAILED: " name ": " $0 " (" file ")"; found = 1 }
            END { exit found }' "$work/ptxas.txt" || failed=1
    done < <(rows_of "$file")
done < <(cd "$kernels" && find . -name '*.cl' -printf '%P\n' | sort)

store "${2:-}"
exit $failed
