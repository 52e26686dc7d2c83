// An open JPEG XL: facts of its headers and boxes, and its frames.
#pragma once
#include "base/message.h"
#include "files/file_view.h"
#include "formats/common/check.h"
#include "formats/jpegxl/jpegxl.h"
#include "platform/bytes.h"
#include <filesystem>
#include <vector>

namespace atrous {

using JxlReading = Held<JxlDecoder, JxlDecoderDestroy>;

struct JxlFile {
    /// Reads the headers and the metadata, but no samples. Throws a file error.
    explicit JxlFile(const std::filesystem::path& name);

    std::filesystem::path path;
    std::string bytes{};
    JxlBasicInfo info{};
    int other_channels = 0;       ///< channels other than colours and alpha,
    bool has_ink = false;         ///< one of which is the black of CMYK
    std::vector<int> durations{}; ///< of each frame, in milliseconds (one, of 0, if it is no animation)
    std::optional<JxlColorEncoding> encoding{};
    std::string profile{}; ///< of the file, or made of the encoding
    std::string exif{}, xmp{};
    Findings unread{}, notes{}; ///< about boxes that are left out, and about other boxes
    bool has_jpeg = false;      ///< a JPEG was made smaller, and can be restored

    bool has_alpha() const { return info.alpha_bits > 0; }
    int channels() const { return int(info.num_color_channels) + (has_alpha() ? 1 : 0); }
    /// True if libjxl gives linear sRGB instead of the colours of the profile.
    bool is_converted() const { return !info.uses_original_profile && !encoding; }

    /// Decodes the samples of a frame into memory of their size, cheapest in order.
    void decode(std::size_t frame, JxlDataType type, std::byte* to, std::size_t size);
    /// Bytes after the image of a bare codestream, once the last frame is decoded.
    std::size_t tail();

  private:
    void look();
    void look_at_channels(const JxlDecoder* decoder);
    void add_frame(const JxlDecoder* decoder);
    void take_box(const std::string& type, const std::string& box);
    void start();
    [[noreturn]] void refuse(const char* what) const;

    JxlReading player_{}; ///< from the first requested frame on
    std::size_t next_ = 0;
};

/// The facts at the beginning of a file, or nothing if it is damaged there.
std::optional<JxlBasicInfo> jxl_info(const FileView& file);

} // namespace atrous
