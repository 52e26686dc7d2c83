// Defines the settings of the framelet filter, the noise of an image, and their resolution for a device.
#pragma once
#include "filters/atrous/execution.h"
#include "framelet/params.h"
#include <array>
#include <vector>

namespace atrous {

/// The requested settings.
struct FrameletSettings {
    double strength = 1; ///< scales the deviation that noise is taken to have (0 removes nothing)
    double chroma = 1;   ///< factor for colour, in addition to `strength`
    double detail = 0;   ///< part of the removed finest lightness details that is returned
    Execution how{};
};

inline constexpr std::tuple framelet_facts{
    Fact{"denoise-strength", &FrameletSettings::strength, Range{0, 2}, "A",
         "How strong noise is taken to be"},
    Fact{"chroma-denoise", &FrameletSettings::chroma, Range{0, 2}, "A", "The same of colour alone"},
    Fact{"denoise-detail", &FrameletSettings::detail, Range{0, 1}, "A",
         "Restore this part of the finest lightness details that were removed"}};

/// Settings that were checked, with every auto resolved. Only resolve() makes one.
struct FrameletResolved {
    FrameletSettings asked;
    Execution how;

    /// Returns the factor of a plane's variance.
    double scale(int plane) const;

  private:
    explicit FrameletResolved(const FrameletSettings& filled) : asked(filled), how(asked.how) {}
    friend FrameletResolved resolve(const FrameletSettings& settings, const DeviceTraits& device);
};

/// Throws a usage error for values out of range, naming the options. Form tile becomes direct: strips in private memory
/// replace its tile. Storage is float.
FrameletResolved resolve(const FrameletSettings& settings, const DeviceTraits& device);

/// Variance of a channel's noise by brightness: entry i at i / 255 of white. Samples are 0 to 1 (white).
using NoiseCurve = std::array<float, kernels::FRAMELET_CURVE>;
/// The variances of a level's bands, row by row, relative to white noise's curve. The lowpass has 0.
using BandNoise = std::array<float, kernels::FRAMELET_BANDS>;

/// The noise of an image: its bands have the variance `share` times the curve's.
struct FrameletNoise {
    std::vector<NoiseCurve> curves;                                     ///< per channel: 1 or 3
    std::vector<std::array<BandNoise, kernels::FRAMELET_LEVELS>> share; ///< per plane, as many as channels
};

} // namespace atrous
