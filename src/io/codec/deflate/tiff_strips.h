// The strips or tiles of a TIFF that is compressed by deflate, made on all cores.
#pragma once
#include "io/codec/deflate/raster.h"
#include "io/codec/deflate/tiff_directory.h"
#include "io/codec/deflate/tiff_predictor.h"

namespace atrous {

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
