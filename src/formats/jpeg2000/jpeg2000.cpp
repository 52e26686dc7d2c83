// Checks JPEG 2000 (ISO 15444-1): components and colours that OpenImageIO 2.4 takes for others, and the memory of its
// decoder.
#include "files/file_view.h"
#include "formats/common/codec.h"
#include "formats/jpeg2000/messages.h"
#include "image/profile.h"
#include "metadata/exif_block.h"
#include "metadata/exiv2.h"
#include "metadata/xmp_text.h"
#include <algorithm>

namespace atrous {
namespace {

/// Components (ISO 15444-1, A.5.1) that OpenImageIO 2.4 reads from another zero, or beyond their end.
Message check_components(const FileView& file) {
    const auto begin = find_codestream(file);
    for (std::uint64_t i = 0, count = begin ? file.number(*begin + 40, 2) : 0; i < 2 * count; ++i) {
        const std::uint64_t at = *begin + 42 + i / 2 * 3, step = file.number(at + 1 + i % 2, 1),
                            side = file.number(*begin + 8 + 4 * (i % 2), 4),
                            origin = file.number(*begin + 16 + 4 * (i % 2), 4);
        if (file.number(at, 1) > 127 || (step > 1 && (side % step > 0 || origin > 0)))
            return message(messages::jp2_component, i / 2 + 1, step, side);
    }
    return {};
}

Message check_jp2(const FileView& file) {
    Message reason = check_components(file);
    if (!reason.empty()) return reason;
    const auto look = [&](const Box& box) {
        // Method 1: sRGB (16), greys (17) and sYCC (18) are read right, others as if they were these.
        if (const std::uint64_t space = file.number(box.at + 3, 4);
            box.name == "colr" && file.number(box.at, 1) == 1)
            if (space < 16 || space > 18) reason = message(messages::jp2_space, space);
        // Method 2 (3): a restricted (any) profile after method, precedence and approximation.
        if (box.name == "colr" && box.length > 3 && file.number(box.at, 1) >= 2)
            reason = check_icc(file.bytes(box.at + 3, std::min(box.length - 3, max_profile_bytes + 1)));
        return reason.empty();
    };
    walk_boxes(file, 0, file.size(), [&](const Box& box) {
        if (box.name == "jp2h") walk_boxes(file, box.at, box.at + box.length, look);
        return reason.empty() && look(box);
    });
    return reason;
}

/// OpenJPEG's samples have 32 bits each (ISO 15444-1, A.5.1: Xsiz to YOsiz, Csiz). The file is a codestream, or has one in a box.
std::uint64_t opening_bytes(const FileView& file) {
    const auto begin = find_codestream(file);
    if (!begin) return 0;
    const auto size = [&](std::uint64_t place) { return file.number(*begin + place, 4); };
    const std::uint64_t width = size(8) - std::min(size(8), size(16)),
                        height = size(12) - std::min(size(12), size(20));
    return capped_bytes({width, height, file.number(*begin + 40, 2), sizeof(std::int32_t)});
}

/// Only boxes hold metadata: a codestream without them has none. Viewers show the samples as they are.
void jp2_metadata(const OpenFile& open, ImageFile&, Metadata& found) {
    constexpr std::uint64_t start_of_codestream = 0xFF4F;
    if (FileView(open.path).number(0, 2) == start_of_codestream) return;
    found = read_by_exiv2(open.path);
    mark_upright(found.exif);
    mark_upright_xmp(found.xmp);
}

} // namespace

const Codec jpeg2000_codec{
    .format = jpeg2000_format,
    .reader = {.check = check_jp2, .opening_bytes = opening_bytes, .read_metadata = jp2_metadata}};

} // namespace atrous
