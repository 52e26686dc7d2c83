// The table of formats by extension.
#include "formats/dispatch/extensions.h"
#include "base/size.h"
#include "base/text.h"
#include "formats/common/formats.h"
#include "formats/dispatch/metadata.h"
#include <algorithm>

namespace atrous {
bool has_windows(const std::string& format) {
    const Format* row = format_named(format);
    return row && row->windows;
}

bool writes_bands(const std::filesystem::path& path) {
    const Format* format = format_named(format_name(path));
    return format && format->bands;
}

bool has_quality(const std::filesystem::path& path) {
    const Format* format = format_named(format_name(path));
    return format && format->compression &&
           std::string_view(format->compression).find(':') < std::string_view::npos;
}

const char* depth_name(PixelType type) {
    static constexpr const char* rows[] = {"uint8", "uint16", "half", "float"};
    return rows[std::size_t(type)];
}

std::string depth_refusal(const std::filesystem::path& path, PixelType type) {
    const Format* format = format_named(format_name(path));
    if (!format || std::ranges::count(format->types, type) > 0) return {};
    std::vector<std::string> names;
    for (const PixelType one : format->types) names.emplace_back(depth_name(one));
    return std::string(format->name) + " holds " + joined(names, " or ") +
           (names.size() == 1 ? " alone" : "");
}

std::string size_refusal(const std::filesystem::path& path, Size size) {
    const Format* format = format_named(format_name(path));
    if (!format) return {};
    const bool small = std::min(size.width, size.height) < format->least_side;
    if (!small && std::max(size.width, size.height) <= format->most_side) return {};
    return std::string(format->name) + " is written with sides of at " +
           (small ? "least " + std::to_string(format->least_side)
                  : "most " + std::to_string(format->most_side)) +
           " pixels, the picture has " + to_string(size) + "; another format holds it, like .png or .tif";
}

std::string colours_refusal(const std::filesystem::path& path, const OutputColours& colours) {
    const Format* format = format_named(format_name(path));
    const bool holds =
        !format || format->profile || (format->place != ExifPlace::none && has_metadata_library());
    const bool untagged = colours.is_srgb && format && std::ranges::none_of(format->types, is_float);
    return holds || untagged ? "" : std::string(format->name) + " holds no ICC profile";
}

bool has_subsampling(const std::filesystem::path& path) {
    const Format* format = format_named(format_name(path));
    return format && format->subsampling;
}

} // namespace atrous
