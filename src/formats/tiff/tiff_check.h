// The directories of a TIFF, and the checksums of its deflated strips and tiles. OpenImageIO 2.4 inflates strips itself and drops what zlib says of them, and
// libtiff does not come to the checksum where it reads by rows: a damaged strip is then memory that nobody wrote.
#pragma once
#include "formats/tiff/tiff_pages.h"

namespace atrous {

/// Why a file is refused by its directories: values that do not lie in it, sizes that its samples contradict, palettes, and
/// profiles and XMP beyond the limits.
std::string check_tiff(const FileView& file);
/// Why a page is refused: the first strip or tile that is deflated and lies outside of the file, is damaged, or holds less than
/// it should; empty where there is none. Inflates all of them, on all cores; of one that holds more than twice of what it
/// should only that, which is not compared with its checksum.
std::string check_deflated(const TiffPages& pages, std::size_t page);

} // namespace atrous
