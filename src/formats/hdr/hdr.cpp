// Reports lines of a Radiance header about samples that OpenImageIO 2.4 ignores.
#include "base/text.h"
#include "formats/common/codec.h"
#include "formats/common/damage_messages.h"
#include <utility>

namespace atrous {
namespace {

Damage damage_in_hdr(const FileView& file) {
    constexpr std::uint64_t longest = 4096;
    constexpr std::pair<std::string_view, double> usual[] = {
        {"EXPOSURE=", 1}, {"COLORCORR=", 1}, {"GAMMA=", 1}, {"PIXASPECT=", 1}, {"PRIMARIES=", 0.64}};
    Damage found;
    const std::string head = file.bytes(0, longest);
    for (const auto& [name, number] : usual) {
        const std::size_t at = head.substr(0, head.find("\n\n")).find("\n" + std::string(name));
        if (at != std::string::npos &&
            std::strtof(head.c_str() + at + 1 + name.size(), nullptr) != float(number))
            found.unread.add(
                message(messages::hdr_line, one_line(head.substr(at + 1, head.find('\n', at + 1) - at - 1))));
    }
    return found;
}

/// OpenImageIO confuses +X +Y and -X -Y.
void patch_header(OpenFile&, OIIO::ImageSpec& spec) {
    if (const int turn = spec.get_int_attribute("Orientation"); turn == 6 || turn == 8)
        spec["Orientation"] = 14 - turn;
}

} // namespace

const Codec hdr_codec{.format = hdr_format,
                      .reader = {.damage = damage_in_hdr, .patch_header = patch_header}};

} // namespace atrous
