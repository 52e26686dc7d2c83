// One behind the other, from behind the header on.
#include "formats/psd/psd.h"

namespace atrous {

std::array<PsdSection, 3> psd_sections(const FileView& file) {
    constexpr std::uint64_t behind_header = 26, version_at = 4, psb = 2;
    const int of_layers = file.number(version_at, 2) == psb ? 8 : 4;
    std::array<PsdSection, 3> sections{
        {{"colour table", behind_header, 4, 0}, {"resources", 0, 4, 0}, {"layers", 0, of_layers, 0}}};
    std::uint64_t at = behind_header;
    for (PsdSection& section : sections) {
        section.begin = at;
        section.length = file.number(at, section.length_bytes);
        at = section.end();
    }
    return sections;
}

} // namespace atrous
