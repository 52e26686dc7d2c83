"""Scenes for `atrous denoise`, built and rendered in Blender (Cycles), 320x180; what failed on them is in pictures/ (before_after.py).

    blender -b --factory-startup -t 2 -P scenes.py -- OUT NAME...      frames go into OUT/NAME; no NAME lists them"""
import dataclasses, math, os, random, sys, time
import bpy
from mathutils import Vector

WHITE, GREY, DARK, RED, BLUE, GREEN, SAND = (
    (.8, .8, .78), (.4, .4, .42), (.06, .06, .07), (.65, .12, .07), (.1, .2, .6), (.12, .4, .1), (.62, .5, .33))
LIGHT_PASSES = [f"{kind}_{part}" for kind in ("diffuse", "glossy", "transmission") for part in ("direct", "indirect", "color")]
FLICKER = {1: 1, 2: 1.02, 3: 1, 4: .95, 5: 1.01}  # light of each frame: the fourth as a whole is darker


def move(owner, path, values):
    """Moves a property along {frame: value} in straight lines, beyond the ends as well: vectors need frames 0 and 6."""
    for frame, value in values.items():
        setattr(owner, path, value)
        owner.keyframe_insert(path, frame=frame)
    for curve in owner.animation_data.action.fcurves:
        curve.extrapolation = "LINEAR"
        for key in curve.keyframe_points:
            key.interpolation = "LINEAR"


def node(tree, kind, **inputs):
    made = tree.nodes.new("ShaderNode" + kind)
    for name, value in inputs.items():
        made.inputs[name].default_value = value
    return made


def material(colour, other=None, texture="TexNoise", scale=4, leaf=None, **inputs):
    """A principled material; with OTHER, a texture in metres between two colours; LEAF: its half sizes, empty outside."""
    made = bpy.data.materials.new("material")
    made.use_nodes = True
    tree, shader = made.node_tree, made.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = (*colour, 1)
    for name, value in inputs.items():
        shader.inputs[name].default_value = value
    place = node(tree, "TexCoord").outputs["Object"]
    if other:
        pattern, ramp = node(tree, texture, Scale=scale), node(tree, "ValToRGB")
        for element, position, value in zip(ramp.color_ramp.elements, (.42, .58), (colour, other)):
            element.position, element.color = position, (*value, 1)
        if texture == "TexWave":
            pattern.bands_direction = "DIAGONAL"  # bands on every face
        tree.links.new(place, pattern.inputs["Vector"])
        tree.links.new(pattern.outputs[0 if texture == "TexVoronoi" else "Fac"], ramp.inputs[0])
        tree.links.new(ramp.outputs[0], shader.inputs["Base Color"])
    if leaf:
        mapping, ellipse, inside = node(tree, "Mapping"), node(tree, "TexGradient"), node(tree, "Math")
        mapping.inputs["Scale"].default_value = (1 / leaf[0], 1 / leaf[1], 1)
        ellipse.gradient_type, inside.operation, inside.inputs[1].default_value = "SPHERICAL", "GREATER_THAN", .001
        tree.links.new(place, mapping.inputs[0])
        tree.links.new(mapping.outputs[0], ellipse.inputs[0])
        tree.links.new(ellipse.outputs["Fac"], inside.inputs[0])
        tree.links.new(inside.outputs[0], shader.inputs["Alpha"])
    return made


def solid(shape, centre, half, surface, turn=(0, 0, 0)):
    """A cube, plane, uv_sphere or cylinder of half sizes HALF, smooth where it is round."""
    getattr(bpy.ops.mesh, f"primitive_{shape}_add")(location=centre, rotation=turn)
    made = bpy.context.object
    made.scale = half  # the operator's own argument does nothing for planes
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    if shape == "uv_sphere":
        bpy.ops.object.shade_smooth()
    made.data.materials.append(surface)
    return made


def facing(place, target):
    return (Vector(target) - Vector(place)).to_track_quat("-Z", "Y").to_euler()


def light(kind, place, target, energy, colour=(1, 1, 1), **settings):
    data = bpy.data.lights.new(kind, kind)
    data.energy, data.color = energy, colour
    for name, value in settings.items():
        setattr(data, name, value)
    made = bpy.data.objects.new(kind, data)
    made.location, made.rotation_euler = place, facing(place, target)
    bpy.context.collection.objects.link(made)
    return data


