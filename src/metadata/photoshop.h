// Photoshop's image resources: a block of bytes in JPEG, TIFF and PSD files that holds IPTC data among
// others.
#pragma once
#include <array>
#include <string>
#include <string_view>

namespace atrous {

/// What leads the block in a JPEG.
constexpr std::string_view photoshop_magic("Photoshop 3.0\0", 14);

/// Which resources show the old picture, and which hold IPTC data and their checksum.
constexpr std::array<int, 2> photoshop_thumbnails{1033, 1036}, photoshop_iptc{1028, 1061};

/// Takes the resources of these numbers out. A block that is damaged stays as it is from there on. Says
/// whether there was one.
bool remove_resources(std::string& block, const std::array<int, 2>& numbers);
/// Divides the resolution (resource 1005, pixels per inch), where there is one, by these factors across and down.
void scale_resolution(std::string& block, const std::array<double, 2>& factor);

} // namespace atrous
