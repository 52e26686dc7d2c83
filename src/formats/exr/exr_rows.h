// The rows of an OpenEXR that is compressed by zip, made on all cores.
#pragma once
#include "formats/common/raster.h"
#include <optional>
#include <vector>

namespace atrous {

/// A sample of a pixel that is to be written.
struct ExrSample {
    std::string channel, type; ///< "half"
    std::size_t at, bytes;     ///< in the pixel
};

/// How an OpenEXR's header says that its samples lie.
struct ExrLayout {
    struct Channel {
        std::size_t at, bytes; ///< of its sample in a pixel
    };
    std::vector<Channel> channels; ///< in the file's order
    std::uint64_t table;           ///< where the places of the blocks stand
    int top, rows;                 ///< the first row's number; rows of a block
};

/// Of a file without rows whose header says that its rows are compressed by zip, lie from the top down, and have these samples in
/// each of so many pixels; else nothing.
std::optional<ExrLayout> zipped_layout(const OutputBytes& bytes, Size size,
                                       const std::vector<ExrSample>& samples);

/// Puts all blocks behind what is there, and their places into the table. `pixels`: bytes are its samples.
void write_blocks(const ExrLayout& layout, const Raster& pixels, OutputBytes& bytes);

} // namespace atrous
