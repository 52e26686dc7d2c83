// Compressions of OpenEXR that change samples: which ones, and how to keep IDs and bright colours.
#include "formats/exr/exr_lossy.h"
#include "base/text.h"
#include "formats/common/library.h"
#include "formats/exr/messages.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

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

} // namespace

Message keep_ids(OIIO::ImageSpec& spec, const Part& part) {
    if (!part.pass_through) return {};
    const std::string own(part.pass_through->spec.get_string_attribute("compression"));
    const std::string asked(spec.get_string_attribute("compression"));
    const std::string damaged = was_read_from(part, "openexr") ? changed_names(own, part, true) : "",
                      layers = changed_names(asked, part, false);
    if (!layers.empty()) spec["compression"] = "zip";
    if (!damaged.empty()) return message(messages::ids_damaged, own, damaged);
    return layers.empty() ? Message{} : message(messages::ids_lossless, asked, layers);
}

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

} // namespace atrous
