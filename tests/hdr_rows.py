"""The files of tests/hdr.py's table: container, transfer, primaries, bits, range, size, alpha, orientation, levels, kinds of gain maps."""
import numpy as np
import hdr_boxes as hx
import hdr_files as hf
from hdr_files import Row
from hdr_light import HLG, PQ

SMALL, NARROW, ODD = (1, 1), (1, 7), (333, 257)
LIMITED = {"matrix": 9, "range": "limited"}
HALF = LIMITED | {"chroma": "420"}
LEVELS = {"levels": (4000, 210)}
COUNTER_CLOCKWISE = {"shown": lambda codes: np.rot90(codes, 1)}
TURNED_BOX = COUNTER_CLOCKWISE | {"properties": [hx.box(b"irot", b"\1")]}
TURNED_OPTION = COUNTER_CLOCKWISE | {"options": ("--irot", "1")}
CROPPED = {"options": ("--crop", "20,10,100,120"), "shown": lambda codes: codes[10:130, 20:120]}


def rows(extension, make, *list_of):
    """A name and what differs from the standard row of a format."""
    return [Row(f"{extension}-{name}", make, extension, **{"bits": 10 if extension in ("avif", "heic") else 16} | more) for name, more in list_of]


ROWS = [
    *rows("png", hf.png,
          ("pq", {}), ("hlg", {"transfer": HLG}), ("pq-p3-odd", {"primaries": 12, "size": ODD}), ("pq-709", {"primaries": 1}),
          ("hlg-p3-alpha", {"transfer": HLG, "primaries": 12, "channels": 4}), ("pq-alpha", {"channels": 4}), ("pq-grey", {"channels": 1}),
          ("hlg-grey-alpha", {"transfer": HLG, "channels": 2}), ("pq-8", {"bits": 8}), ("pq-1x1", {"size": SMALL}), ("pq-1x7", {"size": NARROW}),
          ("pq-levels", {"more": LEVELS}), ("pq-turned", {"more": {"orientation": 6}})),
    *rows("tif", hf.tiff,
          ("pq", {}), ("hlg", {"transfer": HLG}), ("pq-p3-alpha", {"primaries": 12, "channels": 4}), ("pq-709-odd", {"primaries": 1, "size": ODD}),
          ("pq-grey", {"channels": 1})),
    *rows("jxl", hf.jxl,
          ("pq", {}), ("hlg", {"transfer": HLG}), ("pq-p3-10", {"primaries": 12, "bits": 10}), ("pq-grey-12", {"channels": 1, "bits": 12}),
          ("pq-alpha-odd", {"channels": 4, "size": ODD}), ("pq-709", {"primaries": 1})),
    *rows("avif", hf.avif,
          ("pq", {}), ("hlg", {"transfer": HLG}), ("pq-12-limited", {"bits": 12, "more": LIMITED}), ("pq-420-odd", {"size": ODD, "more": HALF}),
          ("hlg-420", {"transfer": HLG, "more": HALF}), ("pq-p3", {"primaries": 12}), ("pq-709-12", {"primaries": 1, "bits": 12}),
          ("pq-8", {"bits": 8}), ("pq-alpha", {"channels": 4}), ("pq-grey", {"channels": 1}), ("pq-turned", {"more": TURNED_OPTION}),
          ("pq-cropped", {"more": CROPPED}), ("pq-levels", {"more": LEVELS}), ("pq-1x1", {"size": SMALL})),
    *rows("heic", hf.heic,
          ("pq", {}), ("hlg-420-odd", {"transfer": HLG, "size": ODD, "more": HALF}), ("pq-12", {"bits": 12}),
          ("pq-p3-limited", {"primaries": 12, "more": LIMITED}), ("pq-8", {"bits": 8}), ("pq-alpha", {"channels": 4}),
          ("pq-grey", {"channels": 1}), ("pq-turned", {"more": TURNED_BOX}), ("pq-levels", {"more": LEVELS}), ("pq-1x7", {"size": NARROW})),
    *(Row(f"jpg-{name}", hf.ultra, "jpg", bits=8, **{"primaries": 1} | more) for name, more in (
        ("map-whole", {}), ("map-half-hdrgm", {"more": {"factor": 2, "kinds": ("hdrgm",)}}),
        ("map-quarter-iso", {"more": {"factor": 4, "kinds": ("iso",)}}), ("map-3-half-p3", {"primaries": 12, "more": {"factor": 2, "maps": 3}}),
        ("map-3-iso", {"more": {"maps": 3, "kinds": ("iso",)}}), ("map-3-quarter-hdrgm", {"more": {"maps": 3, "factor": 4, "kinds": ("hdrgm",)}}),
        ("map-gamma-offsets", {"more": {"factor": 2, "gamma": 2.2, "offset": (0.02, 0.01)}}),
        ("map-odd-quarter", {"size": ODD, "more": {"factor": 4}}),
        ("map-darker", {"more": {"factor": 2, "gain": 1.6, "top": 3}}), ("map-turned", {"more": {"factor": 2, "orientation": 6}}),
        ("map-grey", {"channels": 1, "more": {"factor": 2}}), ("map-1x7", {"size": NARROW}))),
    Row("heic-map-apple", hf.apple, "heic", primaries=12, bits=8),
    Row("heic-map-apple-whole", hf.apple, "heic", primaries=1, bits=8, more={"factor": 1}),
    Row("avif-map-tmap", hf.tone_mapped, "avif", primaries=1, bits=8, more={"factor": 2}),
    Row("heic-map-tmap-p3", hf.tone_mapped, "heic", primaries=12, bits=8, more={"factor": 4}),
    Row("exr-40", hf.exr, "exr", bits=32), Row("exr-40-half-odd", hf.exr, "exr", bits=16, size=ODD, more={"type": "half"}),
]
