// Finds the codecs of all formats.
#pragma once
#include "formats/common/codec.h"
#include "formats/common/reader.h"
#include <span>

namespace atrous {

/// The codecs in the order in which messages list them.
std::span<const Codec* const> codecs();
/// The row of OpenImageIO's name, or an empty row.
const Codec& codec_named(std::string_view format);
const Reader& reader_named(std::string_view format);
/// Rows that a file of this format keeps together, and that are best read together: of tiles, strips, blocks.
int rows_together(const OIIO::ImageSpec& spec, const Reader& reader);

} // namespace atrous
