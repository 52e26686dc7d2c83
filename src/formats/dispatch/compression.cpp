// The compressions of each format by OpenImageIO's names.
#include "formats/dispatch/compression.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/dispatch/extensions.h"
#include <algorithm>
#include <array>
#include <utility>

namespace atrous {
namespace {

constexpr const char* avif_name = "avif";

struct CompressionRow {
    const char *format, *name;
    double least, most; ///< of the level; both 0: there is none
    bool loses;
};
constexpr std::array compression_rows{
    CompressionRow{"openexr", "none", 0, 0, false},      CompressionRow{"openexr", "rle", 0, 0, false},
    CompressionRow{"openexr", "zip", 1, 9, false},       CompressionRow{"openexr", "zips", 1, 9, false},
    CompressionRow{"openexr", "piz", 0, 0, false},       CompressionRow{"openexr", "pxr24", 0, 0, true},
    CompressionRow{"openexr", "b44", 0, 0, true},        CompressionRow{"openexr", "b44a", 0, 0, true},
    CompressionRow{"openexr", "dwaa", 1, 100'000, true}, CompressionRow{"openexr", "dwab", 1, 100'000, true},
    CompressionRow{"tiff", "none", 0, 0, false},         CompressionRow{"tiff", "lzw", 0, 0, false},
    CompressionRow{"tiff", "zip", 1, 9, false},          CompressionRow{"tiff", "packbits", 0, 0, false},
    CompressionRow{"png", "none", 0, 0, false},          CompressionRow{"png", "zip", 1, 9, false},
    CompressionRow{"jpeg", "jpeg", 1, 100, true},        CompressionRow{"webp", "webp", 1, 100, true},
    CompressionRow{"webp", "lossless", 0, 0, false},     CompressionRow{"heif", "heic", 1, 100, true},
    CompressionRow{"heif", avif_name, 1, 100, true},
};

/// What people call the formats.
constexpr std::pair<const char*, const char*> format_names[] = {
    {"openexr", "OpenEXR"}, {"tiff", "TIFF"}, {"png", "PNG"},
    {"jpeg", "JPEG"},       {"webp", "WebP"}, {"heif", "HEIF"},
};

bool level_fits(const CompressionRow& row, const std::string& value) {
    const auto colon = value.find(':');
    if (colon == std::string::npos) return true;
    const auto level = read_number(value.substr(colon + 1));
    return level && *level >= row.least && *level <= row.most && *level == double(int(*level));
}

/// The format's row for NAME or NAME:LEVEL, or null; of any format where `format` is empty.
const CompressionRow* compression_row(const std::string& format, const std::string& value) {
    const std::string name = value.substr(0, value.find(':'));
    const auto row = std::ranges::find_if(compression_rows, [&](const CompressionRow& r) {
        return (format.empty() || format == r.format) && name == r.name && level_fits(r, value);
    });
    return row == compression_rows.end() ? nullptr : &*row;
}

/// "openexr: none, rle, zip[:1-9], ...; tiff: ...".
std::string compressions_text() {
    std::string text, format;
    for (const CompressionRow& row : compression_rows) {
        const bool next = format != row.format;
        text += next ? (format.empty() ? "" : "; ") + std::string(row.format) + ": " : ", ";
        text += row.name;
        if (row.most > 0) text += "[:" + decimal(row.least) + "-" + decimal(row.most) + "]";
        format = row.format;
    }
    return text;
}

} // namespace

void check_compression(const std::string& value) {
    if (!compression_row("", value))
        throw usage_error("--compression " + value + ": there is no such one; " + compressions_text());
}

bool format_has_compression(const std::string& format, const std::string& value, bool avif) {
    if (value.empty() || format.empty()) return false;
    const CompressionRow* row = compression_row(format, value);
    return row && (std::string_view(row->name) == avif_name) == avif;
}
bool has_compression(const std::filesystem::path& path, const std::string& value) {
    return format_has_compression(format_name(path), value, is_avif(path));
}

std::string formats_with_compression(const std::string& value) {
    std::vector<std::string> names;
    for (const auto& [format, name] : format_names)
        if (compression_row(format, value)) names.emplace_back(name);
    std::string text = joined(names);
    if (const auto last = text.rfind(", "); last != std::string::npos) text.replace(last, 2, " or ");
    return text;
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

bool is_exr_compression(const std::string& value) { return compression_row("openexr", value) != nullptr; }

bool loses_as_exr(const std::string& compression) {
    const CompressionRow* row = compression_row("openexr", compression);
    return row && row->loses;
}

} // namespace atrous
