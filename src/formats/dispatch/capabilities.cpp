// Looks up the row of the format that belongs to an extension; reads and lists compressions.
#include "formats/dispatch/capabilities.h"
#include "base/error.h"
#include "base/size.h"
#include "base/text.h"
#include "formats/common/file_format.h"
#include "formats/common/formats.h"
#include "formats/common/messages.h"
#include <algorithm>
#include <functional>

namespace atrous {
bool has_windows(const std::string& format) {
    const Format* row = format_named(format);
    return row && row->windows;
}

bool shows_display(const std::string& from, const std::filesystem::path& to) {
    const Format *read = format_named(from), *written = format_by_name(to);
    return read && written && read->own_types && !written->own_types;
}

bool is_windowed(const ImageWindow& place) {
    return place.display.width > 0 && place.display.height > 0 &&
           (place.x != place.display_x || place.y != place.display_y || place.size != place.display);
}

bool writes_bands(const std::filesystem::path& path) {
    const Format* format = format_by_name(path);
    return format && format->bands;
}

bool has_quality(const std::filesystem::path& path) {
    const Format* format = format_by_name(path);
    return format && format->has_quality();
}

std::string depth_name(PixelType type, int bits) {
    static constexpr const char* rows[] = {"uint8", "uint16", "half", "float"};
    return bits > 0 ? "uint" + std::to_string(bits) : rows[std::size_t(type)];
}

Message depth_refusal(const std::filesystem::path& path, PixelType type, int bits) {
    const Format* format = format_by_name(path);
    const bool holds =
        !format || (std::ranges::count(format->types, type) > 0 && (bits == 0 || format->few_bits));
    if (holds) return {};
    std::vector<std::string> names;
    for (const PixelType one : format->types) names.emplace_back(depth_name(one));
    if (format->few_bits) names.insert(names.begin() + 1, {"uint10", "uint12"});
    return message(messages::format_depth, format_title(format, path), joined(names, " or "));
}

Message size_refusal(const std::filesystem::path& path, Size size) {
    const Format* format = format_by_name(path);
    if (!format) return {};
    const bool small = std::min(size.width, size.height) < format->min_side;
    if (!small && std::max(size.width, size.height) <= format->max_side) return {};
    return message(messages::format_size, format_title(format, path),
                   small ? format->min_side : format->max_side, small ? "least" : "most", to_string(size));
}

Message colourless_refusal(const std::filesystem::path& path) {
    const Format* format = format_by_name(path);
    if (!format || format->any_channels) return {};
    return message(messages::part_without_colour, format_title(format, path));
}

Message colours_refusal(const std::filesystem::path& path, const OutputColours& colours) {
    const Format* format = format_by_name(path);
    if (is_hdr(colours) && format && !format->keeps_hdr)
        return message(messages::format_no_hdr, format_title(format, path), hdr_formats());
    const bool holds = !format || format->profile;
    const bool untagged = colours.is_srgb && format && std::ranges::none_of(format->types, is_float);
    return holds || untagged ? Message() : message(messages::format_no_profile, format->title);
}

namespace {

bool level_fits(const CompressionRow& row, const std::string& value) {
    const auto colon = value.find(':');
    if (colon == std::string::npos) return true;
    const auto level = read_number(value.substr(colon + 1));
    return level && *level >= row.least && *level <= row.most && *level == double(int(*level));
}

/// The formats in the order in which messages list their compressions: the ones with the most choices first, then the ones with a
/// quality.
std::vector<const Format*> formats_by_compressions() {
    std::vector<const Format*> all;
    for (const Format& format : formats()) all.push_back(&format);
    std::ranges::stable_sort(all, std::greater(), [](const Format* format) {
        return format->has_quality() ? 0 : format->compressions.size();
    });
    return all;
}

/// The format's row for NAME or NAME:LEVEL, or null. If `format` is empty, the row of any format.
const CompressionRow* compression_row(std::string_view format, const std::string& value) {
    const std::string name = value.substr(0, value.find(':'));
    for (const Format* one : formats_by_compressions())
        for (const CompressionRow& row : one->compressions)
            if ((format.empty() || format == one->name) && name == row.name && level_fits(row, value))
                return &row;
    return nullptr;
}

/// "openexr: none, rle, zip[:1-9], ..." for all formats, joined by semicolons.
std::string compressions_text() {
    std::vector<std::string> formats;
    for (const Format* format : formats_by_compressions()) {
        std::vector<std::string> names;
        for (const CompressionRow& row : format->compressions)
            names.push_back(row.name +
                            (row.most > 0 ? "[:" + decimal(row.least) + "-" + decimal(row.most) + "]" : ""));
        if (!names.empty()) formats.push_back(std::string(format->title) + ": " + joined(names));
    }
    return joined(formats, "; ");
}

} // namespace

void check_compression(const std::string& value) {
    if (!compression_row("", value))
        throw usage_error(messages::unknown_compression, value, compressions_text());
}

bool format_has_compression(const std::string& format, const std::string& value, bool avif) {
    if (value.empty() || format.empty()) return false;
    const CompressionRow* row = compression_row(format, value);
    return row && (std::string_view(row->name) == "avif") == avif;
}
bool has_compression(const std::filesystem::path& path, const std::string& value) {
    return format_has_compression(format_name(path), value, is_avif(path));
}

std::string formats_with_compression(const std::string& value) {
    std::vector<std::string> names;
    for (const Format* format : formats_by_compressions())
        if (compression_row(format->name, value)) names.emplace_back(format->title);
    return alternatives(names);
}

bool is_lossless(const std::filesystem::path& path, const std::string& value) {
    return has_compression(path, value) && !compression_row(format_name(path), value)->loses;
}

bool has_own_quality(const std::string& value) {
    constexpr double best_quality = 100;
    const CompressionRow* row = compression_row("", value);
    return row && row->loses && row->most == best_quality && compression_level(value) >= 0;
}

int compression_level(const std::string& value) {
    const auto colon = value.find(':');
    return colon == std::string::npos ? -1 : int(read_number(value.substr(colon + 1)).value_or(-1));
}

bool is_exr_compression(const std::string& value) {
    return compression_row(exr_format.name, value) != nullptr;
}

bool loses_as_exr(const std::string& compression) {
    const CompressionRow* row = compression_row(exr_format.name, compression);
    return row && row->loses;
}

} // namespace atrous
