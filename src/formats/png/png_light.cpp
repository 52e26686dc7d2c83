// Reads and writes the light of PQ and HLG by PNG, third edition: 11.3.2.6 cICP, 11.3.2.7 mDCV and 11.3.2.8 cLLI.
#include "formats/png/png.h"

namespace atrous {
namespace {

constexpr std::uint64_t content_length = 8, display_length = 24;

} // namespace

bool is_light(std::string_view name, std::uint64_t length) {
    return ((name == "cLLI" || name == "cLLi") && length == content_length) ||
           ((name == "mDCV" || name == "mDCv") && length == display_length);
}

bool has_png_light(const FileView& file) {
    const std::vector<MetadataChunk> facts = png_facts(file);
    const std::string_view cicp = chunk_body(facts, "cICP");
    return !cicp.empty() && said_colours({int(number_in(cicp, 0, 1)), int(number_in(cicp, 1, 1))}).hdr;
}

std::pair<std::optional<ContentLight>, std::optional<DisplayLight>> png_light(const FileView& file) {
    std::optional<ContentLight> content;
    std::optional<DisplayLight> display;
    walk_png(file, [&](const PngChunk& chunk) {
        if (!is_light(chunk.name, chunk.length) || !is_sound(file, chunk)) return chunk.name != "IDAT";
        const auto number = [&](std::size_t at, int bytes) {
            return std::uint32_t(file.number(chunk.at + at, bytes));
        };
        if (chunk.length == content_length && !content) content = {number(0, 4), number(4, 4)};
        if (chunk.length == display_length && !display) {
            DisplayLight& to = display.emplace();
            for (std::size_t i = 0; i < 8; ++i) to[i] = number(2 * i, 2);
            to[8] = number(16, 4), to[9] = number(20, 4);
        }
        return true;
    });
    return {content, display};
}

std::vector<MetadataChunk> hdr_chunks(const OIIO::ImageSpec& spec, const std::vector<MetadataChunk>& own) {
    const auto points = hdr_points(spec);
    if (!points) return {};
    std::vector<MetadataChunk> chunks;
    if (chunk_body(own, "cICP").empty())
        chunks.push_back({"cICP", {char(points->primaries), char(points->transfer), 0, 1}});
    if (const auto display = display_light(spec)) {
        std::string body;
        for (std::size_t i = 0; i < display->size(); ++i) body += number_bytes((*display)[i], i < 8 ? 2 : 4);
        chunks.push_back({"mDCV", body});
    }
    if (const auto content = content_light(spec))
        chunks.push_back({"cLLI", number_bytes(content->at(0), 4) + number_bytes(content->at(1), 4)});
    return chunks;
}

} // namespace atrous
