// What the header of a file to write says of its colours, and of its compression: its own, where that loses nothing, or as
// options ask.
#pragma once
#include "formats/common/image_file.h"
#include "formats/write/write_options.h"
#include <OpenImageIO/imageio.h>

namespace atrous {

/// Whether the part comes from a file of this format.
bool was_read_from(const Part& part, std::string_view format);

/// Whether the new file's header will say of its samples, of type `type`, what the part's profile does: then
/// they keep it, else they are converted to sRGB (linear if float).
bool says_colours(const Part& part, const Target& target, const OIIO::ImageSpec& spec, OIIO::TypeDesc type);
/// Whether the part's profile is made of attributes of an OpenEXR: it goes into files of floats, which have its light, alone.
bool has_exr_profile(const Part& part);
/// Whether a picture of the part has this very profile; or its colours, by that or by curves and primaries.
bool embeds_colours(const Part& part, const Pixels& pixels, const OutputColours& colours);
bool has_colours(const Part& part, const Pixels& pixels, const OutputColours& colours);
/// Colour channels that pictures of the part get in a file of this format: 3 where it holds no greys.
int colours_in(const Part& part, const Format& format);
/// The profile that pictures of the part get in a file of this format, where greys may be written as RGB.
const OutputProfile& profile_for(const Part& part, const Format& format, const OutputColours& colours);
/// Takes out a profile that the library of PNG refuses to write, and with which those that read other formats crash.
void drop_bad_profile(OIIO::ImageSpec& spec, const Part& part, const Target& target,
                      std::vector<std::string>& warnings);
/// Leaves of the colours' names and profile what is true and the format holds; adds a warning where it does not. Throws a file
/// error where colours are asked for that the file cannot say, or that the picture cannot have.
void set_colours(OIIO::ImageSpec& spec, const Part& part, const Target& target,
                 std::vector<std::string>& warnings);

/// How finely a HEIC or AVIF has chroma: as it is asked for, or as its input, a HEIC of a HEIC, an AVIF of those and JPEG; else
/// 4:4:4 in an AVIF, 4:2:0 in a HEIC, most decoders of which know nothing else.
void set_heif_subsampling(OIIO::ImageSpec& spec, const Part& part, const Target& target);

/// Sets compression, level, quality and subsampling: lossless where the source's own compression would not be, for the
/// formats that we can write.
void set_compression(OIIO::ImageSpec& spec, const Part& part, const Target& target);

} // namespace atrous
