// What is looked at in the segments of a JPEG before libjpeg reads them.
#pragma once
#include "formats/common/check.h"

namespace atrous {

std::string check_jpeg(const FileView& file);
/// Profile and metadata are announced.
Damage damage_in_jpeg(const FileView& file);
/// The profile, whose parts are all there, or together have the length that it tells; else empty.
std::string profile_of_jpeg(const FileView& file);
/// Of a picture in several scans (progressive, or a scan of fewer components than there are), which is decoded when it is opened.
std::uint64_t jpeg_opening_bytes(const FileView& file);

} // namespace atrous
