// Both directions go row by row. The fit solves for both axes one after the other, as bilinear weights are products.
#include "formats/common/hdr_rendition.h"
#include "formats/common/picture_light.h"
#include "image/in_rows.h"
#include <algorithm>
#include <cmath>
#include <vector>

namespace atrous {
namespace {

constexpr int min_rows = 64;
/// Light beyond which an HDR rendition is not followed: 100 times the top of PQ.
constexpr float max_light = 5000;
/// Added to both lights of a quotient, so that what is nearly black, of which nobody sees a gain, has one near 1.
constexpr float dark_light = 1.0F / 4096;

/// The samples of a map on an axis between which each pixel of an image lies.
struct MapAxis {
    int samples;
    std::vector<int> index{};
    std::vector<float> part{}; ///< of the next sample

    MapAxis(int map, int whole, int from, int count) : samples(map) {
        for (int i = 0; i < count; ++i) {
            const double at = std::clamp((from + i + 0.5) * map / whole - 0.5, 0.0, map - 1.0);
            index.push_back(std::min(int(at), std::max(map - 2, 0)));
            part.push_back(float(at - index.back()));
        }
    }
    std::size_t next(std::size_t i) const { return std::size_t(std::min(index[i] + 1, samples - 1)); }
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

/// Calls work(row) for rows of several images, bands of which may lie in scratch files.
template <class Work>
void each_row(const Pixels& a, const Pixels& b, const Work& work) {
    by_bands(a.size.height, {&a.bytes, &b.bytes}, [&](int first, int behind) {
        in_rows(behind - first, min_rows, [&](int from, int to) { work(first + from, first + to); });
    });
}

float alpha_of(const Pixels& pixels, int x, int y) {
    const std::byte* at = pixels.at(x, y);
    if (pixels.type == PixelType::u8) return float(at[pixels.colours]) / 255;
    if (pixels.type == PixelType::u16)
        return float(reinterpret_cast<const std::uint16_t*>(at)[pixels.colours]) / 65535;
    return 1;
}

/// The gains of one map's samples for rows of both renditions, summed up by the weights of readers, in the order of the rows, so that
/// threads and bands do not change a bit.
class GainSums {
  public:
    GainSums(const Pixels& pixels, const Pixels& hdr, const GainMap& map)
        : light_(pixels), hdr_(hdr), map_(map), count_(std::size_t(map.samples.colours)),
          x_(map.samples.size.width, pixels.size.width, 0, pixels.size.width),
          y_(map.samples.size.height, pixels.size.height, 0, pixels.size.height),
          sums_(std::size_t(map.samples.size.pixels()) * count_) {
        for (std::size_t c = 0; c < 3; ++c)
            plain_[c] = map.numbers.kind != GainMapKind::apple && map.numbers.curves[c].gamma == 1;
        by_bands(pixels.size.height, {&pixels.bytes, &hdr.bytes}, [&](int first, int behind) {
            for (int top = first; top < behind; top += block) add(top, std::min(top + block, behind));
        });
    }
    std::vector<float>& sums() { return sums_; }
    const MapAxis& x() const { return x_; }
    const MapAxis& y() const { return y_; }

  private:
    PictureLight light_;
    const Pixels& hdr_;
    const GainMap& map_;
    std::size_t count_;
    MapAxis x_, y_;
    std::vector<float> sums_;
    std::array<bool, 3> plain_{}; ///< samples are proportional to stops
    std::vector<float> across_{}; ///< sums along rows of a block
    static constexpr int block = 128;

