// Opens a file, and reads it part by part.
#pragma once
#include "formats/common/reader.h"

namespace atrous {

/// Opens a file, finds its parts and the images to read: `path`, `format`, `reader` and `options` are set. Throws a file error.
void open_parts(OpenFile& open);

/// Reads a part to its end, its samples into the scratch file if there is a place for one. Throws a file error when it is
/// truncated or damaged.
Part read_part(OpenFile& open, int index);
/// The same without samples: the facts of the file about the part and its image.
Part describe_part(OpenFile& open, int index);
/// Room for the rows that are read at once.
std::size_t band_room(const OIIO::ImageSpec& spec, const Reader& reader);
/// Reads only the samples. A buffer with less room than they take (band_room() at least) is used again and again.
void read_samples(OpenFile& open, int index, Bytes& to);

// file_metadata.cpp: metadata and profiles

/// Reads a file's metadata into the image file that was read from it, and the profile that OpenImageIO loses.
/// For a JPEG also reads the data after its image. Throws a file error if it cannot be opened.
void read_metadata_of(ImageFile& file, const OpenFile& open);

/// The profile of an image with `colours` colour channels, null if there is none. Warns if there is one that
/// cannot be used. Throws a file error if it shows that the image is neither RGB nor grey.
std::shared_ptr<const Profile> profile_of(const OpenFile& open, const OIIO::ImageSpec& spec, int colours,
                                          Messages& warnings);

/// The relation of samples to light if there is a profile, and if there is none.
Transfer transfer_of(const Profile* profile, bool floats);
void set_profile(Pixels& pixels, std::shared_ptr<const Profile> profile, bool floats);

// picture_channels.cpp: images of CMYK that are read as RGB (ReadOptions::to_rgb)

/// The reason to refuse an image of CMYK or Lab with this header, if it is not to become RGB, or empty if it is
/// neither.
Message print_refusal(const OIIO::ImageSpec& spec);
/// Converts the header of a CMYK image to RGB, and warns. Throws a file error: there is no profile for its
/// inks, or it is of Lab.
void make_rgb_of_print(OpenFile& open);

/// The header of the samples as the file has them. `spec` is as make_rgb_of_print() left it.
OIIO::ImageSpec print_samples(const PrintPicture& print, const OIIO::ImageSpec& spec);
/// Converts all of these samples to sRGB, unless there is no room for either, and they were only read.
void convert_print(const PrintPicture& print, const OIIO::ImageSpec& spec, const Bytes& samples, Bytes& to);

// picture_channels.cpp: the channels that become pixels, by their names, and if there are layers, by the layers'
// roles

/// Finds colour by the names of channels without layers, any case: R, G, B, otherwise grey (Y, grey, or the only channel).
/// `alpha_hint` is the channel that the format itself calls alpha, or -1.
ColourChannels find_colour(const std::vector<std::string>& names, int alpha_hint);
/// The roles of layers, by the options' table or the one whose marks the parts have.
Aovs roles_of(const std::vector<PartNames>& parts, const ReadOptions& options);
/// The images of each part, in files of named layers by the layers' roles. `notes` receives notes about the
/// choice. Throws the file error of choose_pictures().
std::vector<std::vector<ColourChannels>> find_pictures(const std::vector<OIIO::ImageSpec>& specs,
                                                       const Format& format, const ReadOptions& options,
                                                       Aovs& aovs, Messages& notes);

} // namespace atrous
