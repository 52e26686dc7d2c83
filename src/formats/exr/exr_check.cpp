// Checks the headers of an OpenEXR file: sizes of attributes, channels, the data window and tiles. Checks
// also, by "OpenEXR File Layout", the places of each part's chunks after the headers, and the chunks.
#include "files/deflate.h"
#include "files/file_view.h"
#include "files/inflate.h"
#include "formats/common/damage_messages.h"
#include "formats/common/in_order.h"
#include "formats/exr/exr_header.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

namespace atrous {
namespace {

constexpr std::uint64_t exr_flags_at = 4, exr_tiled = 0x200, exr_parts = 0x1000;
constexpr std::uint64_t exr_rle = 1, exr_zips = 2, exr_zip = 3; // places in exr_packings

/// Facts of a part's header that define the size of its chunks.
struct ExrChunks {
    std::uint64_t packing = 0, pixel_bytes = 0, width = 0, height = 0;
    std::uint64_t tile_width = 0, tile_height = 0; ///< 0: rows
    std::uint64_t count = 0;                       ///< of all levels, in files of several parts, otherwise 0
    bool odd = false;                              ///< deep, subsampled, or with attributes that are none
    std::uint64_t table = 0;                       ///< the position of the list of chunks' places

    std::uint64_t unit_height() const {
        return tile_height > 0 ? tile_height : std::uint64_t(exr_packings[packing].rows);
    }
    std::uint64_t across() const { return tile_width > 0 ? (width + tile_width - 1) / tile_width : 1; }
    /// Chunks of the finest level, which come first.
    std::uint64_t finest() const { return across() * ((height + unit_height() - 1) / unit_height()); }
    std::uint64_t bytes(std::uint64_t i) const {
        const std::uint64_t x = i % across() * tile_width, y = i / across() * unit_height();
        return std::min(tile_width > 0 ? tile_width : width, width - x) *
               std::min(unit_height(), height - y) * pixel_bytes;
    }
    bool checked() const {
        return !odd && packing < std::size(exr_packings) && width > 0 && height > 0 &&
               (tile_width > 0) == (tile_height > 0);
    }
};

/// Bytes of a pixel of a list of channels: name, NUL, type, a byte and 3 more, sampling along x and y.
void add_channels(const FileView& file, std::uint64_t at, std::uint64_t end, ExrChunks& part) {
    constexpr std::uint64_t half = 1, rest = 16;
    while (at < end && file.number(at, 1) != 0) {
        while (at < end && file.number(at, 1) != 0) ++at;
        part.pixel_bytes += file.number(++at, 4, false) == half ? 2 : 4;
        part.odd |= file.number(at + 8, 4, false) != 1 || file.number(at + 12, 4, false) != 1;
        at += rest;
    }
}

/// Width and height of a window, as its corners give them.
std::pair<std::int64_t, std::int64_t> window_sides(const FileView& file, std::uint64_t at) {
    const auto corner = [&](std::uint64_t from) {
        return std::int64_t(std::int32_t(std::uint32_t(file.number(at + from, 4, false))));
    };
    return {corner(8) - corner(0) + 1, corner(12) - corner(4) + 1};
}

void add_window(const FileView& file, std::uint64_t at, ExrChunks& part) {
    const auto [width, height] = window_sides(file, at);
    part.width = std::uint64_t(std::max<std::int64_t>(width, 0));
    part.height = std::uint64_t(std::max<std::int64_t>(height, 0));
}

void add_attribute(const FileView& file, const ExrAttribute& found, ExrChunks& part) {
    const auto& [index, name, type, at, size] = found;
    if (name == "channels") add_channels(file, at, at + size, part);
    if (name == "compression") part.packing = file.number(at, 1);
    if (name == "dataWindow" && size == 16) add_window(file, at, part);
    if (name == "chunkCount") part.count = file.number(at, 4, false);
    if (name == "type" && file.bytes(at, 4) == "deep") part.odd = true;
    if (name == "type" && file.bytes(at, size) == "scanlineimage") part.tile_width = part.tile_height = 0;
    if (name == "tiles" && size >= 8)
        part.tile_width = file.number(at, 4, false), part.tile_height = file.number(at + 4, 4, false);
}

/// The chunks of each part, or none if the headers are incomplete.
std::vector<ExrChunks> exr_chunks(const FileView& file) {
    std::vector<ExrChunks> parts;
    std::uint64_t end = 0;
    bool cut = false;
    const Message reason = visit_exr(
        file,
        [&](const ExrAttribute& found) {
            parts.resize(std::size_t(found.part) + 1);
            add_attribute(file, found, parts.back());
            end = found.at + found.size + 1; // after the empty name that ends the list
            return Message();
        },
        cut);
    if (cut || !reason.empty()) return {};
    const std::uint64_t flags = file.number(exr_flags_at, 4, false);
    const bool several = (flags & exr_parts) != 0;
    if (several) ++end;
    for (ExrChunks& part : parts) {
        if (!several && !(flags & exr_tiled)) part.tile_width = part.tile_height = 0;
        part.table = end;
        end += 8 * part.count;
    }
    return parts;
}

/// Bytes that runs stand for: a count from 0 on repeats a byte once more than that, one below copies as many.
std::uint64_t run_bytes(std::string_view packed) {
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < packed.size();) {
        const int count = static_cast<signed char>(packed[at]);
        sum += std::uint64_t(count < 0 ? -count : count + 1);
        at += 1 + (count < 0 ? std::size_t(-count) : 1);
    }
    return sum;
}

/// The unpacked size of a zlib stream, or nothing if it is damaged.
std::optional<std::uint64_t> chunk_size(std::string packed, std::uint64_t needed, Inflater& inflater) {
    constexpr std::uint64_t max_at_once = std::uint64_t(64) << 20;
    if (needed > max_at_once) return inflated_size([&] { return std::exchange(packed, {}); }, needed);
    const auto result = inflater.inflate(packed, needed);
    if (result.end == Inflater::End::damaged) return {};
    return result.end == Inflater::End::whole ? result.size : needed + 1;
}

/// The reason to refuse chunk i, which lies at `at`, its number of bytes in front of it. Runs in several
/// threads.
Message check_chunk(const FileView& file, const ExrChunks& part, std::uint64_t i, std::uint64_t at,
                    Inflater& inflater) {
    heartbeat();
    const std::string head = file.bytes(at, 4);
    if (head.size() < 4) return message(messages::exr_cut_meanwhile);
    const std::uint64_t size = number_in(head, 0, 4, false), needed = part.bytes(i);
    if (!file.has(at + 4, size) || (size == needed && size > 0)) return {}; // cut, or as it is
    // For an empty chunk OpenEXR returns its uninitialised buffer. Only the decoders can check other packings.
    if (part.packing > exr_zip) return size > 0 ? Message() : message(messages::exr_empty_chunk, i + 1);
    // OpenEXR stores data unpacked if packing makes them larger. Any number of chunks may name the same
    // bytes.
    if (size > needed) return message(messages::exr_large_chunk, i + 1, size, needed);
    std::optional<std::uint64_t> held = size;
    if (part.packing == exr_rle) held = run_bytes(file.bytes(at + 4, size));
    if (part.packing == exr_zips || part.packing == exr_zip)
        held = chunk_size(file.bytes(at + 4, size), needed, inflater);
    if (!held) return message(messages::exr_chunk_checksum, i + 1);
    if (*held == needed) return {};
    return *held > needed ? message(messages::exr_long_chunk, i + 1, needed)
                          : message(messages::exr_short_chunk, i + 1, *held, needed);
}

Message check_part(const FileView& file, const ExrChunks& part, bool several) {
    constexpr std::uint64_t y_bytes = 4, tile_bytes = 16, part_bytes = 4, of_a_thread = 1 << 20;
    const std::uint64_t count = part.finest();
    if (!file.has(part.table, 8 * count)) return {};
    const std::string table = file.bytes(part.table, 8 * count);
    if (table.size() < 8 * count) return message(messages::exr_cut_meanwhile);
    const std::uint64_t head = (part.tile_width > 0 ? tile_bytes : y_bytes) + (several ? part_bytes : 0);
    const auto maker = [&]() -> MakePiece {
        return [&, inflater = std::make_shared<Inflater>()](std::size_t i) {
            const std::uint64_t at = number_in(table, 8 * i, 8, false);
            if (at == 0 || !file.has(at, head + 4)) return Piece{}; // not there
            return Piece{.bytes = {}, .reason = check_chunk(file, part, i, at + head, *inflater)};
        };
    };
    return first_in_order(count, 1 + part.width * part.height * part.pixel_bytes / of_a_thread, maker);
}

/// True if something lies between the places of the chunks and the first of these: places of a part whose
/// header is damaged, so that it reads as a piece of the one before.
bool has_lost_part(const FileView& file, const std::vector<ExrChunks>& parts) {
    constexpr std::uint64_t none = ~std::uint64_t(0);
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

/// Channels in a list of them: name, NUL, 16 bytes.
Message check_channels(const FileView& file, std::uint64_t at, std::uint64_t end) {
    int channels = 0;
    while (at < end && file.number(at, 1) != 0) {
        while (at < end && file.number(at, 1) != 0) ++at;
        at += 1 + 16;
        if (++channels > max_file_channels) return message(messages::exr_channels_limit, max_file_channels);
    }
    return {};
}

Message check_window(const FileView& file, std::uint64_t at) {
    const auto [width, height] = window_sides(file, at);
    if (width <= longest_file_side && height <= longest_file_side) return {};
    return message(messages::exr_window_size, width, height, longest_file_side);
}

Message check_attribute(const FileView& file, const ExrAttribute& attribute) {
    const auto& [part, name, type, at, size] = attribute;
    if (name == "channels") return check_channels(file, at, at + size);
    if (name == "dataWindow" && size == 16) return check_window(file, at);
    if (name != "tiles" || size < 8) return {};
    const std::uint64_t width = file.number(at, 4, false), height = file.number(at + 4, 4, false);
    if (width <= longest_file_side && height <= longest_file_side) return {};
    return message(messages::exr_tile_size, width, height, longest_file_side);
}

} // namespace

Message check_exr(const FileView& file) {
    bool cut = false; // the library reports it
    return visit_exr(
        file, [&](const ExrAttribute& found) { return check_attribute(file, found); }, cut);
}

Message check_exr_chunks(const FileView& file) {
    const std::vector<ExrChunks> parts = exr_chunks(file);
    const bool several = (file.number(exr_flags_at, 4, false) & exr_parts) != 0;
    if (several && has_lost_part(file, parts)) return message(messages::exr_lost_part);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!parts[i].checked()) continue;
        Message reason = check_part(file, parts[i], several);
        if (!reason.empty() && i > 0) reason.text += " (part " + std::to_string(i + 1) + ")";
        if (!reason.empty()) return reason;
    }
    return {};
}

} // namespace atrous
