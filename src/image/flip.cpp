// Computes FLIP (Andersson, Nilsson, Akenine-Möller, Oskarsson, Åström, Fairchild 2020, sections 4 and 5)
// and HDR-FLIP (Andersson, Nilsson, Shirley, Akenine-Möller 2021) a row at a time, with separable filters of
// Y, X - Y and Y - Z of linear light, which YCxCz only scales and moves.
#include "image/in_rows.h"
#include "image/metrics.h"
#include <array>
#include <bit>
#include <numbers>

namespace atrous {
namespace {

using Rgb = std::array<float, 3>; // also X, Y, Z relative to white, and Lab
using Matrix = std::array<Rgb, 3>;
/// Light of sRGB's primaries to X, Y, Z relative to white (D65 at 0.31271, 0.32902), and back.
constexpr Matrix to_xyz = {{{0.4338953888F, 0.3762423726F, 0.1898622385F},
                            {0.2126368217F, 0.7151829818F, 0.0721801965F},
                            {0.0177524232F, 0.1094656287F, 0.8727819482F}}},
                 from_xyz = {{{3.0803419883F, -1.5373989695F, -0.5429430188F},
                              {-0.9211783962F, 1.8759299837F, 0.0452484125F},
                              {0.0528812929F, -0.2040112061F, 1.1511299132F}}};

/// Pixels per degree of sight: the screen has 3840 pixels and is as wide as its distance, 0.7 m.
constexpr double per_degree = 3840 * std::numbers::pi / 180;
constexpr int reach = 10;                             ///< pixels of the widest filter: 3 sigma
constexpr int min_rows = 128;                         ///< in a thread, which converts 2 reach more
constexpr float colour_exponent = 0.7F;               ///< q_c
constexpr float max_colour = 41.276098F;              ///< difference of green and blue, c_max
constexpr float low_colour = 0.4F, low_error = 0.95F; ///< p_c and p_t: 0.4 c_max become 0.95
constexpr float least_luminance = 0x1p-23F; ///< in flip-evaluator 1.7, which has the upper median, too

Rgb product(const Matrix& m, const Rgb& v) {
    Rgb out{};
    for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return out;
}

/// Cube root of a positive number to within 2e-7, by Halley's steps from a third of the exponent. std::cbrt
/// takes several times as long.
float cube_root(float x) {
    auto root = std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) / 3 + 709921077U);
    for (int i = 0; i < 2; ++i) root *= (root * root * root + 2 * x) / (2 * root * root * root + x);
    return root;
}
float length(float x, float y) { return std::sqrt(x * x + y * y); }

/// L*, and a* and b* times L* / 100 (Hunt effect).
Rgb hunt_lab(const Rgb& xyz) {
    const auto curve = [](float t) {
        return t > 216.0F / 24389 ? cube_root(t) : t * (841.0F / 108) + 4.0F / 29;
    };
    const float y = curve(xyz[1]), light = 116 * y - 16;
    return {light, light * 5 * (curve(xyz[0]) - y), light * 2 * (y - curve(xyz[2]))};
}

/// A Gaussian or its first or second derivative: weights of the distances 0 to `end`.
struct Kernel {
    int order, end;
    std::array<float, reach + 1> weights{};

    /// Positive and negative weights have the sums `amount` and -`amount`.
    Kernel(int derivative, double sigma, int last, double amount = 1) : order(derivative), end(last) {
        const auto at = [&](int d) {
            const double u = d / sigma;
            return (order == 0 ? 1 : order == 1 ? u : u * u - 1) * std::exp(-u * u / 2);
        };
        double above = 0, below = 0;
        for (int d = order == 1 ? 0 : -end; d <= end; ++d) (at(d) > 0 ? above : below) += std::abs(at(d));
        for (int d = 0; d <= end; ++d)
            weights[std::size_t(d)] = float(amount * at(d) / (at(d) < 0 ? below : above));
    }
    /// Writes `count` sums of the samples row(d)[x]. Derivatives weight differences, not samples, so that
    /// constant images have exactly no edges.
    template <class RowAt>
    void apply(int count, const RowAt& row, float* out) const {
        constexpr int block = 512; // samples that stay in the first cache
        const float* const at = row(0);
        for (int from = 0, to = 0; from < count; from = to) {
            to = std::min(from + block, count);
            for (int x = from; x < to; ++x) out[x] = order == 0 ? weights[0] * at[x] : 0;
            for (int d = 1; d <= end; ++d) {
                const float *const a = row(d), *const b = row(-d), w = weights[std::size_t(d)];
                if (order == 0)
                    for (int x = from; x < to; ++x) out[x] += w * (a[x] + b[x]);
                if (order == 1)
                    for (int x = from; x < to; ++x) out[x] += w * (a[x] - b[x]);
                if (order == 2)
                    for (int x = from; x < to; ++x) out[x] += w * ((a[x] - at[x]) + (b[x] - at[x]));
            }
        }
    }
};

