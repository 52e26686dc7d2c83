// Gives finite values to areas of samples that are not finite (a sun of infinities, a sea of NaN) before a
// filter reads them. Single ones are left to kernels/pixel/samples.h, which takes the mean of their
// neighbours.
#pragma once
#include "image/pixels.h"
#include <cstdint>
#include <string>
#include <vector>

namespace atrous {

/// Makes colours with a magnitude of 1e30 or more infinite, if there are smaller ones. Replaces colours that are not finite and have such a neighbour: infinity by the largest finite colour of the image or by
/// the smallest one, NaN by the nearest sample of its channel. Returns their number.
std::uint64_t fill_areas(Pixels& pixels);
/// Replaces such samples in planes of floats that follow one another.
std::uint64_t fill_areas(std::vector<float>& planes, Size size);

/// Returns the end of a warning that names the replacements, empty if there were none.
std::string filled_words(std::uint64_t filled);

} // namespace atrous
