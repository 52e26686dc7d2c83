// Any channel of a part as a plane of floats, for who measures pictures instead of changing them.
#pragma once
#include "io/codec/channels.h"
#include "io/codec/codec.h"
#include <array>
#include <string>
#include <vector>

namespace atrous {

/// Names of a part's channels, in the file's order.
const std::vector<std::string>& channel_names(const Part& part);
/// Which of them are its picture.
const ColourChannels& picture_channels(const Part& part);
/// Size of its channels, also where none of them is a picture.
Size data_size(const Part& part);
/// Where its pixels begin in the whole picture: x and y, 0 where the file says nothing.
std::array<int, 2> data_origin(const Part& part);
/// The samples of one channel, rows from the top without gaps; unsigned integers become 0 to 1. The part is as it was
/// read.
std::vector<float> channel_plane(const Part& part, int channel);

} // namespace atrous
