// DPX (SMPTE 268M). OpenImageIO 2.4 counts orientations 3 and 4, and 7 and 8, the other way round than its reader and the standard do.
#include "formats/common/codec.h"

namespace atrous {
namespace {

void set_turn(OIIO::ImageSpec& spec, const Part&, const Target&) {
    const int turn = spec.get_int_attribute("Orientation", 1) - 1;
    if (turn & 2) spec["Orientation"] = (turn ^ 1) + 1;
}

} // namespace

extern const Codec dpx_codec{.name = "dpx", .set_header = set_turn};

} // namespace atrous
