// The header of a PSD or PSB (Adobe Photoshop File Formats Specification): its colours, which OpenImageIO would convert
// without their profile, and the lengths of its sections.
#include "io/check/check.h"

namespace atrous {
namespace {

/// Modes whose numbers are no RGB, grey or palette; OpenImageIO 2.4 makes RGB of the first without its profile.
struct Mode {
    std::uint64_t number;
    const char* colours;
};
constexpr Mode refused[] = {{4, "CMYK"}, {7, "multichannel"}, {8, "duotone"}, {9, "Lab"}};

} // namespace

std::string check_psd(const FileView& file) {
    constexpr std::uint64_t mode_at = 24, sections = 26;
    const std::uint64_t mode = file.number(mode_at, 2);
    for (const Mode& row : refused)
        if (row.number == mode)
            return std::string("is a PSD of ") + row.colours +
                   " colours, which is not supported; convert it to RGB first";
    const bool large = file.number(4, 2) == 2; // PSB: the layers' length has 8 bytes
    std::uint64_t at = sections;
    for (const char* section : {"colour table", "resources", "layers"}) {
        const int bytes = large && section[0] == 'l' ? 8 : 4;
        const std::uint64_t length = file.number(at, bytes);
        if (!file.has(at + std::uint64_t(bytes), length))
            return std::string("is cut or damaged: its ") + section + " are said to take " +
                   std::to_string(length) + " bytes, the file has " + std::to_string(file.size());
        at += std::uint64_t(bytes) + length;
    }
    return {};
}

} // namespace atrous
