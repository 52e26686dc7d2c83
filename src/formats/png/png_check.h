// What is looked at in the chunks of a PNG before libpng reads them.
#pragma once
#include "formats/common/check.h"

namespace atrous {

std::string check_png(const FileView& file);
/// Its chunks have checksums.
Damage damage_in_png(const FileView& file);
/// What is wrong with the chunks of its samples: cut off, or another checksum; empty where nothing is.
std::string check_png_samples(const FileView& file);
/// The profile, whose chunk has a right checksum and can be unpacked, and whose tags lie in it; else empty.
std::string profile_of_png(const FileView& file);

} // namespace atrous
