#!/usr/bin/env python3
"""tiff_kinds.py FOLDER: small TIFFs of each compression and layout that libtiff has, written by it (without its headers).

The picture is a slope with a little noise, so that each compression has something to do. Names a kind that this libtiff
cannot write, and goes on. Exit status 77 where there is no libtiff.
"""
import ctypes
import ctypes.util
import os
import random
import struct
import sys

WIDTH, HEIGHT = 61, 50
NONE, G3, G4, LZW, OLD_JPEG, JPEG, ZIP, PACKBITS, OLD_ZIP, LZMA, ZSTD, WEBP, LERC = (
    1, 3, 4, 5, 6, 7, 8, 32773, 32946, 34925, 50000, 50001, 34887)
GREY, RGB, PALETTE, YCBCR = 1, 2, 3, 6

# name: mode of the file, compression, bits, channels, photometric, predictor, planar, rows of a strip (0: tiles of 16x16), pages
KINDS = {
    "none": ("w", NONE, 8, 3, RGB, 0, 1, 8, 1),
    "none-16-big-endian": ("wb", NONE, 16, 3, RGB, 0, 1, 8, 1),
    "zip": ("w", ZIP, 8, 3, RGB, 0, 1, 8, 1),
    "zip-predicted": ("w", ZIP, 8, 3, RGB, 2, 1, 8, 1),
    "zip-16": ("w", ZIP, 16, 3, RGB, 2, 1, 8, 1),
    "zip-16-big-endian": ("wb", ZIP, 16, 3, RGB, 2, 1, 8, 1),
    "zip-float": ("w", ZIP, 32, 3, RGB, 3, 1, 8, 1),
    "zip-grey": ("w", ZIP, 8, 1, GREY, 2, 1, 8, 1),
    "zip-palette": ("w", ZIP, 8, 1, PALETTE, 0, 1, 8, 1),
    "zip-ycbcr": ("w", ZIP, 8, 3, YCBCR, 0, 1, 8, 1),
    "zip-1-bit": ("w", ZIP, 1, 1, GREY, 0, 1, 8, 1),
    "zip-tiles": ("w", ZIP, 8, 3, RGB, 2, 1, 0, 1),
    "zip-planar": ("w", ZIP, 8, 3, RGB, 2, 2, 8, 1),
    "zip-planar-tiles": ("w", ZIP, 8, 3, RGB, 2, 2, 0, 1),
    "zip-one-strip": ("w", ZIP, 8, 3, RGB, 2, 1, 64, 1),
    "zip-row-strips": ("w", ZIP, 8, 3, RGB, 2, 1, 1, 1),
    "zip-big-tiff": ("w8", ZIP, 8, 3, RGB, 2, 1, 8, 1),
    "zip-pages": ("w", ZIP, 8, 3, RGB, 2, 1, 8, 3),
    "zip-old-number": ("w", OLD_ZIP, 8, 3, RGB, 2, 1, 8, 1),
    "lzw": ("w", LZW, 8, 3, RGB, 2, 1, 8, 1),
    "lzw-tiles": ("w", LZW, 8, 3, RGB, 2, 1, 0, 1),
    "lzw-planar": ("w", LZW, 8, 3, RGB, 2, 2, 8, 1),
    "lzw-float": ("w", LZW, 32, 3, RGB, 3, 1, 8, 1),
    "packbits": ("w", PACKBITS, 8, 3, RGB, 0, 1, 8, 1),
    "packbits-tiles": ("w", PACKBITS, 8, 3, RGB, 0, 1, 0, 1),
    "jpeg": ("w", JPEG, 8, 3, RGB, 0, 1, 16, 1),
    "jpeg-ycbcr": ("w", JPEG, 8, 3, YCBCR, 0, 1, 16, 1),
    "jpeg-grey": ("w", JPEG, 8, 1, GREY, 0, 1, 16, 1),
    "jpeg-tiles": ("w", JPEG, 8, 3, YCBCR, 0, 1, 0, 1),
    "lzma": ("w", LZMA, 8, 3, RGB, 2, 1, 8, 1),
    "zstd": ("w", ZSTD, 8, 3, RGB, 2, 1, 8, 1),
    "webp": ("w", WEBP, 8, 3, RGB, 0, 1, 16, 1),
    "lerc": ("w", LERC, 8, 3, RGB, 0, 1, 16, 1),
    "fax-g3": ("w", G3, 1, 1, GREY, 0, 1, 8, 1),
    "fax-g4": ("w", G4, 1, 1, GREY, 0, 1, 8, 1),
}


