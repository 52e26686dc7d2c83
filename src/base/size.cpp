// Converts text to sizes and back. Hides the suffix table.
#include "base/size.h"
#include "base/error.h"
#include "base/messages.h"
#include "base/text.h"
#include <charconv>

namespace atrous {
namespace {

constexpr std::string_view suffixes = "KMGT";

bool read_int(std::string_view text, int& value) {
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), value);
    return bad == std::errc{} && end == text.data() + text.size();
}

} // namespace

std::string to_string(Size size) { return std::to_string(size.width) + "x" + std::to_string(size.height); }

Size parse_size(const std::string& text, const std::string& what, int most, const char* example) {
    Size size;
    const auto cross = text.find_first_of("xX");
    const std::string_view all = text;
    const bool read = cross != std::string::npos && read_int(all.substr(0, cross), size.width) &&
                      read_int(all.substr(cross + 1), size.height);
    if (!read || size.width < 1 || size.height < 1 || size.width > most || size.height > most)
        throw usage_error(messages::size_invalid, what, text, most, example);
    return size;
}

std::uint64_t parse_bytes(const std::string& text, const std::string& what) {
    double number = 0;
    const auto [end, bad] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string unit(end, text.data() + text.size());
    while (!unit.empty() && unit.front() == ' ') unit.erase(0, 1);
    double scale = 1;
    bool known = unit.empty() || unit == "B";
    if (!unit.empty()) {
        const auto power = suffixes.find(char(std::toupper(static_cast<unsigned char>(unit[0]))));
        const std::string rest = unit.substr(1);
        if (power != std::string_view::npos && (rest.empty() || rest == "B" || rest == "iB")) {
            known = true;
            for (std::size_t i = 0; i <= power; ++i) scale *= 1024;
        }
    }
    if (bad != std::errc{} || !known || !(number > 0) || number * scale > 1e18)
        throw usage_error(messages::bytes_invalid, what, text);
    return std::uint64_t(number * scale);
}

std::string format_bytes(std::uint64_t bytes) {
    double value = double(bytes);
    int unit = -1;
    while (value >= 1024 && unit + 1 < int(suffixes.size())) value /= 1024, ++unit;
    if (unit < 0) return std::to_string(bytes) + " B";
    return fixed(value, value < 10 ? 1 : 0) + " " + suffixes[std::size_t(unit)] + "iB";
}

} // namespace atrous
