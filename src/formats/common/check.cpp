// Limits the depth of an XMP packet's elements, since its parser recurses as deeply, and their number, since OpenImageIO searches all
// attributes for each new one.
#include "formats/common/check.h"
#include "formats/common/messages.h"
#include <algorithm>

namespace atrous {
namespace {

/// Returns the position after the `end` that follows `at`, or the end of the text.
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

Message not_stored(StoredWay own) { return message(messages::sample_storage, own.first, own.second); }

std::uint64_t capped_bytes(std::initializer_list<std::uint64_t> factors) {
    constexpr std::uint64_t most = std::uint64_t(1) << 56; // no header's numbers give more
    std::uint64_t all = 1;
    for (const std::uint64_t factor : factors)
        if (__builtin_mul_overflow(all, factor, &all)) return most;
    return std::min(all, most);
}

bool is_jpeg_damage(std::string_view complaint) {
    const auto has = [&](const char* part) { return complaint.find(part) != std::string_view::npos; };
    return has("Premature end") || has("Inconsistent progression") || has("Invalid SOS") ||
           (has("Corrupt JPEG data") && !has("extraneous"));
}

Error lost_for_good(const std::filesystem::path& path, const Message& what) {
    return {Exit::some_failed, message(messages::lost_for_good, what.text).about(path.string()),
            DeviceFailure::none, true};
}

void Findings::add(Message finding) {
    constexpr std::size_t most = 20;
    if (first_.size() < most)
        first_.push_back(std::move(finding));
    else
        ++more_;
}

Messages Findings::list() const {
    Messages findings = first_;
    if (more_ > 0) findings.back().text += ", and " + std::to_string(more_) + " more";
    return findings;
}

Message check_xmp(std::string_view packet) {
    if (packet.size() > max_xmp_bytes) return message(messages::xmp_size, max_xmp_bytes >> 20);
    if (depth_of(packet, max_xml_levels) > max_xml_levels)
        return message(messages::xmp_depth, max_xml_levels);
    if (count_known(packet) > max_xmp_properties)
        return message(messages::xmp_properties, max_xmp_properties);
    return {};
}

} // namespace atrous
