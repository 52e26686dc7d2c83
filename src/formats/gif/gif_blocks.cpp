// Follows the lengths of blocks and their chains of sub-blocks.
#include "formats/gif/gif_blocks.h"

namespace atrous {
namespace {

/// End of a chain of sub-blocks, after the one of length 0, or nothing if the file ends before.
std::optional<std::uint64_t> after_chain(const FileView& file, std::uint64_t at) {
    while (file.has(at, 1)) {
        const std::uint64_t length = file.number(at, 1);
        at += 1 + length;
        if (length == 0) return at;
    }
    return {};
}

} // namespace

std::uint64_t gif_table_bytes(std::uint64_t flags) {
    return flags & 0x80 ? std::uint64_t(3) << ((flags & 7) + 1) : 0;
}

std::uint64_t first_gif_block(const FileView& file) {
    constexpr std::uint64_t screen_bytes = 13;
    return screen_bytes + gif_table_bytes(file.number(gif_screen_flags, 1));
}

std::optional<std::uint64_t> after_gif_block(const FileView& file, std::uint64_t at, int kind) {
    if (kind == gif_extension) return after_chain(file, at + 2);
    if (!file.has(at, gif_descriptor_bytes)) return {};
    const std::uint64_t code_size = 1, flags = file.number(at + gif_descriptor_bytes - 1, 1);
    return after_chain(file, at + gif_descriptor_bytes + gif_table_bytes(flags) + code_size);
}

bool is_still_gif(const FileView& file) {
    int frames = 0;
    for (std::optional<std::uint64_t> at = first_gif_block(file); at && frames < 2;) {
        const int kind = int(file.number(*at, 1));
        if (kind != gif_image && kind != gif_extension) break;
        frames += kind == gif_image;
        at = after_gif_block(file, *at, kind);
    }
    return frames < 2;
}

} // namespace atrous
