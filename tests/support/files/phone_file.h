// Makes JPEGs of phones and cameras byte by byte: with appended gain maps, previews and videos, and tables of them.
#pragma once
#include "base/size.h"
#include <cstdint>
#include <string>
#include <vector>

namespace files {

/// Items after an image, in this order. Empty items are left out.
struct Phone {
    std::string gain_map = {}, preview = {}, view = {}, video = {};
    int views = 1;            ///< number of copies of `view`
    bool mpf = true;          ///< a table of the images (CIPA DC-007)
    bool container = true;    ///< XMP's directory of gain map and video (Google)
    bool micro = false;       ///< the older entry for the place of the video
    bool big_endian = true;   ///< of the MPF
    bool iso = true;          ///< ISO 21496-1 in addition to hdrgm
    bool elements = false;    ///< XMP as elements, with other prefixes
    std::string padding = {}; ///< between the image and the next item, as in XMP
};

/// The image with these items.
std::string phone_file(const std::string& jpeg, const Phone& phone);

/// A JPEG without appended data.
std::string plain_jpeg(atrous::Size size, int colours = 3);
/// All items, with so many bytes of video.
Phone full_phone(std::size_t video);

/// A gain map: the JPEG with Adobe's XMP.
std::string gain_map_of(const std::string& jpeg);
/// The first bytes of a video, and `size` of noise.
std::string video_of(std::size_t size);
/// Data and directory as Samsung's phones append them to a file.
std::string samsung_trailer(const std::string& data);

/// An image in MPF's table (the first one at 0), found by an independent parser.
struct MpfPicture {
    std::size_t at, size;
    std::uint32_t type;
};
std::vector<MpfPicture> mpf_pictures(const std::string& file);

} // namespace files
