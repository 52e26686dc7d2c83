#!/bin/sh
# arrays.py by a Python that has numpy: python.sh PROGRAM LIBRARY.
here=$(dirname "$0")
export ATROUS_LIBRARY="$2" PYTHONPATH="$here/../../src/capi/python" PYTHONDONTWRITEBYTECODE=1
for python in python3 /usr/bin/python3; do
    "$python" -c 'import numpy' 2> /dev/null && exec "$python" "$here/arrays.py" "$1"
done
echo "[SKIP] there is no python3 with numpy"
