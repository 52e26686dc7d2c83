// The facts of Netpbm's formats.
#include "formats/common/formats.h"

namespace atrous {

constexpr Format pnm_format{.name = "pnm",
                            .extensions = "ppm,pgm,pbm,pnm,pfm",
                            .only_read = "pfm", // holds floats, of which OpenImageIO 2.4's writer makes bytes
                            .signatures = {"P1", "P2", "P3", "P4", "P5", "P6", "PF", "Pf"},
                            .types = type_list<PixelType::u8, PixelType::u16>,
                            .comment = true,
                            .title = "PNM"};

} // namespace atrous
