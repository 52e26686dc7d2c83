// Error metrics of an image against another one, in double precision. Samples that are NaN or infinite in either
// image are left out of all of them. Images are of one size and number of channels, which the caller has checked.
#pragma once
#include "image/pixels.h"
#include <cstdint>
#include <limits>

namespace atrous {

/// Scale of PSNR: x / (1 + x), which keeps highlights from dominating, or the samples unchanged.
struct PsnrScale {
    bool linear = false;
    double peak = 1;
    bool display = false; ///< samples are for displays (integers): all metrics take them as they are
    /// A sample on this scale. The curve takes negative ones as 0.
    double operator()(double x) const { return linear || display ? x : x > 0 ? x / (1 + x) : 0; }
    /// Scale of SSIM and flicker, independent of the scale of PSNR.
    PsnrScale of_structure() const { return {false, 1, display}; }
};

/// 10 log10(peak² / mean squared error) in dB: infinite if the error is 0, NaN if it is.
double psnr_of(double squared_error, double peak);

/// All scores of an image x against the reference r. NaN: there is none.
struct Scores {
    static constexpr double none = std::numeric_limits<double>::quiet_NaN();
    double psnr = none;           ///< in dB, over all samples
    double relmse = none;         ///< mean of (x - r)² / (r² + 0.01) (Rousselle 2011)
    double relmse_trimmed = none; ///< ... of the pixels without the largest 0.1 %, which are fireflies
    double smape = none;          ///< mean of |x - r| / (|x| + |r| + 0.01), 0 to 1 (Vogels 2018)
    double ssim = none;           ///< structural similarity (Wang 2004), 1 = equal, see ssim()
    double flip = none;           ///< mean FLIP, 0 to 1, see flip_errors()
    double flicker = none;        ///< root of flicker_error()
    double tpsnr = none;          ///< PSNR of change_error(), in dB
};

/// Samples that cannot be compared.
struct NotFinite {
    std::int64_t nan = 0, infinite = 0;
    bool any() const { return nan + infinite > 0; }
};

/// The sample that differs most.
struct LargestDifference {
    double value = 0; ///< |a - b|
    int x = 0, y = 0; ///< from the top left
    std::size_t channel = 0;
    float a = 0, b = 0;
};

/// Results of measure().
struct Measured {
    std::int64_t samples = 0; ///< that were compared
    NotFinite a, b;
    std::int64_t lost = 0, found = 0; ///< samples that are not finite only in `a`, and only in `b`
    Scores scores;                    ///< scores of one frame
    LargestDifference largest;
    bool identical() const { return samples > 0 && largest.value == 0 && lost + found == 0; }
};
/// The scores that take most of the time.
struct SlowScores {
    bool ssim = true, flip = true;
};
/// Compares image `a` with the reference `b`.
Measured measure(const Planar& a, const Planar& b, const PsnrScale& scale, const SlowScores& slow = {});

/// Mean structural similarity of samples on the scale's of_structure() over pixels and channels: Gaussian windows with sigma 1.5 that
/// end at 3.5 sigma, mirrored at the borders, constants 0.01² and 0.03². Windows with a sample that is not finite are left out.
double ssim(const Planar& a, const Planar& b, const PsnrScale& scale = {});

/// FLIP error of each pixel, 0 to 1, one plane for each image: three planes are an image, other numbers of them are grey
/// images, and alpha is left out. LDR-FLIP if the scale is for displays: samples are encoded as sRGB. Otherwise HDR-FLIP with
/// the exposures of `b`: samples are light in sRGB's primaries, negative ones count as 0. NaN up to 10 rows and columns
/// away from a sample that is not finite in either image.
std::vector<std::vector<float>> flip_errors(const Planar& a, const Planar& b, const PsnrScale& scale);
/// Their mean, or NaN if there are none.
double flip(const Planar& a, const Planar& b, const PsnrScale& scale);

/// Two frames of a sequence, one after the other.
struct FramePair {
    const Planar& before;
    const Planar& now;
};

/// Mean square of (x_n - x_{n-1}) - (r_n - r_{n-1}), pixel by pixel, on the scale.
double change_error(const FramePair& x, const FramePair& r, const PsnrScale& scale);

/// Mean square of (x_n - warp x_{n-1}) - (r_n - warp r_{n-1}), on the scale's of_structure(), warped
/// bilinearly by the motion. 8 pixels of border are left out, 24 at the right. NaN if nothing is left.
double flicker_error(const FramePair& x, const FramePair& r, const Motion& motion,
                     const PsnrScale& scale = {});

} // namespace atrous
