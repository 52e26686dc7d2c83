// Computes an axis of an image and of its scaled copy: the place of outputs between pixels, their taps and weights.
// Uses double precision. Kernels get the results as tables. Also chooses a device's access to rows.
#pragma once
#include "filters/scale/settings.h"
#include <vector>

namespace atrous {

/// Positions are in pixels of the input, whose pixel i reaches from i to i + 1.
struct ScaleAxis {
    int in = 1, out = 1;
    double factor = 1; ///< pixels of the input per output
    double origin = 0; ///< where output 0 begins

    /// The middle of an output, as a pixel's number.
    double centre(int output) const { return origin + (output + 0.5) * factor - 0.5; }
    /// True if the copy equals the image.
    bool same() const { return factor == 1 && origin == 0 && in == out; }
    bool operator==(const ScaleAxis&) const = default;
};

/// Outputs, or pixels: the first one and their number.
struct ScaleSpan {
    int first = 0, count = 1;
    int end() const { return first + count; }
    bool operator==(const ScaleSpan&) const = default;
};

/// The axis of an image of `n` pixels whose first one is at `offset` of a canvas, of which every output is
/// `factor` pixels: outputs are the pixels of the scaled canvas whose middle is in the image, at least one.
/// `place`: the number of output 0 on that canvas.
struct PlacedAxis {
    ScaleAxis axis;
    int place = 0;
};
PlacedAxis placed_axis(int n, double factor, int offset = 0);

/// The taps of some outputs. Taps outside the image weigh 0, and the others 1 together.
struct ScaleTaps {
    int taps = 1;               ///< per output, including taps outside the image
    std::vector<int> first;     ///< per output, the index of its first tap, negative outside the image
    std::vector<int> row;       ///< by output, its row of weights: outputs of a phase share one
    std::vector<float> weights; ///< `taps` for each row
    const float* weights_of(int output) const {
        return weights.data() + std::size_t(row[std::size_t(output)]) * std::size_t(taps);
    }
    int rows() const { return int(weights.size() / std::size_t(taps)); }
};
ScaleTaps scale_taps(const ScaleResolved& settings, const ScaleAxis& axis, const ScaleSpan& outputs);

/// Returns the largest number of outputs that use one pixel, the same for all images.
int max_outputs(const ScaleResolved& settings, const ScaleAxis& axis);

/// The pixels that some outputs depend on.
ScaleSpan scale_source(const ScaleResolved& settings, const ScaleAxis& axis, const ScaleSpan& outputs);

/// A device's access to the taps of rows at a factor.
struct ScaleAccessChoice {
    const ScaleAccessRow& row;
    kernels::ScaleAccess order; ///< with the taps of a whole factor, before zeros fill up a tile
    int degree;                 ///< conflict degree of a step in that order, by the bank table (1: none)
    int naive_degree;           ///< degree of order `naive`
    std::string reason;         ///< a clause
};
/// Returns the requested access, otherwise the best by the bank table, or `naive` if the factor allows no
/// other. `element_bytes`: 4, or 16 for pixels of four floats.
ScaleAccessChoice scale_access(const ScaleSettings& settings, double factor, const DeviceTraits& device,
                               int element_bytes = 4);

} // namespace atrous
