"""Reads the program's HDR files by other libraries: OpenImageIO and libvips of PyPI, pillow-heif for HEIC. hdr_light computes light
from their samples and the file's code points. libvips applies gain maps, too."""
import dataclasses, io, re, struct
import numpy as np
import OpenImageIO as oiio
import pillow_heif
import pyvips
from PIL import Image
import hdr_boxes as hx
import hdr_bytes as hb
import hdr_light as hl


@dataclasses.dataclass
class Found:
    codes: np.ndarray  # as displayed, with alpha; integers from 0 to 1
    light: np.ndarray  # linear BT.2020, without alpha; that of a gain map at its full strength
    points: tuple = None  # primaries and transfer, if PQ or HLG
    sdr: np.ndarray = None  # light of the image below a gain map
    numbers: dict = None  # of the gain map
    levels: tuple = None
    bits: int = None
    map_shape: tuple = None


def turned(array, orientation):
    """As displayed (EXIF 2.32, 4.6.4)."""
    steps = {2: np.fliplr, 3: lambda one: np.rot90(one, 2), 4: np.flipud, 5: lambda one: one.swapaxes(0, 1), 6: lambda one: np.rot90(one, -1),
             7: lambda one: np.rot90(one, 2).swapaxes(0, 1), 8: np.rot90}
    return np.ascontiguousarray(steps.get(orientation, lambda one: one)(array))


def scaled(samples):
    """Three axes, and integers from 0 to 1."""
    samples = samples if samples.ndim == 3 else samples[..., None]
    return samples.astype(float) / (np.iinfo(samples.dtype).max if samples.dtype.kind == "u" else 1)


def oiio_samples(path):
    """Samples as stored, and the header."""
    hints = oiio.ImageSpec()
    hints.attribute("oiio:UnassociatedAlpha", 1)
    file = oiio.ImageInput.open(path, hints)
    if not file:
        raise RuntimeError(f"OpenImageIO: {path}: {oiio.geterror()}")
    spec = file.spec()
    samples = np.asarray(file.read_image(0, 0, 0, spec.nchannels, spec.format)).reshape(spec.height, spec.width, -1)
    file.close()
    return scaled(samples), spec


def vips_image(path):
    """Samples as stored, and the image."""
    image = pyvips.Image.new_from_file(path)
    return scaled(image.numpy()), image


def vips_profile(image):
    return bytes(image.get("icc-profile-data")) if "icc-profile-data" in image.get_fields() else None


def heif_codes(path, channels=None):
    """libheif of PyPI leaves the low bits of 16 empty."""
    if path.endswith(".avif"):
        image = pyvips.Image.new_from_file(path)
        samples, bits = image.numpy(), image.get("bits-per-sample")
    else:
        image = pillow_heif.open_heif(path, convert_hdr_to_8bit=False)
        samples, bits = np.asarray(image), image.info["bit_depth"]
    samples = samples if samples.ndim == 3 else samples[..., None]
    shift = 16 - bits if samples.dtype == np.uint16 else 0
    codes = (samples >> shift) / (2 ** bits - 1)
    if channels and channels < 3 and codes.shape[2] > 2:
        codes = codes[..., [0, 3][:channels]] if codes.shape[2] == 4 else codes[..., :1]
    return codes


def colours_of(codes):
    return codes[..., :-1] if codes.shape[2] % 2 == 0 else codes


def light_of(codes, points, profile):
    """Of samples with these code points or this profile; sRGB without both."""
    colours = colours_of(codes)
    if points and points[1] in (hl.PQ, hl.HLG, hl.SRGB) and (points[0] in hl.PRIMARIES or colours.shape[2] == 1):
        return hl.decoded(colours, points[1], points[0])
    if profile and (points := icc_points(profile)):
        return hl.decoded(colours, points[1], points[0])
    return hl.icc_light(profile, colours) if profile else hl.decoded(colours, hl.SRGB, 1)


def icc_points(profile):
    points = hl.icc_cicp(profile)
    return points if points and points[1] in (hl.PQ, hl.HLG) else None


def from_samples(codes, points, profile, **more):
    hdr_points = points if points and points[1] in (hl.PQ, hl.HLG) else icc_points(profile) if profile else None
    return Found(codes, light_of(codes, hdr_points or points, profile), hdr_points, **more)


