// Channels that an output leaves out (Part::written).
#pragma once
#include "io/codec/oiio.h"

namespace atrous {

/// The header without them; `spec` as output_spec() makes it.
OIIO::ImageSpec written_spec(const Part& part, const OIIO::ImageSpec& spec);
/// The samples without them; `encoded` as encode_part() makes it.
void keep_written(Encoded& encoded, const Part& part);

} // namespace atrous
