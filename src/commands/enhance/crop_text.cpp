// Converts a rectangle to text and back, separately from crop.cpp, which needs files and filters.
#include "base/error.h"
#include "base/size.h"
#include "commands/enhance/crop.h"
#include "commands/enhance/messages.h"
#include <algorithm>
#include <charconv>
#include <iterator>

namespace atrous {

Crop parse_crop(const std::string& text) {
    Crop crop;
    int* const numbers[] = {&crop.size.width, &crop.size.height, &crop.x, &crop.y};
    constexpr char before[] = {0, 'x', '+', '+'};
    const char *at = text.data(), *const end = at + text.size();
    bool read = true;
    for (std::size_t i = 0; i < std::size(numbers) && read; ++i) {
        if (i > 0) read = at != end && *at++ == before[i];
        const auto [next, bad] = std::from_chars(at, end, *numbers[i]);
        read = read && bad == std::errc{};
        at = next;
    }
    constexpr int most = 1 << 30;
    const auto too_far = [&](const int* n) { return *n > most || *n < -most; };
    if (!read || at != end || crop.size.width < 1 || crop.size.height < 1 ||
        std::ranges::any_of(numbers, too_far))
        throw usage_error(messages::crop_syntax, text);
    return crop;
}

std::string to_string(const Crop& crop) {
    return to_string(crop.size) + "+" + std::to_string(crop.x) + "+" + std::to_string(crop.y);
}

} // namespace atrous
