"""Makes the HDR files of tests/hdr.py, and the light that each of them means, without the program. One Row per file."""
import dataclasses, io, os, subprocess
import numpy as np
import OpenImageIO as oiio
import pillow_heif
import pyvips
from PIL import Image
import hdr_boxes as hx
import hdr_bytes as hb
import hdr_light as hl
import hdr_read as hr
from hdr_light import HLG, PQ, SRGB

SIZE = (240, 180)
TOP = 4000 / hl.WHITE


@dataclasses.dataclass
class Row:
    name: str
    make: object  # a function of Row and path that writes the file, and returns Made
    extension: str = "png"
    transfer: int = PQ
    primaries: int = 9
    bits: int = 16
    size: tuple = SIZE
    channels: int = 3  # 1 and 2: grey, 2 and 4: with alpha
    more: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Made:
    light: np.ndarray  # linear BT.2020 as displayed, without alpha
    codes: np.ndarray = None  # samples from 0 to 1 as displayed, with alpha
    slack: float = 0  # by how much a correct reader's samples may differ (None: chroma of half the size)
    sdr: np.ndarray = None  # light of the image below a gain map
    levels: tuple = None  # MaxCLL and MaxFALL that the file specifies
    has_map: bool = False
    points: tuple = None  # primaries and transfer, if PQ or HLG
    alpha: np.ndarray = None
    path: str = ""

    def shown(self, found):
        """Light of an SDR output: the image below a map, a tone curve's (PQ and HLG), otherwise clipped."""
        if self.has_map:
            return self.sdr
        light = hl.tone_mapped(self.light) if self.points else self.light
        return hl.to_2020(np.clip(hl.from_2020(light, 1), 0, 1), 1)