def camera(first, last=None, lens=35):
    """A camera from FIRST at frame 1 to LAST at frame 5, each a place and what it looks at."""
    data = bpy.data.cameras.new("Camera")
    data.lens = lens
    made = bpy.data.objects.new("Camera", data)
    bpy.context.collection.objects.link(made)
    move(made, "location", {1: first[0], 5: (last or first)[0]})
    move(made, "rotation_euler", {1: facing(*first), 5: facing(*(last or first))})
    bpy.context.scene.camera = made


def sky(colour, strength):
    world = bpy.context.scene.world = bpy.data.worlds.new("World")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (*colour, 1)
    world.node_tree.nodes["Background"].inputs["Strength"].default_value = strength


def room(half, height, wall, floor, ceiling):
    """Six slabs around the origin, whose inner faces are at the half widths HALF and between 0 and HEIGHT."""
    x, y = half
    solid("cube", (0, 0, -.1), (x + .2, y + .2, .1), floor)
    solid("cube", (0, 0, height + .1), (x + .2, y + .2, .1), ceiling)
    for side in (-1, 1):
        solid("cube", (side * (x + .1), 0, height / 2), (.1, y, height / 2), wall)
        solid("cube", (0, side * (y + .1), height / 2), (x, .1, height / 2), wall)


def movers():
    """Small fast things of 6 to 12 pixels with textures before a textured wall; the only light flickers per frame."""
    dice = random.Random(29)
    solid("cube", (0, 0, -.1), (8, 8, .1), material(SAND, GREY, "TexChecker", 1.5))
    solid("cube", (0, 3, 3), (8, .1, 3), material((.3, .35, .45), (.6, .55, .5), scale=3))
    colours = (RED, BLUE, GREEN, WHITE, SAND)
    for index in range(26):
        half = dice.uniform(.07, .12)
        surface = material(colours[index % 5], colours[(index + 2) % 5], "TexChecker", dice.uniform(6, 12))
        thing = solid(("uv_sphere", "cube")[index % 2], (0, 0, 0), (half,) * 3, surface)
        middle = Vector((dice.uniform(-3.5, 3.5), dice.uniform(-.5, 2), dice.uniform(.3, 3.2)))
        way = Vector((dice.choice((-1, 1)) * dice.uniform(.2, .6), dice.uniform(-.1, .1), dice.uniform(-.15, .15)))
        move(thing, "location", {1: middle - 2 * way, 5: middle + 2 * way})
        move(thing, "rotation_euler", {1: (0, 0, index), 5: (dice.uniform(-2, 2), 0, index + dice.uniform(-2, 2))})
    lamp = light("AREA", (3, -4, 6), (0, 1, 1), 1, size=2)
    move(lamp, "energy", {frame: 900 * part for frame, part in FLICKER.items()})
    camera(((0, -7, 2), (0, 0, 1.6)), ((.2, -7, 2), (.2, 0, 1.6)))
    sky((0, 0, 0), 0)


