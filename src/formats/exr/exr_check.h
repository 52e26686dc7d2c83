// Whether the headers of an OpenEXR are sound, and its chunks hold all samples that these say. OpenEXR 3.1 does not look: what one that is run-length
// encoded, deflated or not compressed has too little is memory that nobody wrote.
#pragma once
#include "files/file_view.h"

namespace atrous {

/// Why a file is refused by its headers: a size, or a number of channels, beyond the limits.
std::string check_exr(const FileView& file);
/// Why a file is refused: the first chunk of a part (of its finest level) that is damaged, or holds another number of bytes
/// than its rows or tile take; empty where there is none. Inflates what is deflated, on all cores. Chunks that are not there,
/// and other compressions, are OpenEXR's own to refuse.
std::string check_exr_chunks(const FileView& file);

} // namespace atrous
