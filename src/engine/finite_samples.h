// Gives finite values to areas of samples that are not finite (a sun of infinities, a sea of NaN) before a
// filter reads them. Single ones are left to kernels/pixel/samples.h, which takes the mean of their
// neighbours.
#pragma once
#include "image/pixels.h"
#include <cstdint>
#include <string>
#include <vector>

namespace atrous {

/// Makes colours with a magnitude of 1e30 or more infinite, if there are smaller ones. Replaces colours that
/// are not finite and have such a neighbour: infinity by the largest finite colour of the image or by the
/// smallest one, NaN by the nearest sample of its channel. Returns their number.
std::uint64_t fill_areas(Pixels& pixels);
/// Replaces such samples in planes of floats that follow one another.
std::uint64_t fill_areas(std::vector<float>& planes, Size size);

/// Calls visit(pixel) for the neighbours of a pixel until it returns true. Returns true if it did.
template <class Visit>
bool any_neighbour(Size size, std::int64_t pixel, const Visit& visit) {
    const int x = int(pixel % size.width), y = int(pixel / size.width);
    for (int j = std::max(y - 1, 0); j <= std::min(y + 1, size.height - 1); ++j)
        for (int i = std::max(x - 1, 0); i <= std::min(x + 1, size.width - 1); ++i)
            if ((i != x || j != y) && visit(std::int64_t(j) * size.width + i)) return true;
    return false;
}

/// Returns the end of a warning that names the replacements, empty if there were none.
std::string filled_words(std::uint64_t filled);

} // namespace atrous
