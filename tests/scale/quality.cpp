// Measures the default lowpass on the device's results: alias, flatness, ringing, and difference from an ideal one.
#include "scale/fixture.h"
#include <cmath>
#include <doctest/doctest.h>

using namespace atrous;
using namespace atrous::test;

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr int margin = 8; // new pixels at the border whose taps may lie beyond it

double decibels(double ratio) { return 20 * std::log10(std::max(ratio, 1e-12)); }

/// One wave per line of an axis, `frequency(line)` in units of the new Nyquist frequency. `down`: lines are columns.
struct Waves {
    int factor, lines, outputs = 64;
    bool down;
    double frequency(int line) const {
        return (line + 1) * factor * 1.0 / (lines + 1);
    } // up to the old Nyquist frequency
    double value(int line, double position) const {
        return std::cos(pi * frequency(line) * position + 0.3 * line); // position in new pixels
    }
    Pixels picture() const {
        const int length = outputs * factor;
        Pixels p = make_pixels(down ? Size{lines, length} : Size{length, lines}, PixelType::f32, 1);
        for (int line = 0; line < lines; ++line)
            for (int k = 0; k < length; ++k)
                set_sample(p, down ? std::size_t(k * lines + line) : std::size_t(line * length + k),
                           value(line, (k + 0.5) / factor));
        return p;
    }
};

struct Response {
    double gain, rest; ///< of the wave itself, and of the rest, relative to it
};

std::vector<Response> responses(Engine& e, const Waves& waves, const ScaleSettings& settings) {
    const Pixels input = waves.picture();
    const Pixels out =
        scaled(e, settings, input,
               geometry_of(input.size, waves.down ? 1 : waves.factor, waves.down ? waves.factor : 1));
    std::vector<Response> found;
    for (int line = 0; line < waves.lines; ++line) {
        double with = 0, own = 0, all = 0;
        for (int i = margin; i + margin < waves.outputs; ++i) {
            const double is = sample(out, waves.down ? std::size_t(i * waves.lines + line)
                                                     : std::size_t(line * waves.outputs + i));
            const double wave = waves.value(line, i + 0.5);
            with += is * wave, own += wave * wave, all += is * is;
        }
        found.push_back({with / own, std::sqrt(all / (waves.outputs - 2 * margin)) * std::sqrt(2)});
    }
    return found;
}

} // namespace

TEST_CASE("no alias above -45 dB from 1.25 times the new Nyquist frequency up, 0.06 dB below 0.6 times it") {
    Engine* e = engine();
    if (!e) return;
    for (const bool down : {false, true})
        for (const int factor : {2, 3, 8, 16}) {
            const Waves waves{factor, 97, 64, down};
            const auto found = responses(*e, waves, scale_settings(5));
            for (int line = 0; line < waves.lines; ++line) {
                const double f = waves.frequency(line);
                CAPTURE(factor);
                CAPTURE(f);
                if (f >= 1.25) CHECK(decibels(found[std::size_t(line)].rest) <= -45);
                if (f <= 0.6) CHECK(std::abs(decibels(found[std::size_t(line)].gain)) <= 0.06);
            }
        }
}

TEST_CASE("a step rings by less than 9 % of its height, wherever it is") {
    Engine* e = engine();
    if (!e) return;
    for (const int factor : {2, 3, 8})
        for (int at = 0; at < factor; ++at) {
            Pixels p = make_pixels({48 * factor, 1}, PixelType::f32, 1);
            for (int x = 0; x < p.size.width; ++x)
                set_sample(p, std::size_t(x), x < 24 * factor + at ? 0.25 : 0.75);
            const Pixels out = scaled(*e, scale_settings(5), p, geometry_of(p.size, factor, 1));
            for (int i = 0; i < out.size.width; ++i) {
                CHECK(sample(out, std::size_t(i)) <= 0.75 + 0.09 * 0.5);
                CHECK(sample(out, std::size_t(i)) >= 0.25 - 0.09 * 0.5);
            }
        }
}

namespace {

/// cos(k r^2), whose frequency grows with the radius, up to the old Nyquist frequency at the middle of the edges.
Pixels zone_plate(int n) {
    Pixels p = make_pixels({n, n}, PixelType::f32, 1);
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            const double dx = x + 0.5 - 0.5 * n, dy = y + 0.5 - 0.5 * n;
            set_sample(p, std::size_t(y * n + x), 0.5 + 0.5 * std::cos(pi * (dx * dx + dy * dy) / n));
        }
    return p;
}

/// All frequencies below the new Nyquist frequency and none above, by the discrete Fourier transform of each axis.
reference::Image ideal(const Pixels& input, int factor) {
    const int n = input.size.width, m = n / factor;
    std::vector<double> kernel(std::size_t(m) * std::size_t(n));
    for (int i = 0; i < m; ++i)
        for (int k = 0; k < n; ++k) {
            double sum = 1;
            for (int f = 1; 2 * f < m; ++f)
                sum += 2 * std::cos(2 * pi * f * ((i + 0.5) * factor - (k + 0.5)) / n);
            kernel[std::size_t(i * n + k)] = sum / n;
        }
    std::vector<double> across(std::size_t(m) * std::size_t(n));
    for (int y = 0; y < n; ++y)
        for (int i = 0; i < m; ++i)
            for (int k = 0; k < n; ++k)
                across[std::size_t(y * m + i)] +=
                    kernel[std::size_t(i * n + k)] * sample(input, std::size_t(y * n + k));
    reference::Image out{{m, m}, 1, std::vector<double>(std::size_t(m * m))};
    for (int j = 0; j < m; ++j)
        for (int y = 0; y < n; ++y)
            for (int i = 0; i < m; ++i)
                out.values[std::size_t(j * m + i)] +=
                    kernel[std::size_t(j * n + y)] * across[std::size_t(y * m + i)];
    return out;
}

/// PSNR without the borders, where the ideal lowpass reads the opposite border.
template <class Value>
double psnr(const reference::Image& truth, Value value) {
    double sum = 0;
    int count = 0;
    for (int y = margin; y + margin < truth.size.height; ++y)
        for (int x = margin; x + margin < truth.size.width; ++x, ++count) {
            const std::size_t at = std::size_t(y * truth.size.width + x);
            sum += std::pow(value(at) - truth.values[at], 2);
        }
    return -10 * std::log10(sum / count);
}

} // namespace

TEST_CASE("a zone plate is nearer to the ideal copy than by Lanczos with 3 taps, as others scale") {
    Engine* e = engine();
    if (!e) return;
    for (const int factor : {2, 4}) {
        const Pixels input = zone_plate(192);
        const reference::Image truth = ideal(input, factor);
        const ScaleGeometry geometry = geometry_of(input.size, factor, factor);
        const Pixels ours = scaled(*e, scale_settings(5), input, geometry);
        const reference::Image lanczos =
            expected(scale_settings(3, "lanczos"), to_reference(input), geometry);
        const double own = psnr(truth, [&](std::size_t i) { return sample(ours, i); });
        const double others = psnr(truth, [&](std::size_t i) { return lanczos.values[i]; });
        CAPTURE(factor);
        CAPTURE(own);
        CAPTURE(others);
        MESSAGE("zone plate 192x192, factor " << factor << ": " << own << " dB, Lanczos 3: " << others
                                              << " dB");
        CHECK(own >= others + 1);
    }
}
