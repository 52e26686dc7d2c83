// What a PNG says of its picture beside metadata and profile, which goes from PNG to PNG as it is: its colours (cICP, sRGB, gAMA,
// cHRM), its background, its time. Its library would write what it made of them, and more than there was.
#pragma once
#include "files/file_view.h"
#include "formats/common/metadata.h"

namespace atrous {

/// Of chunks with a right checksum.
PngFacts png_facts(const FileView& file);

/// The first bytes of an encoded PNG, up to its samples at least, with these facts in place of those that its library wrote.
std::string with_png_facts(std::string_view head, const PngFacts& facts);

} // namespace atrous
