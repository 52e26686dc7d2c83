// Computes FLIP in double precision from the equations of its papers, pixel by pixel.
#pragma once
#include "image/naive.h"
#include <array>
#include <functional>
#include <numbers>

namespace naive {

using Colour = std::array<double, 3>;
/// Pixels from the top left.
struct Image {
    Size size;
    std::vector<Colour> pixels;
    /// The nearest pixel of the image.
    const Colour& at(int x, int y) const {
        x = std::clamp(x, 0, size.width - 1), y = std::clamp(y, 0, size.height - 1);
        return pixels[std::size_t(y * size.width + x)];
    }
};

constexpr double flip_degree = 0.7 * 3840 / 0.7 * std::numbers::pi / 180; ///< pixels
constexpr Colour white{0.31271 / 0.32902, 1, (1 - 0.31271 - 0.32902) / 0.32902};
/// Rows of X, Y, Z, from the chromaticities of sRGB, and the inverse matrix.
constexpr double xyz_of[3][3] = {{0.4123865632529917, 0.3575914909206253, 0.1804504912035637},
                                 {0.2126368216773238, 0.7151829818412506, 0.0721801964814255},
                                 {0.0193306201524840, 0.1191971636402085, 0.9503725870054353}};
constexpr double rgb_of[3][3] = {{3.2410032329763587, -1.5373989694887855, -0.4986158819963629},
                                 {-0.9692242522025166, 1.8759299836951759, 0.0415542263400847},
                                 {0.0556394198519755, -0.2040112061239099, 1.0571489771875335}};

inline Colour by(const double (&m)[3][3], const Colour& v) {
    Colour out{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) out[i] += m[i][j] * v[j];
    return out;
}
inline Colour ycxcz(const Colour& light) {
    const Colour v = by(xyz_of, light);
    const double x = v[0] / white[0], y = v[1], z = v[2] / white[2];
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}
inline Colour from_ycxcz(const Colour& c) {
    const double y = (c[0] + 16) / 116;
    return by(rgb_of, {(c[1] / 500 + y) * white[0], y, (y - c[2] / 200) * white[2]});
}
inline Colour hunt_lab(const Colour& light) {
    const Colour v = by(xyz_of, light);
    const auto f = [](double t) {
        return t > std::pow(6.0 / 29, 3) ? std::cbrt(t) : t / (3 * std::pow(6.0 / 29, 2)) + 4.0 / 29;
    };
    const double x = f(v[0] / white[0]), y = f(v[1]), z = f(v[2] / white[2]), l = 116 * y - 16;
    return {l, 0.01 * l * 500 * (x - y), 0.01 * l * 200 * (y - z)};
}
inline double hyab(const Colour& a, const Colour& b) {
    return std::abs(a[0] - b[0]) + std::sqrt(std::pow(a[1] - b[1], 2) + std::pow(a[2] - b[2], 2));
}

/// Sums channel `c` around a pixel by weight(dx, dy). Positive weights have the sum 1, negative ones -1.
inline double filtered(const Image& image, std::size_t c, int x, int y, int reach,
                       const std::function<double(int, int)>& weight) {
    double above = 0, below = 0, positive = 0, negative = 0;
    for (int j = -reach; j <= reach; ++j)
        for (int i = -reach; i <= reach; ++i) {
            const double w = weight(i, j);
            (w > 0 ? positive : negative) += std::abs(w);
            (w > 0 ? above : below) += w * image.at(x + i, y + j)[c];
        }
    return above / positive + (negative > 0 ? below / negative : 0);
}

inline Colour seen(const Image& image, int x, int y) {
    constexpr double rows[3][4] = {{1, 0.0047, 0, 1e-5}, {1, 0.0053, 0, 1e-5}, {34.1, 0.04, 13.5, 0.025}};
    const double pi = std::numbers::pi;
    const int reach = int(std::ceil(3 * std::sqrt(0.04 / (2 * pi * pi)) * flip_degree));
    Colour out{};
    for (std::size_t c = 0; c < 3; ++c)
        out[c] = filtered(image, c, x, y, reach, [&](int i, int j) {
            const double square = (i * i + j * j) / (flip_degree * flip_degree);
            const auto part = [&](double a, double b) {
                return a * std::sqrt(pi / b) * std::exp(-pi * pi * square / b);
            };
            return part(rows[c][0], rows[c][1]) + part(rows[c][2], rows[c][3]);
        });
    out = from_ycxcz(out);
    for (double& light : out) light = std::clamp(light, 0.0, 1.0);
    return hunt_lab(out);
}

/// Length of the gradient of edges or points.
inline double feature(const Image& image, int x, int y, bool points) {
    const double sigma = 0.5 * 0.082 * flip_degree;
    const int reach = int(std::ceil(3 * sigma));
    const auto along = [&](bool down) {
        return filtered(image, 0, x, y, reach, [&](int i, int j) {
            const double u = (down ? j : i) / sigma;
            return (points ? u * u - 1 : u) * std::exp(-(i * i + j * j) / (2 * sigma * sigma));
        });
    };
    return std::sqrt(std::pow(along(false), 2) + std::pow(along(true), 2)) / 116;
}

/// LDR-FLIP of each pixel of two images of linear light, 0 to 1.
inline std::vector<double> flip_of_light(Image a, Image b) {
    for (Image* image : {&a, &b})
        for (Colour& colour : image->pixels) colour = ycxcz(colour);
    const double max = std::pow(hyab(hunt_lab({0, 1, 0}), hunt_lab({0, 0, 1})), 0.7), low = 0.4 * max;
    std::vector<double> errors;
    for (int y = 0; y < a.size.height; ++y)
        for (int x = 0; x < a.size.width; ++x) {
            const double e = std::pow(hyab(seen(a, x, y), seen(b, x, y)), 0.7);
            const double colour = e < low ? 0.95 / low * e : 0.95 + (e - low) / (max - low) * 0.05;
            double largest = 0;
            for (const bool points : {false, true})
                largest = std::max(largest, std::abs(feature(a, x, y, points) - feature(b, x, y, points)));
            errors.push_back(std::pow(colour, 1 - std::pow(largest / std::sqrt(2.0), 0.5)));
        }
    return errors;
}

/// The image with each sample as light by `curve`. One channel is grey.
inline Image light_of(const Planar& picture, const std::function<double(double)>& curve) {
    Image image{picture.size, {}};
    for (std::size_t i = 0; i < std::size_t(picture.size.pixels()); ++i) {
        Colour& colour = image.pixels.emplace_back();
        for (std::size_t c = 0; c < 3; ++c)
            colour[c] = curve(double(picture.planes[picture.planes.size() < 3 ? 0 : c][i]));
    }
    return image;
}

inline std::vector<double> ldr_flip(const Planar& a, const Planar& b) {
    const auto curve = [](double v) { return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4); };
    return flip_of_light(light_of(a, curve), light_of(b, curve));
}

