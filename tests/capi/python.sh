#!/bin/sh
# arrays.py by a Python that has numpy: python.sh PROGRAM LIBRARY.
here=$(dirname "$0")
export ATROUS_LIBRARY="$2" PYTHONPATH="$here/../../src/capi/python" PYTHONDONTWRITEBYTECODE=1
for python in python3 /usr/bin/python3; do
    "$python" -c 'import numpy' 2> /dev/null || continue
    if ! said=$("$1" devices 2>&1); then
        echo "$said"
        case $said in *"no OpenCL device"*) echo "[SKIP] there is no OpenCL device" && exit 77 ;; esac
        exit 1
    fi
    # PoCL cannot make its folder of compiled kernels.
    folder=$(mktemp -d)
    device='import atrous; atrous._library.atrousNewDevice(b"auto") or exit(1)'
    if ! "$python" -c "$device"; then
        echo "the library finds no device, but the program does" && exit 1
    fi
    if ! { env -u POCL_CACHE_DIR -u XDG_CACHE_HOME HOME=/dev/null \
        TMPDIR="$folder" "$python" -c "$device" && rmdir "$folder"; }; then
        echo "no device without HOME, or its folder of kernels stays" && exit 1
    fi
    rm -rf "$folder"
    exec "$python" "$here/arrays.py" "$1"
done
echo "[SKIP] there is no python3 with numpy"
