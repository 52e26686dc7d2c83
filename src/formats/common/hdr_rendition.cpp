// Applies a gain map row by row.
#include "formats/common/hdr_rendition.h"
#include "formats/common/map_axis.h"
#include "formats/common/picture_light.h"
#include "image/in_rows.h"
#include "image/sample.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace atrous {
namespace {

/// A gain as the factor of light, by the map's sample.
class Factors {
  public:
    Factors(const GainMapNumbers& numbers, std::size_t channel) : table_(steps + 2) {
        for (int i = 0; i < steps + 2; ++i)
            table_[std::size_t(i)] =
                float(std::exp2(numbers.gain(channel, std::min(double(i) / steps, 1.0))));
    }
    float of(float sample) const {
        const float at = sample * steps;
        const auto index = std::size_t(at);
        return table_[index] + (at - float(index)) * (table_[index + 1] - table_[index]);
    }

  private:
    static constexpr int steps = 4096;
    std::vector<float> table_;
};

float alpha_of(const Pixels& pixels, int x, int y) {
    const std::size_t colours = std::size_t(pixels.colours) * sample_bytes(pixels.type);
    return is_float(pixels.type) ? 1 : read_sample(pixels.at(x, y) + colours, pixels.type);
}

} // namespace

Pixels hdr_rendition(const Pixels& pixels, Size whole, const GainMap& map, bool grey, int spacing) {
    const PictureLight light(pixels);
    const int skipped = spacing / 2;
    const auto length = [&](int whole_length) {
        return (whole_length - 1 - skipped) / spacing * spacing + 1;
    };
    const Size size{length(pixels.size.width), length(pixels.size.height)};
    Pixels out;
    out.size = size, out.type = PixelType::f32, out.transfer = Transfer::linear;
    out.colours = grey ? 1 : pixels.colours, out.alpha = grey ? Alpha::none : pixels.alpha;
    out.left = pixels.left + skipped, out.top = pixels.top + skipped;
    out.bytes = Bytes(out.byte_count(), pixels.bytes.scratch);
    const Pixels& samples = map.samples;
    const MapAxis x(samples.size.width, whole.width, out.left, out.left + size.width);
    const MapAxis y(samples.size.height, whole.height, out.top, out.top + size.height);
    const auto count = std::size_t(samples.colours), width = std::size_t(size.width);
    const auto colours = std::size_t(pixels.colours), channels = std::size_t(samples.channels());
    std::vector<Factors> factors;
    for (std::size_t c = 0; c < count; ++c) factors.emplace_back(map.numbers, c);
    const auto make_rows = [&](int first, int behind) {
        std::vector<float> row(std::size_t(pixels.size.width) * colours),
            between(std::size_t(samples.size.width) * count);
        for (int line = first; line < behind; ++line) {
            const auto at = std::size_t(line);
            const auto *above = reinterpret_cast<const std::uint8_t*>(samples.at(0, y.index[at])),
                       *below = reinterpret_cast<const std::uint8_t*>(samples.at(0, int(y.next(at))));
            for (std::size_t i = 0; i < between.size(); ++i) {
                const std::size_t of = i / count * channels + i % count;
                between[i] = (float(above[of]) * (1 - y.part[at]) + float(below[of]) * y.part[at]) / 255;
            }
            light.row(line + skipped, row.data());
            const float* from = &row[std::size_t(skipped) * colours];
            auto* to = reinterpret_cast<float*>(out.at(0, line));
            for (std::size_t i = 0; i < width; ++i) {
                float lit[3];
                for (std::size_t c = 0; c < colours; ++c) {
                    const std::size_t of = count == 1 ? 0 : c;
                    const GainCurve& curve = map.numbers.curves[of];
                    const float left = between[std::size_t(x.index[i]) * count + of];
                    const float right = between[x.next(i) * count + of];
                    const float factor = factors[of].of(left + x.part[i] * (right - left));
                    lit[c] = std::max((from[i * colours + c] + float(curve.offset_sdr)) * factor -
                                          float(curve.offset_hdr),
                                      0.0F);
                }
                if (grey) {
                    *to++ = light.luminance(lit);
                    continue;
                }
                if (light.to_srgb) multiply(light.to_srgb, lit);
                to = std::copy(lit, lit + colours, to);
                if (out.alpha != Alpha::none) *to++ = alpha_of(pixels, int(i) + skipped, line + skipped);
            }
        }
    };
    by_bands(size.height, {&pixels.bytes, &out.bytes}, [&](int first, int behind) {
        in_rows(behind - first, 64, [&](int from, int to) { make_rows(first + from, first + to); });
    });
    return out;
}

} // namespace atrous
