// A table holds for profiles whose channels have one curve: greys of all samples show it.
#include "formats/common/picture_light.h"
#include "formats/common/convert.h"
#include "image/sample.h"
#include <cstring>

namespace atrous {
namespace {

/// True if light is a curve of the sample, the same in all channels, and a matrix.
bool has_one_curve(const Pixels& pixels) {
    if (is_float(pixels.type) || pixels.transfer == Transfer::host) return false;
    if (pixels.transfer <= Transfer::linear) return true;
    const kernels::ProfileParams& p = pixels.profile->params;
    const auto same = [](const auto& channels) {
        return std::memcmp(&channels[0], &channels[1], sizeof channels[0]) == 0 &&
               std::memcmp(&channels[0], &channels[2], sizeof channels[0]) == 0;
    };
    return pixels.colours == 1 ||
           (pixels.transfer == Transfer::formula ? same(p.decode) : same(p.decode_table));
}

std::vector<float> light_of_samples(const Pixels& like) {
    const int count = like.type == PixelType::u8 ? 256 : 65536;
    Pixels all{{count, 1}, like.type, like.colours, Alpha::none, like.transfer, {}, like.profile};
    all.bytes = Bytes(all.byte_count());
    for (int x = 0; x < count; ++x)
        for (std::size_t c = 0; c < std::size_t(all.colours); ++c)
            write_sample(float(x) / float(count - 1), all.at(x, 0) + c * sample_bytes(all.type), all.type);
    const Pixels light = light_of(all);
    std::vector<float> table(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < table.size(); ++i)
        table[i] = reinterpret_cast<const float*>(light.bytes.data.get())[i * std::size_t(all.colours)];
    return table;
}

} // namespace

PictureLight::PictureLight(const Pixels& of) : pixels(of) {
    if (!has_one_curve(of)) {
        light = light_of(of);
        return;
    }
    table = light_of_samples(of);
    if (of.colours == 1 || !of.profile || !of.profile->own_primaries) return;
    to_srgb = of.profile->params.to_srgb, from_srgb = of.profile->params.from_srgb;
    const auto srgb = weights;
    for (std::size_t c = 0; c < 3; ++c)
        weights[c] = srgb[0] * to_srgb[c] + srgb[1] * to_srgb[3 + c] + srgb[2] * to_srgb[6 + c];
}

void PictureLight::row(int y, float* to) const {
    const Pixels& from = table.empty() ? light : pixels;
    const int channels = from.channels(), colours = from.colours;
    auto copy = [=, width = from.size.width](const auto* samples, auto change) mutable {
        for (int x = 0; x < width; ++x, samples += channels)
            for (int c = 0; c < colours; ++c) *to++ = change(samples[c]);
    };
    const std::byte* at = from.at(0, y);
    const auto light_at = [&](auto sample) { return table[sample]; };
    if (table.empty())
        copy(reinterpret_cast<const float*>(at), [](float v) { return v; });
    else if (from.type == PixelType::u8)
        copy(reinterpret_cast<const std::uint8_t*>(at), light_at);
    else
        copy(reinterpret_cast<const std::uint16_t*>(at), light_at);
}

} // namespace atrous
