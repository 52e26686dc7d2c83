// Makes WebP files by libwebp's own simple functions, not by the codec, and animations as encoders make them.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace files {

/// RGBA samples as libwebp's own command line would encode them. Quality 0: without loss.
std::string encoded(const std::vector<std::uint8_t>& rgba, int width, int height, float quality);
/// RGBA samples of one value.
std::vector<std::uint8_t> filled(int pixels, std::uint8_t value, std::uint8_t alpha);

/// A frame of an animation: that part of the image which changes.
struct WebpPatch {
    int x, width, duration;
    std::uint8_t value, alpha;
    int quality = 0;
};
std::string animation(int width, int height, int loops, const std::vector<WebpPatch>& frames);

/// Durations of a file's frames, and number of loops.
struct WebpTimes {
    std::vector<int> durations;
    int loops = -1; ///< the file is damaged
    bool operator==(const WebpTimes&) const = default;
};
WebpTimes times_of(const std::string& bytes);

} // namespace files
