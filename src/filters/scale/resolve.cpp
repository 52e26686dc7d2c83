// Checks the settings of the scale filter; its windows and accesses.
#include "filters/scale/settings.h"
#include <array>
#include <cmath>
#include <numbers>

namespace atrous {
namespace {

/// Of Kaiser's window: with 5 taps at a cutoff of 0.95 nothing from 1.25 times the output's Nyquist frequency up is above
/// -45 dB, and up to 0.6 times it nothing is off by 0.06 dB (tests/scale/quality.cpp).
constexpr double kaiser_shape = 4.5;

double lanczos(double x) {
    const double a = std::numbers::pi * x;
    return x == 0 ? 1 : std::sin(a) / a;
}
double hann(double x) { return 0.5 + 0.5 * std::cos(std::numbers::pi * x); }
double kaiser(double x) {
    return std::cyl_bessel_i(0, kaiser_shape * std::sqrt(std::max(0.0, 1 - x * x))) /
           std::cyl_bessel_i(0, kaiser_shape);
}

constexpr std::array window_rows = {ScaleWindow{"kaiser", 0.95, kaiser}, ScaleWindow{"lanczos", 1, lanczos},
                                    ScaleWindow{"hann", 1, hann}};
constexpr std::array access_rows = {ScaleAccessRow{"naive", kernels::ACCESS_NAIVE, false},
                                    ScaleAccessRow{"strided", kernels::ACCESS_STRIDED, false},
                                    ScaleAccessRow{"scrambled", kernels::ACCESS_SCRAMBLED, false},
                                    ScaleAccessRow{"vector", kernels::ACCESS_NAIVE, true}};

} // namespace

std::span<const ScaleWindow> scale_windows() { return window_rows; }
std::span<const ScaleAccessRow> scale_accesses() { return access_rows; }

ScaleResolved resolve(const ScaleSettings& settings) {
    check_ranges(settings, scale_facts);
    return ScaleResolved(settings);
}

} // namespace atrous
