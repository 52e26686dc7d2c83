// Protects samples from compressions of OpenEXR that change them.
#pragma once
#include "formats/common/codec.h"

namespace atrous {

/// Chooses zip instead of a compression that would change Cryptomatte or IDs. If the input's compression has
/// done so, the chosen one stays.
Message keep_ids(OIIO::ImageSpec& spec, const Part& part);

/// Clamps the colours of a part that is written with DWA, which stores them as halfs with an error that grows
/// with them. Returns a warning with their number, or empty.
Message limit_for_dwa(Encoded& encoded);

} // namespace atrous
