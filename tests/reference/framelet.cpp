// Computes everything on an image that is continued by reflection as far as the filter reads, so that no filter meets
// a border.
#include "reference/framelet.h"
#include <algorithm>
#include <cmath>

namespace atrous::reference {
namespace {

constexpr int levels = 4;
using Taps = std::vector<double>; // of odd length, the middle one at distance 0

const double r2 = std::sqrt(2.0), r6 = std::sqrt(6.0);
const std::vector<Taps> linear = {{0.25, 0.5, 0.25}, {r2 / 4, 0, -r2 / 4}, {-0.25, 0.5, -0.25}};
const Taps b3{1 / 16., 4 / 16., 6 / 16., 4 / 16., 1 / 16.}, blur{0.25, 0.5, 0.25};

Taps reversed(Taps taps) {
    std::ranges::reverse(taps);
    return taps;
}

struct Wide {
    int width, height;
    Plane values;
    Wide(int w, int h) : width(w), height(h), values(std::size_t(w) * std::size_t(h)) {}
    double& at(int x, int y) { return values[std::size_t(y) * std::size_t(width) + std::size_t(x)]; }
    double at(int x, int y) const { return const_cast<Wide*>(this)->at(x, y); }
};

/// sum of taps[k] in(p + k apart), along x and then along y. 0 beyond the array, which no result uses.
Wide filtered(const Wide& in, const Taps& along_x, const Taps& along_y, int apart) {
    Wide half(in.width, in.height), out(in.width, in.height);
    const int reach_x = int(along_x.size()) / 2, reach_y = int(along_y.size()) / 2;
    for (int y = 0; y < in.height; ++y)
        for (int k = -reach_x; k <= reach_x; ++k)
            for (int x = std::max(0, -k * apart); x < std::min(in.width, in.width - k * apart); ++x)
                half.at(x, y) += along_x[std::size_t(k + reach_x)] * in.at(x + k * apart, y);
    for (int k = -reach_y; k <= reach_y; ++k)
        for (int y = std::max(0, -k * apart); y < std::min(in.height, in.height - k * apart); ++y)
            for (int x = 0; x < in.width; ++x)
                out.at(x, y) += along_y[std::size_t(k + reach_y)] * half.at(x, y + k * apart);
    return out;
}

/// The pixel for reflected coordinate x: ... 2 1 0 1 2 ...
int reflected(int x, int n) {
    if (n == 1) return 0;
    const int period = 2 * (n - 1), at = ((x % period) + period) % period;
    return at < n ? at : period - at;
}

struct Pass {
    const FrameletCase& settings;
    const std::vector<Taps>& bank;
    const Wide& map;
    std::size_t plane;

    /// Shrinks the details of a band in place. `oracle`: of the same band, or null.
    void shrink(Wide& d, const Wide* oracle, std::size_t level, std::size_t band, int apart) const {
        const double deviation = settings.strength * (plane > 0 ? settings.chroma : 1);
        const double factor = oracle ? (plane == 0 ? 1.1 : 1.5) : plane == 0 ? 7.8 : 10;
        const double back = oracle && plane == 0 && level == 0 ? settings.detail : 0;
        Wide energy(d.width, d.height);
        if (oracle) {
            for (std::size_t i = 0; i < energy.values.size(); ++i)
                energy.values[i] = oracle->values[i] * oracle->values[i];
            energy = filtered(energy, blur, blur, apart);
        }
        for (std::size_t i = 0; i < d.values.size(); ++i) {
            const double v =
                factor * deviation * deviation * settings.share[plane][level][band] * map.values[i];
            const double e = energy.values[i], d2 = d.values[i] * d.values[i];
            if (oracle)
                d.values[i] *= (e + back * (v + 1.5e-14)) / (e + v + 1.5e-14);
            else if (d2 < 1.1 * v)
                d.values[i] *= std::clamp((d2 - 0.9 * v) / (0.2 * v), 0.0, 1.0);
        }
    }