def fog():
    """Pillars in a homogeneous volume, lit by two spots whose cones show; the camera moves in it."""
    air = bpy.data.materials.new("fog")
    air.use_nodes = True
    tree = air.node_tree
    tree.nodes.remove(tree.nodes["Principled BSDF"])
    scatter = node(tree, "VolumeScatter", Density=.12, Anisotropy=.3)
    tree.links.new(scatter.outputs[0], tree.nodes["Material Output"].inputs["Volume"])
    solid("cube", (0, 2, 3), (9, 11, 3.2), air)
    solid("cube", (0, 2, -.1), (9, 11, .1), material(SAND, GREY, "TexChecker", 1))
    stone = material(WHITE, (.45, .4, .35), scale=3)
    for index in range(8):
        solid("cylinder", ((-2, 2)[index % 2], -2 + 2.6 * (index // 2), 2), (.3, .3, 2), stone)
    solid("uv_sphere", (0, 3, .7), (.7, .7, .7), material(RED, SAND, "TexChecker", 3))
    light("SPOT", (-5, 1, 5.5), (0, 3, 0), 6000, (1, .75, .5), spot_size=.7, shadow_soft_size=.1)
    light("SPOT", (5, 5, 5.5), (-1, 2, 0), 5000, (.5, .7, 1), spot_size=.7, shadow_soft_size=.1)
    camera(((-.5, -6.5, 1.6), (0, 2, 1.4)), ((.1, -5.7, 1.7), (0, 2, 1.4)))
    sky((.4, .5, .7), .15)


def still():
    """A still room with textures, seen by a still camera."""
    room((3, 3), 2.6, material((.45, .25, .18), (.62, .6, .55), "TexMagic", 2), material(SAND, DARK, "TexChecker", 2), material(WHITE))
    solid("cube", (.9, 1, .45), (.5, .5, .45), material(WHITE, BLUE, "TexMagic", 4), (0, 0, .4))
    solid("uv_sphere", (.9, 1, 1.3), (.4, .4, .4), material(GREEN, SAND, scale=6))
    solid("cylinder", (-1, 1.4, .8), (.3, .3, .8), material(GREY, RED, "TexWave", 3, Roughness=.3))
    light("AREA", (-2.8, -.5, 1.7), (0, .5, .8), 90, (1, .95, .85), size=.9)
    camera(((0, -2.7, 1.4), (0, 1, 1)), lens=26)
    sky((0, 0, 0), 0)


def gallery():
    """Pictures on the walls of a room with a glossy floor, whose lamps light the ceiling only; the camera walks."""
    room((3, 5), 3.2, material(WHITE), material((.3, .16, .07), (.45, .27, .13), "TexWave", 1.2, Roughness=.12), material(WHITE))
    textures = ("TexMagic", "TexWave", "TexNoise", "TexChecker", "TexVoronoi")
    colours = (RED, SAND, BLUE, GREEN, WHITE, DARK)
    frame = material(DARK, Roughness=.3)
    for index in range(7):  # three on each side, the last at the end
        side, along = (-1, 1)[index % 2], -1.4 + 2 * (index // 2)
        place, half = ((side * 2.97, along, 1.6), (.03, .62, .5)) if index < 6 else ((0, 4.97, 1.6), (.9, .03, .6))
        painting = material(colours[index % 6], colours[(index + 2) % 6], textures[index % 5], 4)
        solid("cube", place, half, painting)
        thin = half.index(.03)
        for axis, end in ((axis, end) for axis in range(3) if axis != thin for end in (-1, 1)):
            bar, at = list(half), list(place)
            bar[axis], bar[thin] = .04, .06
            at[axis] += end * half[axis]
            solid("cube", at, bar, frame)
    solid("cube", (.8, 2.4, .4), (.3, .3, .4), material(GREY))
    solid("uv_sphere", (.8, 2.4, 1.1), (.3, .3, .3), material(SAND, RED, scale=7, Roughness=.35))
    for side in (-1, 1):
        solid("cube", (side * 2.6, 0, 2.3), (.4, 4.6, .02), material(WHITE))
        light("AREA", (side * 2.6, 0, 2.35), (side * 2.59, 0, 3.2), 60, (1, .9, .75), shape="RECTANGLE", size=.7, size_y=8)
    camera(((-.8, -4.5, 1.5), (.1, 2, 1.3)), ((-.4, -4.1, 1.5), (.2, 2, 1.3)), lens=24)
    sky((0, 0, 0), 0)


def shadows():
    """A ball that flies and what it casts on a still floor, beside the shadow of slats that drift slowly."""
    solid("cube", (0, 0, -.1), (9, 9, .1), material(SAND, (.5, .42, .3), scale=1.5))
    solid("cube", (0, 4, 2), (9, .1, 2), material(WHITE))
    solid("cube", (2.6, 2.6, .5), (.5, .5, .5), material(BLUE, WHITE, "TexChecker", 3))
    ball = solid("uv_sphere", (0, 0, 0), (.35, .35, .35), material(RED, WHITE, "TexChecker", 4))
    move(ball, "location", {1: (-1.6, .6, 1.1), 5: (2, 0, 1.5)})
    slats = [solid("cube", (0, 0, 0), (.09, 1.6, .02), material(GREY)) for _ in range(10)]
    for index, slat in enumerate(slats):  # above the picture, between the sun and the floor
        move(slat, "location", {1: (-6.6 + .36 * index, -1, 3.6), 5: (-6.48 + .36 * index, -1, 3.6)})
    light("SUN", (-4, -2, 5), (0, 0, 0), 3, (1, .95, .85), angle=math.radians(1.5))
    camera(((0, -6.5, 3.6), (0, .6, .4)))
    sky((.5, .65, 1), .35)


def mirror():
    """A mirroring ball and wall that the camera passes, behind leaves cut out by alpha and hair, before an empty sky."""
    dice = random.Random(7)
    steel = material(WHITE, Metallic=1, Roughness=0)
    solid("cube", (0, 0, -.1), (4, 3, .1), material(SAND, GREY, "TexChecker", 1.5))
    solid("uv_sphere", (-1, .3, .9), (.9, .9, .9), steel)
    solid("cube", (1.6, 1.4, 1), (1.2, .03, 1), material(WHITE, Metallic=1, Roughness=.08), (0, 0, -.35))
    for index, colour in enumerate((RED, BLUE, GREEN, WHITE)):
        solid("cube", (-.6 + .8 * index, -.9 - .2 * (index % 2), .25), (.2, .2, .25), material(colour, SAND, "TexChecker", 5), (0, 0, index))
    leaf = material(GREEN, (.3, .5, .08), scale=12, leaf=(.05, .16))
    for _ in range(90):
        place = (dice.uniform(-2.6, 2.6), dice.uniform(-2.2, -1.4), dice.uniform(1.5, 2.9))
        solid("plane", place, (.06, .17, 1), leaf, [dice.uniform(0, 6) for _ in range(3)])
    hair = bpy.data.curves.new("hair", "CURVE")
    hair.dimensions, hair.bevel_depth, hair.bevel_resolution = "3D", .004, 0
    for _ in range(160):
        root, tip = dice.uniform(-3, 3), (dice.uniform(-.3, .3), dice.uniform(.5, 1.3))
        spline = hair.splines.new("POLY")
        spline.points.add(5)
        for step, point in enumerate(spline.points):
            part = step / 5
            point.co = (root + tip[0] * part * part, -1.8, tip[1] * part, 1)
    hair.materials.append(material((.2, .1, .04), Roughness=.3))
    bpy.context.collection.objects.link(bpy.data.objects.new("hair", hair))
    light("SUN", (-3, -4, 6), (0, 0, 0), 3, angle=math.radians(3))
    camera(((-.3, -6, 1.6), (0, 0, 1.2)), ((.3, -6, 1.7), (.1, 0, 1.2)), lens=38)
    sky((.5, .65, 1), .6)
    bpy.context.scene.render.film_transparent = True


@dataclasses.dataclass
class Render:
    build: callable
    samples: int
    seed: int = 0
    animated: bool = True  # another seed per frame
    frames: tuple = (1, 2, 3, 4, 5)
    passes: tuple = ()  # beside those that guide
    reference: bool = False


def reference(build, samples):
    return Render(build, samples, seed=1000, frames=(3, 4), reference=True)


SCENES = {
    "movers": Render(movers, 8), "movers-reference": reference(movers, 512),
    "fog": Render(fog, 8), "fog-one-seed": Render(fog, 8, animated=False), "fog-reference": reference(fog, 512),
    "still-one-seed": Render(still, 8, animated=False), "still-one-seed-reference": reference(still, 512),
    "still": Render(still, 8), "shadows-one-seed": Render(shadows, 8, animated=False),
    "gallery-one-seed": Render(gallery, 2, animated=False), "movers-one-seed": Render(movers, 8, animated=False),
    "gallery-2": Render(gallery, 2, passes=LIGHT_PASSES), "gallery-16": Render(gallery, 16, passes=LIGHT_PASSES),
    "gallery-reference": reference(gallery, 1024),
    "shadows": Render(shadows, 8), "shadows-reference": reference(shadows, 512),
    "mirror": Render(mirror, 8), "mirror-reference": reference(mirror, 512),
}


def prepare(render):
    """The scene and its settings: no adaptive sampling, nothing denoised, half floats with all that guides."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine, scene.render.resolution_x, scene.render.resolution_y = "CYCLES", 320, 180
    cycles, files, layer = scene.cycles, scene.render.image_settings, scene.view_layers[0]
    cycles.samples, cycles.seed, cycles.use_animated_seed = render.samples, render.seed, render.animated
    cycles.use_adaptive_sampling = cycles.use_denoising = False
    files.file_format, files.color_depth, files.exr_codec = "OPEN_EXR_MULTILAYER", "16", "ZIP"
    render.build()
    if not render.reference:
        layer.use_pass_z = layer.use_pass_normal = layer.use_pass_vector = layer.cycles.denoising_store_passes = True
        for name in render.passes:
            setattr(layer, "use_pass_" + name, True)
    return scene


def main(out=None, *names):
    if not names:
        print(*SCENES, sep="\n")
    for name in names:
        begin, scene = time.time(), prepare(SCENES[name])
        for frame in SCENES[name].frames:
            scene.frame_set(frame)
            file = f"{name.removesuffix('-reference')}.{frame:04}.exr"
            scene.render.filepath = os.path.join(os.path.abspath(out), name, file)
            bpy.ops.render.render(write_still=True)
        print(f"{name}: {len(SCENES[name].frames)} files, {SCENES[name].samples} samples, {time.time() - begin:.0f} s")


main(*sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else ())
