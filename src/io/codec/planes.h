// What a part says of its channels, for who looks at all of them; channel_planes() (codec.h) has their samples.
#pragma once
#include "io/codec/codec.h"
#include <array>
#include <string>
#include <vector>

namespace atrous {

/// Names of a part's channels, in the file's order.
const std::vector<std::string>& channel_names(const Part& part);
/// Size of its channels, also where none of them is a picture.
Size data_size(const Part& part);
/// Where its pixels begin in the whole picture: x and y, 0 where the file says nothing.
std::array<int, 2> data_origin(const Part& part);

} // namespace atrous
