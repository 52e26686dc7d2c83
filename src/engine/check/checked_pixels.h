// Provides small images for checks of kernels, and their comparison with a filter on the host.
#pragma once
#include "graph/tables.h"
#include "image/pixels.h"
#include <array>
#include <vector>

namespace atrous {

using Triple = std::array<float, 3>; ///< colours or planes of a pixel

/// Returns the light of samples by the profile's curves (not of tables), or samples of light.
Triple through_curves(const Pixels& like, Triple v, bool enters);
/// Returns the planes of light, or of the file's own values, in a space, or back. Throws an internal error for an unknown space.
Triple through_space(const Space& space, int colours, Triple v, bool enters);
float sample_of(const Pixels& pixels, std::size_t pixel, std::size_t channel);
/// Gradients, hard edges and texture away from black, where curves amplify rounding. Alpha is 1.
Pixels checked_image(const Pixels& like, Size size);
/// The largest difference of colours beyond rounding, or -1 if values are not finite: kernels write such as
/// the largest number.
double difference_of(const Pixels& output, const std::vector<Triple>& host);

} // namespace atrous
