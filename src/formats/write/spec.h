// The header of a file to write: what it says of its samples, colours and compression, as the file's own header did where that
// loses nothing, or as options ask.
#pragma once
#include "formats/common/codec.h"

namespace atrous {

/// The spec that the format can hold; adds a warning for each fact that it cannot.
OIIO::ImageSpec output_spec(const Part& part, const Target& target, Warnings& warnings);

/// Whether the new file's header will say of its samples, of type `type`, what the part's profile does: then
/// they keep it, else they are converted to sRGB (linear if float).
bool says_colours(const Part& part, const Target& target, const OIIO::ImageSpec& spec, OIIO::TypeDesc type);
/// Whether the part's profile is made of attributes of an OpenEXR: it goes into files of floats, which have its light, alone.
bool has_exr_profile(const Part& part);
/// The profile that pictures of the part get in a file of this format, where greys may be written as RGB.
const OutputProfile& profile_for(const Part& part, const Format& format, const OutputColours& colours);
/// Takes out a profile that the library of PNG refuses to write, and with which those that read other formats crash.
void drop_bad_profile(OIIO::ImageSpec& spec, const Part& part, const Target& target, Warnings& warnings);
/// Leaves of the colours' names and profile what is true and the format holds; adds a warning where it does not. Throws a file
/// error where colours are asked for that the file cannot say, or that the picture cannot have.
void set_colours(OIIO::ImageSpec& spec, const Part& part, const Target& target, Warnings& warnings);

/// Sets compression, level, quality and subsampling: lossless where the source's own compression would not be, for the
/// formats that we can write.
void set_compression(OIIO::ImageSpec& spec, const Part& part, const Target& target);

} // namespace atrous
