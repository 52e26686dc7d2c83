// How a file to write is compressed: its own way, where that loses nothing, or as options ask.
#pragma once
#include "io/codec/image_file.h"
#include "io/codec/write/write_options.h"
#include <OpenImageIO/imageio.h>

namespace atrous {

/// Sets compression, level, quality and subsampling: lossless where the source's own compression would not be, for the
/// formats that we can write.
void set_compression(OIIO::ImageSpec& spec, const Part& part, const Target& target);

} // namespace atrous