    void add(int first, int behind) {
        const std::size_t row = std::size_t(x_.samples) * count_;
        across_.assign(std::size_t(behind - first) * row, 0.0F);
        constexpr int rows_of_a_thread = 4;
        in_rows(behind - first, rows_of_a_thread, [&](int from, int to) {
            for (int y = from; y < to; ++y) add_across(first + y, &across_[std::size_t(y) * row]);
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
    void add_across(int y, float* to) const {
        const auto width = x_.index.size();
        std::vector<float> sdr(width * 3), hdr(width * 3);
        light_.row(y, sdr.data());
        read_hdr(y, hdr);
        for (std::size_t i = 0; i < width; ++i)
            for (std::size_t c = 0; c < count_; ++c) {
                const float sample = sample_of(c, &sdr[i * std::size_t(colours())], &hdr[i * 3]);
                to[std::size_t(x_.index[i]) * count_ + c] += (1 - x_.part[i]) * sample;
                to[x_.next(i) * count_ + c] += x_.part[i] * sample;
            }
    }
    int colours() const { return light_.colours(); }
    /// Light in the primaries of the image, or its luminance, within the limits of a quotient.
    void read_hdr(int y, std::vector<float>& to) const {
        const auto channels = std::size_t(hdr_.channels());
        const auto* from = reinterpret_cast<const float*>(hdr_.at(0, y));
        for (std::size_t i = 0; i < x_.index.size(); ++i, from += channels)
            for (std::size_t c = 0; c < 3; ++c) {
                const float v = from[hdr_.colours == 1 ? 0 : c];
                to[i * 3 + c] =
                    std::isnan(v) ? 0 : std::clamp(v, -max_light, max_light); // negative in other primaries
            }
        if (hdr_.colours == 1 || !light_.from_srgb()) return;
        for (std::size_t i = 0; i < x_.index.size(); ++i) multiply(light_.from_srgb(), &to[i * 3]);
    }
    float sample_of(std::size_t channel, const float* sdr, const float* hdr) const {
        float low = sdr[channel], high = hdr[channel];
        if (count_ == 1) {
            const auto& weights = light_.luminance();
            const auto sum = [&](const float* v) {
                return weights[0] * v[0] + weights[1] * v[1] + weights[2] * v[2];
            };
            if (colours() == 3) low = sum(sdr);
            if (hdr_.colours == 3) high = sum(hdr);
        }
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

/// Solves the normal equations of an axis, which are tridiagonal, for all of its lines (Thomas's algorithm).
void solve_axis(const MapAxis& axis, std::vector<float>& values, std::size_t stride, std::size_t lines,
                std::size_t line_step, std::size_t line_group) {
    const auto n = std::size_t(axis.samples);
    constexpr double stiffness = 1e-4; // for samples that hardly any pixel has
    std::vector<double> diagonal(n, stiffness), beside(n), ratio(n), solved(n);
    for (std::size_t i = 0; i < axis.index.size(); ++i) {
        const double part = double(axis.part[i]);
        diagonal[std::size_t(axis.index[i])] += (1 - part) * (1 - part);
        diagonal[axis.next(i)] += part * part;
        if (n > 1) beside[std::size_t(axis.index[i])] += part * (1 - part);
    }
    for (std::size_t line = 0; line < lines; ++line) {
        float* const at = &values[line / line_group * line_step + line % line_group];
        double before = 0, factor = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const double link = i > 0 ? beside[i - 1] : 0, pivot = diagonal[i] - link * factor;
            factor = ratio[i] = beside[i] / pivot;
            before = solved[i] = (double(at[i * stride]) - link * before) / pivot;
        }
        for (std::size_t i = n; i-- > 0;) {
            if (i + 1 < n) solved[i] -= ratio[i] * solved[i + 1];
            at[i * stride] = float(solved[i]);
        }
    }
}

/// Ranges grow so that nearly all samples fit: a wider one has larger steps for all. Ranges that were one stay one, as a file may
/// hold it once.
void widen_ranges(const std::vector<float>& values, std::size_t count, GainMapNumbers& numbers) {
    constexpr double left_out[] = {1e-3,
                                   1e-4}; // of dark and of bright samples, in which more of the light is
    constexpr float step = 1 / 255.0F;    // of which rounding takes a half
    std::array<float, 3> lowest{}, highest{};
    for (std::size_t c = 0; c < count; ++c) {
        std::vector<float> own;
        for (std::size_t i = c; i < values.size(); i += count) own.push_back(values[i]);
        const auto at = [&](double share) {
            const auto place = own.begin() + std::ptrdiff_t(share * double(own.size() - 1));
            std::ranges::nth_element(own, place);
            return *place;
        };
        lowest[c] = at(left_out[0]), highest[c] = at(1 - left_out[1]);
    }
    const auto range = [&](std::size_t c) {
        return std::pair(numbers.curves[c].least, numbers.curves[c].most);
    };
    const bool one = count == 1 || (range(0) == range(1) && range(0) == range(2));
    const float least = std::ranges::min(lowest), most = std::ranges::max(highest);
    for (std::size_t c = 0; c < 3; ++c) {
        const float low = one ? least : lowest[c], high = one ? most : highest[c];
        if (low < -step || high > 1 + step)
            numbers.widen(c, double(std::min(low, 0.0F)), double(std::max(high, 1.0F)));
    }
}

} // namespace

Pixels hdr_rendition(const Pixels& pixels, Size whole, const GainMap& map, bool grey) {
    const PictureLight light(pixels);
    Pixels out{pixels.size,
               PixelType::f32,
               grey ? 1 : pixels.colours,
               grey ? Alpha::none : pixels.alpha,
               Transfer::linear,
               {},
               nullptr,
               pixels.left,
               pixels.top};
    out.bytes = Bytes(out.byte_count(), pixels.bytes.scratch);
    const Pixels& samples = map.samples;
    const MapAxis x(samples.size.width, whole.width, pixels.left, pixels.size.width);
    const MapAxis y(samples.size.height, whole.height, pixels.top, pixels.size.height);
    const auto count = std::size_t(samples.colours), width = std::size_t(pixels.size.width);
    const auto colours = std::size_t(pixels.colours), channels = std::size_t(samples.channels());
    std::vector<Factors> factors;
    for (std::size_t c = 0; c < count; ++c) factors.emplace_back(map.numbers, c);
    each_row(pixels, out, [&](int first, int behind) {
        std::vector<float> row(width * colours), between(std::size_t(samples.size.width) * count);
        for (int line = first; line < behind; ++line) {
            const auto at = std::size_t(line);
            const auto *above = reinterpret_cast<const std::uint8_t*>(samples.at(0, y.index[at])),
                       *below = reinterpret_cast<const std::uint8_t*>(samples.at(0, int(y.next(at))));
            for (std::size_t i = 0; i < between.size(); ++i) {
                const std::size_t from = i / count * channels + i % count;
                between[i] = (float(above[from]) * (1 - y.part[at]) + float(below[from]) * y.part[at]) / 255;
            }
            light.row(line, row.data());
            auto* to = reinterpret_cast<float*>(out.at(0, line));
            for (std::size_t i = 0; i < width; ++i) {
                float lit[3];
                for (std::size_t c = 0; c < colours; ++c) {
                    const std::size_t of = count == 1 ? 0 : c;
                    const GainCurve& curve = map.numbers.curves[of];
                    const float left = between[std::size_t(x.index[i]) * count + of];
                    const float right = between[x.next(i) * count + of];
                    const float factor = factors[of].of(left + x.part[i] * (right - left));
                    lit[c] = std::max((row[i * colours + c] + float(curve.offset_sdr)) * factor -
                                          float(curve.offset_hdr),
                                      0.0F);
                }
                if (grey) {
                    const auto& w = light.luminance();
                    *to++ = colours == 1 ? lit[0] : w[0] * lit[0] + w[1] * lit[1] + w[2] * lit[2];
                    continue;
                }
                if (light.to_srgb()) multiply(light.to_srgb(), lit);
                to = std::copy(lit, lit + colours, to);
                if (out.alpha != Alpha::none) *to++ = alpha_of(pixels, int(i), line);
            }
        }
    });
    return out;
}

GainMap fitted_gain_map(const Pixels& pixels, const Pixels& hdr, const GainMap& map) {
    GainSums gains(pixels, hdr, map);
    std::vector<float>& values = gains.sums();
    const auto count = std::size_t(map.samples.colours);
    const auto width = std::size_t(map.samples.size.width) * count,
               height = std::size_t(map.samples.size.height);
    solve_axis(gains.x(), values, count, height * count, width, count);
    solve_axis(gains.y(), values, width, width, 0, width);
    GainMap fitted{map.samples.alike(), map.numbers};
    widen_ranges(values, count, fitted.numbers);
    const auto channels = std::size_t(map.samples.channels());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double gain = map.numbers.gain(i % count, double(values[i]));
        const double sample = fitted.numbers.sample(i % count, gain);
        const double held = sample > 0 ? std::min(sample, 1.0) : 0; // not a number: 0
        fitted.samples.bytes.data[i / count * channels + i % count] = std::byte(std::lround(255 * held));
    }
    return fitted;
}

} // namespace atrous
