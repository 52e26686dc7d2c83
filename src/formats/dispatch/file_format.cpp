// The table of formats by extension. RAW files have their own check of the first directory, since most of
// them begin like a TIFF.
#include "formats/dispatch/file_format.h"
#include "base/error.h"
#include "base/signatures.h"
#include "base/text.h"
#include "formats/common/messages.h"
#include "formats/gif/gif_blocks.h"
#include "formats/heif/heif_boxes.h"
#include "formats/tiff/tiff_pages.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <map>

namespace atrous {
namespace {

/// The format of data from a pipe: only the bytes can show it, also for RAW files.
std::string format_without_name(const std::filesystem::path& path, const Format* format) {
    if (!format) throw file_error(message(messages::no_signature).about(path.string()));
    const bool raw = format->name == std::string_view("tiff") && is_camera_raw(FileView(path));
    return raw ? "raw" : format->name;
}

} // namespace

const Format* format_by_name(const std::filesystem::path& path) {
    static const std::map<std::string, const Format*> by_extension = [] {
        std::map<std::string, const Format*> found;
        for (const Format& format : formats())
            for (const std::string& extension : split(format.extensions, ','))
                found["." + extension] = &format;
        return found;
    }();
    const auto row = by_extension.find(lower(path.extension().string()));
    return row == by_extension.end() ? nullptr : row->second;
}

std::string format_name(const std::filesystem::path& path) {
    const Format* const format = format_by_name(path);
    return format ? format->name : "";
}

std::string usual_extension(const std::string& format) {
    const Format* const row = format_named(format);
    const std::string first = row ? split(row->extensions, ',').front() : "";
    return can_write("x." + first) ? first : "";
}

bool can_read(const std::filesystem::path& path) { return !format_name(path).empty(); }

bool can_write(const std::filesystem::path& path) {
    const Format* const format = format_by_name(path);
    // PFM holds floats, of which OpenImageIO 2.4's writer makes bytes.
    return format && !format->types.empty() && lower(path.extension().string()) != ".pfm";
}

bool is_avif(const std::filesystem::path& path) { return lower(path.extension().string()) == ".avif"; }

bool holds_avif(const std::filesystem::path& path, const std::string& format) {
    if (format != "heif") return false;
    try {
        return heif_pictures(FileView(path)).avif.value_or(is_avif(path));
    } catch (const Error&) { // when its turn comes, it fails as such
        return is_avif(path);
    }
}

std::string extension_of_read_alone(const std::filesystem::path& input) {
    try {
        return format_of_file(input) == "gif" && is_still_gif(FileView(input)) ? "png" : "tif";
    } catch (const Error&) { // when its turn comes, it fails as such
        return "tif";
    }
}

std::string format_of_file(const std::filesystem::path& path) {
    const Format* format = format_of_bytes(first_bytes(path));
    if (is_standard_input(path)) return format_without_name(path, format);
    const std::string named = format_name(path);
    // CR2, NEF, ARW, DNG and others begin like a TIFF. Read as one, they would give their preview.
    if (format && named == "raw" && format->name == std::string_view("tiff")) return named;
    if (format) return format->name;
    if (named.empty()) throw file_error(message(messages::not_an_image).about(path.string()));
    if (has_signature(named)) throw file_error(message(messages::not_as_named, named).about(path.string()));
    return named;
}

bool is_camera_raw(const FileView& file) {
    constexpr int tag_kind = 254, tag_pages_below = 330, tag_dng = 50706;
    constexpr std::uint64_t sensor = 32803, linear_raw = 34892, reduced = 1; // of TIFF/EP and DNG

    if (file.bytes(8, 2) == "CR") return true; // CR2
    const TiffPages pages(file);
    if (pages.count() == 0) return false;
    const auto has = [&](int tag) { return std::ranges::count(pages.entries(0), tag, &TiffEntry::tag) > 0; };
    const std::uint64_t photometric = pages.number(0, tag_photometric, 0);
    if (has(tag_dng) || photometric == sensor || photometric == linear_raw) return true;
    // NEF and ARW begin with a preview, too.
    return has(tag_pages_below) && pages.number(0, tag_kind, 0) == reduced;
}

} // namespace atrous
