// How a WebP's picture is compressed, by its first bytes. Needs no library.
#pragma once
#include <string_view>

namespace atrous {

/// The quality (1 to 100) that libwebp's encoder was given, of the first bytes of a chunk 'VP8 ', some 200; 0 where these are of
/// no key frame. Within 5 for every picture; other encoders have no such number.
int webp_quality(std::string_view picture);

} // namespace atrous
