// JPEGs as phones and cameras make them, byte by byte: with gain maps, previews and videos behind the picture, and tables of them.
#pragma once
#include "base/size.h"
#include <cstdint>
#include <string>
#include <vector>

namespace files {

/// What lies behind a picture, in this order; what is empty is not there.
struct Phone {
    std::string gain_map = {}, preview = {}, view = {}, video = {};
    int views = 1;            ///< so many of `view`
    bool mpf = true;          ///< a table of the pictures (CIPA DC-007)
    bool container = true;    ///< XMP's directory of gain map and video (Google)
    bool micro = false;       ///< the older way to say where the video is
    bool big_endian = true;   ///< of the MPF
    bool iso = true;          ///< ISO 21496-1 beside hdrgm
    bool elements = false;    ///< XMP as elements, with other prefixes
    std::string padding = {}; ///< between picture and what follows it, as XMP says
};

/// The picture with all of that.
std::string phone_file(const std::string& jpeg, const Phone& phone);

/// A JPEG without anything behind it.
std::string plain_jpeg(atrous::Size size, int colours = 3);
/// All of it, with so many bytes of video.
Phone full_phone(std::size_t video);

/// A gain map: the JPEG with Adobe's XMP.
std::string gain_map_of(const std::string& jpeg);
/// The first bytes of a video, and `size` of noise.
std::string video_of(std::size_t size);
/// Data and directory as Samsung's phones put them at a file's end.
std::string samsung_trailer(const std::string& data);

/// What a reader of such files finds: where MPF's table says its pictures are (the first one at 0), by a parser of its own.
struct MpfPicture {
    std::size_t at, size;
    std::uint32_t type;
};
std::vector<MpfPicture> mpf_pictures(const std::string& file);

} // namespace files
