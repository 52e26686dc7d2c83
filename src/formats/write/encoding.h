// Steps from a part of an image file to the bytes of a new file: header, samples, metadata.
#pragma once
#include "formats/common/codec.h"
#include "formats/common/convert.h"

namespace atrous {

// spec.cpp, spec_colours.cpp: the header

/// The header that the format can hold. `ids` (null: the part has no samples) gets a warning if IDs need
/// another compression.
OIIO::ImageSpec output_spec(const Part& part, const Target& target, Messages* ids);

/// True if the new file's header can specify the part's profile for samples of type `type`: then they keep
/// it, otherwise they are converted to sRGB (linear if float).
bool says_colours(const Part& part, const Target& target, const OIIO::ImageSpec& spec, OIIO::TypeDesc type);
/// True if they are several frames of one size with times.
bool are_frames(const std::vector<Part>& parts);
/// The type of a part's images, or 8 bits if these were read and only filtered with 16.
PixelType type_of(const Part& part);
/// True if it has channels in addition to its image. Also of a part without samples (Decoder::describe).
bool has_more_channels(const Part& part);
/// True if the format holds the windows of this header.
bool holds_windows(const OIIO::ImageSpec& spec, const Format& format);
/// The kind of texture, OpenImageIO's `textureformat`, that is an environment map.
constexpr const char* environment = "Environment";
/// The type of samples of the part in a file of this format.
PixelType target_type(const Part& part, const Format& format, const WriteOptions& options);
/// The curve of samples of this type if integers of sRGB become linear floats, or these become integers, so that EXIF has to say
/// it. Nothing if the file has the profile of the samples.
std::optional<Transfer> new_curve(const Part& part, PixelType written, const Format& format);
/// True if the part's profile is made of attributes of an OpenEXR: it goes only into files of floats, which have its light.
bool has_exr_profile(const Part& part);
/// The profile that images of the part get in a file of this format, in which greys may be written as RGB.
const OutputProfile& profile_for(const Part& part, const Format& format, const OutputColours& colours);
/// The reason to leave out the part's profile, or empty: libpng refuses to write it, and readers of other
/// formats crash.
Message bad_profile(const Part& part, const Target& target);
/// True if attributes of the header name its colours, in the words of the format that was read. `format`:
/// only in words of this one.
bool names_colours(const OIIO::ImageSpec& spec, const Format* format = nullptr);
/// True if greys stay greys in a file of this format. Otherwise their profile would be wrong.
bool has_own_colours(const Part& part, const Format& format);
/// Keeps the colours' names and profile that are true and that the format holds. Throws a file error for
/// requested colours that the file cannot specify, or that the image cannot have.
void set_colours(OIIO::ImageSpec& spec, const Part& part, const Target& target);
/// Sets the code points of pixels that are written as PQ or HLG.
void set_code_points(OIIO::ImageSpec& spec, const Part& part, const Target& target);

/// Sets compression, level, quality and subsampling: lossless if the source's own compression would not be,
/// for the formats that we can write.
void set_compression(OIIO::ImageSpec& spec, const Part& part, const Target& target);

// spec.cpp: parts of an OpenEXR for other formats

/// True if readers of the output ignore the part's data window, which is not its display window.
bool becomes_display(const Part& part, const std::filesystem::path& to);
/// The part as an image of its display window, if it becomes one, otherwise nothing. Other channels are
/// padded only for formats that hold them. Throws a file error for a size that the format does not hold.
std::optional<Part> display_part(const Part& part, const Target& target, const std::filesystem::path& path);

// part_samples.cpp, encoder.cpp: the samples, without the channels that an output leaves out (Part::written)

/// The encoding of a file's samples, and the conversion of pixels to it.
struct TargetEncoding {
    Encoding encoding;
    std::optional<Intent> intent = {}; ///< none: by way of light, if that is another one
};
/// Unchanged pixels if the new file specifies their colours, otherwise pixels for a file without a profile. Requested colours apply
/// unless the pixels have them already.
TargetEncoding target_encoding(const OIIO::ImageSpec& spec, const Part& part, const Pixels& pixels,
                               const Target& target, OIIO::TypeDesc type);

/// The samples that belong to the spec of output_spec.
Encoded encode_part(const Part& part, const Target& target, const OIIO::ImageSpec& spec);

/// An image as readers of a file of 8 bits see it, without alpha.
Pixels written_pixels(const Part& part, const Target& target);

/// The header without omitted channels. `spec` as output_spec() makes it.
OIIO::ImageSpec written_spec(const Part& part, const OIIO::ImageSpec& spec);
/// The samples without them. `encoded` as encode_part() makes it.
void keep_written(Encoded& encoded, const Part& part);

/// An image encoded by OpenImageIO as a JPEG in memory, or empty if it cannot be.
std::string jpeg_in_memory(const OIIO::ImageSpec& spec, OIIO::TypeDesc type, const Bytes& samples);
/// Encodes the parts. Headers as output_spec() makes them. Throws a file error.
void write_encoded(EncodeJob job);

// new_metadata.cpp: the metadata of the new file

/// The metadata of the file, as blocks for other formats if they do not go byte for byte.
Metadata source_metadata(const ImageFile& file, const Target& target);
/// Adapts them to a file of this format.
Metadata metadata_to_write(Metadata source, const ImageFile& file, const Part& part, const Target& target);
/// True if the new file specifies the value of its missing samples as its input does (GDAL_NODATA), or there
/// are none.
bool marks_missing(const Part& part, const Target& target);
/// True if all of it can be put into the file. Otherwise OpenImageIO writes the metadata that it supports.
bool can_add(const Metadata& metadata, const Format& format, const std::vector<const Part*>& parts);

} // namespace atrous
