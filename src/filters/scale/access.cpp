// Which access a device reads with: by the conflicts that the bank table tells for lanes that begin a factor apart.
#include "banks/devices.h"
#include "banks/scramble.h"
#include "filters/scale/plan.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

const ScaleAccessRow& row_that(int kind, bool vectors) {
    return *std::ranges::find_if(scale_accesses(), [&](const ScaleAccessRow& row) {
        return row.kind == kind && row.vectors == vectors;
    });
}

/// Banks for elements of that width, of which one phase of lanes is served at once. A device without banks that is asked to
/// avoid their conflicts runs as one with 32 banks of 4 bytes would.
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
