// Checks the headers of an OpenEXR file: the number of channels, the data window and tiles. Checks also, by "OpenEXR File Layout", the places of each part's chunks after the headers, and the chunks.
#include "files/deflate.h"
#include "files/file_view.h"
#include "files/inflate.h"
#include "formats/common/in_order.h"
#include "formats/exr/exr_chunks.h"
#include "formats/exr/messages.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace atrous {
namespace {

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
    std::optional<std::uint64_t> unpacked_bytes = size;
    if (part.packing == exr_rle) unpacked_bytes = run_bytes(file.bytes(at + 4, size));
    if (part.packing == exr_zips || part.packing == exr_zip)
        unpacked_bytes = chunk_size(file.bytes(at + 4, size), needed, inflater);
    if (!unpacked_bytes) return message(messages::exr_chunk_checksum, i + 1);
    if (*unpacked_bytes == needed) return {};
    return *unpacked_bytes > needed ? message(messages::exr_long_chunk, i + 1, needed)
                                    : message(messages::exr_short_chunk, i + 1, *unpacked_bytes, needed);
}

Message check_part(const FileView& file, const ExrChunks& part) {
    constexpr std::uint64_t y_bytes = 4, tile_bytes = 16, part_bytes = 4, of_a_thread = 1 << 20;
    const std::uint64_t count = part.finest();
    if (!file.has(part.table, 8 * count)) return {};
    const std::string table = file.bytes(part.table, 8 * count);
    if (table.size() < 8 * count) return message(messages::exr_cut_meanwhile);
    const std::uint64_t head =
        (part.tile_width > 0 ? tile_bytes : y_bytes) + (part.part < 0 ? 0 : part_bytes);
    const auto maker = [&]() -> MakePiece {
        return [&, inflater = std::make_shared<Inflater>()](std::size_t i) {
            const std::uint64_t at = number_in(table, 8 * i, 8, false);
            if (at == 0 || !file.has(at, head + 4)) return Piece{}; // not there
            return Piece{.bytes = {}, .reason = check_chunk(file, part, i, at + head, *inflater)};
        };
    };
    return first_in_order(count, 1 + part.width * part.height * part.pixel_bytes / of_a_thread, maker,
                          part.bytes(0));
}

} // namespace

Message check_exr(const std::vector<ExrPartHeader>& parts) {
    constexpr std::uint64_t longest = longest_file_side;
    for (const ExrPartHeader& part : parts) {
        if (part.channels.size() > max_file_channels)
            return message(messages::exr_channels_limit, max_file_channels);
        if (std::max(part.data.size.width, part.data.size.height) > longest_file_side)
            return message(messages::exr_window_size, part.data.size.width, part.data.size.height,
                           longest_file_side);
        if (std::max(part.tile_width, part.tile_height) > longest)
            return message(messages::exr_tile_size, part.tile_width, part.tile_height, longest_file_side);
    }
    return {};
}

Message check_exr_chunks(const ExrFile& file, std::size_t part) {
    if (!file.has_all_parts) return message(messages::exr_lost_part);
    Message reason = file.chunks[part].checked() ? check_part(file.file, file.chunks[part]) : Message();
    if (!reason.empty() && part > 0) reason.text += " (part " + std::to_string(part + 1) + ")";
    return reason;
}

} // namespace atrous
