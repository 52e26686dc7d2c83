// Computes a windowed sinc of the width of its lowpass: outputs lie further apart than pixels when scaling down.
// Chooses a device's access to rows by the bank table.
#include "filters/scale/axis.h"
#include "banks/devices.h"
#include "banks/scramble.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

namespace atrous {
namespace {

double sinc(double x) {
    const double a = std::numbers::pi * x;
    return x == 0 ? 1 : std::sin(a) / a;
}

/// Pixels between the zeros of the sinc.
double spacing(const ScaleAxis& axis) { return std::max(axis.factor, 1.0); }

/// Returns the distance in pixels within which an output has taps, or 0 for a copy.
double reach(const ScaleResolved& settings, const ScaleAxis& axis) {
    return axis.same() ? 0.5 : settings.taps * spacing(axis);
}

ScaleSpan taps_of(const ScaleResolved& settings, const ScaleAxis& axis, int output) {
    const double centre = axis.centre(output), far = reach(settings, axis);
    const int first = int(std::floor(centre - far)) + 1;
    return {first, int(std::ceil(centre + far)) - first};
}

double weight(const ScaleResolved& settings, const ScaleAxis& axis, double distance) {
    if (axis.same()) return 1;
    const double cutoff = axis.factor > 1 ? settings.window.cutoff : 1;
    const double x = distance / spacing(axis);
    return std::abs(x) < settings.taps ? sinc(cutoff * x) * settings.window.at(x / settings.taps) : 0;
}

/// The weights of one output. Their sum as floats is 1 within the rounding of one of them.
std::vector<float> weights_of(const ScaleResolved& settings, const ScaleAxis& axis, int output, int first,
                              int taps) {
    std::vector<double> exact(std::size_t(taps), 0.0);
    double sum = 0;
    for (int k = std::max(0, -first); k < taps && first + k < axis.in; ++k)
        sum += exact[std::size_t(k)] = weight(settings, axis, first + k - axis.centre(output));
    std::vector<float> rounded(std::size_t(taps), 0.0f);
    double rest = 1;
    for (int k = 0; k < taps; ++k) rest -= rounded[std::size_t(k)] = float(exact[std::size_t(k)] / sum);
    float& largest = *std::ranges::max_element(rounded);
    largest = float(largest + rest);
    return rounded;
}

const ScaleAccessRow& row_that(int kind, bool vectors) {
    return *std::ranges::find_if(scale_accesses(), [&](const ScaleAccessRow& row) {
        return row.kind == kind && row.vectors == vectors;
    });
}

/// Returns the banks for elements of that width, of which one phase of lanes is served at once. If bank conflicts
/// matter on a device without banks, it is treated as one with 32 banks of 4 bytes.
int banks_for(const DeviceTraits& device, int element_bytes) {
    BankDevice row = detect_bank_device(device.vendor, device.name, device.is_cpu);
    if (row.banks == 0) row = find_bank_device("nvidia");
    return std::max(1, row.banks * row.bank_bytes / element_bytes);
}

/// Conflict degree of a step in the order of a row.
int degree_of(const ScaleAccessRow& row, const Scramble& s, int taps) {
    if (row.kind == kernels::ACCESS_SCRAMBLED) return s.scrambled;
    return row.kind == kernels::ACCESS_STRIDED ? basic_striding_degree(s.factor, s.banks, s.lanes, taps)
                                               : s.naive;
}

ScaleAccessChoice choice(const ScaleAccessRow& row, const Scramble& s, int taps, std::string reason) {
    const bool scrambled = row.kind == kernels::ACCESS_SCRAMBLED;
    return {row,
            {row.kind, taps, scrambled ? s.tile : 1, s.banks, !scrambled || s.exclusive_or},
            degree_of(row, s, taps),
            s.naive,
            std::move(reason)};
}

} // namespace

PlacedAxis placed_axis(int n, double factor, int offset) {
    const auto edge = [&](double at) { return int(std::floor(at / factor + 0.5)); };
    int first = edge(offset), end = edge(double(offset) + n);
    if (end <= first) {
        first = int(std::floor((offset + 0.5 * n) / factor));
        end = first + 1;
    }
    return {{n, end - first, factor, first * factor - offset}, first};
}

ScaleTaps scale_taps(const ScaleResolved& settings, const ScaleAxis& axis, const ScaleSpan& outputs) {
    ScaleTaps made;
    for (int i = 0; i < outputs.count; ++i) {
        const ScaleSpan taps = taps_of(settings, axis, outputs.first + i);
        made.first.push_back(taps.first);
        made.taps = std::max(made.taps, taps.count);
    }
    std::map<std::tuple<double, int, int>, int> known; // phase, and the number of taps outside the image
    for (int i = 0; i < outputs.count; ++i) {
        const int first = made.first[std::size_t(i)], output = outputs.first + i;
        const std::tuple key{first - axis.centre(output), std::max(0, -first),
                             std::max(0, first + made.taps - axis.in)};
        const auto [at, is_new] = known.emplace(key, made.rows());
        made.row.push_back(at->second);
        if (!is_new) continue;
        const std::vector<float> weights = weights_of(settings, axis, output, first, made.taps);
        made.weights.insert(made.weights.end(), weights.begin(), weights.end());
    }
    return made;
}

int max_outputs(const ScaleResolved& settings, const ScaleAxis& axis) {
    if (axis.same()) return 1;
    const int within = int(std::ceil(2 * reach(settings, axis) / axis.factor));
    return axis.factor == std::floor(axis.factor) && axis.origin == std::floor(axis.origin) ? within
                                                                                            : within + 1;
}

ScaleSpan scale_source(const ScaleResolved& settings, const ScaleAxis& axis, const ScaleSpan& outputs) {
    const int first = std::clamp(taps_of(settings, axis, outputs.first).first, 0, axis.in - 1);
    const int end = taps_of(settings, axis, outputs.end() - 1).end();
    return {first, std::clamp(end, first + 1, axis.in) - first};
}

ScaleAccessChoice scale_access(const ScaleSettings& settings, double factor, const DeviceTraits& device,
                               int element_bytes) {
    const int banks = banks_for(device, element_bytes);
    const ScaleAccessRow& naive = row_that(kernels::ACCESS_NAIVE, false);
    const bool whole = factor >= 1 && factor == std::floor(factor);
    const Scramble s = scramble(whole ? int(factor) : 1, banks, banks);
    const int taps = 2 * settings.taps * s.factor - s.factor % 2; // of an odd factor one lies in the middle
    if (settings.access) {
        if (settings.access->kind == kernels::ACCESS_SCRAMBLED && !whole)
            return choice(naive, s, taps, "a factor that is not whole has no scrambled order");
        return choice(*settings.access, s, taps, "asked for");
    }
    if (device.is_cpu) return choice(row_that(kernels::ACCESS_NAIVE, true), s, taps, "a CPU has vectors");
    if (!whole) return choice(naive, s, taps, "a factor that is not whole has no scrambled order");
    if (s.naive == 1) return choice(naive, s, taps, "free of conflicts at this factor");
    return choice(row_that(kernels::ACCESS_SCRAMBLED, false), s, taps,
                  "in order " + std::to_string(s.naive) + " lanes would meet in a bank");
}

} // namespace atrous
