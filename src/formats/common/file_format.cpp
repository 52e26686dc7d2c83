// The table of formats by extension.
#include "formats/common/file_format.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/common/messages.h"
#include "platform/standard_streams.h"
#include <map>
#include <set>

namespace atrous {
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

const char* format_title(const Format* format, const std::filesystem::path& path) {
    return format->shown(is_avif(path));
}

std::string usual_extension(const std::string& format) {
    const Format* const row = format_named(format);
    const std::string first = row ? split(row->extensions, ',').front() : "";
    return can_write("x." + first) ? first : "";
}

std::vector<std::string> listed_extensions(const std::string& dot) {
    std::vector<std::string> all;
    for (const Format& format : formats())
        if (!format.compressions.empty()) {
            all.push_back(dot + usual_extension(format.name));
            if (format.avif) all.push_back(dot + "avif");
        }
    return all;
}

std::vector<std::string> titles(bool (Format::*has)() const) {
    std::vector<std::string> all;
    for (const Format& format : formats())
        for (const bool avif : {false, true})
            if ((format.*has)() && (!avif || format.avif)) all.emplace_back(format.shown(avif));
    return all;
}

std::vector<std::string> compression_names() {
    std::set<std::string> all;
    for (const Format& format : formats())
        for (const CompressionRow& row : format.compressions) all.insert(row.name);
    return {all.begin(), all.end()};
}

std::string alternatives(const std::vector<std::string>& names) {
    std::string text = joined(names);
    if (const auto last = text.rfind(", "); last != std::string::npos) text.replace(last, 2, " or ");
    return text;
}

std::string hdr_formats() { return alternatives(titles(&Format::has_hdr)); }

std::string pq_advice(const Format& format) {
    return "PQ (--output-profile pq" + (format.keeps_hdr ? ")" : " into " + hdr_formats() + ")");
}

bool can_read(const std::filesystem::path& path) { return !format_name(path).empty(); }

bool can_write(const std::filesystem::path& path) {
    const Format* const format = format_by_name(path);
    return format && !format->types.empty() &&
           lower(path.extension().string()) != "." + std::string(format->only_read);
}

bool is_avif(const std::filesystem::path& path) { return lower(path.extension().string()) == ".avif"; }

bool holds_avif(const std::filesystem::path& path, const std::string& format) {
    const Format* const row = format_named(format);
    if (!row || !row->has_av1) return false;
    try {
        return row->has_av1(FileView(path)).value_or(is_avif(path));
    } catch (const Error&) { // when its turn comes, it fails as such
        return is_avif(path);
    }
}

std::string extension_of_read_alone(const std::filesystem::path& input) {
    try {
        const Format* const row = format_named(format_of_file(input));
        return row->written_as ? row->written_as(FileView(input)) : "tif";
    } catch (const Error&) { // when its turn comes, it fails as such
        return "tif";
    }
}

bool is_other_format(const std::filesystem::path& path, const Format& format) {
    return format.is_other && format.is_other(FileView(path));
}

std::string format_of_file(const std::filesystem::path& path) {
    const Format* const format = format_of_bytes(first_bytes(path));
    if (is_standard_input(path)) { // only the bytes can show its format, also of RAW files
        if (!format) throw file_error(message(messages::no_signature).about(path.string()));
        return is_other_format(path, *format) ? format->other->name : format->name;
    }
    const Format* const named = format_by_name(path);
    // CR2, NEF, ARW, DNG and others begin like a TIFF. Read as one, they would give their preview.
    if (format && named && format->other == named) return named->name;
    if (format) return format->name;
    if (!named) throw file_error(message(messages::not_an_image).about(path.string()));
    if (!named->signatures[0].empty())
        throw file_error(message(messages::not_as_named, format_title(named, path)).about(path.string()));
    return named->name;
}

} // namespace atrous
