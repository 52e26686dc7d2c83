// How deep the elements of an XMP packet lie in each other, since its parser goes as deep on the stack; and how many there are of those
// that OpenImageIO looks up in all that it has for each new one.
#include "formats/common/check.h"
#include <algorithm>

namespace atrous {
namespace {

/// Where what begins at `at` ends; the end of the text if it does not.
std::size_t behind(std::string_view text, std::size_t at, std::string_view end) {
    const std::size_t found = text.find(end, at);
    return found == std::string_view::npos ? text.size() : found + end.size();
}

int depth_of(std::string_view text, int most) {
    int level = 0, deepest = 0;
    for (std::size_t at = text.find('<'); at != std::string_view::npos && deepest <= most;
         at = text.find('<', at)) {
        const std::string_view rest = text.substr(at);
        if (rest.starts_with("<!--")) {
            at = behind(text, at, "-->");
        } else if (rest.starts_with("<![CDATA[")) {
            at = behind(text, at, "]]>");
        } else if (rest.starts_with("<?")) {
            at = behind(text, at, "?>");
        } else {
            const std::size_t end = behind(text, at, ">");
            const bool closing = rest.starts_with("</"), single = end >= 2 && text[end - 2] == '/';
            if (closing && level > 0) --level;
            if (!closing && !single && !rest.starts_with("<!")) deepest = std::max(deepest, ++level);
            at = end;
        }
    }
    return deepest;
}

/// Elements and attributes of the schemas that OpenImageIO makes attributes of, at most a few hundred in any sane packet.
std::size_t count_known(std::string_view text) {
    std::size_t count = 0;
    for (const std::string_view schema : {"tiff:", "exif:", "aux:", "dc:", "xmp:", "photoshop:"})
        for (std::size_t at = text.find(schema); at != std::string_view::npos;
             at = text.find(schema, at + schema.size()))
            count += at > 0 && std::string_view("< \n\r\t").find(text[at - 1]) != std::string_view::npos;
    return count;
}

} // namespace

std::string not_stored(StoredWay own) {
    return "damaged or not supported: its samples have " + std::to_string(own.first) +
           " bits, stored in way " + std::to_string(own.second) +
           "; save it again with 24 bits and without compression";
}

std::uint64_t capped_bytes(std::initializer_list<std::uint64_t> factors) {
    constexpr std::uint64_t most = std::uint64_t(1) << 56; // no header's numbers give more
    std::uint64_t all = 1;
    for (const std::uint64_t factor : factors)
        if (__builtin_mul_overflow(all, factor, &all)) return most;
    return std::min(all, most);
}

bool is_jpeg_damage(std::string_view said) {
    const auto has = [&](const char* part) { return said.find(part) != std::string_view::npos; };
    return has("Premature end") || has("Inconsistent progression") || has("Invalid SOS") ||
           (has("Corrupt JPEG data") && !has("extraneous"));
}

Error lost_for_good(const std::filesystem::path& path, const std::string& what) {
    return {Exit::some_failed,
            path.string() + ": " + what +
                "; replaced, the file would lose it for good: name another output (-o), or keep a backup "
                "(--in-place=SUFFIX)",
            DeviceFailure::none, true};
}

void Sentences::add(const std::string& sentence) {
    constexpr std::size_t most = 20;
    if (first_.size() < most)
        first_.push_back(sentence);
    else
        ++more_;
}

std::vector<std::string> Sentences::list() const {
    std::vector<std::string> sentences = first_;
    if (more_ > 0) sentences.back() += ", and " + std::to_string(more_) + " more";
    return sentences;
}

std::string check_xmp(std::string_view packet) {
    if (packet.size() > most_xmp_bytes)
        return "its XMP data have more than " + std::to_string(most_xmp_bytes >> 20) +
               " MiB; at most that are read";
    if (depth_of(packet, most_xml_levels) > most_xml_levels)
        return "its XMP data have elements nested more than " + std::to_string(most_xml_levels) +
               " deep; exiftool -xmp:all= FILE takes them out";
    if (count_known(packet) > most_xmp_properties)
        return "its XMP data have more than " + std::to_string(most_xmp_properties) +
               " properties; exiftool -xmp:all= FILE takes them out";
    return {};
}

} // namespace atrous
