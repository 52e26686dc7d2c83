// The strips or tiles of a TIFF that is compressed by deflate, made on all cores, and what is done to their rows before.
#pragma once
#include "io/codec/deflate/raster.h"
#include "io/codec/deflate/tiff_directory.h"
#include <cstddef>
#include <string>

namespace atrous {

enum class TiffPredictor { none = 1, horizontal = 2, floating = 3 };

/// Whether samples of so many bytes are predicted here.
bool predicts(TiffPredictor predictor, std::size_t sample);

/// Changes rows, one behind the other, of `row` bytes each, of pixels of `channels` samples (TIFF 6.0, section 14; Adobe
/// Photoshop TIFF Technical Note 3 for floats). The samples are little-endian.
void predict(TiffPredictor predictor, std::string& rows, std::size_t row, std::size_t channels,
             std::size_t sample);

/// How a TIFF's header says that its samples lie.
struct TiffLayout {
    bool tiled;
    Size unit; ///< of a strip or tile
    TiffPredictor predictor;
};

/// Of a header whose strips are deflated and hold the picture's samples as they are; else nothing.
std::optional<TiffLayout> deflated_layout(const TiffDirectory& directory, const Raster& raster);

/// Puts all strips behind what is there, a TIFF without any, and says in its directory where they lie. The output
/// fails (EFBIG) where a TIFF that is not big would have more than 4 GiB.
void write_strips(const TiffDirectory& directory, const TiffLayout& layout, const Raster& raster,
                  OutputBytes& bytes);

} // namespace atrous
