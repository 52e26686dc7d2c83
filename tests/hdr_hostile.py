"""Damaged and contradictory HDR files, each of which ends with an error or a warning by id, or is read as its own bytes mean."""
import io, struct
import numpy as np
from PIL import Image
import hdr_boxes as hx
import hdr_bytes as hb
import hdr_files as hf
import hdr_light as hl
from hdr_files import Row
from hdr_light import HLG, PQ, SRGB

CODES = np.rint(hl.pq_signal(hl.picture(64, 48, hf.TOP)) * 65535).astype(np.uint16)
BYTES = (CODES >> 8).astype(np.uint8)
NUMBERS = {"min": [0.0], "max": [3.0], "gamma": [1.0], "sdr": [1 / 64], "hdr": [1 / 64]}


def cicp(*values):
    return b"cICP", bytes(values)


def iccp(profile):
    import zlib
    return b"iCCP", b"HDR\0\0" + zlib.compress(profile)


def png(*chunks, codes=CODES):
    return "png", lambda path: hb.png(codes, chunks)


def tif(profile):
    def made(path):
        import pyvips
        image = pyvips.Image.new_from_array(BYTES).copy(interpretation="srgb")
        image.set_type(pyvips.GValue.blob_type, "icc-profile-data", profile)
        return image.tiffsave_buffer()
    return "tif", made


def heic(*properties, cut=None):
    """The properties of ours replace the encoder's."""
    def made(path):
        hf.encode_heic(path, CODES >> 6, 10, 9, PQ, {})
        item = hx.coded(path)
        item["properties"] += properties
        data = hx.mux([item], b"heic")
        return data[:cut] if cut else data
    return "heic", made


def heic_map(shape=None, data=None, urn=b"urn:com:apple:photo:2020:aux:hdrgainmap"):
    """With Apple's map, of another declared size, or of damaged data."""
    def made(path):
        row = Row("", None, "heic", primaries=12, bits=8)
        items = [hf.coded_base(row, path, BYTES), hf.coded_base(row, path, BYTES[::2, ::2, :1])]
        if shape:
            declared = hx.full(b"ispe", 0, 0, struct.pack(">II", *shape))
            items[1]["properties"] = [declared if one[4:8] == b"ispe" else one for one in items[1]["properties"]]
        if data is not None:
            items[1]["data"] = data
        items[1]["properties"].append(hx.auxiliary(urn))
        return hx.mux(items + [hx.exif_item(hx.exif(1, ((33, 1.2), (48, 0.01))))], b"heic", [(b"auxl", 2, [1]), (b"cdsc", 3, [1])])
    return "heic", made


def jpeg(codes, **more):
    stream = io.BytesIO()
    Image.fromarray(codes[..., 0] if codes.shape[2] == 1 else codes).save(stream, "JPEG", quality=90, **more)
    return stream.getvalue()


def ultra(gain=None, numbers=NUMBERS, iso=None, kinds=("hdrgm", "iso"), base=BYTES, change=lambda data: data):
    gain = jpeg(BYTES[::2, ::2, :1]) if gain is None else gain
    return "jpg", lambda path: change(hb.ultra_hdr(jpeg(base), gain, numbers, kinds, iso))


def huge_jpeg():
    """65535x65535 pixels by its header, which its data do not have."""
    data = bytearray(jpeg(BYTES[::2, ::2, :1]))
    at = data.index(b"\xff\xc0")
    data[at + 5:at + 9] = b"\xff\xff\xff\xff"
    return bytes(data)


def iso_with(**bottoms):
    """ISO numbers with these denominators: base, alternate, min, max, gamma, sdr, hdr."""
    data = bytearray(hb.iso_numbers(NUMBERS))
    names = ("base", "alternate", "min", "max", "gamma", "sdr", "hdr")
    for name, bottom in bottoms.items():
        at = 5 + 8 * names.index(name) + 4
        data[at:at + 4] = struct.pack(">I", bottom)
    return bytes(data)


def changed(**values):
    return NUMBERS | {key: [value] for key, value in values.items()}


