// Divides an image into overlapping regions if its plan does not fit a device. Hides the choice of the grid.
#pragma once
#include "base/size.h"
#include <functional>
#include <optional>
#include <vector>

namespace atrous {

/// Pixels x .. x + width - 1, y .. y + height - 1.
struct Rect {
    int x = 0, y = 0, width = 0, height = 0;
    Size size() const { return {width, height}; }
    bool operator==(const Rect&) const = default;
};

/// The computed pixels (`outer`) and the kept part of them (`inner`).
struct Region {
    Rect inner, outer;
};

/// A grid of regions. Their inner rectangles are the image, each pixel once. An outer one contains its inner
/// one and `overlap` pixels on each side, up to the edges of the image. All outer rectangles have one size,
/// so that a device keeps its buffers and tables from region to region.
struct Regions {
    Size image;
    int overlap = 0;
    int columns = 1, rows = 1;
    Size outer;
    std::vector<Region> list; ///< row by row

    std::size_t count() const { return list.size(); }
    /// Returns the pixels computed in addition to the image, as a share of the image: 0 for one region.
    double extra() const { return double(count()) * double(outer.pixels()) / double(image.pixels()) - 1; }
};

/// The grid of `columns` x `rows` regions, each at least 1, or as many as fit the image.
Regions region_grid(Size image, int overlap, int columns, int rows);

/// The least outer size that regions are planned with: inner sides as long as the overlap (so at most nine
/// pixels are computed for one), and 64 pixels at least, so that launches do not outweigh the work.
Size min_region(Size image, int overlap);

/// Returns the grid that computes the fewest pixels, and among equals the one with the fewest regions, whose
/// outer size `fits`, or nothing if not even the least region fits. A size that fits must still fit when it
/// is made smaller.
std::optional<Regions> plan_regions(Size image, int overlap, const std::function<bool(Size)>& fits);

} // namespace atrous
