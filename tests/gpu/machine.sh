# shellcheck shell=bash
# For kernels.sh and product.sh in this folder: steps with limits, and a machine with only a driver of NVIDIA's.

limit=${LIMIT:-480} # seconds, of all steps

# begin FOLDER: writes results to FOLDER, and the output also to its log.txt. $work is removed at the end.
begin() {
    work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
    mkdir -p "$1" && rm -f "$1"/*.*
    exec > >(tee "$1/log.txt") 2>&1
    summary=$1/summary.txt && : >"$summary"
}

# say TEXT: prints it, also to the summary.
say() { echo "$*" | tee -a "$summary"; }

# step NAME SECONDS COMMAND...: runs it within its own limit and the rest of LIMIT. Prints its result.
step() {
    local name=$1 seconds=$2 left=$((limit - SECONDS)) began=$SECONDS code=0
    shift 2
    if ((left < 10)); then say "[no time] $name" && return 1; fi
    echo "== $name"
    timeout -k 5 $((seconds < left ? seconds : left)) "$@" || code=$?
    say "[exit $code] $name: $((SECONDS - began)) s" && return $code
}

# wants NAME: whether ONLY, a list of steps, is empty or contains it.
wants() { [[ -z ${ONLY-} || " $ONLY " == *" $1 "* ]]; }

# use_gpu FOLDER: lets the OpenCL loader find NVIDIA's driver, through a list in FOLDER.
use_gpu() {
    local vendor
    export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}/usr/local/nvidia/lib:/usr/local/nvidia/lib64
    vendor=$({
        ldconfig -p | awk '$1 == "libnvidia-opencl.so.1" { print $NF }'
        find /usr/local /usr/lib /usr/lib64 -name libnvidia-opencl.so.1 2>/dev/null
    } | head -n 1)
    [[ -n $vendor ]] || { say "no libnvidia-opencl.so.1: this machine has no OpenCL driver" && exit 4; }
    mkdir -p "$1/vendors" && echo "$vendor" >"$1/vendors/nvidia.icd"
    export OCL_ICD_VENDORS=$1/vendors/ CUDA_CACHE_PATH=$1/cuda
    say "$(nvidia-smi --query-gpu=name,driver_version,clocks.sm,clocks.max.sm --format=csv,noheader 2>&1 | head -n 1)"
}
