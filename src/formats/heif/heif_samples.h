// Samples of libheif as ours: of the whole range of their type, and with straight alpha.
#pragma once
#include <algorithm>

namespace atrous {

/// A sample of a smaller range in the whole one.
template <class Sample>
Sample widened(unsigned value, unsigned from) {
    constexpr unsigned most = Sample(~Sample(0));
    return Sample((std::min(value, from) * most + from / 2) / from);
}

/// Takes the alpha out of colours that it was multiplied into.
template <class Sample>
void divide(Sample* pixel) {
    constexpr unsigned most = Sample(~Sample(0));
    const unsigned alpha = pixel[3];
    for (int c = 0; c < 3 && alpha > 0; ++c)
        pixel[c] = Sample(std::min((pixel[c] * most + alpha / 2) / alpha, most));
}

} // namespace atrous
