// Inflates streams that libdeflate cannot handle: in pieces, damaged, cut, or longer than the buffer. Also
// finds the blocks of a stream. Only this file includes zlib. deflate.h, with a faster library, inflates
// whole streams of a known size.
#include "files/inflate.h"
#include "base/error.h"
#include "files/messages.h"
#include <algorithm>
#include <memory>
#include <zlib.h>

namespace atrous {
namespace {

/// Frees a stream's memory, also after an exception.
using Ending = std::unique_ptr<z_stream, int (*)(z_stream*)>;

} // namespace

Inflated inflated(std::string_view packed, std::size_t most) {
    Inflated found;
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return found;
    const Ending ending(&stream, inflateEnd);
    std::string copy(packed);
    stream.next_in = reinterpret_cast<Bytef*>(copy.data());
    stream.avail_in = uInt(copy.size());
    std::string block(65536, '\0');
    int state = Z_OK;
    while (state == Z_OK && found.bytes.size() <= most) {
        const std::size_t room = std::min(block.size(), most + 1 - found.bytes.size());
        stream.next_out = reinterpret_cast<Bytef*>(block.data());
        stream.avail_out = uInt(room);
        state = inflate(&stream, Z_NO_FLUSH);
        found.bytes.append(block, 0, room - stream.avail_out);
        if (stream.avail_out > 0 && state == Z_OK && stream.avail_in == 0) break; // cut
    }
    found.whole = state == Z_STREAM_END;
    found.too_long = found.bytes.size() > most;
    if (found.too_long) found.bytes.resize(most);
    return found;
}

std::optional<std::uint64_t> inflated_size(const std::function<std::string()>& next, std::uint64_t most) {
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) throw memory_error(messages::no_memory_to_inflate);
    const Ending ending(&stream, inflateEnd);
    std::string room(65536, '\0');
    std::uint64_t size = 0;
    int state = Z_OK;
    while (state == Z_OK && size <= most) {
        std::string packed = next();
        if (packed.empty()) return {};
        stream.next_in = reinterpret_cast<Bytef*>(packed.data());
        stream.avail_in = uInt(packed.size());
        do {
            stream.next_out = reinterpret_cast<Bytef*>(room.data());
            const uInt free = uInt(std::min<std::uint64_t>(room.size() - 1, most - size) + 1);
            stream.avail_out = free;
            state = inflate(&stream, Z_NO_FLUSH);
            size += free - stream.avail_out;
        } while (state == Z_OK && stream.avail_out == 0 && size <= most);
        if (state == Z_BUF_ERROR) state = Z_OK; // it waits for the next piece
    }
    return state == Z_STREAM_END || size > most ? std::optional(size) : std::nullopt;
}

LastBlock last_block_of(std::string_view packed, std::string_view bytes) {
    constexpr int raw = -MAX_WBITS, unused = 7, in_last = 64, block_ended = 128;
    z_stream stream{};
    if (inflateInit2(&stream, raw) != Z_OK) throw memory_error(messages::no_memory_to_inflate);
    const Ending ending(&stream, inflateEnd);
    std::string room(bytes.size() + 1, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data())); // which zlib only reads
    stream.avail_in = uInt(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(room.data());
    stream.avail_out = uInt(room.size());
    LastBlock found;
    bool ended = false;
    while (!ended && inflate(&stream, Z_BLOCK) == Z_OK) {
        if (!(stream.data_type & block_ended)) continue;
        ended = (stream.data_type & in_last) != 0;
        const std::size_t left = std::size_t(stream.data_type & unused);
        if (!ended) found.first_bit = stream.total_in * 8 - left;
        found.unused_bits = left;
    }
    const bool whole = ended && stream.avail_in == 0 && stream.total_out == bytes.size();
    if (!whole || room.compare(0, bytes.size(), bytes) != 0)
        throw internal_error(messages::strip_not_read_back);
    return found;
}

std::uint32_t adler_of_both(std::uint32_t first, std::uint32_t second, std::size_t bytes_of_second) {
    return std::uint32_t(adler32_combine(first, second, z_off_t(bytes_of_second)));
}

} // namespace atrous
