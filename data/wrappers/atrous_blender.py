# Blender 3.4 and newer, Cycles: an add-on that enables the required passes and denoises rendered frames with atrous.
# Install it in Preferences, Add-ons; its panel is in the output properties. Without a window:
#   blender -b shot.blend -P atrous_blender.py --python-expr "import bpy; bpy.ops.atrous.prepare()" -a \
#       --python-expr "import bpy; bpy.ops.atrous.denoise()"
# With bpy.ops.atrous.render_halves() instead of -a, each frame is rendered twice, with half the samples and another seed.
import os
import re
import subprocess

import bpy

bl_info = {
    "name": "atrous: denoise rendered frames",
    "blender": (3, 4, 0),
    "category": "Render",
    "location": "Output properties, atrous",
    "description": "Multilayer EXR frames through 'atrous denoise', with the frames around each",
}


def pattern_of(path):
    """The frames' name with # for their digits: /shot/b0001.exr -> /shot/b####.exr."""
    folder, name = os.path.split(path)
    found = list(re.finditer(r"\d+", os.path.splitext(name)[0]))
    if not found:
        raise ValueError("the name of the output has no place for a frame's number: " + name)
    digits = found[-1]
    return os.path.join(folder, name[:digits.start()] + "#" * len(digits.group()) + name[digits.end():])


def half_of(path):
    """The name of the second half of a frame: /shot/b0001.exr -> /shot/half/b0001.exr."""
    folder, name = os.path.split(path)
    return os.path.join(folder, "half", name)


def command_of(scene):
    """What is run, as a list of words."""
    frames = "%d-%d" % (scene.frame_start, scene.frame_end)
    source = pattern_of(bpy.path.abspath(scene.render.frame_path(frame=scene.frame_start)))
    folder = bpy.path.abspath(scene.atrous_folder) or os.path.join(os.path.dirname(source), "denoised")
    target = os.path.join(folder, os.path.basename(source))
    halves = ["--half", half_of(source)] if scene.atrous_halves else []
    return [scene.atrous_program, "denoise", "--frames", frames, "--existing", "replace", *halves,
            "--log", os.path.join(folder, "atrous-timings.jsonl"), *scene.atrous_options.split(), source, "-o", target]


class Prepare(bpy.types.Operator):
    """Write multilayer EXR with the passes that help: normals, depth, motion, Cycles' albedo"""
    bl_idname = "atrous.prepare"
    bl_label = "Set passes and format"

    def execute(self, context):
        settings = context.scene.render.image_settings
        settings.file_format = "OPEN_EXR_MULTILAYER"
        settings.color_depth = "32"
        for layer in context.scene.view_layers:
            layer.use_pass_z = layer.use_pass_normal = layer.use_pass_vector = True
            if context.scene.render.engine == "CYCLES":
                layer.cycles.denoising_store_passes = True
                layer.cycles.use_denoising = False
        return {"FINISHED"}


class RenderHalves(bpy.types.Operator):
    """Render the animation twice with half the samples each; the second seed and the folder half differ"""
    bl_idname = "atrous.render_halves"
    bl_label = "Render two halves"

    def execute(self, context):
        scene = context.scene
        if scene.render.engine != "CYCLES":
            self.report({"ERROR"}, "atrous: only Cycles has seeds; choose it as the render engine")
            return {"CANCELLED"}
        samples, seed, path = scene.cycles.samples, scene.cycles.seed, scene.render.filepath
        try:
            scene.cycles.samples = (samples + 1) // 2
            done = "FINISHED" in bpy.ops.render.render(animation=True)
            if done:
                scene.cycles.seed = (seed + 1000003) % 2147483647
                scene.render.filepath = half_of(path)
                done = "FINISHED" in bpy.ops.render.render(animation=True)
        finally:
            scene.cycles.samples, scene.cycles.seed, scene.render.filepath = samples, seed, path
        if not done:
            self.report({"ERROR"}, "atrous: a render was cancelled; render the halves again")
            return {"CANCELLED"}
        scene.atrous_halves = True
        return {"FINISHED"}


class Denoise(bpy.types.Operator):
    """Denoise the frames that are rendered; they stay as they are"""
    bl_idname = "atrous.denoise"
    bl_label = "Denoise rendered frames"

    def execute(self, context):
        try:
            command = command_of(context.scene)
            os.makedirs(os.path.dirname(command[-1]), exist_ok=True)
            done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        except (OSError, ValueError) as error:
            self.report({"ERROR"}, "atrous: %s" % error)
            return {"CANCELLED"}
        if done.returncode != 0:
            self.report({"ERROR"}, done.stderr.strip() or "atrous ended with %d" % done.returncode)
            return {"CANCELLED"}
        self.report({"INFO"}, "atrous: frames are in " + os.path.dirname(command[-1]))
        return {"FINISHED"}


class Panel(bpy.types.Panel):
    bl_idname = "OUTPUT_PT_atrous"
    bl_label = "atrous"
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "output"

    def draw(self, context):
        for name in PROPERTIES:
            self.layout.prop(context.scene, name)
        self.layout.operator(Prepare.bl_idname)
        self.layout.operator(RenderHalves.bl_idname)
        self.layout.operator(Denoise.bl_idname)


PROPERTIES = ("atrous_program", "atrous_folder", "atrous_options", "atrous_halves")
CLASSES = (Prepare, RenderHalves, Denoise, Panel)


def register():
    text = bpy.props.StringProperty
    bpy.types.Scene.atrous_program = text(name="Program", default=os.environ.get("ATROUS", "atrous"))
    bpy.types.Scene.atrous_folder = text(name="Folder", subtype="DIR_PATH",
                                         description="Empty: denoised, beside the frames")
    bpy.types.Scene.atrous_options = text(name="Options", description="Further ones of 'atrous denoise'")
    bpy.types.Scene.atrous_halves = bpy.props.BoolProperty(
        name="Two halves", description="The folder half has second renders of the frames, with another seed")
    for part in CLASSES:
        bpy.utils.register_class(part)


def unregister():
    for part in reversed(CLASSES):
        bpy.utils.unregister_class(part)
    for name in PROPERTIES:
        delattr(bpy.types.Scene, name)


if __name__ == "__main__":
    register()
