// Rows of a PNG as they are compressed: a filter, then what it leaves of the samples.
#pragma once
#include "io/codec/deflate/raster.h"
#include <array>

namespace atrous {

/// Filters rows one after the other; what it hides is how it chooses: as libpng does, by the least sum of absolute values of
/// what is left, taken as signed bytes, of the five filters (PNG, section 12.8).
class PngFilter {
  public:
    explicit PngFilter(const Raster& raster);
    /// Appends rows; first to the one before `behind`.
    void append(std::string& to, int first, int behind);

  private:
    void load(std::vector<std::uint8_t>& row, int y) const;

    const Raster& raster_;
    std::vector<std::uint8_t> now_, above_; ///< led by a pixel of zeros
    std::array<std::vector<std::uint8_t>, 5> left_;
};

} // namespace atrous
