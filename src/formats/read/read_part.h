// The parts of an open file: their samples, and the pictures among their channels.
#pragma once
#include "formats/read/open_file.h"

namespace atrous {

/// Reads a part to its end, its samples into the scratch file where there is a place for one. Throws a file error when it is
/// truncated or damaged.
Part read_part(OpenFile& open, int index);
/// The same without samples: what the file says of the part and its picture.
Part describe_part(OpenFile& open, int index);
/// Its samples alone, as read_rows() does.
void read_samples(OpenFile& open, int index, Bytes& to);

} // namespace atrous
