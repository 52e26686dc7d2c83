#!/bin/bash
# Runs the files of data/wrappers in their programs, if these are installed. Exit code 77 without any.
#
#   wrappers.sh ATROUS
set -euo pipefail
atrous=$(realpath -e "${1:?usage: wrappers.sh ATROUS}")
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
wrappers=$here/../data/wrappers
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
ran=0

fail() { echo "tests/wrappers.sh: $*" >&2 && { cat "$work/log" >&2 || true; } && exit 1; }
# here_is WRAPPER PROGRAM...: true if the programs are installed. Otherwise prints that the wrapper is skipped.
here_is() {
    local program
    for program in "${@:2}"; do
        command -v "$program" >/dev/null || { echo "[SKIP] $1: $program is not installed" && return 1; }
    done
    ran=1
}

# The add-on in a Blender without a window: it sets passes, three frames are rendered, atrous denoises them.
test_blender() {
    cat >"$work/scene.py" <<'SCENE'
import bpy
scene = bpy.context.scene
scene.render.engine = "CYCLES"
scene.cycles.samples = 4
scene.render.resolution_x, scene.render.resolution_y, scene.render.resolution_percentage = 96, 64, 100
scene.frame_start, scene.frame_end = 3, 5
scene.render.filepath = "//shot/b.####"
SCENE
    # blend PYTHON...: runs Blender on the scene, with the add-on. The output goes to a file.
    blend() {
        local words=() line
        for line; do words+=(--python-expr "import bpy; $line"); done
        (cd "$work" && ATROUS=$atrous blender -b --factory-startup --python-exit-code 1 -P scene.py \
            --python-expr "import bpy; bpy.ops.wm.save_as_mainfile(filepath='$work/shot.blend')" \
            -P "$wrappers/atrous_blender.py" "${words[@]}") >"$work/log" 2>&1
    }
    blend "assert bpy.ops.atrous.prepare() == {'FINISHED'}" "bpy.ops.render.render(animation=True)" \
        "assert bpy.ops.atrous.denoise() == {'FINISHED'}" || fail "the add-on failed"
    "$atrous" verify "$work/shot/denoised" >"$work/verify" || fail "verify: $(cat "$work/verify")"
    local frame role
    for frame in 3 4 5; do
        [[ -s $work/shot/denoised/b.000$frame.exr ]] || fail "frame $frame is missing"
        if cmp -s "$work/shot/b.000$frame.exr" "$work/shot/denoised/b.000$frame.exr"; then fail "frame $frame is not denoised"; fi
    done
    "$atrous" probe "$work/shot/b.0003.exr" >"$work/probe"
    for role in albedo normal depth motion; do grep -q "$role" "$work/probe" || fail "the render has no $role"; done
    # Two halves of each frame, with half the samples each. The settings of the render stay.
    rm -f "$work"/shot/b.000[45].exr # neighbours would need halves, too
    blend "bpy.context.scene.frame_end = 3" "assert bpy.ops.atrous.prepare() == {'FINISHED'}" \
        "assert bpy.ops.atrous.render_halves() == {'FINISHED'}" "assert bpy.ops.atrous.denoise() == {'FINISHED'}" \
        "scene = bpy.context.scene; assert (scene.cycles.samples, scene.cycles.seed) == (4, 0)" || fail "halves failed"
    if cmp -s "$work/shot/b.0003.exr" "$work/shot/half/b.0003.exr"; then fail "both halves have one seed"; fi
    grep -q '"half":"[^"]*Combined of [^"]*half/b.0003.exr"' "$work/shot/denoised/atrous-timings.jsonl" || fail "the half is not used"
    # Blender reports the messages of atrous.
    if blend "bpy.context.scene.atrous_options = '--no-such-option'" "bpy.ops.atrous.denoise()"; then
        fail "a wrong option is no error"
    fi
    grep -q "no-such-option" "$work/log" || fail "the error does not say what is wrong"
    echo "tests/wrappers.sh: Blender's add-on denoised three frames"
}