    Wide run(Wide c, const Wide* oracle) const {
        std::vector<Wide> details;
        Wide o = oracle ? *oracle : Wide(1, 1);
        for (std::size_t l = 0; l < levels; ++l) {
            const int apart = 1 << l;
            Wide sum(c.width, c.height);
            for (std::size_t j = 0; j < bank.size(); ++j)
                for (std::size_t i = 0; i < bank.size(); ++i) {
                    if (i + j == 0) continue;
                    Wide d = filtered(c, bank[i], bank[j], apart);
                    const Wide of_oracle = oracle ? filtered(o, bank[i], bank[j], apart) : Wide(1, 1);
                    shrink(d, oracle ? &of_oracle : nullptr, l, j * bank.size() + i, apart);
                    const Wide back = filtered(d, reversed(bank[i]), reversed(bank[j]), apart);
                    for (std::size_t k = 0; k < sum.values.size(); ++k) sum.values[k] += back.values[k];
                }
            details.push_back(sum);
            c = filtered(c, bank[0], bank[0], apart);
            if (oracle) o = filtered(o, bank[0], bank[0], apart);
        }
        for (std::size_t l = levels; l-- > 0;) {
            c = filtered(c, bank[0], bank[0], 1 << l);
            for (std::size_t k = 0; k < c.values.size(); ++k) c.values[k] += details[l].values[k];
        }
        return c;
    }
};

double variance_at(const std::array<double, 256>& curve, double brightness) {
    const double at = std::clamp(brightness * 255, 0.0, 255.0);
    const auto left = std::size_t(std::min(at, 254.0));
    return curve[left] + (curve[left + 1] - curve[left]) * (at - double(left));
}

} // namespace

Image framelet(const Image& input, const FrameletCase& settings) {
    const std::vector<Taps>& bank = linear;
    const int margin = 70, colours = input.colours;
    const double mix3[3][3] = {{1 / std::sqrt(3.), 1 / std::sqrt(3.), 1 / std::sqrt(3.)},
                               {1 / r2, 0, -1 / r2},
                               {1 / r6, -2 / r6, 1 / r6}};
    const auto weight = [&](int plane, int channel) { return colours == 1 ? 1 : mix3[plane][channel]; };
    const auto channel_at = [&](int x, int y, int c) {
        const auto pixel =
            std::size_t(reflected(y - margin, input.size.height)) * std::size_t(input.size.width) +
            std::size_t(reflected(x - margin, input.size.width));
        return input.values[pixel * std::size_t(colours) + std::size_t(c)];
    };
    const int width = input.size.width + 2 * margin, height = input.size.height + 2 * margin;
    std::vector<Wide> channels, brightness;
    for (int c = 0; c < colours; ++c) {
        channels.emplace_back(width, height);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) channels.back().at(x, y) = channel_at(x, y, c);
        brightness.push_back(filtered(filtered(channels.back(), b3, b3, 1), b3, b3, 2));
    }
    Image out{input.size, colours, std::vector<double>(input.values.size())};
    for (int p = 0; p < colours; ++p) {
        Wide plane(width, height), map(width, height);
        for (int c = 0; c < colours; ++c)
            for (std::size_t i = 0; i < plane.values.size(); ++i) {
                const double w = weight(p, c);
                plane.values[i] += w * channels[std::size_t(c)].values[i];
                map.values[i] +=
                    w * w *
                    variance_at(settings.curves[std::size_t(c)], brightness[std::size_t(c)].values[i]);
            }
        const Pass pass{settings, bank, map, std::size_t(p)};
        const Wide first = pass.run(plane, nullptr), result = pass.run(plane, &first);
        for (int y = 0; y < input.size.height; ++y)
            for (int x = 0; x < input.size.width; ++x)
                for (int c = 0; c < colours; ++c)
                    out.values[(std::size_t(y) * std::size_t(input.size.width) + std::size_t(x)) *
                                   std::size_t(colours) +
                               std::size_t(c)] += weight(p, c) * result.at(x + margin, y + margin);
    }
    return out;
}

} // namespace atrous::reference
