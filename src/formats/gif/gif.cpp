// Checks the blocks of a GIF (GIF89a, sections 17 to 27). giflib stops silently at a cut block, and the later frames are missing.
// OpenImageIO 2.4 composes frames after one of disposal 3 wrongly, and reads colours beyond the end of a table.
#include "formats/common/codec.h"
#include "formats/common/messages.h"
#include "formats/gif/gif_blocks.h"
#include "formats/gif/messages.h"
#include <algorithm>
#include <functional>
#include <optional>

namespace atrous {
namespace {

constexpr int trailer = 0x3b, graphic_control = 0xf9;

bool only_zeros(const FileView& file, std::uint64_t at) {
    constexpr std::uint64_t max_zeros = std::uint64_t(1) << 20;
    while (file.size() - at < max_zeros && file.has(at, 1) && file.number(at, 1) == 0) ++at;
    return at == file.size();
}

/// Disposal of the next frame in a graphic control extension.
int disposal_of(const FileView& file, std::uint64_t at) { return int(file.number(at + 3, 1) >> 2 & 7); }

/// The codes of a frame may not stand for colours that its table does not have: OpenImageIO 2.4 takes such colours from
/// uninitialised memory. Codes of as many bits as the table's length has cannot. Black and white has codes of 2 bits (appendix
/// F).
Message check_codes(const FileView& file, std::uint64_t at, int frame) {
    const std::uint64_t own = file.number(at + gif_descriptor_bytes - 1, 1);
    const std::uint64_t colours = gif_table_bytes(own & 0x80 ? own : file.number(gif_screen_flags, 1)) / 3,
                        bits = file.number(at + gif_descriptor_bytes + gif_table_bytes(own), 1);
    if (bits <= 8 && std::uint64_t(1) << bits <= std::max<std::uint64_t>(colours, 4)) return {};
    return message(messages::gif_palette, frame, bits, colours);
}

Message check_gif(const FileView& file) {
    constexpr int previous = 3;
    constexpr std::uint64_t max_pixels =
        (std::uint64_t(1) << 31) / 4; // OpenImageIO counts their bytes in 31 bits
    const std::uint64_t width = file.number(6, 2, false), height = file.number(8, 2, false);
    if (width * height >= max_pixels) return message(messages::gif_size, width, height, max_pixels);
    std::uint64_t at = first_gif_block(file);
    int frames = 0, taken_back = 0, disposal = 0;
    bool complete = false; // a frame ends here: old files may end, too, or with zeros, and have no trailer
    for (; !(complete && only_zeros(file, at)) && file.number(at, 1) != trailer;) {
        const int kind = int(file.number(at, 1));
        const auto behind = kind == gif_image || kind == gif_extension ? after_gif_block(file, at, kind)
                                                                       : std::optional<std::uint64_t>();
        if (!behind) return message(messages::gif_cut, at, file.size(), frames);
        if (kind == gif_extension && file.number(at + 1, 1) == graphic_control)
            disposal = disposal_of(file, at);
        complete = kind == gif_image;
        if (complete) {
            if (taken_back > 0) return message(messages::gif_disposal, taken_back);
            ++frames;
            if (Message reason = check_codes(file, at, frames); !reason.empty()) return reason;
            if (disposal == previous) taken_back = frames;
            disposal = 0;
        }
        at = *behind;
    }
    return {};
}

/// Its frames in words of a WebP's: in hundredths of a second, and how often all of them are shown.
void set_times(OpenFile& open, const std::string&) {
    if (open.specs.size() < 2) return;
    for (OIIO::ImageSpec& spec : open.specs) {
        const auto* rate = spec.find_attribute("FramesPerSecond", OIIO::TypeRational);
        const auto* parts = rate ? static_cast<const int*>(rate->data()) : nullptr;
        spec[duration_attribute] = parts && parts[0] > 0 ? int(std::int64_t(parts[1]) * 1000 / parts[0]) : 0;
    }
    // A GIF counts repetitions, 0 for endless, and has no count if there are none. A WebP counts how often it is
    // shown.
    constexpr int most = 65535;
    OIIO::ImageSpec& first = open.specs.front();
    const int repeated = first.get_int_attribute("oiio:LoopCount", -1);
    first[loops_attribute] = repeated < 0 ? 1 : repeated == 0 ? 0 : std::min(repeated + 1, most);
}

/// Calls `take` with the content of each application extension (section 26), from its name on.
void each_application(const FileView& file, const std::function<void(const std::string&)>& take) {
    constexpr int application = 0xff;
    constexpr std::uint64_t name_at = 3;
    for (std::uint64_t at = first_gif_block(file); file.has(at, 2) && file.number(at, 1) != trailer;) {
        const int kind = int(file.number(at, 1));
        const auto end = after_gif_block(file, at, kind);
        if ((kind != gif_extension && kind != gif_image) || !end) return;
        if (kind == gif_extension && file.number(at + 1, 1) == application)
            take(file.bytes(at + name_at, *end - at - name_at));
        at = *end;
    }
}

Damage damage_in_gif(const FileView& file) {
    Damage found;
    each_application(file, [&](const std::string& content) {
        if (content.starts_with("ICCRGBG1012")) found.unread.add(message(messages::gif_profile));
    });
    return found;
}

/// XMP (specification part 3, 1.1.2) is no chain of sub-blocks, and ends by 258 bytes that make it look like
/// one. The comment goes with it, since OpenImageIO writes it only into files without other metadata.
void read_xmp(const OpenFile& open, ImageFile& file, Metadata& found) {
    constexpr std::string_view magic = "XMP DataXMP";
    each_application(FileView(open.path), [&](const std::string& content) {
        if (content.starts_with(magic) && found.xmp.empty())
            found.xmp = content.substr(magic.size(), content.find("\1\xff\xfe") - magic.size());
    });
    if (const Message reason = check_xmp(found.xmp); !reason.empty()) {
        found.warnings.push_back(message(messages::metadata_damaged, reason.text));
        found.xmp.clear();
    }
    mark_upright_xmp(found.xmp); // viewers show the samples as they are
    if (!found.xmp.empty())
        found.comment = file.parts.front().pass_through->spec.get_string_attribute("ImageDescription");
}

} // namespace

const Codec gif_codec{
    .format = gif_format,
    .reader = {.check = check_gif, .damage = damage_in_gif, .opened = set_times, .read_metadata = read_xmp}};

} // namespace atrous
