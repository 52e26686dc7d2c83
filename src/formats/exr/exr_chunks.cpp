// Finds chunks, and unpacks deflated rows: OpenEXR 3.1 inflates by zlib, slower than the check of the chunks by libdeflate, after
// which the samples are there.
#include "formats/exr/exr_chunks.h"
#include "formats/common/in_order.h"
#include "formats/common/library.h"
#include "formats/exr/messages.h"
#include "platform/heartbeat.h"

namespace atrous {
namespace {

/// The block whose differences a chunk holds.
void put_sums(std::string& differences, std::string& block) {
    constexpr int none = 128;
    const std::size_t half = differences.size() / 2;
    block.resize(differences.size());
    char *const sums = differences.data(), *const to = block.data();
    for (std::size_t i = 1; i < 2 * half; ++i) sums[i] = char(sums[i] + sums[i - 1] - none);
    for (std::size_t i = 0; i < half; ++i) {
        to[2 * i] = sums[i];
        to[2 * i + 1] = sums[half + i];
    }
}

/// Memory that a thread uses for one chunk after the other.
struct ChunkReader {
    Inflater inflater{};
    std::string differences{}, block{};

    /// Unpacks a chunk of so many bytes into the block. False if it has others.
    bool unpack(std::string packed, std::size_t bytes) {
        if (packed.size() == bytes) { // OpenEXR stores data unpacked if packing makes them larger
            block = std::move(packed);
            return true;
        }
        differences.resize(bytes);
        const Inflater::Result result = inflater.inflate(packed, differences);
        if (result.end != Inflater::End::whole || result.size != bytes) return false;
        put_sums(differences, block);
        return true;
    }
};

/// The samples of a block to the rows of an image, from `row` on. A stripe of all channels at once stays in the cache.
void put_rows(const std::string& block, const ExrChunks& part, const std::vector<ExrSample>& samples,
              std::byte* row) {
    constexpr std::size_t stripe = 64;
    const std::size_t row_bytes = part.width * part.pixel_bytes;
    const auto* from = reinterpret_cast<const std::byte*>(block.data());
    for (const std::byte* const end = from + block.size(); from < end; from += row_bytes, row += row_bytes)
        for (std::size_t x = 0; x < part.width; x += stripe) {
            const std::byte* channel = from;
            for (const auto& [at, bytes] : samples) {
                move_samples(bytes, int(std::min(stripe, part.width - x)), channel + x * bytes, bytes,
                             row + x * part.pixel_bytes + at, part.pixel_bytes);
                channel += bytes * part.width;
            }
        }
}

} // namespace

std::string ExrChunks::head(std::uint64_t i) const {
    const auto row = std::uint64_t(std::int64_t(top) + std::int64_t(i * unit_height()));
    return (part < 0 ? "" : number_bytes(std::uint64_t(part), 4, false)) + number_bytes(row, 4, false);
}

std::vector<ExrChunks> exr_chunks(const FileView& file, const std::vector<ExrPartHeader>& headers) {
    std::vector<ExrChunks> parts;
    std::uint64_t table = 0;
    constexpr std::uint64_t flags_at = 4, flag_parts = 0x1000;
    const bool several = (file.number(flags_at, 4, false) & flag_parts) != 0;
    if (!headers.empty()) table = headers.back().end + (several ? 1 : 0);
    for (const ExrPartHeader& header : headers) {
        ExrChunks part{.width = std::uint64_t(header.data.size.width),
                       .height = std::uint64_t(header.data.size.height),
                       .count = header.chunks,
                       .odd = header.deep || header.subsampled(),
                       .table = table,
                       .part = several ? int(parts.size()) : -1,
                       .top = header.data.corner[1]};
        const auto* packing = std::ranges::find(exr_packings, header.compression, &ExrPacking::name);
        part.packing = std::uint64_t(packing - std::begin(exr_packings));
        for (const ExrChannelHeader& channel : header.channels)
            part.pixel_bytes += channel.type == "half" ? 2 : 4;
        if (header.tiled) part.tile_width = header.tile_width, part.tile_height = header.tile_height;
        table += 8 * part.count;
        parts.push_back(part);
    }
    return parts;
}

bool has_lost_part(const FileView& file, const std::vector<ExrChunks>& parts) {
    constexpr std::uint64_t none = ~std::uint64_t(0);
    if (parts.empty() || parts.front().part < 0) return false;
    std::uint64_t first = none, end = 0;
    for (const ExrChunks& part : parts) {
        end = part.table + 8 * part.count;
        if (!file.has(part.table, 8 * part.count)) return false; // cut, which OpenEXR sees
        const std::string table = file.bytes(part.table, 8 * part.count);
        for (std::size_t at = 0; at + 8 <= table.size(); at += 8)
            if (const std::uint64_t place = number_in(table, at, 8, false); place > 0)
                first = std::min(first, place);
    }
    return first != none && first > end;
}

std::vector<ExrSample> exr_samples(const std::vector<ExrChannelHeader>& channels,
                                   const OIIO::ImageSpec& spec) {
    const std::vector<OIIO::TypeDesc> types = channel_types(spec);
    const std::vector<std::size_t> offsets = channel_offsets(types);
    std::vector<ExrSample> samples;
    if (!std::ranges::is_sorted(channels, {}, &ExrChannelHeader::name)) return {}; // OpenEXR sorts them
    for (const ExrChannelHeader& channel : channels) {
        const auto name = std::ranges::find(spec.channelnames, channel.name);
        const auto at = std::size_t(name - spec.channelnames.begin());
        if (at >= types.size() || channel.type != types[at].c_str() || channel.sampling != 1) return {};
        samples.push_back({offsets[at], types[at].size()});
    }
    return samples.size() == types.size() ? samples : std::vector<ExrSample>{};
}

void put_differences(const std::string& block, std::string& differences) {
    constexpr int none = 128;
    const std::size_t half = block.size() / 2;
    differences.resize(block.size());
    const char* const from = block.data();
    char *const even = differences.data(), *const odd = even + half;
    even[0] = from[0];
    odd[0] = char(from[1] - from[2 * half - 2] + none);
    for (std::size_t i = 1; i < half; ++i) {
        even[i] = char(from[2 * i] - from[2 * i - 2] + none);
        odd[i] = char(from[2 * i + 1] - from[2 * i - 1] + none);
    }
}

std::string exr_table(const FileView& file, const ExrChunks& part) {
    if (!part.checked()) return {};
    const std::uint64_t bytes = 8 * part.finest();
    std::string table = file.has(part.table, bytes) ? file.bytes(part.table, bytes) : "";
    return table.size() == bytes ? table : "";
}

std::string packed_chunk(const FileView& file, const ExrChunks& part, std::string_view table,
                         std::uint64_t i) {
    const std::uint64_t at = number_in(table, 8 * i, 8, false);
    const std::string expected = part.head(i), head = file.bytes(at, expected.size() + 4);
    if (head.size() != expected.size() + 4 || !head.starts_with(expected)) return {};
    const std::uint64_t size = number_in(head, expected.size(), 4, false);
    return size <= part.bytes(i) && file.has(at + head.size(), size) ? file.bytes(at + head.size(), size)
                                                                     : "";
}

bool read_exr_rows(const FileView& file, const ExrChunks& part, const std::vector<ExrSample>& samples,
                   std::byte* to) {
    constexpr std::uint64_t largest = std::uint64_t(64) << 20;
    const std::string table = exr_table(file, part);
    if (table.empty() || part.bytes(0) > largest) return false;
    const auto maker = [&]() -> MakePiece {
        return [&, own = std::make_shared<ChunkReader>()](std::size_t i) {
            heartbeat();
            const bool sound = own->unpack(packed_chunk(file, part, table, i), part.bytes(i));
            if (sound) put_rows(own->block, part, samples, to + i * part.bytes(0));
            return Piece{.bytes = {},
                         .reason = sound ? Message() : message(messages::exr_chunk_checksum, i + 1)};
        };
    };
    return first_in_order(part.finest(), part.finest(), maker, part.bytes(0)).empty();
}

} // namespace atrous
