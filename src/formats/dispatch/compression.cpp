// The compressions of each format by OpenImageIO's names.
#include "formats/dispatch/compression.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/dispatch/codecs.h"
#include "formats/dispatch/file_format.h"

namespace atrous {
namespace {

bool level_fits(const CompressionRow& row, const std::string& value) {
    const auto colon = value.find(':');
    if (colon == std::string::npos) return true;
    const auto level = read_number(value.substr(colon + 1));
    return level && *level >= row.least && *level <= row.most && *level == double(int(*level));
}

/// The format's row for NAME or NAME:LEVEL, or null; of any format where `format` is empty.
const CompressionRow* compression_row(std::string_view format, const std::string& value) {
    const std::string name = value.substr(0, value.find(':'));
    for (const Codec* codec : codecs())
        for (const CompressionRow& row : codec->compressions)
            if ((format.empty() || format == codec->name) && name == row.name && level_fits(row, value))
                return &row;
    return nullptr;
}

/// "openexr: none, rle, zip[:1-9], ...; tiff: ...".
std::string compressions_text() {
    std::vector<std::string> formats;
    for (const Codec* codec : codecs()) {
        std::vector<std::string> names;
        for (const CompressionRow& row : codec->compressions)
            names.push_back(row.name +
                            (row.most > 0 ? "[:" + decimal(row.least) + "-" + decimal(row.most) + "]" : ""));
        if (!names.empty()) formats.push_back(std::string(codec->name) + ": " + joined(names));
    }
    return joined(formats, "; ");
}

} // namespace

void check_compression(const std::string& value) {
    if (!compression_row("", value))
        throw usage_error("--compression " + value + ": there is no such one; " + compressions_text());
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
    for (const Codec* codec : codecs())
        if (compression_row(codec->name, value)) names.emplace_back(codec->title);
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
