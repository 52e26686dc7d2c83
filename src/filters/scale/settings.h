// Defines the settings of the scale filter and their resolution for a device.
#pragma once
#include "filters/atrous/execution.h"
#include "scale/access.h"
#include <optional>
#include <span>

namespace atrous {

/// The factor of the ideal lowpass's sinc.
struct ScaleWindow {
    const char* name;
    double cutoff;          ///< of the lowpass when scaling down, in units of the output's Nyquist frequency
    double (*at)(double x); ///< at x, -1 to 1 the ends
};
/// The order in which taps are read along rows.
struct ScaleAccessRow {
    const char* name;
    int kind;     ///< a ScaleAccessKind of kernels/scale/access.h
    bool vectors; ///< taps lie in vectors, without local memory: for CPUs
};

/// The tables. The first window is the default.
std::span<const ScaleWindow> scale_windows();
std::span<const ScaleAccessRow> scale_accesses();

namespace scale_range {
constexpr Range factor{1, 64};
} // namespace scale_range

/// The requested settings.
struct ScaleSettings {
    int taps = 5; ///< on each side of an output, in units of the factor
    const ScaleWindow* window = &scale_windows()[0];
    const ScaleAccessRow* access = nullptr; ///< null: by the device and the factor

    bool operator==(const ScaleSettings&) const = default;
};

inline constexpr std::tuple scale_facts{
    Fact{
        "taps", &ScaleSettings::taps, Range{1, 8}, "N",
        "Set the reach of the lowpass in new pixels to each side, {range}; more are sharper and cleaner, fewer ring less"},
    TableFact{"window", &ScaleSettings::window, scale_windows,
              "Set the window of the lowpass: kaiser (aliases below -45 dB with 5 taps), lanczos or hann"},
    TableFact{
        "access", &ScaleSettings::access, scale_accesses,
        "Choose how taps along rows are read: vector (CPUs), naive, strided, scrambled (no bank conflicts) or auto; results "
        "agree within rounding",
        OptionLevel::expert}};

/// A factor per axis, or a box that images fit into as a viewer shows them.
struct ScaleRequest {
    ScaleSettings settings{};
    Size factor{1, 1};
    std::optional<Size> box{}; ///< wins over `factor`
    bool enlarges = false;     ///< images that are smaller than the box, too
    bool fits_pixels = false;  ///< fits the existing pixels, not the display window, into the box
};

/// Settings that were checked. Only resolve() makes one.
struct ScaleResolved {
    ScaleSettings asked;
    int taps;
    const ScaleWindow& window;

  private:
    explicit ScaleResolved(const ScaleSettings& checked)
        : asked(checked), taps(checked.taps), window(*checked.window) {}
    friend ScaleResolved resolve(const ScaleSettings& settings);
};

/// Throws a usage error for values out of range, naming the option.
ScaleResolved resolve(const ScaleSettings& settings);

} // namespace atrous
