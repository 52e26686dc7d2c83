// OpenEXR 3.1 (ImfDwaCompressor) takes logarithms of what is above 1, rounds their cosine transform by steps in proportion to
// the level, and makes what then lies beyond the largest half infinite.
#include "formats/write/dwa_limit.h"
#include "base/text.h"
#include "formats/common/library.h"
#include "formats/dispatch/compression.h"
#include <algorithm>
#include <cmath>
#include <cstring>

namespace atrous {
namespace {

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

/// The encoded bytes, no longer those of the part.
std::byte* own_bytes(Encoded& encoded) {
    if (encoded.own.size == 0) {
        encoded.own = Bytes(encoded.lent->size, encoded.lent->scratch);
        std::memcpy(encoded.own.data.get(), encoded.lent->data.get(), encoded.lent->size);
    }
    return encoded.own.data.get();
}

/// Clamps a row of a channel whose first sample is that byte; returns how many samples that changed.
std::size_t limit_row(Encoded& encoded, std::size_t first, OIIO::TypeDesc type, std::size_t pixel,
                      float limit) {
    const RowRange row{encoded.spec.width, 0, 1};
    std::vector<float> values(std::size_t(row.width));
    const ChannelView floats{reinterpret_cast<std::byte*>(values.data()), OIIO::TypeFloat, sizeof(float)};
    copy_rows(row, {encoded.bytes().data.get() + first, type, pixel}, floats);
    std::size_t beyond = 0;
    for (float& v : values) {
        if (!std::isfinite(v) || std::abs(v) <= limit) continue;
        v = std::copysign(limit, v);
        ++beyond;
    }
    if (beyond > 0) copy_rows(row, floats, {own_bytes(encoded) + first, type, pixel});
    return beyond;
}

} // namespace

std::string limit_for_dwa(Encoded& encoded) {
    const OIIO::ImageSpec& spec = encoded.spec;
    const std::string compression(spec.get_string_attribute("compression"));
    if (!compression.starts_with("dwa")) return "";
    const float limit = largest_colour(compression_level(compression));
    const auto types = encoded.type == OIIO::TypeUnknown
                           ? channel_types(spec)
                           : std::vector(std::size_t(spec.nchannels), encoded.type);
    const std::vector<std::size_t> at = channel_offsets(types);
    std::size_t beyond = 0;
    for (std::size_t c = 0; c < types.size(); ++c)
        for (int y = 0; y < spec.height && types[c].is_floating_point() && is_changed(spec.channelnames[c]);
             ++y) {
            const std::size_t row = std::size_t(y) * std::size_t(spec.width) * at.back();
            beyond += limit_row(encoded, row + at[c], types[c], at.back(), limit);
        }
    if (beyond == 0) return "";
    return std::to_string(beyond) + " samples were clamped to " + decimal(double(limit)) + ": beyond that " +
           compression + " makes infinities; --compression zip keeps them";
}

} // namespace atrous
