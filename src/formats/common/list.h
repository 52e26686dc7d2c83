// The list of formats, by the names of their folders. A new format is its folder and a line here.
#pragma once

/// Calls row(NAME) for each format, in the order in which signatures are compared, and help lists formats. A RAW file may begin like a
/// HEIF.
// clang-format off
#define ATROUS_FORMATS(row) \
    row(jpeg)               \
    row(png)                \
    row(tiff)               \
    row(exr)                \
    row(webp)               \
    row(hdr)                \
    row(bmp)                \
    row(targa)              \
    row(pnm)                \
    row(dpx)                \
    row(jpeg2000)           \
    row(jpegxl)             \
    row(raw)                \
    row(gif)                \
    row(psd)                \
    row(heif)
// clang-format on
