// Finds formats in the table.
#include "formats/common/formats.h"
#include <algorithm>
#include <vector>

namespace atrous {
namespace {

bool matches(std::string_view head, std::string_view signature) {
    if (signature.empty() || head.size() < signature.size()) return false;
    return std::ranges::equal(signature, head.substr(0, signature.size()),
                              [](char wanted, char byte) { return wanted == '?' || wanted == byte; });
}

} // namespace

std::span<const std::reference_wrapper<const Format>> formats() {
#define ATROUS_FORMAT_ROW(name) name##_format,
    static constexpr std::reference_wrapper<const Format> all[] = {ATROUS_FORMATS(ATROUS_FORMAT_ROW)};
#undef ATROUS_FORMAT_ROW
    return all;
}

const Format* format_named(std::string_view name) {
    for (const Format& format : formats())
        if (name == format.name) return &format;
    return nullptr;
}

const Format* format_of_bytes(std::string_view head) {
    for (const Format& format : formats())
        if (std::ranges::any_of(format.signatures, [&](auto signature) { return matches(head, signature); }))
            return &format;
    return nullptr;
}

PixelType closest_type(const Format& format, PixelType type) {
    using enum PixelType;
    static const std::vector<std::vector<PixelType>> wishes = {
        {u8, f16, u16, f32}, {u16, f32, f16, u8}, {f16, f32, u16, u8}, {f32, f16, u16, u8}};
    for (const PixelType wish : wishes[std::size_t(type)])
        if (std::ranges::find(format.types, wish) != format.types.end()) return wish;
    return type;
}

} // namespace atrous
