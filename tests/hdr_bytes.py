"""Bytes of HDR files: chunks of PNG, ICC profiles, segments of JPEG, boxes of HEIF. Written from the standards, for files that no
encoder makes, and read for the facts that libraries leave out."""
import struct, zlib
import numpy as np
import hdr_light as hl

# PNG (third edition)


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(codes, chunks=()):
    """A PNG of uint8 or uint16 samples, with `chunks` (name, data) before its data."""
    height, width, channels = codes.shape
    kind = {1: 0, 2: 4, 3: 2, 4: 6}[channels]
    rows = codes.astype(codes.dtype.newbyteorder(">")).tobytes()
    stride = len(rows) // height
    packed = zlib.compress(b"".join(b"\0" + rows[at:at + stride] for at in range(0, len(rows), stride)))
    header = struct.pack(">IIBBBBB", width, height, codes.dtype.itemsize * 8, kind, 0, 0, 0)
    middle = b"".join(chunk(*one) for one in chunks)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + middle + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def png_chunks(data):
    at, found = 8, {}
    while at + 8 <= len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        found.setdefault(name, data[at + 8:at + 8 + size])
        at += 12 + size
    return found


def png_clli(cll, fall):
    return b"cLLI", struct.pack(">II", round(cll * 10000), round(fall * 10000))


def png_mdcv(primaries, high, low):
    """11.3.2.7: red, green, blue and white in steps of 0.00002."""
    points = [round(50000 * one) for pair in (*hl.PRIMARIES[primaries], hl.D65) for one in pair]
    return b"mDCV", struct.pack(">8HII", *points, round(high * 10000), round(low * 10000))


# ICC.1:2022


def padded(data):
    return data + b"\0" * (-len(data) % 4)


def fixed(*values):
    return b"".join(struct.pack(">i", round(65536 * one)) for one in values)


