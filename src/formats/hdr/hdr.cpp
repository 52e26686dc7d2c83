// Keeps lines of a Radiance header, which OpenImageIO 2.4 ignores, and reports lines about samples.
#include "base/text.h"
#include "formats/common/codec.h"
#include "formats/hdr/messages.h"
#include <algorithm>

namespace atrous {
namespace {

/// A line about samples, and its usual first number. OpenImageIO writes square pixels.
struct SampleLine {
    std::string_view name;
    double usual;
    bool is_kept;
};
constexpr SampleLine sample_lines[] = {{"EXPOSURE=", 1, true},
                                       {"COLORCORR=", 1, true},
                                       {"PRIMARIES=", 0.64, true},
                                       {"GAMMA=", 1, true},
                                       {"PIXASPECT=", 1, false}};

const SampleLine* sample_line(const std::string& line) {
    const auto is_of = [&](const SampleLine& row) { return line.starts_with(row.name); };
    const auto* row = std::ranges::find_if(sample_lines, is_of);
    return row == std::end(sample_lines) ? nullptr : row;
}

bool is_usual(const std::string& line) {
    const SampleLine* row = sample_line(line);
    return row && std::strtof(line.c_str() + row->name.size(), nullptr) == float(row->usual);
}

/// The lines between the first one and the size, except the coding.
std::vector<std::string> lines_of(const FileView& file) {
    constexpr std::uint64_t longest = 65536;
    std::vector<std::string> lines = split(file.bytes(0, longest), '\n');
    lines.erase(std::ranges::find(lines, ""), lines.end());
    std::erase_if(
        lines, [](const std::string& line) { return line.starts_with("#?") || line.starts_with("FORMAT="); });
    return lines;
}

Damage damage_in_hdr(const FileView& file) {
    Damage found;
    for (const std::string& line : lines_of(file))
        if (const SampleLine* row = sample_line(line); row && !is_usual(line))
            (row->is_kept ? found.notes : found.unread).add(message(messages::hdr_line, one_line(line)));
    return found;
}

void read_lines(const OpenFile& open, ImageFile&, Metadata& found) {
    for (const std::string& line : lines_of(FileView(open.path)))
        if (const SampleLine* row = sample_line(line); !row || row->is_kept)
            found.own.push_back({"line", line});
}

OwnFacts facts_of_lines(const std::vector<MetadataBlock>& lines) {
    if (std::ranges::all_of(lines, is_usual, &MetadataBlock::body)) return {};
    return {.blocks = {"lines of the header"}};
}

/// A view describes the whole image.
void adapt_lines(Metadata& found, const Part& part, const WriteOptions&) {
    if (!part.pass_through) return;
    const OIIO::ImageSpec& spec = part.pass_through->spec;
    if (part.pixels.size == Size{spec.width, spec.height}) return;
    const auto is_view = [](const MetadataBlock& line) { return line.body.starts_with("VIEW="); };
    if (std::erase_if(found.own, is_view) > 0) found.warnings.push_back(message(messages::hdr_view));
}

std::string with_lines(std::string head, const Metadata& found, Messages&) {
    std::string lines;
    for (const MetadataBlock& line : found.own) lines += line.body + "\n";
    return head.insert(std::min(head.find('\n') + 1, head.size()), lines);
}

/// OpenImageIO confuses +X +Y and -X -Y.
void patch_header(OpenFile&, OIIO::ImageSpec& spec) {
    if (const int turn = spec.get_int_attribute("Orientation"); turn == 6 || turn == 8)
        spec["Orientation"] = 14 - turn;
}

} // namespace

const Codec hdr_codec{
    .format = hdr_format,
    .reader = {.damage = damage_in_hdr, .patch_header = patch_header, .read_metadata = read_lines},
    .with_metadata = with_lines,
    .own_facts = facts_of_lines,
    .make_neutral =
        [](Metadata& found) {
            std::erase_if(found.own, [](const MetadataBlock& line) { return !sample_line(line.body); });
        },
    .adapt = adapt_lines};

} // namespace atrous
