"""Open Image Denoise for tests/render_peers.py: render_oidn.py FRAMES... OUT, in a Python that has the packages pyoidn and OpenEXR.
Filters each frame as data/wrappers/atrous_oidn.py does, but writes the layer as it was named and stored, with its alpha, so that it can be
compared. Prints the seconds of the filters per frame."""
import os, sys, time
import numpy as np
import OpenEXR

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "wrappers"))
sys.dont_write_bytecode = True  # or the folder would be installed with it
import atrous_oidn


def write(path, channels, names, samples):
    kept = {name: OpenEXR.Channel(np.ascontiguousarray(samples[..., axis].astype(channels[name].pixels.dtype)))
            for axis, name in enumerate(names)}
    alpha = names[0][:-1] + "A"
    if alpha in channels:
        kept[alpha] = OpenEXR.Channel(channels[alpha].pixels)
    OpenEXR.File({"compression": OpenEXR.ZIP_COMPRESSION, "type": OpenEXR.scanlineimage}, kept).write(path)


def main(paths, folder):
    device, seconds = atrous_oidn.pyoidn.Device(), 0.0
    device.commit()
    for path in paths:
        channels = OpenEXR.File(path, separate_channels=True).channels()
        names, images = atrous_oidn.images_of(path, channels)
        began = time.perf_counter()
        samples = atrous_oidn.denoised(device, images)
        seconds += time.perf_counter() - began
        write(os.path.join(folder, os.path.basename(path)), channels, names, samples)
    print(f"{seconds / len(paths):.3f}")


if __name__ == "__main__":
    main(sys.argv[1:-1], sys.argv[-1])
