// OpenImageIO's global state: options, the lock around its open(), its list of extensions; and type names.
#include "base/text.h"
#include "io/codec/oiio.h"
#include <algorithm>
#include <atomic>
#include <cctype>
#include <malloc.h>
#include <map>

namespace atrous {
namespace {

constexpr PixelType pixel_types[] = {PixelType::u8, PixelType::u16, PixelType::f16, PixelType::f32};

/// Extension to format name, for the formats of our table, as the library was built.
const std::map<std::string, std::string>& extensions() {
    static const std::map<std::string, std::string> all = [] {
        prepare_library();
        std::map<std::string, std::string> found;
        for (const auto& entry : split(OIIO::get_string_attribute("extension_list"), ';')) {
            const auto colon = entry.find(':');
            const std::string format = entry.substr(0, colon);
            if (colon == std::string::npos || !format_named(format)) continue;
            for (const auto& name : split(entry.substr(colon + 1), ',')) found.emplace(name, format);
        }
        return found;
    }();
    return all;
}

} // namespace

void prepare_library() {
    static std::once_flag once;
    std::call_once(once, [] {
        OIIO::attribute("threads", 1);         // the batch already decodes several files at once
        OIIO::attribute("try_all_readers", 0); // the format is what the first bytes say
        OIIO::attribute("tiff:half", 1);       // a half TIFF stays one
        OIIO::attribute("log_times", 0);
        OIIO::attribute("debug", 0); // else its exr writer prints to stdout
    });
}

bool zero_new_memory() {
    static std::atomic<bool> done = false;
    constexpr int all_ones = 0xff; // new memory gets the complement
    return !done.exchange(true) && ::mallopt(M_PERTURB, all_ones) == 1;
}

bool leaves_gaps(std::string_view format, std::string_view compression) {
    return format == "heif" || (format == "openexr" && compression.starts_with("dwa")) ||
           (format == "tiff" && compression == "webp");
}

std::mutex& opening() {
    static std::mutex lock;
    return lock;
}

OIIO::TypeDesc type_desc(PixelType type) {
    static constexpr OIIO::TypeDesc::BASETYPE rows[] = {OIIO::TypeDesc::UINT8, OIIO::TypeDesc::UINT16,
                                                        OIIO::TypeDesc::HALF, OIIO::TypeDesc::FLOAT};
    return rows[std::size_t(type)];
}

PixelType pixel_type(const std::vector<OIIO::TypeDesc>& types) {
    for (const PixelType type : pixel_types)
        if (std::ranges::all_of(types, [&](OIIO::TypeDesc t) { return t == type_desc(type); })) return type;
    return PixelType::f32;
}

std::vector<OIIO::TypeDesc> channel_types(const OIIO::ImageSpec& spec) {
    std::vector<OIIO::TypeDesc> types;
    spec.get_channelformats(types);
    return types;
}

std::vector<OIIO::TypeDesc> colour_types(const OIIO::ImageSpec& spec, const ColourChannels& colour) {
    const std::vector<OIIO::TypeDesc> all = channel_types(spec);
    std::vector<OIIO::TypeDesc> types;
    for (const int i : colour.index) types.push_back(all[std::size_t(i)]);
    return types;
}

std::vector<std::size_t> channel_offsets(const std::vector<OIIO::TypeDesc>& types) {
    std::vector<std::size_t> offsets{0};
    for (const OIIO::TypeDesc& type : types) offsets.push_back(offsets.back() + type.size());
    return offsets;
}

void copy_channel(Size size, const ChannelView& from, const ChannelView& to) {
    const auto step = OIIO::stride_t(from.pixel_bytes), put = OIIO::stride_t(to.pixel_bytes);
    OIIO::convert_image(1, size.width, size.height, 1, from.data, from.type, step, step * size.width,
                        OIIO::AutoStride, to.data, to.type, put, put * size.width, OIIO::AutoStride);
}

void copy_rows(const RowRange& rows, const ChannelView& from, const ChannelView& to) {
    const auto behind = [&](const ChannelView& view) {
        const std::size_t before = std::size_t(rows.first) * std::size_t(rows.width) * view.pixel_bytes;
        return ChannelView{view.data + before, view.type, view.pixel_bytes};
    };
    copy_channel({rows.width, rows.behind - rows.first}, behind(from), behind(to));
}

std::string format_of_extension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    if (!extension.empty()) extension.erase(0, 1);
    const auto row = extensions().find(lower(extension));
    return row == extensions().end() ? "" : row->second;
}

const std::vector<std::string>& readable_extensions() {
    static const std::vector<std::string> all = [] {
        std::vector<std::string> names;
        for (const auto& [name, format] : extensions()) names.push_back(name);
        return names;
    }();
    return all;
}

std::string format_name(const std::filesystem::path& path) { return format_of_extension(path); }

bool has_windows(const std::string& format) {
    const Format* row = format_named(format);
    return row && row->windows;
}
bool can_read(const std::filesystem::path& path) { return !format_of_extension(path).empty(); }

bool can_write(const std::filesystem::path& path) {
    const std::string format = format_of_extension(path);
    // PFM holds floats, of which OpenImageIO 2.4's writer makes bytes.
    if (format.empty() || lower(path.extension().string()) == ".pfm") return false;
    return !format_named(format)->types.empty() && OIIO::ImageOutput::create(format) != nullptr;
}

bool writes_bands(const std::filesystem::path& path) {
    const Format* format = format_named(format_of_extension(path));
    return format && format->bands;
}

bool has_quality(const std::filesystem::path& path) {
    const Format* format = format_named(format_of_extension(path));
    return format && format->compression &&
           std::string_view(format->compression).find(':') < std::string_view::npos;
}

const char* depth_name(PixelType type) {
    static constexpr const char* rows[] = {"uint8", "uint16", "half", "float"};
    return rows[std::size_t(type)];
}

std::string depth_refusal(const std::filesystem::path& path, PixelType type) {
    const Format* format = format_named(format_of_extension(path));
    if (!format || std::ranges::count(format->types, type) > 0) return {};
    std::vector<std::string> names;
    for (const PixelType one : format->types) names.emplace_back(depth_name(one));
    return std::string(format->name) + " holds " + joined(names, " or ") +
           (names.size() == 1 ? " alone" : "");
}

std::string colours_refusal(const std::filesystem::path& path, const OutputColours& colours) {
    const Format* format = format_named(format_of_extension(path));
    const bool holds =
        !format || format->profile || (format->place != ExifPlace::none && has_metadata_library());
    const bool untagged = colours.is_srgb && format && std::ranges::none_of(format->types, is_float);
    return holds || untagged ? "" : std::string(format->name) + " holds no ICC profile";
}

bool has_subsampling(const std::filesystem::path& path) {
    const Format* format = format_named(format_of_extension(path));
    return format && format->place == ExifPlace::segment;
}

std::string message_of(OIIO::ImageInput& in) {
    std::string message = in.geterror();
    std::ranges::replace(message, '\n', ' ');
    constexpr std::size_t longest = 300; // some libraries tell of every row
    if (message.size() > longest) message.replace(longest, std::string::npos, " ...");
    return message.empty() ? "the reader gives no reason" : message;
}

} // namespace atrous
