// Applies a gain map to an image, and fits a map to both renditions of an image that has changed.
#pragma once
#include "image/pixels.h"
#include "metadata/gain_map.h"

namespace atrous {

/// A gain map: samples of 8 bits, one channel or three, and their meaning.
struct GainMap {
    Pixels samples;
    GainMapNumbers numbers;
};

/// The light of an image on a display of the map's whole headroom: floats of linear sRGB, 1 is the white of ordinary displays,
/// unbounded above. `whole`: the image that the map covers, of which `pixels` may be a part (Pixels::left, top). `grey`: only the
/// luminance. Readers interpolate a map between the centres of its pixels, and so does this. For a grid with a
/// `spacing` (EawResolved::spacing) it begins with the first pixel of it, (spacing / 2, spacing / 2), and ends with the last one.
Pixels hdr_rendition(const Pixels& pixels, Size whole, const GainMap& map, bool grey = false,
                     int spacing = 1);

/// The pixels of a rendition that count: columns and rows that are multiples of `spacing`. Its image begins at (left, top) of it.
struct PixelGrid {
    int spacing = 1, left = 0, top = 0;
};

/// The samples with which readers make `hdr`, as hdr_rendition() gives it, of `pixels`: least squares over a grid of these, in the size
/// and channels of `map`. Ranges of its numbers grow if they are too small. A map of one channel is for luminance.
GainMap fitted_gain_map(const Pixels& pixels, const Pixels& hdr, const GainMap& map,
                        const PixelGrid& grid = {});

} // namespace atrous
