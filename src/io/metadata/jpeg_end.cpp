// From segment to segment (ITU-T T.81, B.1.1); in scans from marker to marker.
#include "io/metadata/jpeg_end.h"
#include "io/metadata/mpf.h"

namespace atrous {
namespace {

constexpr int start_of_image = 0xD8, end_of_image = 0xD9, scan_begins = 0xDA, second_app = 0xE2;

/// Alone, without a length: RST0 to RST7, SOI, TEM.
bool stands_alone(int marker) { return (marker >= 0xD0 && marker <= start_of_image) || marker == 0x01; }

/// Where the next marker is that no scan holds: not FF00, nor RST0 to RST7; the file's end where there is none.
std::uint64_t behind_scan(const FileView& file, std::uint64_t at) {
    constexpr std::uint64_t piece = std::uint64_t(1) << 20;
    while (file.has(at, 2)) {
        const std::string bytes = file.bytes(at, piece);
        for (std::size_t i = bytes.find('\xff'); i < bytes.size() && i + 1 < bytes.size();
             i = bytes.find('\xff', i + 1)) {
            const int next = static_cast<unsigned char>(bytes[i + 1]);
            if (next != 0 && next != 0xFF && !(next >= 0xD0 && next < start_of_image)) return at + i;
        }
        if (bytes.size() < 2) break;
        at += bytes.size() - 1; // an FF may be its last byte
    }
    return file.size();
}

} // namespace

JpegEnd jpeg_end(const FileView& file) {
    JpegEnd found;
    if (file.number(0, 2) != 0xFFD8) return found;
    for (std::uint64_t at = 2; file.has(at, 2) && file.number(at, 1) == 0xFF;) {
        const int marker = int(file.number(at + 1, 1));
        if (marker == end_of_image) {
            found.behind = at + 2;
            break;
        }
        if (marker == 0xFF || stands_alone(marker)) {
            at += marker == 0xFF ? 1 : 2;
            continue;
        }
        const std::uint64_t length = file.number(at + 2, 2);
        if (length < 2) break;
        if (marker == second_app && found.mpf_at == 0 && file.bytes(at + 4, mpf_magic.size()) == mpf_magic) {
            found.mpf_at = at + 4;
            found.mpf_size = length - 2;
        }
        at += 2 + length;
        if (marker == scan_begins) at = behind_scan(file, at);
    }
    return found;
}

} // namespace atrous
