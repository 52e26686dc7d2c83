// Fits a gain map: solves for both axes one after the other, as bilinear weights are products.
#include "formats/common/hdr_rendition.h"
#include "formats/common/map_axis.h"
#include "formats/common/picture_light.h"
#include "image/in_rows.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace atrous {
namespace {

/// Light beyond which an HDR rendition is not followed: 100 times the top of PQ.
constexpr float max_light = 5000;
/// Added to both lights of a quotient, so that what is nearly black, of which nobody sees a gain, has one near 1.
constexpr float dark_light = 1.0F / 4096;

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
    /// Light in the primaries of the image, or its luminance, within the limits of a quotient. It may be negative in other
    /// primaries, or not a number.
    std::array<float, 3> light_of_hdr(const float* from) const {
        std::array<float, 3> light{};
        for (std::size_t c = 0; c < std::size_t(hdr_.colours); ++c)
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

/// The normal equations of an axis, which are tridiagonal (Thomas's algorithm).
class AxisSolver {
  public:
    explicit AxisSolver(const MapAxis& axis) {
        const auto n = std::size_t(axis.samples);
        constexpr double stiffness = 1e-4; // for samples that hardly any pixel has
        std::vector<double> diagonal(n, stiffness), beside(n);
        for (std::size_t i = 0; i < axis.index.size(); ++i) {
            const double part = double(axis.part[i]);
            diagonal[std::size_t(axis.index[i])] += (1 - part) * (1 - part);
            diagonal[axis.next(i)] += part * part;
            if (n > 1) beside[std::size_t(axis.index[i])] += part * (1 - part);
        }
        for (std::size_t i = 0; i < n; ++i) {
            const double link = i > 0 ? beside[i - 1] : 0,
                         pivot = diagonal[i] - (i > 0 ? link * double(rows_[i - 1].ratio) : 0);
            rows_.push_back({float(link), float(1 / pivot), float(beside[i] / pivot)});
        }
    }
    /// Solves them for `lines` side by side.
    void solve(std::span<float> values, std::size_t lines) const {
        for (std::size_t i = 0; i < rows_.size(); ++i)
            for (std::size_t j = i * lines; j < (i + 1) * lines; ++j)
                values[j] = (values[j] - (i > 0 ? rows_[i].link * values[j - lines] : 0)) * rows_[i].inverse;
        for (std::size_t i = rows_.size() - 1; i-- > 0;)
            for (std::size_t j = i * lines; j < (i + 1) * lines; ++j)
                values[j] -= rows_[i].ratio * values[j + lines];
    }

  private:
    struct Row {
        float link, inverse, ratio;
    };
    std::vector<Row> rows_{};
};

/// Ranges grow so that nearly all samples fit: a wider one has larger steps for all. Ranges that were one stay one, as a file may
/// hold it once.
void widen_ranges(const std::vector<float>& values, std::size_t count, GainMapNumbers& numbers) {
    constexpr double dark = 1e-3, bright = 1e-4; // left out; more of the light is in bright ones
    constexpr float step = 1 / 255.0F;           // of which rounding takes a half
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

GainMap fitted_gain_map(const Pixels& pixels, const Pixels& hdr, const GainMap& map, const PixelGrid& grid) {
    GainSums gains(pixels, hdr, map, grid);
    std::vector<float>& values = gains.sums();
    const auto count = std::size_t(map.samples.colours), width = std::size_t(map.samples.size.width) * count;
    const AxisSolver across(gains.x());
    in_rows(map.samples.size.height, 16, [&](int first, int behind) {
        for (int y = first; y < behind; ++y)
            across.solve(std::span(values).subspan(std::size_t(y) * width, width), count);
    });
    AxisSolver(gains.y()).solve(values, width);
    GainMap fitted{map.samples.alike(), map.numbers};
    widen_ranges(values, count, fitted.numbers);
    in_rows(map.samples.size.height, 16, [&](int first, int behind) {
        std::byte* to = fitted.samples.at(0, first);
        for (std::size_t i = std::size_t(first) * width; i < std::size_t(behind) * width;
             i += count, to += map.samples.channels())
            for (std::size_t c = 0; c < count; ++c) {
                const double gain = map.numbers.gain(c, double(values[i + c]));
                const double sample = fitted.numbers.sample(c, gain);
                to[c] = std::byte(sample > 0 ? int(255 * std::min(sample, 1.0) + 0.5) : 0); // not a number: 0
            }
    });
    return fitted;
}

} // namespace atrous
