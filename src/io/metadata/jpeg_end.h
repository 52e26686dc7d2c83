// Where the first picture of a JPEG ends in its file.
#pragma once
#include "io/bytes/file_view.h"

namespace atrous {

struct JpegEnd {
    std::uint64_t behind = 0; ///< its end marker; 0 where it has none
    std::uint64_t mpf_at = 0; ///< the body of the first MPF segment; 0: there is none
    std::uint64_t mpf_size = 0;
};
JpegEnd jpeg_end(const FileView& file);

} // namespace atrous
