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
    """Returns the first of these layers as an array of three channels, or None. Names of view layers may stand before theirs."""
    for wanted in names:
        for channel in channels:
            path, _, axis = channel.rpartition(".")
            if path.rpartition(".")[2] != wanted or axis not in "RX":
                continue
            others = [channel[:-1] + other for other in ("RGB" if axis == "R" else "XYZ")]
            if all(other in channels for other in others):
                return numpy.stack([channels[other].pixels for other in others], -1).astype(numpy.float32)
    return None


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


def main(frames, folder):
    device = pyoidn.Device()
    device.commit()
    os.makedirs(folder, exist_ok=True)
    for frame in frames:
        file = OpenEXR.File(frame, separate_channels=True)
        colour, albedo, normal = (layer(file.channels(), names) for names in (COLOUR, ALBEDO, NORMAL))
        if colour is None:
            sys.exit(f"{frame}: has none of the layers {', '.join(name or 'RGB' for name in COLOUR)}")
        guides = {name: run(device, {name: image}) for name, image in (("albedo", albedo), ("normal", normal)) if image is not None}
        if "albedo" not in guides:
            guides = {}  # normals need an albedo
        clean = run(device, {"color": colour, **guides}, hdr=True, cleanAux=bool(guides))
        header = {name: file.header()[name] for name in ("dataWindow", "displayWindow")}
        header.update(compression=OpenEXR.ZIP_COMPRESSION, type=OpenEXR.scanlineimage)
        channels = {name: OpenEXR.Channel(numpy.ascontiguousarray(clean[..., axis])) for axis, name in enumerate("RGB")}
        OpenEXR.File(header, channels).write(os.path.join(folder, os.path.basename(frame)))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1:-1], sys.argv[-1])
