#!/bin/bash
# The add-on data/wrappers/atrous_blender.py in a Blender without a window: it sets passes, three frames are rendered, atrous
# denoises them. Exit code 77 where Blender is missing.
#
#   wrappers.sh ATROUS
set -euo pipefail
atrous=$(realpath -e "${1:?usage: wrappers.sh ATROUS}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
command -v blender >/dev/null || { echo "[SKIP] blender is not installed" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT

fail() { echo "tests/wrappers.sh: $*" >&2 && cat "$work/blender.log" >&2 && exit 1; }

cat >"$work/scene.py" <<'SCENE'
import bpy
scene = bpy.context.scene
scene.render.engine = "CYCLES"
scene.cycles.samples = 4
scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = 96, 64, 100
scene.frame_start, scene.frame_end = 3, 5
scene.render.filepath = "//shot/b.####"
SCENE
# blend PYTHON...: on the scene, with the add-on; what is printed goes to a file.
blend() {
    local words=()
    for line; do words+=(--python-expr "import bpy; $line"); done
    (cd "$work" && ATROUS=$atrous blender -b --factory-startup --python-exit-code 1 -P scene.py \
        --python-expr "import bpy; bpy.ops.wm.save_as_mainfile(filepath='$work/shot.blend')" \
        -P "$here/../data/wrappers/atrous_blender.py" "${words[@]}") >"$work/blender.log" 2>&1
}

blend "assert bpy.ops.atrous.prepare() == {'FINISHED'}" "bpy.ops.render.render(animation=True)" \
    "assert bpy.ops.atrous.denoise() == {'FINISHED'}" || fail "the add-on failed"
"$atrous" verify "$work/shot/denoised" >"$work/verify" || fail "verify: $(cat "$work/verify")"
for frame in 3 4 5; do
    [[ -s $work/shot/denoised/b.000$frame.exr ]] || fail "frame $frame is missing"
    if cmp -s "$work/shot/b.000$frame.exr" "$work/shot/denoised/b.000$frame.exr"; then fail "frame $frame is not denoised"; fi
done
"$atrous" probe "$work/shot/b.0003.exr" >"$work/probe"
for role in albedo normal depth motion; do grep -q "$role" "$work/probe" || fail "the render has no $role"; done

# What atrous says is what Blender says.
if blend "bpy.context.scene.atrous_options = '--no-such-option'" "bpy.ops.atrous.denoise()"; then
    fail "a wrong option is no error"
fi
grep -q "no-such-option" "$work/blender.log" || fail "the error does not say what is wrong"
echo "tests/wrappers.sh: Blender's add-on denoised three frames"
