// The boxes of JPEG 2000 files (ISO 15444-1, I.4) and of HEIF (ISO 14496-12, 4.2).
#pragma once
#include "io/bytes/file_view.h"
#include <algorithm>

namespace atrous {

struct Box {
    std::string name;                 ///< four letters
    std::uint64_t at = 0, length = 0; ///< of what is in it
};

/// Calls each(box) for the boxes that lie one behind the other, until it says false. Of one that is cut off, and of one without a
/// length, all counts that there is before the end.
template <class Each>
void walk_boxes(const FileView& file, std::uint64_t at, std::uint64_t end, Each each) {
    while (at + 8 <= end) {
        std::uint64_t size = file.number(at, 4), head = 8;
        const std::string name = number_bytes(file.number(at + 4, 4), 4);
        if (size == 1) size = file.number(at + 8, 8), head = 16;
        if (size == 0) size = end - at;
        size = std::min(size, end - at);
        if (size < head || !each(Box{name, at + head, size - head})) return;
        at += size;
    }
}

} // namespace atrous