/// A filter of one of Y, X - Y, Y - Z: down the columns, then across.
struct Filter {
    std::size_t plane;
    Kernel down, across;
};
enum Filtered : std::size_t { achromatic, red_green, blue, more_blue, edge_x, edge_y, point_x, point_y };

std::array<Filter, 8> all_filters() {
    // Contrast sensitivities exp(-b f²) of the frequency f, and features that are 0.082 degrees wide.
    const auto eye = [](double b, int end, double amount) {
        return Kernel(0, std::sqrt(b / 2) / std::numbers::pi * per_degree, end, amount);
    };
    const Kernel light = eye(0.0047, 7, 1), red = eye(0.0053, 7, 1);
    // The parts for blue, 34.1 and 13.5 in the paper: roots of their shares of all weights in two dimensions.
    const Kernel part = eye(0.04, reach, 0.87261501), other = eye(0.025, reach, 0.48840868);
    const auto feature = [](int order) { return Kernel(order, 0.041 * per_degree, 9); };
    const Kernel smooth = feature(0), edge = feature(1), point = feature(2);
    return {{{0, light, light},
             {1, red, red},
             {2, part, part},
             {2, other, other},
             {0, smooth, edge},
             {0, edge, smooth},
             {0, smooth, point},
             {0, point, smooth}}};
}

/// ACES as Narkowicz fitted it, with an exposure of 0.6. NaN stays.
float tone(float x) {
    x = std::clamp(x, 0.0F, 1e6F); // brighter ones are 1, too
    return std::min((0.9036F * x + 0.018F) * x / ((0.8748F * x + 0.354F) * x + 0.14F), 1.0F);
}
constexpr double bright = 2.11887232; ///< the tone is 0.85 there

float light_of_srgb(float x) {
    return x <= 0.04045F ? x / 12.92F
                         : std::pow((x + 0.055F) / 1.055F, 2.4F); // srgb_light() takes thrice the time
}

/// One image of the planes, and the image that it is compared with.
struct View {
    const Planar &own, &other;
    std::size_t plane, channels; ///< the first one, and 3 or 1
    float exposure = 0;          ///< a factor, or 0 for samples that are encoded as sRGB

    /// A sample of red, green or blue, or NaN if it is not finite in one of both.
    float sample(std::size_t colour, std::size_t pixel) const {
        const std::size_t from = plane + (channels == 1 ? 0 : colour);
        const float found = own.planes[from][pixel];
        return std::isfinite(found) && std::isfinite(other.planes[from][pixel]) ? found : float(Scores::none);
    }
    float light(std::size_t colour, std::size_t pixel) const {
        const float found = sample(colour, pixel);
        return exposure > 0 ? tone(found * exposure) : light_of_srgb(found);
    }
};

/// The rows of a view, converted and filtered one by one.
struct Rows {
    const View& view;
    int next; ///< row to convert: at first, the first one that the filters reach
    Size size = view.own.size;
    std::size_t width = std::size_t(size.width) + 2 * reach; ///< with the first and last samples repeated
    std::vector<float> light = std::vector<float>((2 * reach + 1) * 3 * width),
                       column = std::vector<float>(width), filtered = std::vector<float>(8 * width);

    float* row(std::size_t plane, int y) {
        return light.data() + (std::size_t(y % (2 * reach + 1)) * 3 + plane) * width;
    }
    void convert(int y) {
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t i = std::size_t(y) * std::size_t(size.width) +
                                  std::size_t(std::clamp(int(x) - reach, 0, size.width - 1));
            const Rgb xyz = product(to_xyz, {view.light(0, i), view.light(1, i), view.light(2, i)});
            row(0, y)[x] = xyz[1], row(1, y)[x] = xyz[0] - xyz[1], row(2, y)[x] = xyz[1] - xyz[2];
        }
    }
    void filter(int y, const std::array<Filter, 8>& filters) {
        for (; next <= std::min(y + reach, size.height - 1); ++next) convert(next);
        for (std::size_t i = 0; i < filters.size(); ++i) {
            const auto down = [&](int d) {
                return row(filters[i].plane, std::clamp(y + d, 0, size.height - 1));
            };
            filters[i].down.apply(int(width), down, column.data());
            filters[i].across.apply(
                size.width, [&](int d) { return column.data() + reach + d; }, filtered.data() + i * width);
        }
    }
    float at(Filtered i, std::size_t x) const { return filtered[i * width + x]; }
    Rgb lab(std::size_t x) const {
        const float y = at(achromatic, x);
        Rgb seen = product(from_xyz, {y + at(red_green, x), y, y - at(blue, x) - at(more_blue, x)});
        for (float& sample : seen) sample = std::clamp(sample, 0.0F, 1.0F);
        return hunt_lab(product(to_xyz, seen));
    }
    float feature(Filtered i, std::size_t x) const { return length(at(i, x), at(Filtered(i + 1), x)); }
};