# The script in darktable, on an invisible screen: images are imported and chosen, and the export module's button is pressed, once
# with valid options and once with an invalid one. (darktable-cli exports only to files, and hangs if a script registers a target.)
test_darktable() {
    mkdir -p "$work/photos/other" "$work/config"
    local name fruit=$here/../data/samples/fruit.png
    for name in "it's fruit.png" fruit.png other/fruit.png; do cp "$fruit" "$work/photos/$name"; done
    cp "$here/../data/samples/wall.tif" "$work/photos/fruit.tif"
    cat >"$work/export.lua" <<'EXPORT'
local dt = require "darktable"
local work, exports = os.getenv("WORK"), 0
-- The script registers functions that also keep one of darktable's own files, and count exports.
package.loaded.darktable = setmetatable({
    register_storage = function(name, label, store, finalize, ...)
        assert(label == "export through atrous")
        local function keep_and_store(storage, image, format, written, ...)
            if image.filename == "it's fruit.png" then dt.control.execute('cp "' .. written .. '" "' .. work .. '/developed.tif"') end
            return store(storage, image, format, written, ...)
        end
        local function finalize_and_count(...)
            finalize(...)
            exports = exports + 1
        end
        dt.register_storage(name, label, keep_and_store, finalize_and_count, ...)
    end
}, {__index = dt})
local function export_with(options)
    local before = exports
    dt.preferences.write("atrous", "options", "string", options)
    dt.gui.action("lib/export/export", 0, "", "activate", 1.0)
    while exports == before do dt.control.sleep(100) end
end
local done, why = pcall(function()
    dofile(os.getenv("WRAPPERS") .. "/atrous_darktable.lua")
    dt.preferences.write("atrous", "program", "string", os.getenv("ATROUS"))
    local images = {}
    for _, name in ipairs {"it's fruit.png", "fruit.png", "fruit.tif", "other/fruit.png"} do
        table.insert(images, dt.database.import(work .. "/photos/" .. name))
    end
    dt.gui.selection(images)
    export_with("--preset sharpen")
    export_with("--no-such-option")
end)
io.stderr:write(done and "script: done\n" or "script: failed: " .. tostring(why) .. "\n")
EXPORT
    # Ends when the script does, or after two minutes.
    cat >"$work/darktable.sh" <<'RUN'
darktable --configdir "$WORK/config" --cachedir "$WORK/cache" --tmpdir "$WORK" --library :memory: --disable-opencl \
    --conf plugins/lighttable/export/storage_name=atrous --conf plugins/lighttable/export/format_name=tiff \
    --conf plugins/imageio/format/tiff/bpp=16 --luacmd "dofile('$WORK/export.lua')" >"$WORK/log" 2>&1 &
for ((tenths = 0; tenths < 1200; ++tenths)); do
    if grep -q '^script: ' "$WORK/log"; then break; fi
    sleep 0.1
done
kill -9 $!
RUN
    WORK=$work WRAPPERS=$wrappers ATROUS=$atrous xvfb-run -a bash "$work/darktable.sh" 2>"$work/screen" ||
        fail "darktable did not run: $(cat "$work/screen")"
    grep -q "^script: done" "$work/log" || fail "darktable's script failed"
    for name in "it's fruit.tif" fruit.tif fruit_2.tif ../other/atrous/fruit.tif; do
        [[ -s "$work/photos/atrous/$name" ]] || fail "darktable: $name is missing"
    done
    "$atrous" enhance -q --log none --preset sharpen "$work/developed.tif" -o "$work/expected.tif"
    "$atrous" compare "$work/photos/atrous/it's fruit.tif" "$work/expected.tif" | grep -q identical || # names and times differ in tags
        fail "darktable: the output is not that of enhance"
    if "$atrous" compare "$work/developed.tif" "$work/expected.tif" | grep -q identical; then fail "darktable: enhance changed nothing"; fi
    grep -q "^atrous: .*no-such-option" "$work/log" || fail "darktable: the error does not say what is wrong"
    [[ -z $(find "$work" -maxdepth 1 -name '*.atrous-*') ]] || fail "darktable: what was put aside is still there"
    echo "tests/wrappers.sh: darktable exported four pictures through its script"
}

# The README's pieces of Python with as much of Gaffer and AYON as they ask for.
test_snippets() {
    mkdir -p "$work/shot" "$work/post" "$work/bin" "$work/stage"
    ln -s "$atrous" "$work/bin/atrous"
    local frame
    for frame in 4 5 6; do cp "$here/../data/samples/room/room.000$frame.exr" "$work/shot/b.000$frame.exr"; done
    cp "$work"/shot/*.exr "$work/stage/"
    cat >"$work/snippets.py" <<'SNIPPETS'
import logging, re, subprocess, sys, types
readme, work = sys.argv[1:]
gaffer, ayon = re.findall(r"```python\n(.*?)```", open(readme, encoding="utf-8").read(), re.S)


class Plug:
    def setInput(self, plug): self.input = plug
    def setValue(self, value): self.value = value


class Node(dict):
    def __missing__(self, name): return self.setdefault(name, Plug())


node = Node(preTasks=[Plug()])
exec(gaffer, {"script": {"Render": {"task": "its task"}}, "GafferDispatch": types.SimpleNamespace(PythonCommand=lambda: node)})
assert node["preTasks"][0].input == "its task" and node["sequence"].value is True
command = node["command"].value.replace("/shot/", work + "/shot/").replace("/post/", work + "/post/")
exec(command, {"frames": [4.0, 5.0, 6.0]})


def module(name, **members):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__dict__.update(members)


def run_subprocess(words, logger): subprocess.run(words, check=True)


module("pyblish")
module("pyblish.api", ExtractorOrder=2)
module("ayon_core")
module("ayon_core.lib", run_subprocess=run_subprocess)
module("ayon_core.pipeline", publish=types.SimpleNamespace(Extractor=type("Extractor", (), {"log": logging})))
sys.modules["pyblish"].api = sys.modules["pyblish.api"]
names = {}
exec(ayon, names)
rendered = {"ext": "exr", "files": ["b.0004.exr", "b.0005.exr", "b.0006.exr"], "stagingDir": work + "/stage"}
preview = {"ext": "jpg", "files": "b.jpg", "stagingDir": work + "/stage"}
names["ExtractDenoised"]().process(types.SimpleNamespace(data={"representations": [rendered, preview]}))
assert rendered["stagingDir"] == work + "/stage/atrous" and preview["stagingDir"] == work + "/stage"
SNIPPETS
    PATH=$work/bin:$PATH python3 "$work/snippets.py" "$wrappers/README.md" "$work" >"$work/log" 2>&1 ||
        fail "a piece of the README failed"
    for frame in 4 5 6; do
        cmp "$work/post/b.000$frame.exr" "$work/stage/atrous/b.000$frame.exr" || fail "Gaffer's and AYON's frames differ"
        if cmp -s "$work/shot/b.000$frame.exr" "$work/post/b.000$frame.exr"; then fail "frame $frame is not denoised"; fi
    done
    echo "tests/wrappers.sh: the README's commands for Gaffer and AYON ran, without these"
}

if here_is Blender blender; then test_blender; fi
if here_is darktable darktable xvfb-run; then test_darktable; fi
if here_is "the README's commands" python3; then test_snippets; fi
[[ $ran == 1 ]] || exit 77
