// As "OpenEXR File Layout" has it: magic number, version and flags; of each part a list of name, type, size and value that
// ends with an empty name; of several parts the last list is empty.
#include "io/bytes/exr_attributes.h"
#include "base/text.h"
#include "io/bytes/file_limits.h"
#include <cstdint>

namespace atrous {
namespace {

constexpr std::uint64_t first_header = 8, longest_name = 255;
constexpr int most_attributes = 100'000; // of a part
constexpr std::uint64_t several = 0x1000;

/// Text up to its NUL; its end moves `at` behind it.
std::string text_at(const FileView& file, std::uint64_t& at) {
    std::string text = file.bytes(at, longest_name + 1);
    const std::size_t end = text.find('\0');
    text.resize(end == std::string::npos ? text.size() : end);
    at += text.size() + 1;
    return text;
}

/// One attribute, whose value ends at `at`; or what is wrong with it.
std::string next_attribute(const FileView& file, std::uint64_t& at, ExrAttribute& attribute) {
    attribute.name = text_at(file, at);
    attribute.type = text_at(file, at);
    if (attribute.name.size() > longest_name || attribute.type.size() > longest_name)
        return "its header is damaged (a name without an end)";
    const std::int64_t size = std::int32_t(std::uint32_t(file.number(at, 4, false)));
    attribute.at = at + 4;
    if (size < 0 || !file.has(attribute.at, std::uint64_t(size)))
        return "its header is damaged (the attribute " + one_line(attribute.name) + " claims " +
               std::to_string(size) + " bytes, the file has " + std::to_string(file.size()) + ")";
    attribute.size = std::uint64_t(size);
    at = attribute.at + attribute.size;
    return {};
}

} // namespace

std::string visit_exr(const FileView& file, const std::function<std::string(const ExrAttribute&)>& visit,
                      bool& cut) {
    const bool parts = (file.number(4, 4, false) & several) != 0;
    std::uint64_t at = first_header;
    for (int part = 0; part <= most_file_parts && (part == 0 || parts); ++part, ++at) {
        cut = !file.has(at, 1);
        if (cut || file.number(at, 1) == 0) return {}; // behind the last one
        for (int count = 0; file.number(at, 1) != 0; ++count) {
            if (count == most_attributes) return "its header is damaged (too many attributes)";
            ExrAttribute attribute{part, {}, {}, 0, 0};
            std::string why = next_attribute(file, at, attribute);
            if (why.empty()) why = visit(attribute);
            if (!why.empty()) return why;
            cut = !file.has(at, 1);
            if (cut) return {};
        }
    }
    return {};
}

std::size_t count_exr_parts(const FileView& file) {
    std::size_t count = 0;
    bool cut = false;
    const auto take = [&](const ExrAttribute& found) {
        count = std::size_t(found.part) + 1;
        return std::string();
    };
    return visit_exr(file, take, cut).empty() ? count : 0;
}

} // namespace atrous
