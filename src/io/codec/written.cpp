// Leaves channels out of what is written; hides how packed samples lie.
#include "io/codec/written.h"
#include <algorithm>
#include <cstring>

namespace atrous {
namespace {

/// The channels to write; none where all are, or where the format holds only some already.
const std::vector<int>* kept_of(const Part& part, const OIIO::ImageSpec& spec) {
    if (!part.written || !part.pass_through || spec.nchannels != part.pass_through->spec.nchannels)
        return nullptr;
    return &*part.written;
}

int place_of(const std::vector<int>& kept, int channel) {
    const auto found = std::ranges::find(kept, channel);
    return found == kept.end() ? -1 : int(found - kept.begin());
}

} // namespace

OIIO::ImageSpec written_spec(const Part& part, const OIIO::ImageSpec& spec) {
    const std::vector<int>* kept = kept_of(part, spec);
    if (!kept) return spec;
    OIIO::ImageSpec less = spec;
    const std::vector<OIIO::TypeDesc> types = channel_types(spec);
    less.channelnames.clear();
    std::vector<OIIO::TypeDesc> own;
    for (const int channel : *kept) {
        less.channelnames.push_back(spec.channelnames[std::size_t(channel)]);
        own.push_back(types[std::size_t(channel)]);
    }
    less.nchannels = int(kept->size());
    less.set_format(own.front());
    if (std::ranges::any_of(own, [&](OIIO::TypeDesc type) { return type != own.front(); }))
        less.channelformats = own;
    less.alpha_channel = place_of(*kept, spec.alpha_channel);
    less.z_channel = place_of(*kept, spec.z_channel);
    return less;
}

void keep_written(Encoded& encoded, const Part& part) {
    const std::vector<int>* kept = kept_of(part, encoded.spec);
    if (!kept) return;
    const bool own = encoded.type == OIIO::TypeUnknown;
    const std::vector<OIIO::TypeDesc> types =
        own ? channel_types(encoded.spec) : std::vector(std::size_t(encoded.spec.nchannels), encoded.type);
    std::vector<OIIO::TypeDesc> less;
    for (const int channel : *kept) less.push_back(types[std::size_t(channel)]);
    const std::vector<std::size_t> from = channel_offsets(types), to = channel_offsets(less);
    const auto width = std::size_t(encoded.spec.width);
    const Bytes& all = encoded.bytes();
    Bytes bytes(std::size_t(encoded.spec.image_pixels()) * to.back(), all.scratch);
    by_bands(encoded.spec.height, {&all, &bytes}, [&](int first, int behind) {
        for (std::size_t i = std::size_t(first) * width; i < std::size_t(behind) * width; ++i)
            for (std::size_t c = 0; c < kept->size(); ++c)
                std::memcpy(bytes.data.get() + i * to.back() + to[c],
                            all.data.get() + i * from.back() + from[std::size_t((*kept)[c])], less[c].size());
    });
    encoded.spec = written_spec(part, encoded.spec);
    encoded.own = std::move(bytes);
}

} // namespace atrous
