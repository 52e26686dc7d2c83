"""HEIF and AVIF files of the items that an encoder made, with any properties and references (ISO 23008-12), and what their boxes
contain."""
import struct
import hdr_bytes as hb
import hdr_light as hl


def box(name, *parts):
    body = b"".join(parts)
    return struct.pack(">I4s", len(body) + 8, name) + body


def full(name, version, flags, *parts):
    return box(name, struct.pack(">I", version << 24 | flags), *parts)


def boxes(data):
    """(name, body) of each box."""
    at = 0
    while at + 8 <= len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        if size < 8:
            break
        yield name, data[at + 8:at + size]
        at += size


def inside(data, *path):
    """The body of the first box at this path. `meta` has a version before its boxes."""
    for name in path:
        data = next((body[4:] if name == b"meta" else body for own, body in boxes(data) if own == name), b"")
    return data


def read(data, at, size):
    return int.from_bytes(data[at:at + size], "big")


def locations(data):
    """Bytes of each item of iloc."""
    iloc, idat = inside(data, b"meta", b"iloc"), inside(data, b"meta", b"idat")
    version, sizes, at = iloc[0], [iloc[4] >> 4, iloc[4] & 15, iloc[5] >> 4, iloc[5] & 15], 6
    wide = 2 if version < 2 else 4
    count, at, found = read(iloc, at, wide), at + wide, {}
    for _ in range(count):
        item, at, method = read(iloc, at, wide), at + wide, 0
        if version:
            method, at = read(iloc, at, 2) & 15, at + 2
        base, at = read(iloc, at + 2, sizes[2]), at + 2 + sizes[2]
        extents, at = read(iloc, at, 2), at + 2
        for _ in range(extents):
            at += sizes[3] if version else 0
            start, length = base + read(iloc, at, sizes[0]), read(iloc, at + sizes[0], sizes[1])
            at += sizes[0] + sizes[1]
            found[item] = found.get(item, b"") + (idat if method else data)[start:start + length]
    return found


def coded(path):
    """The first item's data, type, and the properties that its decoder needs."""
    data = open(path, "rb").read()
    properties = inside(data, b"meta", b"iprp", b"ipco")
    config = next((name, body) for name, body in boxes(properties) if name in (b"hvcC", b"av1C"))
    own = [box(name, body) for name, body in boxes(properties) if name in (b"hvcC", b"av1C", b"ispe", b"pixi", b"clap")]
    first, kept = set(), []
    for one in own:  # of the first item: later ones of the same name belong to alpha
        if one[4:8] not in first:
            kept.append(one)
        first.add(one[4:8])
    items = locations(data)
    return {"type": b"hvc1" if config[0] == b"hvcC" else b"av01", "data": items[min(items)], "properties": kept}


def nclx(primaries, transfer, matrix, is_full):
    return box(b"colr", b"nclx", struct.pack(">HHHB", primaries, transfer, matrix, 0x80 if is_full else 0))


def prof(profile):
    return box(b"colr", b"prof", profile)


def clli(cll, fall):
    return box(b"clli", struct.pack(">HH", cll, fall))


def mdcv(primaries, high, low):
    """Green, blue and red first, as in the SEI message of H.265."""
    red, green, blue = hl.PRIMARIES[primaries]
    points = [round(50000 * one) for pair in (green, blue, red, hl.D65) for one in pair]
    return box(b"mdcv", struct.pack(">8HII", *points, round(high * 10000), round(low * 10000)))


def auxiliary(urn):
    return full(b"auxC", 0, 0, urn + b"\0")