def agreeing(path, one, other):
    """Both libraries' samples, which are the same."""
    if one.shape != other.shape or np.abs(one - other).max() > 1e-6:
        raise RuntimeError(f"{path}: OpenImageIO and libvips read different samples")
    return one


def read_png(path):
    codes, spec = oiio_samples(path)
    other, image = vips_image(path)
    chunks = hb.png_chunks(open(path, "rb").read())
    points = tuple(chunks[b"cICP"][:2]) if b"cICP" in chunks else None
    levels = tuple(one / 10000 for one in struct.unpack(">II", chunks[b"cLLI"])) if b"cLLI" in chunks else None
    codes = turned(agreeing(path, codes, other), spec.getattribute("Orientation") or 1)
    return from_samples(codes, points, vips_profile(image), levels=levels, bits=chunks[b"IHDR"][8])


def read_tiff(path):
    codes, spec = oiio_samples(path)
    other, image = vips_image(path)
    codes = turned(agreeing(path, codes, other), spec.getattribute("Orientation") or 1)
    return from_samples(codes, None, vips_profile(image), bits=spec.format.size() * 8)


def read_jxl(path):
    codes, spec = oiio_samples(path)
    points, profile = spec.getattribute("CICP"), spec.getattribute("ICCProfile")
    profile = bytes(np.asarray(profile, np.uint8)) if profile is not None else None
    return from_samples(turned(codes, spec.getattribute("Orientation") or 1), tuple(points)[:2] if points else None, profile,
                        bits=spec.getattribute("oiio:BitsPerSample") or spec.format.size() * 8)


def read_heif(path):
    facts = hx.facts(open(path, "rb").read())
    return from_samples(heif_codes(path), facts.get("points"), facts.get("icc"), levels=facts.get("clli"), bits=facts["pixi"][5])


def read_exr(path):
    samples, spec = oiio_samples(path)
    return Found(samples, hl.to_2020(colours_of(samples), 1))


# JPEG with a gain map


def iso_read(data):
    """Numbers of ISO 21496-1:2025, C.2.2, or nothing."""
    at = len(hb.ISO)
    if len(data) < at + 5 + 16:
        return None
    flags, at = data[at + 4], at + 5 + 16
    found = {key: [] for key in hb.KEYS}
    for _ in range(3 if flags & 0x80 else 1):
        for key in hb.KEYS:
            top, bottom = struct.unpack(">II" if key == "gamma" else ">iI", data[at:at + 8])
            found[key].append(top / bottom)
            at += 8
    return found


def hdrgm_read(text):
    """Numbers of Adobe's XMP, which are attributes, elements or lists, or nothing."""
    if 'hdrgm:GainMapMax' not in text:
        return None
    found = {}
    standard = {"min": "0", "max": "1", "gamma": "1", "sdr": "0.015625", "hdr": "0.015625"}
    for key, name in hb.KEYS.items():
        match = re.search(rf'hdrgm:{name}="([^"]*)"', text) or re.search(rf"<hdrgm:{name}>(.*?)</hdrgm:{name}>", text, re.S)
        inside = match.group(1) if match else standard[key]
        found[key] = [float(one) for one in re.findall(r"<rdf:li>\s*([^<\s]*)", inside) or [inside]]
    count = max(map(len, found.values()))
    return {key: (values * count)[:count] if len(values) == 1 else values for key, values in found.items()}


def second_image(data):
    """The image that MPF names after the first."""
    at = data.find(b"MPF\0")
    if at < 0:
        return None
    order = "<" if data[at + 4:at + 6] == b"II" else ">"
    entries = data[at + 4:]
    start = struct.unpack(order + "I", entries[4:8])[0]
    for row in range(struct.unpack(order + "H", entries[start:start + 2])[0]):
        tag, _, count, value = struct.unpack(order + "HHII", entries[start + 2 + 12 * row:start + 14 + 12 * row])
        if tag == 0xB002 and count >= 32:
            size, offset = struct.unpack(order + "II", entries[value + 20:value + 28])
            return data[at + 4 + offset:at + 4 + offset + size]
    return None


