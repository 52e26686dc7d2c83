// Of a segment only the head is read.
#include "io/bytes/file_pieces.h"

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

bool is_jpeg_frame(int marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

} // namespace atrous
