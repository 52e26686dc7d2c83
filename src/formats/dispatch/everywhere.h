// Where EXIF and XMP lie in a file's metadata: blocks of their own, segments of a JPEG, chunks of a PNG.
#pragma once
#include "formats/dispatch/metadata.h"
#include "metadata/xmp_text.h"

namespace atrous {

/// Changes each EXIF block and XMP packet; the changes say whether they were made.
template <class Exif, class Xmp>
void change_everywhere(Metadata& metadata, Exif change_exif, Xmp change_xmp) {
    if (!metadata.exif.empty()) change_exif(metadata.exif);
    if (!metadata.xmp.empty()) change_xmp(metadata.xmp);
    for (JpegSegment& segment : metadata.segments) {
        if (!segment.is(1, {})) continue;
        change_behind(segment.body, exif_magic, change_exif);
        change_behind(segment.body, xmp_magic, change_xmp);
    }
    for (MetadataChunk& chunk : metadata.chunks) {
        if (chunk.name == "eXIf") change_exif(chunk.data);
        change_behind(chunk.data, xmp_text, change_xmp);
    }
}

} // namespace atrous
