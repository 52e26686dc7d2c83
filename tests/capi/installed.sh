#!/bin/sh
# Installs the library, and compiles programs of a user against it: installed.sh BUILD CMAKE.
set -eu
build=$1 cmake=$2 here=$(dirname "$0")
CC=${CC:-cc} CXX=${CXX:-c++}
export CMAKE_GENERATOR="${CMAKE_GENERATOR:-Ninja}" # a bare system has no make
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$cmake" --install "$build" --component library --prefix "$folder/usr" > /dev/null
library=$(dirname "$(find "$folder/usr" -name libatrous.so)")

echo "symbols: those of the header alone, 14 at most"
nm -D --defined-only "$library/libatrous.so" | awk '$2 == "T" {sub("@.*", "", $3); print $3}' | sort > "$folder/symbols"
sed -n 's/^ATROUS_API .*\(atrous[A-Z][A-Za-z]*\)(.*/\1/p' "$here/../../src/capi/atrous.h" | sort > "$folder/declared"
diff "$folder/declared" "$folder/symbols"
test "$(wc -l < "$folder/symbols")" -le 14
nm -D --defined-only "$library/libatrous.so" | awk '$2 ~ /[VWBDu]/' > "$folder/others"
test ! -s "$folder/others"

echo "libraries: neither OpenImageIO nor Exiv2"
! readelf -d "$library/libatrous.so" | grep -iE 'openimageio|exiv2'
readelf -d "$library/libatrous.so" | grep -q 'SONAME.*libatrous.so.0'

echo "the header, as C and as C++"
printf '#include <atrous.h>\nint main(void) { return atrousVersion() == 0; }\n' > "$folder/h.c"
cp "$folder/h.c" "$folder/h.cpp"
export PKG_CONFIG_PATH="$library/pkgconfig"
flags="-Wall -Wextra -Werror -pedantic $(pkg-config --cflags --libs atrous 2> /dev/null || echo "-I$folder/usr/include -L$library -latrous")"
export LD_LIBRARY_PATH="$library"
$CC -std=c99 "$folder/h.c" $flags -o "$folder/h" && "$folder/h"
$CXX -std=c++11 "$folder/h.cpp" $flags -o "$folder/h" && "$folder/h"

echo "the example of the manual"
sed -n '/^#include <atrous.h>$/,/^\.Ed$/p' "$here/../../man/atrous-api.3" | sed '/^\.Ed$/d; s/\\e/\\/g; s/^\\&//' > "$folder/example.c"
$CC -std=c99 "$folder/example.c" $flags -o "$folder/example"
if command -v pocl-opencl-icd > /dev/null || ls /etc/OpenCL/vendors/*.icd > /dev/null 2>&1; then
    { printf 'P6 64 48 255\n' && seq 1 4000 | head -c 9216; } > "$folder/a.ppm"
    "$folder/example" < "$folder/a.ppm" > "$folder/b.ppm"
    test "$(wc -c < "$folder/b.ppm")" = "$(wc -c < "$folder/a.ppm")"
    ! cmp -s "$folder/a.ppm" "$folder/b.ppm"
fi

echo "the package of CMake"
mkdir "$folder/project"
cat > "$folder/project/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.20)
project(example LANGUAGES C)
find_package(atrous REQUIRED)
add_executable(example ../example.c)
target_link_libraries(example PRIVATE atrous::atrous)
END
"$cmake" -S "$folder/project" -B "$folder/project/build" -DCMAKE_PREFIX_PATH="$folder/usr" > /dev/null
"$cmake" --build "$folder/project/build" > /dev/null

echo "the Python module, in the folders of Debian's python3"
test -f "$folder/usr/lib/python3/dist-packages/atrous.py"
DESTDIR="$folder/stage" "$cmake" --install "$build" --component library --prefix /usr/local > /dev/null
module=$(find "$folder/stage/usr/local" -name atrous.py)
if /usr/bin/python3 -c 'import sys, sysconfig; sys.exit("posix_local" not in sysconfig.get_scheme_names())' 2> /dev/null; then
    /usr/bin/python3 -c 'import site, sys; sys.exit(sys.argv[1] not in site.getsitepackages())' "$(dirname "${module#"$folder/stage"}")"
fi