def samples(page, bits, channels):
    """All samples of a page, pixel after pixel."""
    noise = random.Random(page + 1)
    top = {1: 1, 8: 255, 16: 65535, 32: 1}[bits]
    values = []
    for y in range(HEIGHT):
        for x in range(WIDTH):
            for c in range(channels):
                value = ((x + 2 * y + 40 * c) % 200 + noise.random() * 8) / 210
                values.append(top * value if bits == 32 else min(top, int(top * value + (bits == 1) * 0.5)))
    return values


def packed(values, width, bits, big_endian):
    """Rows of samples as bytes; each row begins at a byte."""
    if bits == 1:
        rows = [values[i:i + width] for i in range(0, len(values), width)]
        return b"".join(int("".join(map(str, row)).ljust((width + 7) // 8 * 8, "0"), 2).to_bytes((width + 7) // 8, "big")
                        for row in rows)
    del big_endian  # libtiff takes the machine's order, and turns it itself
    return struct.pack("=" + {8: "B", 16: "H", 32: "f"}[bits] * len(values), *values)


def unit(values, channels, x, y, width, height):
    """A strip or tile of all samples; what lies beyond the picture repeats its last row and column."""
    return [values[(min(r, HEIGHT - 1) * WIDTH + min(c, WIDTH - 1)) * channels + k]
            for r in range(y, y + height) for c in range(x, x + width) for k in range(channels)]


def write_page(tiff, kind, page):
    mode, compression, bits, channels, photometric, predictor, planar, rows, pages = kind
    ints = {256: WIDTH, 257: HEIGHT, 258: bits, 277: channels, 262: photometric, 284: planar, 259: compression}
    if bits == 32:
        ints[339] = 3
    if rows:
        ints[278] = rows
    else:
        ints[322] = ints[323] = 16
    if predictor:
        ints[317] = predictor
    if compression == JPEG and photometric == YCBCR:
        ints[65538] = 1  # samples are RGB
    for tag, value in ints.items():
        if not LIB.TIFFSetField(tiff, tag, ctypes.c_int(value)):
            return False
    if photometric == YCBCR:
        LIB.TIFFSetField(tiff, 530, ctypes.c_int(1), ctypes.c_int(1))
    if photometric == PALETTE:
        maps = [(ctypes.c_uint16 * 256)(*((i * k) % 65536 for i in range(256))) for k in (257, 101, 211)]
        LIB.TIFFSetField(tiff, 320, *maps)
    values = samples(page, bits, channels)
    planes = [values] if planar == 1 else [values[c::channels] for c in range(channels)]
    each = channels if planar == 1 else 1
    at = 0
    for plane in planes:
        for y in range(0, HEIGHT, rows or 16):
            for x in range(0, 1 if rows else WIDTH, 16):
                width, height = (WIDTH, min(rows, HEIGHT - y)) if rows else (16, 16)
                data = packed(unit(plane, each, x, y, width, height), width * each, bits, mode)
                call = LIB.TIFFWriteEncodedStrip if rows else LIB.TIFFWriteEncodedTile
                if call(tiff, ctypes.c_uint32(at), data, ctypes.c_ssize_t(len(data))) < 0:
                    return False
                at += 1
    return bool(LIB.TIFFWriteDirectory(tiff)) if pages > 1 else True


def write(path, kind):
    tiff = LIB.TIFFOpen(path.encode(), kind[0].encode())
    done = bool(tiff) and all(write_page(tiff, kind, page) for page in range(kind[8]))
    if tiff:
        LIB.TIFFClose(tiff)
    return done


name = ctypes.util.find_library("tiff")
if not name:
    sys.exit(77)
LIB = ctypes.CDLL(name)
LIB.TIFFOpen.restype = ctypes.c_void_p
LIB.TIFFSetErrorHandler(None)
LIB.TIFFSetWarningHandler(None)
for call in (LIB.TIFFSetField, LIB.TIFFWriteEncodedStrip, LIB.TIFFWriteEncodedTile, LIB.TIFFWriteDirectory, LIB.TIFFClose):
    call.argtypes = [ctypes.c_void_p]
for name, kind in KINDS.items():
    path = os.path.join(sys.argv[1], f"tiff-{name}.tif")
    if not write(path, kind):
        print(f"this libtiff does not write {name}", file=sys.stderr)
        if os.path.exists(path):
            os.remove(path)
