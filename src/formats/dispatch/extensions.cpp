// The table of formats, by OpenImageIO's list of extensions.
#include "formats/dispatch/extensions.h"
#include "base/size.h"
#include "base/text.h"
#include "formats/common/formats.h"
#include "formats/common/library.h"
#include "formats/dispatch/metadata.h"
#include <algorithm>
#include <map>

namespace atrous {
namespace {

struct Extensions {
    std::map<std::string, std::string> formats{}; ///< of extensions
    std::map<std::string, std::string> usual{};   ///< of formats the first extension
};

/// As the library was built.
const Extensions& known_extensions() {
    static const Extensions all = [] {
        prepare_library();
        Extensions found;
        for (const auto& entry : split(OIIO::get_string_attribute("extension_list"), ';')) {
            const auto colon = entry.find(':');
            const std::string format = entry.substr(0, colon);
            if (colon == std::string::npos || !format_named(format)) continue;
            for (const auto& name : split(entry.substr(colon + 1), ',')) {
                found.formats.emplace(name, format);
                found.usual.emplace(format, name);
            }
        }
        return found;
    }();
    return all;
}

/// Extension to format name, for the formats of our table.
const std::map<std::string, std::string>& extensions() { return known_extensions().formats; }

} // namespace

std::string format_name(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    if (!extension.empty()) extension.erase(0, 1);
    const auto row = extensions().find(lower(extension));
    return row == extensions().end() ? "" : row->second;
}

std::string usual_extension(const std::string& format) {
    const auto row = known_extensions().usual.find(format);
    return row != known_extensions().usual.end() && can_write("x." + row->second) ? row->second : "";
}

const std::vector<std::string>& readable_extensions() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> names;
        for (const auto& [name, format] : extensions()) names.push_back(name);
        return names;
    }();
    return all;
}

bool has_windows(const std::string& format) {
    const Format* row = format_named(format);
    return row && row->windows;
}
bool can_read(const std::filesystem::path& path) { return !format_name(path).empty(); }

bool can_write(const std::filesystem::path& path) {
    const std::string format = format_name(path);
    // PFM holds floats, of which OpenImageIO 2.4's writer makes bytes.
    if (format.empty() || lower(path.extension().string()) == ".pfm") return false;
    return !format_named(format)->types.empty() && OIIO::ImageOutput::create(format) != nullptr;
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
