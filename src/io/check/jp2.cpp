// The boxes of a JPEG 2000 file: its profile.
#include "io/bytes/boxes.h"
#include "io/check/check.h"

namespace atrous {

std::string check_jp2(const FileView& file) {
    std::string why;
    const auto look = [&](const Box& box) {
        // Method 2 (3): a restricted (any) profile behind method, precedence and approximation.
        if (box.name == "colr" && box.length > 3 && file.number(box.at, 1) >= 2)
            why = check_icc(file.bytes(box.at + 3, std::min(box.length - 3, most_profile_bytes + 1)));
        return why.empty();
    };
    walk_boxes(file, 0, file.size(), [&](const Box& box) {
        if (box.name == "jp2h") walk_boxes(file, box.at, box.at + box.length, look);
        return why.empty() && look(box);
    });
    return why;
}

} // namespace atrous