def mux(items, brand, references=(), groups=b""):
    """A file of items (type, data, properties); the first is primary. A reference has a name, an item and others, counted from 1."""
    entries, store, maps, at = [], [], [], 0
    for index, item in enumerate(items, 1):
        extra = item.get("mime", b"")
        entries.append(full(b"infe", 2, item.get("hidden", 0), struct.pack(">HH4s", index, 0, item["type"]), b"\0", extra))
        numbers = range(len(store) + 1, len(store) + 1 + len(item["properties"]))
        store += item["properties"]
        essential = [0x80 if one[4:8] in (b"hvcC", b"av1C", b"irot", b"imir", b"clap") else 0 for one in item["properties"]]
        maps.append(struct.pack(">HB", index, len(numbers)) + bytes(flag | one for flag, one in zip(essential, numbers)))
    links = [box(name, struct.pack(">HH", one, len(others)), *(struct.pack(">H", other) for other in others)) for name, one, others in references]

    def made(start):
        offset, rows = start, []
        for index, item in enumerate(items, 1):
            rows.append(struct.pack(">HHHII", index, 0, 1, offset, len(item["data"])))
            offset += len(item["data"])
        meta = full(b"meta", 0, 0, full(b"hdlr", 0, 0, b"\0" * 4, b"pict", b"\0" * 13), full(b"pitm", 0, 0, struct.pack(">H", 1)),
                    full(b"iloc", 0, 0, b"\x44\0", struct.pack(">H", len(rows)), *rows),
                    full(b"iinf", 0, 0, struct.pack(">H", len(entries)), *entries),
                    full(b"iref", 0, 0, *links) if links else b"",
                    box(b"iprp", box(b"ipco", *store), full(b"ipma", 0, 0, struct.pack(">I", len(maps)), *maps)), groups)
        head = box(b"ftyp", brand, b"\0" * 4, b"mif1", b"miaf", brand, b"tmap" * bool(groups))
        return head + meta

    head = made(0)
    return made(len(head) + 8) + box(b"mdat", *(item["data"] for item in items))


def tone_map_group():
    """The tmap (item 2) may be shown in place of the base image (item 1)."""
    return box(b"grpl", full(b"altr", 0, 0, struct.pack(">IIII", 100, 2, 2, 1)))


def tone_map(numbers, properties):
    return {"type": b"tmap", "data": b"\0" + hb.iso_numbers(numbers), "properties": properties}


# EXIF with an orientation and Apple's maker notes


def rational_ifd(start, rows):
    """A TIFF directory at `start`, of SRATIONALs."""
    values, table, at = b"", b"", start + 2 + 12 * len(rows) + 4
    for tag, value in rows:
        table += struct.pack(">HHII", tag, 10, 1, at + len(values))
        values += struct.pack(">ii", round(value * 100000), 100000)
    return struct.pack(">H", len(rows)) + table + b"\0" * 4 + values


def exif(orientation, notes=()):
    """An EXIF block: Apple's maker notes are (tag, value): 33 and 48 specify the headroom."""
    head = struct.pack(">2sHIHHHIHHHHIII", b"MM", 42, 8, 2, 0x0112, 3, 1, orientation, 0, 0x8769, 4, 1, 38, 0)
    body = b"Apple iOS\0\0\1MM" + rational_ifd(14, notes) if notes else b""
    directory = struct.pack(">HHHII", 1, 0x927C, 7, len(body), 56) + b"\0" * 4
    return head + directory + body


def exif_item(block):
    return {"type": b"Exif", "data": struct.pack(">I", 0) + block, "properties": []}


def facts(data):
    """Code points, range and levels that a file's first boxes specify."""
    found = {}
    for name, body in boxes(inside(data, b"meta", b"iprp", b"ipco")):
        if name == b"colr" and body[:4] == b"nclx":
            found.setdefault("points", struct.unpack(">HH", body[4:8]))
            found.setdefault("matrix", struct.unpack(">H", body[8:10])[0])
            found.setdefault("full", body[10] >> 7)
        elif name == b"colr" and body[:4] == b"prof":
            found.setdefault("icc", body[4:])
        elif name == b"clli":
            found["clli"] = struct.unpack(">HH", body[:4])
        elif name in (b"mdcv", b"pixi"):
            found.setdefault(name.decode(), body)
    return found
