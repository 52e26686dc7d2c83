// The samples of a part as its file gets them, without those of channels that an output leaves out (Part::written), and their way
// into the file.
#pragma once
#include "formats/common/codec.h"

namespace atrous {

/// The samples that belong to the spec of output_spec.
Encoded encode_part(const Part& part, const Target& target, const OIIO::ImageSpec& spec);

/// The header without channels that are left out; `spec` as output_spec() makes it.
OIIO::ImageSpec written_spec(const Part& part, const OIIO::ImageSpec& spec);
/// The samples without them; `encoded` as encode_part() makes it.
void keep_written(Encoded& encoded, const Part& part);

/// Encodes the parts; headers as output_spec() makes them. Throws a file error.
void write_encoded(EncodeJob job);

} // namespace atrous
