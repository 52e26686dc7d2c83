// Whether the bytes of an ICC profile are what their table of tags says.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace atrous {

/// The manual lists it, with the limits of files/file_view.h.
constexpr std::uint64_t most_profile_bytes = std::uint64_t(16) << 20;

/// Why an ICC profile is refused: its size, or a tag that does not lie in it.
std::string check_icc(std::string_view profile);
/// What of an ICC profile keeps libpng 1.6 from writing it for a picture of greys or of colours; empty: nothing.
std::string png_refusal(std::string_view profile, bool grey);
/// Whether a tag of it does not lie in it.
bool has_bad_icc_table(std::string_view profile);

} // namespace atrous
