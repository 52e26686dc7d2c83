// OpenEXR 3.1 (ImfDwaCompressor) takes logarithms of what is above 1, rounds their cosine transform by steps of the level,
// and rounds what lies beyond the largest half to infinity.
#include "io/codec/write/dwa_limit.h"
#include "base/text.h"
#include "io/codec/compression.h"
#include "io/codec/library.h"
#include "io/codec/rows.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace atrous {
namespace {

/// The share of the largest half that levels leave; errors are in proportion to the level.
float largest_colour(int level) {
    constexpr double half_max = 65504, usual_level = 45, safe_at_usual = 60000, least = 256;
    const double part = std::pow(safe_at_usual / half_max, (level < 0 ? usual_level : level) / usual_level);
    return float(std::max(std::floor(half_max * part), least));
}

/// Channels that DWA does not store as they are.
bool is_changed(const std::string& channel) {
    static constexpr std::string_view changed[] = {"R", "G", "B", "Y", "BY", "RY"};
    const std::string own = channel.substr(channel.rfind('.') + 1);
    return std::ranges::find(changed, own) != std::end(changed);
}

/// Where a channel's samples are among the bytes of a pixel.
struct Samples {
    OIIO::TypeDesc type;
    std::size_t first, pixel;
};

std::vector<Samples> changed_channels(const Encoded& encoded) {
    const OIIO::ImageSpec& spec = encoded.spec;
    const std::vector<OIIO::TypeDesc> types = encoded.type == OIIO::TypeUnknown
                                                  ? channel_types(spec)
                                                  : std::vector(std::size_t(spec.nchannels), encoded.type);
    const std::vector<std::size_t> offsets = channel_offsets(types);
    std::vector<Samples> channels;
    for (std::size_t c = 0; c < types.size(); ++c)
        if (types[c].is_floating_point() && is_changed(spec.channelnames[c]))
            channels.push_back({types[c], offsets[c], offsets.back()});
    return channels;
}

/// Clamps a row of a channel; returns how many samples that changed.
std::size_t limit_row(Encoded& encoded, const Samples& channel, int y, float limit, std::vector<float>& row) {
    const int width = encoded.spec.width;
    const std::size_t first = std::size_t(y) * std::size_t(width) * channel.pixel + channel.first;
    const std::byte* const from = encoded.bytes().data.get() + first;
    const auto* const floats = reinterpret_cast<std::byte*>(row.data());
    copy_rows({width, 0, 1}, {from, channel.type, channel.pixel},
              {reinterpret_cast<std::byte*>(row.data()), OIIO::TypeFloat, sizeof(float)});
    std::size_t beyond = 0;
    for (float& v : row)
        if (std::isfinite(v) && std::abs(v) > limit) {
            v = std::copysign(limit, v);
            ++beyond;
        }
    if (beyond == 0) return 0;
    if (encoded.own.size == 0) {
        encoded.own = Bytes(encoded.lent->size, encoded.lent->scratch);
        std::memcpy(encoded.own.data.get(), encoded.lent->data.get(), encoded.lent->size);
    }
    copy_rows({width, 0, 1}, {floats, OIIO::TypeFloat, sizeof(float)},
              {encoded.own.data.get() + first, channel.type, channel.pixel});
    return beyond;
}

} // namespace

std::string limit_for_dwa(Encoded& encoded) {
    const std::string compression(encoded.spec.get_string_attribute("compression"));
    if (!compression.starts_with("dwa")) return "";
    const float limit = largest_colour(compression_level(compression));
    const std::vector<Samples> channels = changed_channels(encoded);
    std::vector<float> row(std::size_t(encoded.spec.width));
    std::size_t beyond = 0;
    for (int y = 0; y < encoded.spec.height; ++y)
        for (const Samples& channel : channels) beyond += limit_row(encoded, channel, y, limit, row);
    if (beyond == 0) return "";
    return std::to_string(beyond) + " samples were clamped to " + decimal(double(limit)) + ": beyond that " +
           compression + " makes infinities; --compression zip keeps them";
}

} // namespace atrous
