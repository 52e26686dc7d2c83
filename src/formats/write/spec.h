// The header of a file to write.
#pragma once
#include "formats/common/image_file.h"
#include "formats/write/write_options.h"
#include <OpenImageIO/imageio.h>

namespace atrous {

/// The spec that the format can hold; adds a warning for each fact that it cannot.
OIIO::ImageSpec output_spec(const Part& part, const Target& target, std::vector<std::string>& warnings);

} // namespace atrous
