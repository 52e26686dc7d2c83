// The only place that includes zlib.
#include "io/inflate.h"
#include <algorithm>
#include <zlib.h>

namespace atrous {

Inflated inflated(std::string_view packed, std::size_t most) {
    Inflated found;
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return found;
    std::string copy(packed);
    stream.next_in = reinterpret_cast<Bytef*>(copy.data());
    stream.avail_in = uInt(copy.size());
    constexpr std::size_t block = 65536;
    int state = Z_OK;
    while (state == Z_OK && found.bytes.size() <= most) {
        const std::size_t before = found.bytes.size();
        found.bytes.resize(before + std::min(block, most + 1 - before));
        stream.next_out = reinterpret_cast<Bytef*>(found.bytes.data() + before);
        stream.avail_out = uInt(found.bytes.size() - before);
        state = inflate(&stream, Z_NO_FLUSH);
        found.bytes.resize(found.bytes.size() - stream.avail_out);
        if (stream.avail_out > 0 && state == Z_OK && stream.avail_in == 0) break; // cut
    }
    found.whole = state == Z_STREAM_END;
    inflateEnd(&stream);
    found.too_long = found.bytes.size() > most;
    if (found.too_long) found.bytes.resize(most);
    return found;
}

} // namespace atrous
