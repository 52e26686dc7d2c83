// Deflates the blocks of an OpenEXR on all cores. OpenEXR deflates by zlib, and OpenImageIO gives it some rows at a time,
// which leaves cores idle. OpenImageIO writes the header, as for any OpenEXR, and no row. OpenEXR leaves room then for
// the places of the blocks ("OpenEXR File Layout"). Keeps IDs and bright colours from compressions that change samples.
#include "base/text.h"
#include "formats/common/codec.h"
#include "formats/common/library.h"
#include "formats/exr/exr_chunks.h"
#include "formats/exr/messages.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <span>

namespace atrous {
namespace {

// OpenEXR 3.1 (ImfDwaCompressor) takes logarithms of values above 1, and rounds their cosine transform by
// steps in proportion to the level. Results beyond the largest half become infinite.

float largest_colour(int level) {
    constexpr double half_max = 65504, usual_level = 45, safe_at_usual = 60000, least = 256;
    const double share = std::pow(safe_at_usual / half_max, (level < 0 ? usual_level : level) / usual_level);
    return float(std::max(std::floor(half_max * share), least));
}

/// Channels that DWA does not store as they are.
bool is_changed(const std::string& channel) {
    static constexpr std::string_view changed[] = {"R", "G", "B", "Y", "BY", "RY"};
    return std::ranges::count(changed, channel.substr(channel.rfind('.') + 1)) > 0;
}

/// True if no sample of a channel of floats has bits that PXR24 drops.
bool fits_24_bits(const Part& part, int channel) {
    return std::ranges::all_of(channel_planes(part, {channel}),
                               [](float v) { return (std::bit_cast<std::uint32_t>(v) & 0xff) == 0; });
}

/// True if the compression changes these samples, of a file that was `read` with it or is to be written
/// (OpenEXR 3.1). PXR24 rounds floats to 24 bits, which hold whole numbers up to 65536. B44 changes only
/// halves.
bool changes(const std::string& compression, const Part& part, int channel, bool read) {
    const PassThrough& through = *part.pass_through;
    const OIIO::TypeDesc type = channel_types(through.spec)[std::size_t(channel)];
    if (compression.starts_with("dwa"))
        return type.is_floating_point() && is_changed(through.spec.channelnames[std::size_t(channel)]);
    if (compression != "pxr24") return compression.starts_with("b44") && type == OIIO::TypeHalf;
    return type == OIIO::TypeFloat &&
           (read ? channel_role(part, channel) == AovRole::matte : !fits_24_bits(part, channel));
}

/// The layers, joined, with names of things that the compression changes.
std::string changed_names(const std::string& compression, const Part& part, bool read) {
    std::vector<std::string> layers;
    const std::vector<std::string>& channels = channel_names(part);
    for (int c = 0; c < int(channels.size()); ++c) {
        if (part.written && std::ranges::count(*part.written, c) == 0) continue;
        if (!names_things(part, c) || !changes(compression, part, c, read)) continue;
        const std::string& name = channels[std::size_t(c)];
        const std::string layer = part.name.empty() ? name.substr(0, name.rfind('.')) : part.name;
        if (std::ranges::count(layers, layer) == 0) layers.push_back(layer);
    }
    return joined(layers);
}

/// The encoded bytes as a copy that is not shared with the part.
std::byte* own_bytes(Encoded& encoded) {
    if (encoded.own.size == 0) {
        encoded.own = Bytes(encoded.lent->size, encoded.lent->scratch);
        std::memcpy(encoded.own.data.get(), encoded.lent->data.get(), encoded.lent->size);
    }
    return encoded.own.data.get();
}

/// Chooses zip instead of a compression that would change Cryptomatte or IDs. If the input's compression has
/// done so, the chosen one stays.
Message keep_ids(OIIO::ImageSpec& spec, const Part& part) {
    if (!part.pass_through) return {};
    const std::string own(part.pass_through->spec.get_string_attribute("compression"));
    const std::string asked(spec.get_string_attribute("compression"));
    const std::string damaged = was_read_from(part, "openexr") ? changed_names(own, part, true) : "",
                      layers = changed_names(asked, part, false);
    if (!layers.empty()) spec["compression"] = "zip";
    if (!damaged.empty()) return message(messages::ids_damaged, damaged, own);
    return layers.empty() ? Message{} : message(messages::ids_lossless, layers, asked);
}

/// Clamps the colours of a part that is written with DWA, which stores them as halfs with an error that grows
/// with them. Returns a warning with their number, or empty.
Message limit_for_dwa(Encoded& encoded) {
    const OIIO::ImageSpec& spec = encoded.spec;
    const std::string compression(spec.get_string_attribute("compression"));
    if (!compression.starts_with("dwa")) return {};
    constexpr std::size_t before_level = 5; // "dwaa:"
    const auto level = read_number(compression.substr(std::min(before_level, compression.size())));
    const float limit = largest_colour(level ? int(*level) : -1);
    const auto types = encoded.type == OIIO::TypeUnknown
                           ? channel_types(spec)
                           : std::vector(std::size_t(spec.nchannels), encoded.type);
    const std::vector<std::size_t> at = channel_offsets(types);
    const RowRange row{spec.width, 0, 1};
    std::vector<float> values(std::size_t(row.width));
    const ChannelView floats{reinterpret_cast<std::byte*>(values.data()), OIIO::TypeFloat, sizeof(float)};
    std::size_t beyond = 0;
    for (std::size_t c = 0; c < types.size(); ++c)
        for (int y = 0; y < spec.height && types[c].is_floating_point() && is_changed(spec.channelnames[c]);
             ++y) {
            const std::size_t first = std::size_t(y) * values.size() * at.back() + at[c], before = beyond;
            copy_rows(row, {encoded.bytes().data.get() + first, types[c], at.back()}, floats);
            for (float& v : values) {
                if (!std::isfinite(v) || std::abs(v) <= limit) continue;
                v = std::copysign(limit, v);
                ++beyond;
            }
            if (beyond > before) copy_rows(row, floats, {own_bytes(encoded) + first, types[c], at.back()});
        }
    if (beyond == 0) return {};
    return message(messages::samples_clamped, beyond, decimal(double(limit)), compression);
}

constexpr std::size_t usual_header = std::size_t(1) << 20, max_header = std::size_t(64) << 20;

/// The rows that a part was read from, which may serve again.
struct SourceRows {
    explicit SourceRows(const std::filesystem::path& path) : own(path) {}
    ExrFile own;
    ExrChunks chunks{};
    std::string table{};
};

/// A part's samples in the file's order, its blocks, and its source, or null.
struct ExrRows {
    std::vector<ExrSample> samples;
    const ExrChunks& blocks;
    std::unique_ptr<SourceRows> source = nullptr;
};

/// The headers of a file with the rows of its first parts at most, or null if they are longer.
std::unique_ptr<const ExrFile> headers_in(const OutputBytes& bytes, std::size_t most) {
    try {
        auto found = std::make_unique<const ExrFile>(bytes.head(most));
        const bool whole = !found->chunks.empty() && !exr_table(found->file, found->chunks.back()).empty();
        return whole ? std::move(found) : nullptr;
    } catch (const Error&) {
        return nullptr;
    }
}

/// The samples of some rows: of each row channel after channel.
void put_block(const std::vector<ExrSample>& samples, const Raster& pixels, int first, int behind,
               std::string& block) {
    block.resize(std::size_t(behind - first) * pixels.row());
    auto* to = reinterpret_cast<std::byte*>(block.data());
    for (int y = first; y < behind; ++y)
        for (const auto& [at, bytes] : samples) {
            move_samples(bytes, pixels.size.width, pixels.row_at(y) + at, pixels.pixel(), to, bytes);
            to += bytes * std::size_t(pixels.size.width);
        }
}

/// The source of a part without images, or null. Whether its rows are the same is seen when they are written.
std::unique_ptr<SourceRows> source_of(const Part& part) {
    const std::string path =
        part.pass_through ? part.pass_through->spec.get_string_attribute(exr_source_attribute).str() : "";
    if (path.empty() || !pictures_of(part).empty()) return nullptr;
    try {
        auto source = std::make_unique<SourceRows>(std::filesystem::path(path));
        const auto& headers = source->own.headers;
        const auto at = std::ranges::find(headers, part.name, &ExrPartHeader::name) - headers.begin();
        if (at < std::ssize(headers)) source->chunks = source->own.chunks[std::size_t(at)];
        if (!source->chunks.deflated()) return nullptr;
        source->table = exr_table(source->own.file, source->chunks);
        return source->table.empty() ? nullptr : std::move(source);
    } catch (const Error&) { // it is no longer there
        return nullptr;
    }
}

/// The first part without rows if all headers specify zip compression and rows from the top down, and its own these samples in so
/// many pixels, otherwise nothing.
std::optional<ExrRows> next_rows(const ExrFile& file, const Encoded& encoded, const EncodeJob& job) {
    const OIIO::ImageSpec& spec = encoded.spec;
    const auto other = [&](OIIO::TypeDesc type) { return type != encoded.type; };
    if (encoded.type != OIIO::TypeUnknown && std::ranges::any_of(channel_types(spec), other)) return {};
    const auto next = std::ranges::find_if(file.chunks, [&](const ExrChunks& part) {
        return exr_table(file.file, part).find_first_not_of('\0') == std::string::npos;
    });
    // All at once, so that no part is deflated for nothing.
    const bool downwards = std::ranges::all_of(file.headers, [](const auto& h) { return h.line_order == 0; });
    if (next == file.chunks.end() || !downwards || !std::ranges::all_of(file.chunks, &ExrChunks::deflated))
        return {};
    const auto at = std::size_t(next - file.chunks.begin());
    const ExrPartHeader& header = file.headers[at];
    if (header.data.size != Size{spec.width, spec.height}) return {};
    ExrRows rows{exr_samples(header.channels, spec), *next};
    if (rows.samples.empty()) return {};
    if (file.chunks.size() > 1) rows.source = source_of(*job.parts[at]);
    return rows;
}

/// Memory that a thread uses for one block after the other.
struct BlockPacker {
    Deflater deflater{};
    Inflater inflater{};
    std::string block{}, differences{};

