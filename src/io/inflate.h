// zlib's streams, up to a stated size.
#pragma once
#include <string>
#include <string_view>

namespace atrous {

struct Inflated {
    std::string bytes;     ///< as far as the stream is sound
    bool too_long = false; ///< there would be more than was allowed
    bool whole = false;    ///< the stream came to its end
};
/// At most `most` bytes of it.
Inflated inflated(std::string_view packed, std::size_t most);

} // namespace atrous
