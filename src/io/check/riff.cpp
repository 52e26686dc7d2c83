// The chunks of a WebP: XMP, and the size of the profile.
#include "io/check/check.h"

namespace atrous {

std::string check_riff(const FileView& file) {
    for (std::uint64_t at = 12; file.has(at, 8);) {
        const std::string name = file.bytes(at, 4);
        const std::uint64_t length = file.number(at + 4, 4, false);
        if (!file.has(at + 8, length)) break;
        std::string why;
        if (name == "XMP ") why = check_xmp(file.bytes(at + 8, std::min(length, most_xmp_bytes + 1)));
        if (name == "ICCP" && length > most_profile_bytes)
            why = check_icc(file.bytes(at + 8, most_profile_bytes + 1));
        if (!why.empty()) return why;
        at += 8 + length + length % 2;
    }
    return {};
}

} // namespace atrous
