// The marker segments of a JPEG in front of its first scan (ITU-T T.81, B.1.1): profile, XMP, and a size that the file's
// bytes can hold.
#include "io/check/check.h"
#include "io/check/jpeg_markers.h"
#include "io/metadata/xmp_size.h"
#include <map>

namespace atrous {
namespace {

using namespace std::string_view_literals;

constexpr auto icc_magic = "ICC_PROFILE\0"sv;
/// Pixels per byte of a file. A block of 64 takes a bit and more in the sparsest scans; this is 16 times less.
constexpr std::uint64_t most_pixels_per_byte = 64 * 8 * 16;

bool is_frame(int marker) {
    return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
}

std::string check_frame(const FileView& file, std::uint64_t at) {
    const std::uint64_t height = file.number(at + 1, 2), width = file.number(at + 3, 2);
    if (width * height / most_pixels_per_byte <= file.size()) return {};
    return "its header says " + std::to_string(width) + "x" + std::to_string(height) + " pixels, which its " +
           std::to_string(file.size()) + " bytes cannot hold; it is cut or damaged";
}

} // namespace

std::string check_jpeg(const FileView& file) {
    std::map<int, std::string> profile; // by the segments' numbers
    std::string why;
    for (std::uint64_t at = 2; why.empty();) {
        const auto found = next_jpeg_marker(file, at);
        if (!found || found->marker == jpeg_scan_marker || found->marker == jpeg_end_marker) break;
        const int marker = found->marker;
        if (is_frame(marker)) why = check_frame(file, found->body);
        if (marker == 0xE1 || marker == 0xE2) {
            const std::string bytes = file.bytes(found->body, found->size);
            if (marker == 0xE1 && bytes.starts_with(xmp_magic))
                why = check_xmp(std::string_view(bytes).substr(xmp_magic.size()));
            if (marker == 0xE2 && bytes.starts_with(icc_magic) && bytes.size() >= icc_magic.size() + 2)
                profile.emplace(static_cast<unsigned char>(bytes[icc_magic.size()]),
                                bytes.substr(icc_magic.size() + 2));
        }
    }
    if (!why.empty()) return why;
    std::string whole;
    for (const auto& [number, part] : profile) whole += part;
    return check_icc(whole);
}

} // namespace atrous
