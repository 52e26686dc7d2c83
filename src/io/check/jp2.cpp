// The boxes of a JPEG 2000 file (ISO 15444-1, I.4): its profile.
#include "io/check/check.h"

namespace atrous {
namespace {

/// `top`: not within another box; those that matter are nested once.
std::string check_boxes(const FileView& file, std::uint64_t at, std::uint64_t end, bool top) {
    while (at + 8 <= end) {
        std::uint64_t size = file.number(at, 4), head = 8;
        const std::string name = file.bytes(at + 4, 4);
        if (size == 1) size = file.number(at + 8, 8), head = 16;
        if (size == 0) size = end - at; // to the end
        if (size < head || size > end - at) break;
        std::string why;
        if (top && name == "jp2h") why = check_boxes(file, at + head, at + size, false);
        // Method 2 (3): a restricted (any) profile behind method, precedence and approximation.
        if (name == "colr" && size > head + 3 && file.number(at + head, 1) >= 2)
            why = check_icc(file.bytes(at + head + 3, std::min(size - head - 3, most_profile_bytes + 1)));
        if (!why.empty()) return why;
        at += size;
    }
    return {};
}

} // namespace

std::string check_jp2(const FileView& file) { return check_boxes(file, 0, file.size(), true); }

} // namespace atrous
