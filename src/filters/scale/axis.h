// An axis of a picture and of its scaled copy: where outputs lie between the pixels, which of these are their taps, and what
// each weighs. In double precision; kernels get what comes of it as tables. How a device reads rows.
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
    /// Whether the copy is the picture.
    bool same() const { return factor == 1 && origin == 0 && in == out; }
    bool operator==(const ScaleAxis&) const = default;
};

/// Outputs, or pixels: the first one and their number.
struct ScaleSpan {
    int first = 0, count = 1;
    int behind() const { return first + count; }
    bool operator==(const ScaleSpan&) const = default;
};

/// The axis of a picture of `n` pixels whose first one is at `offset` of a canvas, of which every output is `factor`
/// pixels: outputs are those pixels of the scaled canvas whose middle is in the picture, at least one. `place`: the number
/// of output 0 on that canvas.
struct PlacedAxis {
    ScaleAxis axis;
    int place = 0;
};
PlacedAxis placed_axis(int n, double factor, int offset = 0);

/// The taps of some outputs. Those beside the picture weigh 0, and the others 1 together.
struct ScaleTaps {
    int taps = 1;               ///< of an output, with those beside the picture
    std::vector<int> first;     ///< by output, the number of its first tap; below 0 beside the picture
    std::vector<int> row;       ///< by output, its row of weights: outputs of a phase share one
    std::vector<float> weights; ///< `taps` for each row
    const float* weights_of(int output) const {
        return weights.data() + std::size_t(row[std::size_t(output)]) * std::size_t(taps);
    }
    int rows() const { return int(weights.size() / std::size_t(taps)); }
};
ScaleTaps scale_taps(const ScaleResolved& settings, const ScaleAxis& axis, const ScaleSpan& outputs);

/// Outputs, at most, that a pixel is a tap of: the same for all pictures.
int most_outputs(const ScaleResolved& settings, const ScaleAxis& axis);

/// The pixels that some outputs depend on.
ScaleSpan scale_source(const ScaleResolved& settings, const ScaleAxis& axis, const ScaleSpan& outputs);

/// How a device reads the taps of rows at a factor.
struct ScaleAccessChoice {
    const ScaleAccessRow& row;
    kernels::ScaleAccess order; ///< with the taps of a whole factor, before zeros fill up a tile
    int degree;                 ///< conflict degree of a step in that order, by the bank table; 1: none
    int naive_degree;           ///< the same of order `naive`
    std::string reason;         ///< a clause
};
/// The access that was asked for, else the one that the bank table says is best; where a factor allows none but `naive`,
/// that one. `element_bytes`: 4, or 16 for pixels of four floats.
ScaleAccessChoice scale_access(const ScaleSettings& settings, double factor, const DeviceTraits& device,
                               int element_bytes = 4);

} // namespace atrous
