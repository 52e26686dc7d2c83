// Walks over the blocks of a GIF (GIF89a, sections 17 to 27).
#pragma once
#include "files/file_view.h"
#include <optional>

namespace atrous {

/// First byte of a block.
constexpr int gif_extension = 0x21, gif_image = 0x2c;
constexpr std::uint64_t gif_screen_flags = 10, gif_descriptor_bytes = 10;

/// Bytes of the colour table that these flags announce.
std::uint64_t gif_table_bytes(std::uint64_t flags);
/// The place of the first block.
std::uint64_t first_gif_block(const FileView& file);
/// The end of the image or extension at `at`, or nothing if the file ends before.
std::optional<std::uint64_t> after_gif_block(const FileView& file, std::uint64_t at, int kind);

/// True if a GIF has no second frame.
bool is_still_gif(const FileView& file);

} // namespace atrous