def map_numbers(gain):
    """Of both kinds, which have to agree."""
    segments = hb.jpeg_segments(gain)
    iso = next((iso_read(data) for kind, data in segments if kind == 0xE2 and data.startswith(hb.ISO)), None)
    xmp = next((hdrgm_read(data.decode("utf-8", "replace")) for kind, data in segments if kind == 0xE1 and data.startswith(hb.XMP)), None)
    if iso and xmp and any(not np.allclose(iso[key], xmp[key], atol=1e-4) for key in hb.KEYS):
        raise RuntimeError(f"the numbers of ISO 21496-1 and hdrgm differ: {iso}, {xmp}")
    return iso or xmp


def jpeg_samples(data):
    return scaled(np.asarray(Image.open(io.BytesIO(data))))


def read_jpeg(path):
    data = open(path, "rb").read()
    image = Image.open(io.BytesIO(data))
    codes, profile, orientation = scaled(np.asarray(image)), image.info.get("icc_profile"), image.getexif().get(0x0112, 1)
    sdr = light_of(codes, None, profile)
    gain = second_image(data)
    if not gain:
        return Found(turned(codes, orientation), turned(sdr, orientation), bits=8)
    numbers, samples = map_numbers(gain), jpeg_samples(gain)
    if not numbers:
        raise RuntimeError(f"{path}: the second image has no numbers of a gain map")
    primaries = primaries_of(profile)
    hdr = hl.to_2020(hl.gained(hl.from_2020(sdr, primaries), samples, numbers), primaries)
    return Found(turned(codes, orientation), turned(hdr, orientation), sdr=turned(sdr, orientation), numbers=numbers, bits=8,
                 map_shape=samples.shape)


def primaries_of(profile):
    """Of an SDR profile: the nearest row of H.273."""
    if not profile or b"rXYZ" not in hl.icc_tags(profile):
        return 1
    red = hl.icc_light(profile, np.array([[[1.0, 0, 0]]]))
    return min(hl.PRIMARIES, key=lambda one: np.abs(hl.to_2020(np.array([[[1.0, 0, 0]]]), one) - red).sum())


def vips_gained(path):
    """HDR light by libultrahdr, through libvips. Its uhdr2scRGB (8.18) keeps the base image's primaries, and handles maps of one channel
    alone: for three, only the numbers are its own. Nothing if it reads no map: libultrahdr reads no lists of three in XMP, and no grey
    images."""
    try:
        image = pyvips.Image.uhdrload(path)
        image.avg()
    except pyvips.Error:
        return None
    data = open(path, "rb").read()
    base, gain = Image.open(io.BytesIO(data)), jpeg_samples(second_image(data))
    profile, orientation = base.info.get("icc_profile"), base.getexif().get(0x0112, 1)
    primaries = primaries_of(profile)
    if gain.shape[2] == 1:
        light = hl.to_2020(image.uhdr2scRGB().numpy()[..., :3].astype(float), primaries)
    else:
        numbers = {"min": np.log2(image.get("gainmap-min-content-boost")), "max": np.log2(image.get("gainmap-max-content-boost")),
                   "gamma": image.get("gainmap-gamma"), "sdr": image.get("gainmap-offset-sdr"), "hdr": image.get("gainmap-offset-hdr")}
        sdr = hl.from_2020(light_of(scaled(image.numpy())[..., :3], None, profile), primaries)
        light = hl.to_2020(hl.gained(sdr, gain, numbers), primaries)
    return turned(light, orientation)


OCIO_SPACES = ("pq_rec2020_display", "pq_p3d65_display", "hlg_rec2020_display")


def oiio_light(path):
    """Light by the formulas of OpenColorIO, through OpenImageIO, or nothing for other code points and for alpha."""
    image = oiio.ImageBuf(path)
    space = image.spec().getattribute("oiio:ColorSpace")
    if space not in OCIO_SPACES or image.nchannels != 3:
        return None
    result = oiio.ImageBufAlgo.colorconvert(image.copy(oiio.FLOAT), space, "Linear Rec.2020")
    light = result.get_pixels(oiio.FLOAT).astype(float) * 100 / hl.WHITE  # 1 is 100 cd/m2
    return turned(light, image.spec().getattribute("Orientation") or 1)


READERS = {"png": read_png, "tif": read_tiff, "jxl": read_jxl, "avif": read_heif, "heic": read_heif, "exr": read_exr, "jpg": read_jpeg}


def read(path):
    return READERS[path.rsplit(".", 1)[1]](path)
