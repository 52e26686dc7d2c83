// OpenEXR deflates by zlib, and OpenImageIO gives it some rows at a time, which leaves cores idle. OpenImageIO writes the
// header, as for any OpenEXR, and no row; OpenEXR leaves room then for the places of the blocks ("OpenEXR File Layout").
#include "io/codec/exr_rows.h"
#include "io/check/file_view.h"
#include "io/deflate.h"
#include <algorithm>
#include <cstring>
#include <map>

namespace atrous {
namespace {

constexpr std::size_t first_header = 8, version_at = 4, most_header = std::size_t(64) << 20;
constexpr std::uint64_t flag_long_names = 0x400, version = 2;

/// The values of a header's attributes by name, and where it ends.
struct ExrHeader {
    std::map<std::string, std::string> values;
    std::size_t end = 0;

    std::uint64_t number(const char* name, std::size_t at, int bytes, std::uint64_t otherwise) const {
        const auto found = values.find(name);
        if (found == values.end() || found->second.size() < at + std::size_t(bytes)) return otherwise;
        return number_in(found->second, at, bytes, false);
    }
};

/// Up to the next NUL.
std::string_view text_in(std::string_view bytes, std::size_t at) {
    const std::string_view rest = bytes.substr(std::min(at, bytes.size()));
    return rest.substr(0, rest.find('\0'));
}

/// Nothing where it is cut, or has features beside long names: tiles, depths, several parts.
std::optional<ExrHeader> header_in(const std::string& bytes) {
    if (bytes.size() < first_header || (number_in(bytes, version_at, 4, false) & ~flag_long_names) != version)
        return {};
    ExrHeader header;
    std::size_t at = first_header;
    const auto text = [&] {
        const std::string found(text_in(bytes, at));
        at += found.size() + 1;
        return found;
    };
    while (at < bytes.size() && bytes[at] != '\0') {
        const std::string name = text();
        text(); // its type
        if (at + 4 > bytes.size()) return {};
        const auto size = std::size_t(number_in(bytes, at, 4, false));
        header.values[name] = bytes.substr(at + 4, size);
        at += 4 + size;
    }
    header.end = at + 1;
    return header.end <= bytes.size() ? std::optional(header) : std::nullopt;
}

/// OpenEXR's numbers of types; -1 for others.
int exr_type(OIIO::TypeDesc type) {
    static const OIIO::TypeDesc types[] = {OIIO::TypeUInt32, OIIO::TypeHalf, OIIO::TypeFloat};
    const auto* found = std::ranges::find(types, type);
    return found == std::end(types) ? -1 : int(found - types);
}

/// The channels of the header's list, each of which the samples must have in the type that it says; else none.
std::vector<ExrLayout::Channel> channels_of(const std::string& list, const OIIO::ImageSpec& spec) {
    const std::vector<OIIO::TypeDesc> types = channel_types(spec);
    const std::vector<std::size_t> offsets = channel_offsets(types);
    std::vector<ExrLayout::Channel> channels;
    constexpr std::size_t sampling_at = 8, of_channel = 16; // type, flags, and how far apart samples are
    for (std::size_t at = 0; at < list.size() && list[at] != '\0';) {
        const std::string name(text_in(list, at));
        at += name.size() + 1;
        if (at + of_channel > list.size()) return {};
        const auto place = std::ranges::find(spec.channelnames, name) - spec.channelnames.begin();
        const auto i = std::size_t(place);
        if (place == spec.nchannels || int(number_in(list, at, 4, false)) != exr_type(types[i]) ||
            number_in(list, at + sampling_at, 8, false) != (std::uint64_t(1) << 32 | 1))
            return {};
        channels.push_back({offsets[i], types[i].size()});
        at += of_channel;
    }
    return int(channels.size()) == spec.nchannels ? channels : std::vector<ExrLayout::Channel>{};
}

template <std::size_t N>
char* copy_samples(const std::byte* from, std::size_t step, int count, char* to) {
    for (int i = 0; i < count; ++i, from += step, to += N) std::memcpy(to, from, N);
    return to;
}

/// The samples of some rows: of each row channel after channel.
std::string block_of(const ExrLayout& layout, const Raster& pixels, int first, int behind) {
    std::string block(std::size_t(behind - first) * pixels.row(), '\0');
    char* to = block.data();
    const int width = pixels.size.width;
    for (int y = first; y < behind; ++y)
        for (const auto& [at, bytes] : layout.channels) {
            const std::byte* const from = pixels.row_at(y) + at;
            to = bytes == 2 ? copy_samples<2>(from, pixels.pixel(), width, to)
                            : copy_samples<4>(from, pixels.pixel(), width, to);
        }
    return block;
}

/// What is deflated of a block: the bytes at even places before those at odd ones, and of each the difference to the one
/// before it.
std::string differences(const std::string& block) {
    const std::size_t half = block.size() / 2; // samples have 2 bytes or 4
    std::string parted(block.size(), '\0'), out(block.size(), '\0');
    for (std::size_t i = 0; i < half; ++i) {
        parted[i] = block[2 * i];
        parted[half + i] = block[2 * i + 1];
    }
    constexpr int none = 128;
    out[0] = parted[0];
    for (std::size_t i = 1; i < block.size(); ++i) out[i] = char(parted[i] - parted[i - 1] + none);
    return out;
}

std::string little_endian(std::uint64_t number, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += char(number >> (8 * i) & 255);
    return text;
}

} // namespace

std::optional<ExrLayout> zipped_layout(const OutputBytes& bytes, const Encoded& encoded) {
    constexpr std::uint64_t zips = 2, zip = 3, other = 255;
    const OIIO::ImageSpec& spec = encoded.spec;
    const auto header = header_in(bytes.head(most_header));
    if (!header || header->number("lineOrder", 0, 1, other) != 0) return {};
    const std::uint64_t compression = header->number("compression", 0, 1, other);
    if (compression != zips && compression != zip) return {};
    const auto other_type = [&](const OIIO::TypeDesc& type) { return type != encoded.type; };
    if (encoded.type != OIIO::TypeUnknown && std::ranges::any_of(channel_types(spec), other_type)) return {};
    const auto corner = [&](std::size_t at) { return int(header->number("dataWindow", at, 4, 0)); };
    if (corner(8) - corner(0) + 1 != spec.width || corner(12) - corner(4) + 1 != spec.height) return {};
    const auto list = header->values.find("channels");
    ExrLayout layout{{}, header->end, corner(4), compression == zip ? 16 : 1};
    if (list != header->values.end()) layout.channels = channels_of(list->second, spec);
    const int blocks = (spec.height + layout.rows - 1) / layout.rows;
    if (layout.channels.empty() || bytes.size() != layout.table + 8 * std::uint64_t(blocks)) return {};
    return layout;
}

void write_blocks(const ExrLayout& layout, const Raster& pixels, OutputBytes& bytes) {
    const auto maker = [&]() -> MakePiece {
        return [&, deflater = std::make_shared<Deflater>()](std::size_t i) {
            const int first = int(i) * layout.rows;
            std::string block =
                block_of(layout, pixels, first, std::min(first + layout.rows, pixels.size.height));
            std::string packed = deflater->stream(differences(block));
            return Piece{packed.size() < block.size() ? std::move(packed) : std::move(block)};
        };
    };
    std::string places;
    write_pieces(pixels, {layout.rows, 1}, maker, bytes, [&](std::size_t i, const Piece& piece) {
        places += little_endian(bytes.size(), 8);
        const auto y = std::uint64_t(std::int64_t(layout.top) + std::int64_t(i) * layout.rows);
        const std::string chunk = little_endian(y, 4) + little_endian(piece.bytes.size(), 4) + piece.bytes;
        bytes.put(chunk.data(), chunk.size(), bytes.size());
    });
    bytes.put(places.data(), places.size(), layout.table);
}

} // namespace atrous
