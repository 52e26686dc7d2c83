// The chunks of a PNG (third edition, 5.3).
#pragma once
#include "io/bytes/file_view.h"

namespace atrous {

struct PngChunk {
    std::string name;
    std::uint64_t at = 0, length = 0; ///< of its data
};

/// Calls each(chunk) for those that lie in the file, IEND included, until it says false; returns where the walk ended.
template <class Each>
std::uint64_t walk_png(const FileView& file, Each each) {
    constexpr std::uint64_t first = 8, around_data = 12;
    std::uint64_t at = first;
    while (file.has(at, around_data)) {
        const PngChunk chunk{number_bytes(file.number(at + 4, 4), 4), at + 8, file.number(at, 4)};
        if (!file.has(at, around_data + chunk.length)) break;
        if (!each(chunk) || chunk.name == "IEND") break;
        at += around_data + chunk.length;
    }
    return at;
}

} // namespace atrous
