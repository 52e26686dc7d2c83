// What a HEIC or AVIF says and is coded as.
#pragma once
#include "formats/common/image_file.h"
#include "formats/dispatch/metadata.h"
#include "formats/heif/heif_write.h"
#include "formats/write/write_options.h"
#include <OpenImageIO/imageio.h>
#include <string>

namespace atrous {

/// Of a part, whose header output_spec() made, with all of its metadata.
HeifCoding heif_coding(const Part& part, const Target& target, const OIIO::ImageSpec& spec,
                       const Metadata& metadata);

/// Puts EXIF data where they belong in a file that OpenImageIO wrote.
void mend_heif_exif(std::string& bytes);

} // namespace atrous
