// What a file may hold before it is refused: more of it is known to make the libraries crash, wait or take memory out of all proportion.
#pragma once
#include <cstddef>
#include <cstdint>

namespace atrous {

/// The manual lists them.
constexpr std::uint64_t most_xmp_bytes = std::uint64_t(64) << 20;
constexpr int most_xml_levels = 100;
constexpr std::size_t most_xmp_properties = 20'000;
constexpr int most_file_channels = 1024;
constexpr int longest_file_side = 65535;
constexpr int most_file_parts = 1024;

} // namespace atrous
