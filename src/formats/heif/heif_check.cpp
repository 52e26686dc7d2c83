// Checks of a HEIC or AVIF before libheif reads it.
#include "formats/common/messages.h"
#include "formats/heif/heif_boxes.h"
#include "formats/heif/messages.h"

namespace atrous {

Damage damage_in_heif(const FileView& file) {
    Damage found;
    if (const int tracks = heif_tracks(file); tracks > 0)
        found.unread.add(message(messages::heif_sequence, tracks));
    const std::string light = heif_pictures(file).cut_light; // an error in libheif 1.15, nothing in 1.23
    if (!light.empty()) found.lost.add(message(messages::heif_item, light, "it is cut off"));
    walk_boxes(file, 0, file.size(), [&](const Box& box) { // C2PA 2.2, A.5
        constexpr std::string_view c2pa = "\xd8\xfe\xc3\xd6\x1b\x0e\x48\x3c\x92\x97\x58\x28\x87\x7e\xc4\x81";
        if (box.name != "uuid" || file.bytes(box.at, c2pa.size()) != c2pa) return true;
        return found.notes.add(message(messages::credentials)), false;
    });
    return found;
}

// libheif holds planes of up to 16 bits, and RGB with alpha.
std::uint64_t heif_opening_bytes(const FileView& file) {
    constexpr std::uint64_t pixel = 8;
    return capped_bytes({heif_pictures(file).pixels, pixel});
}

} // namespace atrous