inline std::vector<double> hdr_flip(const Planar& a, const Planar& b) {
    std::vector<double> light;
    for (const Colour& c : light_of(b, [](double v) { return std::max(v, 0.0); }).pixels)
        light.push_back(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
    std::ranges::sort(light);
    // 0.9036 x² + 0.018 x = 0.85 (0.8748 x² + 0.354 x + 0.14)
    const double p = 0.9036 - 0.85 * 0.8748, q = 0.018 - 0.85 * 0.354, r = -0.85 * 0.14;
    const double bright = (-q + std::sqrt(q * q - 4 * p * r)) / (2 * p);
    const double start = std::log2(bright / light.back()), stop = std::log2(bright / light[light.size() / 2]);
    const int count = std::max(2, int(std::ceil(stop - start - 1e-6)));
    std::vector<double> errors(light.size());
    for (int i = 0; i < count; ++i) {
        const double exposure = std::exp2(start + (stop - start) * i / (count - 1));
        const auto tone = [&](double v) {
            const double x = std::max(v, 0.0) * exposure;
            return std::clamp((0.9036 * x * x + 0.018 * x) / (0.8748 * x * x + 0.354 * x + 0.14), 0.0, 1.0);
        };
        const std::vector<double> found = flip_of_light(light_of(a, tone), light_of(b, tone));
        for (std::size_t k = 0; k < found.size(); ++k) errors[k] = std::max(errors[k], found[k]);
    }
    return errors;
}

} // namespace naive
