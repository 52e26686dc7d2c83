// Vectors and normals that were encoded for a picture of 0 to 1, told by their samples.
#pragma once
#include <span>

namespace atrous {

/// Whether samples of motion vectors, as stored, lie in 0 to 1 around .5: "centre 0.5" of a table reads these.
bool vectors_centred(std::span<const float> stored);

/// Whether normals (three planes) are n / 2 + .5: none has a negative component, and 2 n - 1 has length 1 where n has not. Of
/// large pictures some pixels in rows are looked at. False for fewer than 64 normals.
bool normals_encoded(std::span<const float> planes);

} // namespace atrous
