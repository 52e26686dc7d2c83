"""Denoises OpenEXR frames with Open Image Denoise, as pilots for `atrous denoise --pilot`:

    python3 -m venv oidn && oidn/bin/pip install pyoidn OpenEXR
    oidn/bin/python atrous_oidn.py shot/b.*.exr pilot/
    atrous denoise 'shot/b.####.exr' --pilot pilot/ -o clean/

Takes the layers of Cycles (Noisy Image or Combined, Denoising Albedo, Denoising Normal), or R, G, B with albedo and normal or N, and
writes R, G, B as floats, with the windows of the frame. Guides are filtered first, as the makers of Open Image Denoise advise."""
import os
import sys

import numpy
import OpenEXR
import pyoidn

COLOUR, ALBEDO = ("Noisy Image", "Combined", "", "beauty"), ("Denoising Albedo", "albedo")
NORMAL = ("Denoising Normal", "Normal", "normal", "N")


def layer(channels, names):
    """Returns the names of three channels of the first of these layers, or none. Names of view layers may stand before theirs."""
    for wanted in names:
        for channel in channels:
            path, _, axis = channel.rpartition(".")
            if path.rpartition(".")[2] != wanted or axis not in "RX":
                continue
            found = [channel[:-1] + other for other in ("RGB" if axis == "R" else "XYZ")]
            if all(name in channels for name in found):
                return found
    return []


def images_of(frame, channels):
    """Returns the names of the colour's channels, and arrays of three channels: color, and albedo and normal if they are there."""
    layers = {"color": layer(channels, COLOUR), "albedo": layer(channels, ALBEDO), "normal": layer(channels, NORMAL)}
    if not layers["color"]:
        sys.exit(f"{frame}: has none of the layers {', '.join(name or 'RGB' for name in COLOUR)}")
    if not layers["albedo"]:
        layers["normal"] = []  # normals need an albedo
    return layers["color"], {role: numpy.stack([channels[name].pixels for name in names], -1).astype(numpy.float32)
                             for role, names in layers.items() if names}


def run(device, images, **flags):
    """Runs the filter RT on color, albedo and normal, or on one of them alone."""
    out = numpy.empty_like(next(iter(images.values())))
    with pyoidn.Filter(device, pyoidn.OIDN_FILTER_TYPE_RT) as oidn:
        for name, image in {**images, "output": out}.items():
            oidn.set_image(name, image, pyoidn.OIDN_FORMAT_FLOAT3)
        for name, value in flags.items():
            oidn.set_bool(name, value)
        oidn.set_quality(pyoidn.OIDN_QUALITY_HIGH)
        oidn.commit()
        oidn.execute()
    error = device.get_error()
    if error is not None:
        sys.exit(f"Open Image Denoise: {error}")
    return out


def denoised(device, images):
    """Filters albedo and normal, then color with both."""
    guides = {role: run(device, {role: image}) for role, image in images.items() if role != "color"}
    return run(device, {"color": images["color"], **guides}, hdr=True, cleanAux=bool(guides))


def main(frames, folder):
    device = pyoidn.Device()
    device.commit()
    os.makedirs(folder, exist_ok=True)
    for frame in frames:
        file = OpenEXR.File(frame, separate_channels=True)
        clean = denoised(device, images_of(frame, file.channels())[1])
        header = {name: file.header()[name] for name in ("dataWindow", "displayWindow")}
        header.update(compression=OpenEXR.ZIP_COMPRESSION, type=OpenEXR.scanlineimage)
        channels = {name: OpenEXR.Channel(numpy.ascontiguousarray(clean[..., axis])) for axis, name in enumerate("RGB")}
        OpenEXR.File(header, channels).write(os.path.join(folder, os.path.basename(frame)))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1:-1], sys.argv[-1])