def run(*command):
    subprocess.run([str(one) for one in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def samples_of(row):
    """Integers of the row's bits, in the row's code points."""
    width, height = row.size
    colours = 3 if row.channels > 2 else 1
    light = hl.picture(width, height, 3.5 if row.transfer == HLG else TOP, colours)
    signal = {PQ: hl.pq_signal, HLG: lambda one: hl.hlg_signal(one, row.primaries)}[row.transfer](light)
    if row.channels % 2 == 0:
        alpha = np.clip(1.2 - np.linspace(0, 1, height)[:, None, None] * np.ones((1, width, 1)), 0.25, 1)
        signal = np.concatenate([signal, alpha], -1)
    return np.rint(signal * (2 ** row.bits - 1)).astype(np.uint16)


def wide(samples, bits):
    """As 16 (or 8) bits, from which encoders return the samples exactly."""
    return samples.astype(np.uint8) if bits == 8 else np.rint(samples * (65535 / (2 ** bits - 1))).astype(np.uint16)


def meant(row, codes, **more):
    light = hl.decoded(hr.colours_of(codes), row.transfer, row.primaries)
    alpha = codes[..., -1:] if row.channels % 2 == 0 else None
    return Made(light, codes, points=(row.primaries, row.transfer), alpha=alpha, **more)


def source(row, path, samples):
    """A PNG for the encoders."""
    name = path + ".source.png"
    with open(name, "wb") as file:
        file.write(hb.png(samples if samples.dtype == np.uint8 else wide(samples, row.bits)))
    return name


def png(row, path):
    samples, levels = samples_of(row), row.more.get("levels")
    chunks = [(b"cICP", bytes([row.primaries, row.transfer, 0, 1]))]
    if levels:
        chunks += [hb.png_mdcv(row.primaries, 4000, 0.005), hb.png_clli(*levels)]
    if "orientation" in row.more:
        chunks.append((b"eXIf", hx.exif(row.more["orientation"])))
    with open(path, "wb") as file:
        file.write(hb.png(wide(samples, row.bits), chunks))
    return meant(row, hr.turned(samples / (2 ** row.bits - 1), row.more.get("orientation")), levels=levels)


def tiff(row, path):
    samples = samples_of(row)
    image = pyvips.Image.new_from_array(wide(samples, row.bits)).copy(interpretation="grey16" if row.channels < 3 else "rgb16")
    profile = hb.icc(row.primaries, row.transfer, (row.primaries, row.transfer), row.channels < 3)
    image.set_type(pyvips.GValue.blob_type, "icc-profile-data", profile)
    image.tiffsave(path, compression="deflate")
    return meant(row, samples / (2 ** row.bits - 1))


def jxl(row, path):
    samples = samples_of(row)
    space = "Gra_D65_Rel_" if row.channels < 3 else "RGB_D65_" + {1: "SRG", 9: "202", 12: "DCI"}[row.primaries] + "_Rel_"
    run("cjxl", source(row, path, samples), path, "-d", 0, "-e", 3, "-x", "color_space=" + space + {PQ: "PeQ", HLG: "HLG"}[row.transfer],
        f"--override_bitdepth={row.bits}")
    codes = hr.oiio_samples(path)[0]  # cjxl 0.7 keeps 8 bits of alpha
    if np.abs(codes - samples / (2 ** row.bits - 1)).max() > 1 / 510 + 1e-6:
        raise RuntimeError(f"{path}: cjxl changed the samples")
    return meant(row, codes)


def lossless(row):
    return row.more.get("matrix", 0) == 0 or row.channels < 3


def avif(row, path):
    samples, more = samples_of(row), row.more
    chroma = "400" if row.channels < 3 else more.get("chroma", "444")
    run("avifenc", "-s", 8, "-d", row.bits, "-y", chroma, "--min", 0, "--max", 0, "--minalpha", 0, "--maxalpha", 0,
        "--cicp", f"{row.primaries}/{row.transfer}/{more.get('matrix', 0 if row.channels > 2 else 9)}", "-r", more.get("range", "full"),
        *more.get("options", ()), source(row, path, samples), path)
    if "levels" in more:
        rewrap(row, path)
    return read_back(row, path, samples)


def heic(row, path):
    samples, more = samples_of(row), row.more
    encode_heic(path, samples, row.bits, row.primaries, row.transfer, more)
    if {"levels", "properties"} & more.keys():
        rewrap(row, path)
    return read_back(row, path, samples)


def encode_heic(path, samples, bits, primaries, transfer, more):
    """x265 without loss."""
    pillow_heif.options.SAVE_HDR_TO_12_BIT = bits == 12
    height, width, channels = samples.shape
    mode = {1: "L", 3: "RGB", 4: "RGBA"}[channels] + ";16" * (bits > 8)
    data = samples.astype(np.uint8) if bits == 8 else samples << (16 - bits)
    chroma = {"chroma": more.get("chroma", "444")} if channels > 1 else {}
    pillow_heif.encode(mode, (width, height), np.ascontiguousarray(data).tobytes(), path, quality=-1, color_primaries=primaries,
                       transfer_characteristics=transfer, matrix_coefficients=more.get("matrix", 0 if channels > 1 else 9),
                       full_range_flag=int(more.get("range", "full") == "full"), **chroma)


def rewrap(row, path):
    """Puts the item into a file of ours, with the row's properties."""
    item, more = hx.coded(path), row.more
    item["properties"].append(hx.nclx(row.primaries, row.transfer, more.get("matrix", 0), more.get("range", "full") == "full"))
    if "levels" in more:
        item["properties"] += [hx.clli(*more["levels"]), hx.mdcv(row.primaries, 4000, 0.005)]
    item["properties"] += more.get("properties", [])
    with open(path, "wb") as file:
        file.write(hx.mux([item], b"avif" if row.extension == "avif" else b"heic"))


def read_back(row, path, samples):
    """Samples that went in if the file has them without loss, else those of another reader."""
    codes, more = samples / (2 ** row.bits - 1), row.more
    shown = more.get("shown", lambda one: one)(codes)
    if lossless(row):
        return meant(row, shown, levels=more.get("levels"), slack=0 if more.get("range", "full") == "full" else 1.01 / (2 ** row.bits - 1))
    slack = None if "chroma" in more else 2.01 / (2 ** row.bits - 1)
    return meant(row, hr.heif_codes(path, row.channels), levels=more.get("levels"), slack=slack)


# Gain maps


def jpeg_codes(codes, quality, icc=None, exif=None):
    stream, more = io.BytesIO(), {"icc_profile": icc} if icc else {}
    if exif:
        more["exif"] = b"Exif\0\0" + exif
    Image.fromarray(codes[..., 0] if codes.shape[2] == 1 else codes).save(stream, "JPEG", quality=quality, subsampling=0, **more)
    return stream.getvalue()


def pair(row):
    """SDR and HDR light in the row's primaries."""
    hdr = hl.picture(*row.size, row.more.get("top", 8), 3 if row.channels > 2 else 1)
    return hdr / (1 + hdr * (1 - 1 / hdr.max())) * row.more.get("gain", 1), hdr


def numbers_of(row, sdr, hdr):
    """One channel or three; offsets and gamma as the row has them."""
    more = row.more
    offset = more.get("offset", (1 / 64, 1 / 64))
    gain = np.log2((hdr + offset[1]) / (sdr + offset[0]))
    count = more.get("maps", 1)
    low = [round(float(gain[..., one].min() if count > 1 else gain.min()), 3) - 0.001 for one in range(count)]
    high = [round(float(gain[..., one].max() if count > 1 else gain.max()), 3) + 0.001 for one in range(count)]
    return {"min": low, "max": high, "gamma": [more.get("gamma", 1.0)] * count, "sdr": [offset[0]] * count, "hdr": [offset[1]] * count}


def map_codes(row, sdr, hdr, numbers):
    if len(numbers["max"]) == 1 and sdr.shape[2] == 3:
        sdr, hdr = (hl.luminance(one, row.primaries) for one in (sdr, hdr))
    return np.rint(hl.shrunk(hl.map_samples(sdr, hdr, numbers), row.more.get("factor", 1)) * 255).astype(np.uint8)


def ultra(row, path):
    sdr, hdr = pair(row)
    numbers, orientation = numbers_of(row, sdr, hdr), row.more.get("orientation")
    icc = hb.icc(row.primaries, SRGB) if row.primaries != 1 else None
    base = jpeg_codes(np.rint(hl.srgb_signal(sdr) * 255).astype(np.uint8), 95, icc, hx.exif(orientation) if orientation else None)
    gain = jpeg_codes(map_codes(row, sdr, hdr, numbers), 95)
    with open(path, "wb") as file:
        file.write(hb.ultra_hdr(base, gain, numbers, row.more.get("kinds", ("hdrgm", "iso"))))
    return of_map(row, hr.jpeg_samples(base), hr.jpeg_samples(gain), numbers)


def of_map(row, base, gain, numbers):
    sdr = hl.srgb_light(base)
    hdr = hl.to_2020(np.maximum(hl.gained(sdr, gain, numbers), 0), row.primaries)
    show = lambda one: hr.turned(one, row.more.get("orientation"))
    return Made(show(hdr), sdr=show(hl.to_2020(sdr, row.primaries)), has_map=True)


def coded_base(row, path, codes):
    """An item of the row's format with these 8-bit samples, without loss."""
    grey = codes.shape[2] == 1
    if row.extension == "avif":
        points = f"{row.primaries}/13/{6 if grey else 0}"
        run("avifenc", "-s", 8, "-d", 8, "-y", "400" if grey else "444", "--min", 0, "--max", 0, "--cicp", points, source(row, path, codes), path)
    else:
        encode_heic(path, codes, 8, row.primaries, SRGB, {"matrix": 6 if grey else 0})
    item = hx.coded(path)
    item["properties"].append(hx.nclx(2 if grey else row.primaries, 2 if grey else SRGB, 6 if grey else 0, 1))
    return item


def apple(row, path):
    """HEIC with Apple's auxiliary image, whose headroom is in the maker notes."""
    sdr, hdr = pair(row)
    headroom = 2.0 ** 2.3  # Apple's formula for note 33 from 1 and note 48 up to 0.01: 3 - 70 * 0.01 stops
    share = np.clip((hl.luminance(hdr, row.primaries) / hl.luminance(sdr, row.primaries) - 1) / (headroom - 1), 0, 1)
    signal = np.where(share < 0.018, 4.5 * share, 1.099 * share ** 0.45 - 0.099)
    gain = np.rint(hl.shrunk(signal, row.more.get("factor", 2)) * 255).astype(np.uint8)
    base = np.rint(hl.srgb_signal(sdr) * 255).astype(np.uint8)
    items = [coded_base(row, path, base), coded_base(row, path, gain), hx.exif_item(hx.exif(1, ((33, 1.2), (48, 0.01))))]
    items[1]["properties"].append(hx.auxiliary(b"urn:com:apple:photo:2020:aux:hdrgainmap"))
    items[1]["hidden"] = 1
    with open(path, "wb") as file:
        file.write(hx.mux(items, b"heic", [(b"auxl", 2, [1]), (b"cdsc", 3, [1])]))
    sdr = hl.srgb_light(base / 255)
    return Made(hl.to_2020(hl.apple_gained(sdr, gain / 255, headroom), row.primaries), sdr=hl.to_2020(sdr, row.primaries), has_map=True)


def tone_mapped(row, path):
    """AVIF (or HEIC) with the derived item tmap of ISO 21496-1."""
    sdr, hdr = pair(row)
    numbers = numbers_of(row, sdr, hdr)
    base, gain = np.rint(hl.srgb_signal(sdr) * 255).astype(np.uint8), map_codes(row, sdr, hdr, numbers)
    first, third = coded_base(row, path, base), coded_base(row, path, gain)
    third["hidden"] = 1
    shape = next(one for one in first["properties"] if one[4:8] == b"ispe")
    second = hx.tone_map(numbers, [shape, hx.nclx(row.primaries, PQ, 9, 1)])
    with open(path, "wb") as file:
        file.write(hx.mux([first, second, third], row.extension.encode(), [(b"dimg", 2, [1, 3])], hx.tone_map_group()))
    return of_map(row, base / 255, gain / 255, numbers)


def write_exr(path, light, alpha=None, type_name="float"):
    """Associated alpha, as in all OpenEXR files."""
    samples = light if alpha is None else np.concatenate([light * alpha, alpha], -1)
    spec, out = oiio.ImageSpec(samples.shape[1], samples.shape[0], samples.shape[2], type_name), oiio.ImageOutput.create(path)
    spec.channelnames = {1: ("Y",), 2: ("Y", "A"), 3: ("R", "G", "B"), 4: ("R", "G", "B", "A")}[samples.shape[2]]
    if not out.open(path, spec) or not out.write_image(np.ascontiguousarray(samples, np.float32)):
        raise RuntimeError(out.geterror())
    out.close()


def exr(row, path):
    """Linear BT.709 light to 40.0."""
    type_name = row.more.get("type", "float")
    light = hl.picture(*row.size, 40.0).astype(np.float16 if type_name == "half" else np.float32)
    write_exr(path, light, None, type_name)
    return Made(hl.to_2020(light.astype(float), 1))
