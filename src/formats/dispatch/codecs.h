// Finds the codecs of all formats.
#pragma once
#include "formats/common/codec.h"
#include <string_view>

namespace atrous {

/// The row of a format in the table, by OpenImageIO's name, or an empty row.
const Codec& codec_named(std::string_view format);

} // namespace atrous
