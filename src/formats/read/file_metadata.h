// What a file says beside its pixels: its metadata, and its colours by an ICC profile, EXIF or PNG's gamma, else what the
// user assumes.
#pragma once
#include "formats/common/reader.h"

namespace atrous {

/// Reads a file's metadata into the image file that was read from it, and the profile that OpenImageIO loses; of a JPEG also what
/// follows its picture. Throws a file error where it cannot be opened.
void read_metadata_of(ImageFile& file, const OpenFile& open);

/// The profile of an image with `colours` colour channels, null where there is none. Warns where there is one
/// that cannot be used; throws a file error where it shows that the image is neither RGB nor grey.
std::shared_ptr<const Profile> profile_of(const std::string& path, const OIIO::ImageSpec& spec,
                                          const std::string& format, int colours, const ReadOptions& options,
                                          std::vector<std::string>& warnings);

/// How samples relate to light where there is a profile, and where there is none.
Transfer transfer_of(const Profile* profile, bool floats);
void set_profile(Pixels& pixels, std::shared_ptr<const Profile> profile, bool floats);

} // namespace atrous
