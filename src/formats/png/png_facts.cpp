// Reads and writes facts by PNG, third edition: 11.3.2 colours, 11.3.4.1 bKGD, 11.3.4.9 tIME, 11.2.1 IHDR.
#include "files/file_view.h"
#include "formats/png/png.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::size_t after_magic = 8, chunk_frame = 12, bit_depth_at = 24, colour_type_at = 25;
constexpr std::uint64_t longest_profile = std::uint64_t(64) << 20;
constexpr std::uint32_t full_sample = 0xFFFF;
constexpr int palette_type = 3;

/// Lengths that the chunks have.
struct FactRow {
    std::string_view name;
    std::uint64_t length;
};
constexpr FactRow colour_rows[] = {{"cICP", 4}, {"sRGB", 1}, {"gAMA", 4}, {"cHRM", 32}};
constexpr std::uint64_t time_length = 7;

/// Bits of a sample, or for an invalid header the nearest valid number.
int depth_of(std::uint64_t stored) { return int(std::clamp<std::uint64_t>(stored, 1, 16)); }

std::string sound_data(const FileView& file, const PngChunk& chunk) {
    return is_sound(file, chunk) ? file.bytes(chunk.at, chunk.length) : std::string();
}

/// A background in samples of 16 bits. Samples are bytes of a palette or have two bytes each.
std::string background_of(const std::string& data, int type, int depth, const std::string& colours) {
    std::string found;
    if (type == palette_type) {
        const std::size_t at = data.empty() ? colours.size() : 3 * std::size_t(number_in(data, 0, 1));
        for (std::size_t i = at; i < at + 3 && at + 3 <= colours.size(); ++i)
            found += number_bytes(number_in(colours, i, 1) * 257, 2);
        return found;
    }
    const std::uint32_t most = (1U << depth) - 1;
    if (data.size() != ((type & 2) ? 6U : 2U)) return found;
    for (std::size_t i = 0; i < data.size(); i += 2)
        found += number_bytes(std::min(std::uint32_t(number_in(data, i, 2)), most) * full_sample / most, 2);
    return found;
}

/// The same for a file of a type and a depth that are no palette's, or empty if these cannot have it.
std::string background_data(std::string samples, int type, int depth) {
    const bool grey = !(type & 2);
    if (samples.size() == 2 && !grey) samples += samples + samples;
    if (samples.size() != (grey ? 2U : 6U)) return {};
    const std::uint32_t most = (1U << depth) - 1;
    std::string data;
    for (std::size_t i = 0; i < samples.size(); i += 2)
        data += number_bytes((number_in(samples, i, 2) * most + full_sample / 2) / full_sample, 2);
    return data;
}

/// True if a chunk that the library wrote is none of the image's.
bool is_replaced(std::string_view name, std::string_view data, const std::vector<MetadataChunk>& own,
                 bool all) {
    if (name == "tIME" || name == "iCCP")
        return (all && name == "tIME") || std::ranges::count(own, name, &MetadataChunk::name) > 0;
    if (name == "eXIf")
        return true; // OpenImageIO 2.5 writes one into every PNG, 2.4 none; ours follows later
    if (name == "oFFs") return data.substr(0, 8) == std::string_view("\0\0\0\0\0\0\0\0", 8);
    return name != "cICP" && is_png_colour(name);
}

} // namespace

bool is_png_colour(std::string_view name) {
    return name == "iCCP" || std::ranges::find(colour_rows, name, &FactRow::name) != std::end(colour_rows);
}

std::string_view chunk_body(const std::vector<MetadataChunk>& chunks, std::string_view name) {
    const auto found = std::ranges::find(chunks, name, &MetadataChunk::name);
    return found == chunks.end() ? std::string_view() : std::string_view(found->body);
}

std::vector<MetadataChunk> png_facts(const FileView& file) {
    std::vector<MetadataChunk> facts;
    const int type = int(file.number(colour_type_at, 1)), depth = depth_of(file.number(bit_depth_at, 1));
    std::string colours, profile, background, time;
    bool picture = false;
    walk_png(file, [&](const PngChunk& chunk) {
        picture |= chunk.name == "IDAT";
        if (chunk.name == "tIME" && chunk.length == time_length) time = sound_data(file, chunk);
        if (picture) return true;
        const auto* row = std::ranges::find(colour_rows, std::string_view(chunk.name), &FactRow::name);
        if (row != std::end(colour_rows) && chunk.length == row->length &&
            chunk_body(facts, row->name).empty())
            if (std::string data = sound_data(file, chunk); !data.empty())
                facts.push_back({chunk.name, std::move(data)});
        if (chunk.name == "iCCP" && chunk.length <= longest_profile) profile = sound_data(file, chunk);
        if (chunk.name == "PLTE" && chunk.length <= 3 * 256) colours = file.bytes(chunk.at, chunk.length);
        if (chunk.name == "bKGD" && chunk.length <= 6)
            background = background_of(sound_data(file, chunk), type, depth, colours);
        return true;
    });
    if (!profile.empty() && !chunk_body(facts, "cICP").empty()) facts.push_back({"iCCP", std::move(profile)});
    if (!background.empty()) facts.push_back({"bKGD", std::move(background)});
    if (!time.empty()) facts.push_back({"tIME", std::move(time)});
    return facts;
}

std::string with_png_facts(std::string_view head, const std::vector<MetadataChunk>& chunks, bool all) {
    if (head.size() < colour_type_at + 1) return std::string(head);
    std::string own;
    const int type = int(number_in(head, colour_type_at, 1)),
              depth = depth_of(number_in(head, bit_depth_at, 1));
    for (const MetadataChunk& chunk : chunks) {
        const bool is_background = chunk.name == "bKGD";
        const std::string body = is_background ? background_data(chunk.body, type, depth) : chunk.body;
        if (!is_background || !body.empty()) own += png_chunk(chunk.name, body);
    }
    std::string made(head.substr(0, after_magic));
    std::size_t at = after_magic;
    while (at + chunk_frame <= head.size()) {
        const std::string_view name = head.substr(at + 4, 4);
        const std::size_t size = chunk_frame + std::size_t(number_in(head, at, 4));
        if (name == "IDAT" || size > head.size() - at) break;
        if (!is_replaced(name, head.substr(at + 8, size - chunk_frame), chunks, all))
            made += head.substr(at, size);
        if (name == "IHDR") made += own;
        at += size;
    }
    return made.append(head.substr(at));
}

} // namespace atrous