def icc(primaries, transfer, points=None, grey=False):
    """A display profile with a matrix and curves, and the tag cicp if code points are given. PQ's curve is relative to its top."""
    text = "HDR test".encode("utf-16-be")
    mluc = b"mluc\0\0\0\0" + struct.pack(">II2s2sII", 1, 12, b"en", b"US", len(text), 28) + text
    if transfer == hl.SRGB:
        curve = b"para\0\0\0\0\0\3\0\0" + fixed(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
    else:
        light = hl.pq_light(np.linspace(0, 1, 4096)) / hl.PQ_TOP
        curve = b"curv\0\0\0\0" + struct.pack(">I", 4096) + np.rint(light * 65535).astype(">u2").tobytes()
    cones = hl.BRADFORD @ hl.D50 / (hl.BRADFORD @ hl.xyz(*hl.D65))
    chad = np.linalg.inv(hl.BRADFORD) @ np.diag(cones) @ hl.BRADFORD
    columns = (chad @ hl.rgb_to_xyz(primaries)).T
    tags = {b"desc": mluc, b"cprt": mluc, b"wtpt": b"XYZ \0\0\0\0" + fixed(*hl.D50), b"chad": b"sf32\0\0\0\0" + fixed(*chad.ravel())}
    if grey:
        tags[b"kTRC"] = curve
    else:
        tags |= {name + b"XYZ": b"XYZ \0\0\0\0" + fixed(*column) for name, column in zip((b"r", b"g", b"b"), columns)}
        tags |= {name: curve for name in (b"rTRC", b"gTRC", b"bTRC")}
    if points:
        tags[b"cicp"] = b"cicp\0\0\0\0" + bytes([points[0], points[1], 0, 1])
    table, body, at = b"", b"", 132 + 12 * len(tags)
    for name, data in tags.items():
        table += name + struct.pack(">II", at + len(body), len(data))
        body += padded(data)
    header = struct.pack(">I4sI4s4s4s12s4s4sIIIQI12s", at + len(body), b"none", 0x04400000, b"mntr", b"GRAY" if grey else b"RGB ", b"XYZ ",
                         struct.pack(">6H", 2026, 1, 1, 0, 0, 0), b"acsp", b"\0" * 4, 0, 0, 0, 0, 0, fixed(*hl.D50))
    return header + b"\0" * (128 - len(header)) + struct.pack(">I", len(tags)) + table + body


# JPEG: XMP, ISO 21496-1 and MPF (CIPA DC-007) segments

XMP = b"http://ns.adobe.com/xap/1.0/\0"
ISO = b"urn:iso:std:iso:ts:21496:-1\0"


def segment(kind, data):
    return b"\xff" + bytes([kind]) + struct.pack(">H", len(data) + 2) + data


def packet(namespaces, attributes, inside=""):
    names = "".join(f' xmlns:{name}="{address}"' for name, address in namespaces.items())
    values = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return (f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description{names}{values}>'
            f'{inside}</rdf:Description></rdf:RDF></x:xmpmeta>').encode()


HDRGM = {"hdrgm": "http://ns.adobe.com/hdr-gain-map/1.0/"}
KEYS = {"min": "GainMapMin", "max": "GainMapMax", "gamma": "Gamma", "sdr": "OffsetSDR", "hdr": "OffsetHDR"}


def hdrgm_packet(numbers):
    """The map's numbers: plain attributes for one channel, lists of three for three."""
    attributes = {"hdrgm:Version": "1.0", "hdrgm:HDRCapacityMin": 0, "hdrgm:HDRCapacityMax": max(numbers["max"])}
    inside = ""
    for key, name in KEYS.items():
        if len(numbers[key]) == 1:
            attributes[f"hdrgm:{name}"] = numbers[key][0]
        else:
            rows = "".join(f"<rdf:li>{value}</rdf:li>" for value in numbers[key])
            inside += f"<hdrgm:{name}><rdf:Seq>{rows}</rdf:Seq></hdrgm:{name}>"
    return packet(HDRGM, attributes, inside)


def container_packet(length):
    names = HDRGM | {"Container": "http://ns.google.com/photos/1.0/container/", "Item": "http://ns.google.com/photos/1.0/container/item/"}
    items = ('Item:Semantic="Primary" Item:Mime="image/jpeg"', f'Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="{length}"')
    rows = "".join(f'<rdf:li rdf:parseType="Resource"><Container:Item {item}/></rdf:li>' for item in items)
    return packet(names, {"hdrgm:Version": "1.0"}, f"<Container:Directory><rdf:Seq>{rows}</rdf:Seq></Container:Directory>")


def fraction(value, signed=True):
    bottom = 1 << 20
    return struct.pack(">iI" if signed else ">II", round(value * bottom), bottom)


def iso_numbers(numbers, flags=0x40):
    """ISO 21496-1:2025, C.2.2: 0x80 several channels, 0x40 the base image's primaries."""
    channels = len(numbers["max"])
    data = struct.pack(">HHB", 0, 0, flags | (0x80 if channels == 3 else 0)) + fraction(0, False) + fraction(max(numbers["max"]), False)
    for one in range(channels):
        data += b"".join(fraction(numbers[key][one], key != "gamma") for key in KEYS)
    return data


def mpf(first, offset, second):
    """Two images, of `first` and `second` bytes, the second at `offset` from this segment's TIFF header."""
    entries = struct.pack(">IIIHH", 0x030000, first, 0, 0, 0) + struct.pack(">IIIHH", 0, second, offset, 0, 0)
    rows = [(0xB000, 7, 4, b"0100"), (0xB001, 4, 1, struct.pack(">I", 2)), (0xB002, 7, 32, struct.pack(">I", 50))]
    ifd = struct.pack(">H", 3) + b"".join(struct.pack(">HHI", *row[:3]) + row[3] for row in rows) + struct.pack(">I", 0)
    return b"MPF\0MM\0*" + struct.pack(">I", 8) + ifd + entries


def first_segment(jpeg):
    """After the start of the image and its JFIF segment."""
    return 4 + int.from_bytes(jpeg[4:6], "big") if jpeg[2:4] == b"\xff\xe0" else 2


def with_segments(jpeg, segments):
    at = first_segment(jpeg)
    return jpeg[:at] + b"".join(segments) + jpeg[at:]


def ultra_hdr(base, gain, numbers, kinds=("hdrgm", "iso"), iso=None):
    """A JPEG with a gain map: XMP of Ultra HDR, segments of ISO 21496-1 (`iso`: other bytes for its numbers), or both."""
    own = [segment(0xE1, XMP + hdrgm_packet(numbers))] if "hdrgm" in kinds else []
    own += [segment(0xE2, ISO + (iso_numbers(numbers) if iso is None else iso))] if "iso" in kinds else []
    gain = with_segments(gain, own)
    heads = [segment(0xE1, XMP + container_packet(len(gain)))] * ("hdrgm" in kinds)
    heads += [segment(0xE2, ISO + b"\0\0\0\0")] * ("iso" in kinds)
    start, before = first_segment(base), sum(map(len, heads))
    whole = len(base) + before + len(segment(0xE2, mpf(0, 0, 0)))
    tiff = start + before + 4 + 4  # after the marker, the length and "MPF"
    return with_segments(base, heads + [segment(0xE2, mpf(whole, whole - tiff, len(gain)))]) + gain


def jpeg_segments(data):
    """(marker, bytes) of a JPEG up to its first scan."""
    at, found = 2, []
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        size = int.from_bytes(data[at + 2:at + 4], "big")
        found.append((data[at + 1], data[at + 4:at + 2 + size]))
        at += 2 + size
    return found