    /// Chunk i of the source if it holds these differences to the bit, otherwise empty. The block is lost.
    std::string same_chunk(const SourceRows& source, std::uint64_t i) {
        const bool fits = i < source.chunks.finest() && source.chunks.bytes(i) == differences.size();
        std::string packed = fits ? packed_chunk(source.own.file, source.chunks, source.table, i) : "";
        if (packed.empty() || packed.size() >= differences.size()) return {};
        const Inflater::Result result = inflater.inflate(packed, std::span(block));
        const bool whole = result.end == Inflater::End::whole && result.size == block.size();
        return whole && block == differences ? packed : "";
    }

    /// Block i as a chunk: deflated, or as it is if that is not smaller.
    std::string chunk(const ExrRows& part, const Raster& pixels, std::uint64_t i) {
        const int rows = int(part.blocks.unit_height()), first = int(i) * rows,
                  behind = std::min(first + rows, pixels.size.height);
        put_block(part.samples, pixels, first, behind, block);
        put_differences(block, differences);
        if (std::string packed = part.source ? same_chunk(*part.source, i) : ""; !packed.empty())
            return packed;
        const std::size_t size = deflater.stream(differences, std::span(block).first(block.size() - 1));
        if (size == 0) put_block(part.samples, pixels, first, behind, block);
        return size == 0 ? block : block.substr(0, size);
    }
};

/// Appends all blocks, and puts their places into the table. `pixels`: its bytes are the samples.
void write_blocks(const ExrRows& part, const Raster& pixels, OutputBytes& bytes) {
    const auto maker = [&]() -> MakePiece {
        return [&, own = std::make_shared<BlockPacker>()](std::size_t i) {
            return Piece{own->chunk(part, pixels, i)};
        };
    };
    std::string places;
    write_pieces(
        pixels, {int(part.blocks.unit_height()), 1}, maker, bytes, [&](std::size_t i, const Piece& piece) {
            places += number_bytes(bytes.size(), 8, false);
            const std::string head = part.blocks.head(i) + number_bytes(piece.bytes.size(), 4, false);
            bytes.put(head.data(), head.size(), bytes.size());
            bytes.put(piece.bytes.data(), piece.bytes.size(), bytes.size());
        });
    bytes.put(places.data(), places.size(), part.blocks.table);
}

int header_rows(const Encoded& encoded) {
    const std::string compression(encoded.spec.get_string_attribute("compression"));
    return encoded.spec.tile_width == 0 && compression.starts_with("zip") ? 0 : -1;
}

bool write_rows(const Encoded& encoded, const EncodeJob& job) {
    auto file = headers_in(job.bytes, usual_header);
    if (!file) file = headers_in(job.bytes, max_header);
    const auto rows = file ? next_rows(*file, encoded, job) : std::nullopt;
    if (!rows) return false;
    const Size size{encoded.spec.width, encoded.spec.height};
    write_blocks(*rows, {encoded.bytes(), size, int(encoded.spec.pixel_bytes(true)), 1}, job.bytes);
    return true;
}

/// OpenImageIO reads DWA's level as an attribute of its own, and writes it only as "dwab:87".
void keep_level(OIIO::ImageSpec& spec, const Part&, const Target& target) {
    constexpr const char* dwa_level = "openexr:dwaCompressionLevel";
    const std::string compression(spec.get_string_attribute("compression"));
    const float level = spec.get_float_attribute(dwa_level);
    if (compression.starts_with("dwa") && compression != target.options.compression && level > 0)
        spec["compression"] = compression + ":" + std::to_string(std::lround(level));
    spec.erase_attribute(dwa_level);
}

} // namespace

const Codec exr_codec{.format = exr_format,
                      .reader = exr_reader,
                      .set_header = keep_level,
                      .keep_ids = keep_ids,
                      .limit = limit_for_dwa,
                      .header_rows = header_rows,
                      .write_rows = write_rows};

} // namespace atrous