/// FLIP of a pixel of two filtered rows: colours (HyAB), raised by edges and points.
float error_at(const Rows& a, const Rows& b, std::size_t x) {
    const Rgb p = a.lab(x), q = b.lab(x);
    const float found = std::pow(std::abs(p[0] - q[0]) + length(p[1] - q[1], p[2] - q[2]), colour_exponent),
                share = found / max_colour, above = (share - low_colour) / (1 - low_colour),
                colour = share < low_colour ? share * low_error / low_colour
                                            : low_error + above * (1 - low_error), // NaN stays
        feature = std::max(std::abs(a.feature(edge_x, x) - b.feature(edge_x, x)),
                           std::abs(a.feature(point_x, x) - b.feature(point_x, x)));
    return std::pow(colour, 1 - std::sqrt(feature / std::numbers::sqrt2_v<float>));
}

/// Factors of HDR-FLIP that give the brightest to the median pixel the tone 0.85, at most a stop apart.
std::vector<float> exposures(const View& reference) {
    std::vector<float> found(std::size_t(reference.own.size.pixels()));
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto share = [&](std::size_t c, float weight) {
            return weight * std::max(reference.sample(c, i), 0.0F);
        };
        found[i] = std::max(share(0, 0.2126F) + share(1, 0.7152F) + share(2, 0.0722F), least_luminance);
    }
    std::erase_if(found, [](float luminance) { return !std::isfinite(luminance); });
    if (found.empty()) return {1};
    const auto middle = found.begin() + std::ptrdiff_t(found.size() / 2);
    std::ranges::nth_element(found, middle);
    const double median = double(*middle), stops = std::log2(double(std::ranges::max(found)) / median);
    const int steps = std::max(1, int(std::ceil(stops)) - 1);
    std::vector<float> factors;
    for (int i = 0; i <= (stops > 0 ? steps : 0); ++i)
        factors.push_back(float(bright / median * std::exp2(stops * (double(i) / steps - 1))));
    return factors;
}

} // namespace

std::vector<std::vector<float>> flip_errors(const Planar& a, const Planar& b, const PsnrScale& scale) {
    std::vector<std::size_t> planes;
    for (std::size_t i = 0; i < a.planes.size(); ++i)
        if (a.names[i].substr(a.names[i].rfind('.') + 1) != "A") planes.push_back(i);
    const std::array<Filter, 8> filters = all_filters();
    std::vector<std::vector<float>> all;
    const std::size_t channels = planes.size() % 3 == 0 ? 3 : 1;
    for (std::size_t p = 0; p < planes.size(); p += channels) {
        auto& errors = all.emplace_back(std::size_t(a.size.pixels()));
        View x{a, b, planes[p], channels}, r{b, a, planes[p], channels};
        for (const float exposure : scale.display ? std::vector<float>{0} : exposures(r)) {
            x.exposure = r.exposure = exposure;
            in_rows(a.size.height, min_rows, [&](int first, int end) {
                Rows of_x{x, std::max(first - reach, 0)}, of_r{r, of_x.next};
                for (int y = first; y < end; ++y) {
                    of_x.filter(y, filters), of_r.filter(y, filters);
                    float* const to = errors.data() + std::size_t(y) * std::size_t(a.size.width);
                    for (std::size_t i = 0; i < std::size_t(a.size.width); ++i)
                        if (const float e = error_at(of_x, of_r, i); !(e <= to[i])) to[i] = e; // or NaN
                }
            });
        }
    }
    return all;
}

double flip(const Planar& a, const Planar& b, const PsnrScale& scale) {
    double sum = 0;
    std::int64_t count = 0;
    for (const std::vector<float>& errors : flip_errors(a, b, scale))
        for (const float error : errors)
            if (!std::isnan(error)) sum += double(error), ++count;
    return count > 0 ? sum / double(count) : Scores::none;
}

} // namespace atrous