SRGB_ICC = hb.icc(1, SRGB)
# Name, file, and whether a plain success without a warning is right, too.
FILES = [
    ("png-cicp-cut", png((b"cICP", b"\x09\x10\0")), False), ("png-cicp-long", png((b"cICP", b"\x09\x10\0\1\0")), False),
    ("png-cicp-empty", png((b"cICP", b"")), False), ("png-cicp-matrix", png(cicp(9, 16, 9, 1)), False),
    ("png-cicp-narrow", png(cicp(9, 16, 0, 0)), False), ("png-cicp-primaries", png(cicp(200, 16, 0, 1)), False),
    ("png-cicp-transfer", png(cicp(9, 250, 0, 1)), False), ("png-cicp-xyz", png(cicp(10, 16, 0, 1)), False),
    ("png-cicp-and-icc", png(cicp(9, 16, 0, 1), iccp(SRGB_ICC)), False), ("png-cicp-and-damaged-icc", png(cicp(9, 16, 0, 1), (b"iCCP", b"x")), False),
    ("png-icc-of-pq-8", png(iccp(hb.icc(9, PQ, (9, PQ))), codes=BYTES), True),
    ("png-icc-other-cicp", png(iccp(hb.icc(9, PQ, (1, SRGB)))), True), ("png-icc-cicp-reserved", png(iccp(hb.icc(9, PQ, (77, PQ)))), False),
    ("png-icc-cicp-cut", png(iccp(hb.icc(9, PQ, (9, PQ)).replace(b"cicp\0\0\0\0", b"cicX\0\0\0\0"))), True),
    ("png-clli-zero", png(cicp(9, 16, 0, 1), hb.png_clli(0, 0)), True), ("png-clli-cut", png(cicp(9, 16, 0, 1), (b"cLLI", b"\0\0\1")), False),
    ("png-clli-largest", png(cicp(9, 16, 0, 1), (b"cLLI", b"\xff" * 8)), False),
    ("png-mdcv-cut", png(cicp(9, 16, 0, 1), (b"mDCV", b"\1" * 13)), False), ("png-mdcv-zero", png(cicp(9, 16, 0, 1), (b"mDCV", b"\0" * 24)), True),
    ("tif-icc-of-pq-8", tif(hb.icc(9, PQ, (9, PQ))), True), ("tif-icc-cut", tif(hb.icc(9, PQ, (9, PQ))[:300]), False),
    ("heic-clli-zero", heic(hx.nclx(9, 16, 0, 1), hx.clli(0, 0)), True), ("heic-clli-empty", heic(hx.nclx(9, 16, 0, 1), hx.box(b"clli")), False),
    ("heic-mdcv-cut", heic(hx.nclx(9, 16, 0, 1), hx.box(b"mdcv", b"\1" * 9)), False),
    ("heic-nclx-reserved", heic(hx.nclx(3, 3, 0, 1)), False), ("heic-nclx-large", heic(hx.nclx(65535, 65535, 65535, 1)), False),
    ("heic-nclx-cut", heic(hx.box(b"colr", b"nclx\0\x09")), False), ("heic-nclx-primaries", heic(hx.nclx(22, 16, 0, 1)), False),
    ("heic-nclx-and-icc", heic(hx.nclx(9, 16, 0, 1), hx.prof(SRGB_ICC)), False), ("heic-no-nclx", heic(), True),
    ("heic-cut", heic(hx.nclx(9, 16, 0, 1), cut=2500), False),
    ("heic-map-huge", heic_map((65535, 65535)), False), ("heic-map-zero", heic_map((0, 0)), True),
    ("heic-map-damaged", heic_map(data=b"\0" * 50), False),
    ("heic-map-empty", heic_map(data=b""), False), ("heic-map-unknown", heic_map(urn=b"urn:x:unknown"), False),
    ("jpg-map-huge", ultra(huge_jpeg()), False), ("jpg-map-larger", ultra(jpeg(np.tile(BYTES[..., :1], (2, 2, 1)))), False),
    ("jpg-map-cut", ultra(change=lambda data: data[:-300]), False), ("jpg-map-damaged", ultra(jpeg(BYTES)[:200] + b"\xff\xd9"), False),
    ("jpg-map-grey-base", ultra(jpeg(BYTES[::2, ::2]), base=BYTES[..., :1]), True),
    ("jpg-iso-cut", ultra(iso=b"\0\0\0\0\x40", kinds=("iso",)), False),
    ("jpg-iso-zero-headroom", ultra(iso=iso_with(alternate=0), kinds=("iso",)), False),
    ("jpg-iso-zero-max", ultra(iso=iso_with(max=0), kinds=("iso",)), False),
    ("jpg-iso-zero-gamma", ultra(iso=iso_with(gamma=0), kinds=("iso",)), False),
    ("jpg-iso-zero-offset", ultra(iso=iso_with(sdr=0), kinds=("iso",)), False),
    ("jpg-iso-version", ultra(iso=b"\0\7" + hb.iso_numbers(NUMBERS)[2:], kinds=("iso",)), False),
    ("jpg-gamma-zero", ultra(numbers=changed(gamma=0.0), kinds=("hdrgm",)), False),
    ("jpg-max-below-min", ultra(numbers=changed(min=3.0, max=1.0), kinds=("hdrgm",)), False),
    ("jpg-max-infinite", ultra(numbers=changed(max=float("inf")), kinds=("hdrgm",)), False),
    ("jpg-max-nan", ultra(numbers=changed(max=float("nan")), kinds=("hdrgm",)), False),
    ("jpg-max-huge", ultra(numbers=changed(max=300.0), kinds=("hdrgm",)), False),
    ("jpg-offset-negative", ultra(numbers=changed(sdr=-0.5), kinds=("hdrgm",)), True),
]
WAYS = (("enhance", ("--luma", "1.5")), ("enhance", ("--output-profile", "pq", "--format", "png")), ("scale", ("--factor", "2")))


def failures(atrous, folder, only):
    """What is wrong, after a table of ids."""
    wrong, rows = [], []
    for name, (extension, make), may_succeed in FILES:
        if only not in name:
            continue
        path, ids = f"{folder}/hostile-{name}.{extension}", []
        data = make(path)
        with open(path, "wb") as file:
            file.write(data)
        for number, (command, options) in enumerate(WAYS):
            end = "png" if "png" in options else extension
            try:
                frame = atrous(command, options, path, f"{folder}/hostile-{name}.{number}.{end}")
                own = [frame["error_id"]] if frame["status"] != "ok" else frame.get("warning_ids", [])
                ids.append(" ".join(own) or "ok")
                kept = command == "scale" and extension == "jpg"  # scales a map's samples, whatever its numbers are
                if not own and not may_succeed and not kept or frame["status"] != "ok" and not own[0]:
                    wrong.append(f"hostile {name}, {command} {' '.join(options)}: no id: {frame.get('error', 'ok')}")
            except Exception as failure:  # a crash or a timeout; the table goes on
                ids.append("!")
                wrong.append(f"hostile {name}, {command} {' '.join(options)}: {failure}")
        rows.append(f"{name:26} {' | '.join(ids)}")
    if rows:
        print("\n".join(["", "Hostile files: ids of " + ", ".join(" ".join((command, *options)) for command, options in WAYS), *rows]))
    return wrong
