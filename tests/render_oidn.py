"""Open Image Denoise for tests/render_peers.py: render_oidn.py FRAMES... OUT, in a Python that has the packages pyoidn and OpenEXR.
As its makers advise for final frames: albedo and normals are filtered by themselves first, then the light with them (filter
RT, HDR, clean auxiliary pictures, quality high), each frame alone, on the CPU. Prints the seconds of the filters per frame."""
import os, sys, time
import numpy as np
import OpenEXR
import pyoidn

# Layers by their last name, the best first: of Cycles, then plain ones; "" is a picture outside of layers.
COLOR, ALBEDO, NORMAL = ("Combined", "beauty", ""), ("Denoising Albedo", "albedo"), ("Denoising Normal", "Normal", "normal", "N")


def layer_of(channels, layers):
    """The names of three channels of the first of the layers that is there, or none."""
    for layer, axes in ((layer, axes) for layer in layers for axes in ("RGB", "XYZ")):
        for name in channels:
            path, _, axis = name.rpartition(".")
            if path.rpartition(".")[2] == layer and axis == axes[0] and all(name[:-1] + other in channels for other in axes):
                return [name[:-1] + other for other in axes]
    return []


def filtered(device, images, **options):
    """What the filter makes of color, albedo and normal, or of one of the latter alone."""
    out = np.empty_like(next(iter(images.values())))
    with pyoidn.Filter(device, pyoidn.OIDN_FILTER_TYPE_RT) as run:
        for name, image in {**images, "output": out}.items():
            run.set_image(name, image, pyoidn.OIDN_FORMAT_FLOAT3)
        for name, value in options.items():
            run.set_bool(name, value)
        run.set_quality(pyoidn.OIDN_QUALITY_HIGH)
        run.commit()
        run.execute()
    error = device.get_error()
    if error is not None:
        sys.exit(f"oidn: {error}")
    return out


def denoised(device, color, guides):
    clean = {role: filtered(device, {role: image}) for role, image in guides.items()}
    return filtered(device, {"color": color, **clean}, hdr=True, cleanAux=True)


def plane_of(path, channels, layers):
    names = layer_of(channels, layers)
    if not names:
        sys.exit(f"{path}: none of the layers {', '.join(layers)} is there")
    return names, np.stack([channels[name].pixels.astype(np.float32) for name in names], -1)


def write(path, channels, names, samples):
    """The picture alone, its channels named and stored as they were, with its alpha."""
    kept = {name: OpenEXR.Channel(np.ascontiguousarray(samples[..., axis].astype(channels[name].pixels.dtype)))
            for axis, name in enumerate(names)}
    alpha = names[0][:-1] + "A"
    if alpha in channels:
        kept[alpha] = OpenEXR.Channel(channels[alpha].pixels)
    OpenEXR.File({"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}, kept).write(path)


def main(paths, folder):
    device, seconds = pyoidn.Device(), 0.0
    device.commit()
    for path in paths:
        channels = OpenEXR.File(path, separate_channels=True).channels()
        names, color = plane_of(path, channels, COLOR)
        guides = {"albedo": plane_of(path, channels, ALBEDO)[1], "normal": plane_of(path, channels, NORMAL)[1]}
        began = time.perf_counter()
        samples = denoised(device, color, guides)
        seconds += time.perf_counter() - began
        write(os.path.join(folder, os.path.basename(path)), channels, names, samples)
    print(f"{seconds / len(paths):.3f}")


if __name__ == "__main__":
    main(sys.argv[1:-1], sys.argv[-1])
