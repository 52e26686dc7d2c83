// Of a segment only the head is read.
#include "files/file_pieces.h"

namespace atrous {
namespace {

/// Without a length: RST0 to RST7, SOI, TEM.
bool stands_alone(int marker) { return (marker >= 0xD0 && marker <= 0xD8) || marker == 0x01; }

} // namespace

std::optional<JpegMarker> next_jpeg_marker(const FileView& file, std::uint64_t& at) {
    for (; file.has(at, 2) && file.number(at, 1) == 0xFF;) {
        const int marker = int(file.number(at + 1, 1));
        if (marker == jpeg_end_marker) return JpegMarker{marker, at += 2, 0};
        if (marker == 0xFF || stands_alone(marker)) {
            at += marker == 0xFF ? 1 : 2;
            continue;
        }
        const std::uint64_t length = file.number(at + 2, 2);
        if (length < 2) break;
        const JpegMarker found{marker, at + 4, length - 2};
        at += 2 + length;
        return found;
    }
    return {};
}

std::optional<std::uint64_t> find_codestream(const FileView& file) {
    constexpr std::uint64_t begin = 0xff4fff51;
    std::uint64_t at = 0;
    if (file.number(0, 4) != begin)
        walk_boxes(file, 0, file.size(), [&](const Box& box) {
            if (box.name == "jp2c") at = box.at;
            return at == 0;
        });
    return file.number(at, 4) == begin ? std::optional(at) : std::nullopt;
}

bool is_jpeg_frame(int marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

} // namespace atrous
