// Both directions go row by row. The fit solves for both axes one after the other, as bilinear weights are products.
#include "formats/common/hdr_rendition.h"
#include "formats/common/picture_light.h"
#include "image/in_rows.h"
#include "image/sample.h"
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace atrous {
namespace {

/// Light beyond which an HDR rendition is not followed: 100 times the top of PQ.
constexpr float max_light = 5000;
/// Added to both lights of a quotient, so that what is nearly black, of which nobody sees a gain, has one near 1.
constexpr float dark_light = 1.0F / 4096;
/// The samples of a map on an axis between which pixels of an image lie: each `step`th one from `first` on.
/// Pixels outside of the image lie on its other side.
struct MapAxis {
    int samples, first, step;
    std::vector<int> index{};
    std::vector<float> part{}; ///< of the next sample

    MapAxis(int map, int whole, int begin, int behind, int every = 1)
        : samples(map), first(begin), step(every) {
        for (int x = first; x < behind; x += step) {
            const int pixel = (x % whole + whole) % whole;
            const double at = std::clamp((pixel + 0.5) * map / whole - 0.5, 0.0, map - 1.0);
            index.push_back(std::min(int(at), std::max(map - 2, 0)));
            part.push_back(float(at - index.back()));
        }
    }
    std::size_t next(std::size_t i) const { return std::size_t(std::min(index[i] + 1, samples - 1)); }
    int count_before(int x) const { return std::clamp((x - first + step - 1) / step, 0, int(index.size())); }
};

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

/// The gains of one map's samples for pixels of both renditions, summed up by the weights of readers, in the order of the rows, so
/// that threads and bands do not change a bit.
class GainSums {
  public:
    GainSums(const Pixels& pixels, const Pixels& hdr, const GainMap& map, const PixelGrid& grid)
        : light_(pixels), hdr_(hdr), map_(map), grid_(grid), count_(std::size_t(map.samples.colours)),
          width_(std::size_t(pixels.size.width)),
          x_(axis_of(map.samples.size.width, pixels.size.width, hdr.size.width, grid.left)),
          y_(axis_of(map.samples.size.height, pixels.size.height, hdr.size.height, grid.top)),
          sums_(std::size_t(map.samples.size.pixels()) * count_) {
        for (std::size_t c = 0; c < 3; ++c)
            plain_[c] = map.numbers.kind != GainMapKind::apple && map.numbers.curves[c].gamma == 1;
        by_bands(pixels.size.height, {&pixels.bytes, &hdr.bytes}, [&](int first, int behind) {
            const int end = y_.count_before(behind);
            for (int top = y_.count_before(first); top < end; top += block)
                add(top, std::min(top + block, end));
        });
    }
    std::vector<float>& sums() { return sums_; }
    const MapAxis& x() const { return x_; }
    const MapAxis& y() const { return y_; }

  private:
    PictureLight light_;
    const Pixels& hdr_;
    const GainMap& map_;
    PixelGrid grid_;
    std::size_t count_, width_;
    MapAxis x_, y_;
    std::vector<float> sums_;
    std::array<bool, 3> plain_{}; ///< samples are proportional to stops
    std::vector<float> across_{}; ///< sums along rows of a block
    static constexpr int block = 128;

    /// The pixels of an image of `whole` on the grid of a rendition of `hdr`, which begins `before` them (below 0: after).
    MapAxis axis_of(int map, int whole, int hdr, int before) const {
        const int spacing = grid_.spacing, first = (spacing - before % spacing) % spacing;
        return {map, whole, first, std::min(whole, hdr - before), spacing};
    }
    void add(int first, int behind) {
        const std::size_t row = std::size_t(x_.samples) * count_;
        across_.assign(std::size_t(behind - first) * row, 0.0F);
        in_rows(behind - first, 4, [&](int from, int to) {
            std::vector<float> sdr(width_ * 3);
            for (int y = from; y < to; ++y)
                add_across(y_.first + (first + y) * y_.step, sdr, &across_[std::size_t(y) * row]);
        });
        for (int y = first; y < behind; ++y) {
            const auto at = std::size_t(y);
            const float* const from = &across_[std::size_t(y - first) * row];
            float* const to = &sums_[std::size_t(y_.index[at]) * row];
            float* const below = &sums_[y_.next(at) * row];
            for (std::size_t i = 0; i < row; ++i) {
                to[i] += (1 - y_.part[at]) * from[i];
                below[i] += y_.part[at] * from[i];
            }
        }
    }
    void add_across(int y, std::vector<float>& sdr, float* to) const {
        light_.row(y, sdr.data());
        const int step = x_.step, colours = light_.pixels.colours, channels = hdr_.channels();
        const float* low = &sdr[std::size_t(x_.first * colours)];
        const auto* from = reinterpret_cast<const float*>(hdr_.at(grid_.left + x_.first, grid_.top + y));
        for (std::size_t i = 0; i < x_.index.size(); ++i, low += step * colours, from += step * channels) {
            const std::array<float, 3> high = light_of_hdr(from);
            for (std::size_t c = 0; c < count_; ++c) {
                const float sample = sample_of(c, low, high.data());
                to[std::size_t(x_.index[i]) * count_ + c] += (1 - x_.part[i]) * sample;
                to[x_.next(i) * count_ + c] += x_.part[i] * sample;
            }
        }
    }
    /// Light in the primaries of the image, or its luminance, within the limits of a quotient.
    std::array<float, 3> light_of_hdr(const float* from) const {
        std::array<float, 3> light{};
        for (std::size_t c = 0; c < std::size_t(hdr_.colours);
             ++c) // negative in other primaries, or not a number
            light[c] = from[c] > -max_light  ? std::min(from[c], max_light)
                       : std::isnan(from[c]) ? 0
                                             : -max_light;
        if (hdr_.colours == 3 && light_.from_srgb) multiply(light_.from_srgb, light.data());
        return light;
    }
    float sample_of(std::size_t channel, const float* sdr, const float* hdr) const {
        const float low = count_ == 1 ? light_.luminance(sdr) : sdr[channel],
                    high = count_ == 1 && hdr_.colours == 3 ? light_.luminance(hdr) : hdr[channel];
        const GainCurve& curve = map_.numbers.curves[channel];
        const float above = std::max(high, 0.0F) + float(curve.offset_hdr) + dark_light;
        const float below = std::max(low, 0.0F) + float(curve.offset_sdr) + dark_light;
        const float gain = std::log2(std::max(above, dark_light) / std::max(below, dark_light));
        constexpr float far = 1000; // from 0 to 1, of numbers that hardly mean anything
        const float sample =
            plain_[channel] ? (gain - float(curve.least)) / float(std::max(curve.most - curve.least, 1e-6))
                            : float(map_.numbers.sample(channel, double(gain)));
        return std::clamp(sample, -far, far);
    }
};

/// Solves the normal equations of an axis, which are tridiagonal (Thomas's algorithm), for `lines` of them side by side.
void solve_axis(const MapAxis& axis, std::span<float> values, std::size_t lines) {
    const auto n = std::size_t(axis.samples);
    constexpr double stiffness = 1e-4; // for samples that hardly any pixel has
    std::vector<double> diagonal(n, stiffness), beside(n);
    for (std::size_t i = 0; i < axis.index.size(); ++i) {
        const double part = double(axis.part[i]);
        diagonal[std::size_t(axis.index[i])] += (1 - part) * (1 - part);
        diagonal[axis.next(i)] += part * part;
        if (n > 1) beside[std::size_t(axis.index[i])] += part * (1 - part);
    }
    std::vector<float> ratio(n);
    for (std::size_t i = 0; i < n; ++i) {
        const double link = i > 0 ? beside[i - 1] : 0,
                     pivot = diagonal[i] - (i > 0 ? link * double(ratio[i - 1]) : 0);
        ratio[i] = float(beside[i] / pivot);
        for (std::size_t j = i * lines; j < (i + 1) * lines; ++j)
            values[j] = (values[j] - (i > 0 ? float(link) * values[j - lines] : 0)) * float(1 / pivot);
    }
    for (std::size_t j = (n - 1) * lines; j-- > 0;) values[j] -= ratio[j / lines] * values[j + lines];
}

/// Ranges grow so that nearly all samples fit: a wider one has larger steps for all. Ranges that were one stay one, as a file may
/// hold it once.
void widen_ranges(const std::vector<float>& values, std::size_t count, GainMapNumbers& numbers) {
    constexpr double dark = 1e-3,
                     bright = 1e-4;    // samples that are left out; more of the light is in bright ones
    constexpr float step = 1 / 255.0F; // of which rounding takes a half
    std::array<float, 3> lowest{}, highest{};
    for (std::size_t c = 0; c < count; ++c) {
        std::vector<float> own;
        for (std::size_t i = c; i < values.size(); i += count) own.push_back(values[i]);
        const auto at = [&](double share) {
            const auto place = own.begin() + std::ptrdiff_t(share * double(own.size() - 1));
            std::ranges::nth_element(own, place);
            return *place;
        };
        lowest[c] = at(dark), highest[c] = at(1 - bright);
    }
    const auto& curves = numbers.curves;
    const auto like_first = [&](const GainCurve& c) {
        return c.least == curves[0].least && c.most == curves[0].most;
    };
    const bool one = count == 1 || std::ranges::all_of(curves, like_first);
    const float least = std::ranges::min(lowest), most = std::ranges::max(highest);
    for (std::size_t c = 0; c < 3; ++c) {
        const float low = one ? least : lowest[c], high = one ? most : highest[c];
        if (low < -step || high > 1 + step)
            numbers.widen(c, double(std::min(low, 0.0F)), double(std::max(high, 1.0F)));
    }
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

GainMap fitted_gain_map(const Pixels& pixels, const Pixels& hdr, const GainMap& map, const PixelGrid& grid) {
    GainSums gains(pixels, hdr, map, grid);
    std::vector<float>& values = gains.sums();
    const auto count = std::size_t(map.samples.colours), width = std::size_t(map.samples.size.width) * count;
    for (std::size_t row = 0; row < values.size(); row += width)
        solve_axis(gains.x(), std::span(values).subspan(row, width), count);
    solve_axis(gains.y(), values, width);
    GainMap fitted{map.samples.alike(), map.numbers};
    widen_ranges(values, count, fitted.numbers);
    const auto channels = std::size_t(map.samples.channels());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double gain = map.numbers.gain(i % count, double(values[i]));
        const double sample = fitted.numbers.sample(i % count, gain);
        fitted.samples.bytes.data[i / count * channels + i % count] =
            std::byte(std::lround(sample > 0 ? 255 * std::min(sample, 1.0) : 0)); // not a number: 0
    }
    return fitted;
}

} // namespace atrous
