// Steps from a part of an image file to the bytes of a new file: header, samples, metadata.
#pragma once
#include "formats/common/codec.h"

namespace atrous {

// spec.cpp, spec_colours.cpp: the header

/// The spec that the format can hold. Adds a warning for each lost fact.
OIIO::ImageSpec output_spec(const Part& part, const Target& target, Messages& warnings);

/// True if the new file's header can specify the part's profile for samples of type `type`: then they keep
/// it, otherwise they are converted to sRGB (linear if float).
bool says_colours(const Part& part, const Target& target, const OIIO::ImageSpec& spec, OIIO::TypeDesc type);
/// The type of samples of the part in a file of this format.
PixelType target_type(const Part& part, const Format& format, const WriteOptions& options);
/// The curve of samples of this type if integers of sRGB become linear floats, or these become integers, so that EXIF has to say
/// it. Nothing if the file has the profile of the samples.
std::optional<Transfer> new_curve(const Part& part, PixelType written, const Format& format);
/// True if the part's profile is made of attributes of an OpenEXR: it goes only into files of floats, which have its light.
bool has_exr_profile(const Part& part);
/// The profile that images of the part get in a file of this format, in which greys may be written as RGB.
const OutputProfile& profile_for(const Part& part, const Format& format, const OutputColours& colours);
/// Removes a profile that libpng refuses to write, and with which readers of other formats crash.
void drop_bad_profile(OIIO::ImageSpec& spec, const Part& part, const Target& target, Messages& warnings);
/// Keeps the colours' names and profile that are true and that the format holds, and adds a warning for the others. Throws a file
/// error for requested colours that the file cannot specify, or that the image cannot have.
void set_colours(OIIO::ImageSpec& spec, const Part& part, const Target& target, Messages& warnings);

/// Sets compression, level, quality and subsampling: lossless if the source's own compression would not be,
/// for the formats that we can write.
void set_compression(OIIO::ImageSpec& spec, const Part& part, const Target& target);

// display_window.cpp: parts of an OpenEXR for other formats

/// The part as an image of its display window, with a warning, if readers of the output ignore data windows
/// and its windows differ, otherwise nothing. Other channels are padded only for formats that hold them.
/// Throws a file error for a size that the format does not hold.
std::optional<Part> display_part(const Part& part, const Target& target, const std::filesystem::path& path,
                                 Messages& warnings);

// part_samples.cpp, encoder.cpp: the samples, without the channels that an output leaves out (Part::written)

/// The samples that belong to the spec of output_spec.
Encoded encode_part(const Part& part, const Target& target, const OIIO::ImageSpec& spec);

/// The header without omitted channels. `spec` as output_spec() makes it.
OIIO::ImageSpec written_spec(const Part& part, const OIIO::ImageSpec& spec);
/// The samples without them. `encoded` as encode_part() makes it.
void keep_written(Encoded& encoded, const Part& part);

/// An image encoded by OpenImageIO as a JPEG in memory, or empty if it cannot be.
std::string jpeg_in_memory(const OIIO::ImageSpec& spec, OIIO::TypeDesc type, const Bytes& samples);
/// Encodes the parts. Headers as output_spec() makes them. Throws a file error.
void write_encoded(EncodeJob job);

// new_metadata.cpp: the metadata of the new file

/// The metadata to put into a file of this format and adds a warning for metadata that the format cannot
/// hold.
Metadata metadata_to_write(const ImageFile& file, const Part& part, const Target& target, Messages& warnings);
/// True if with_all_metadata is to be called. Otherwise OpenImageIO writes the metadata that it supports.
bool can_add(const Metadata& metadata, const Format& format, const std::vector<const Part*>& parts);
/// True if with_all_metadata changes only the file's first bytes, at most `max_head`.
bool goes_into_head(const Metadata& metadata, const Format& format);
/// A file that is written, maybe under a limit of memory.
struct WrittenFacts {
    const std::filesystem::path& path;
    const Format& format;
    const WriteOptions& options;
    bool under_limit;
};
/// Warns of metadata that are left out if they are not put in after encoding. Throws a file error: they would be lost for good.
void warn_of_metadata(const Metadata& metadata, const std::vector<const Part*>& parts, const WrittenFacts& to,
                      Messages& warnings);
/// The encoded file, or its head, with the metadata in it.
std::string with_all_metadata(std::string encoded, const Metadata& metadata, const Format& format,
                              Messages& warnings);

} // namespace atrous
