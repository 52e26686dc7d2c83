// From segment to segment (ITU-T T.81, B.1.1); in scans from marker to marker.
#include "io/metadata/jpeg_end.h"
#include "io/bytes/jpeg_markers.h"
#include "io/metadata/mpf.h"

namespace atrous {
namespace {

constexpr int second_app = 0xE2, first_restart = 0xD0, last_restart = 0xD7;

/// Where the next marker is that no scan holds: not FF00, nor RST0 to RST7; the file's end where there is none.
std::uint64_t behind_scan(const FileView& file, std::uint64_t at) {
    constexpr std::uint64_t piece = std::uint64_t(1) << 20;
    while (file.has(at, 2)) {
        const std::string bytes = file.bytes(at, piece);
        for (std::size_t i = bytes.find('\xff'); i < bytes.size() && i + 1 < bytes.size();
             i = bytes.find('\xff', i + 1)) {
            const int next = static_cast<unsigned char>(bytes[i + 1]);
            if (next != 0 && next != 0xFF && !(next >= first_restart && next <= last_restart)) return at + i;
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
    std::uint64_t at = 2;
    while (const auto segment = next_jpeg_marker(file, at)) {
        if (segment->marker == jpeg_end_marker) {
            found.behind = at;
            break;
        }
        if (segment->marker == second_app && found.mpf_at == 0 &&
            file.bytes(segment->body, mpf_magic.size()) == mpf_magic) {
            found.mpf_at = segment->body;
            found.mpf_size = segment->size;
        }
        if (segment->marker == jpeg_scan_marker) at = behind_scan(file, at);
    }
    return found;
}

} // namespace atrous
