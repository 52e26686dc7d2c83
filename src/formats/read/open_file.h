// How a file is read: opened, and then part by part.
#pragma once
#include "formats/common/reader.h"

namespace atrous {

/// Opens a file, finds its parts and says what of them is to be read: `path`, `format` and `options` are there. Throws a file error.
void open_parts(OpenFile& open);

/// Reads a part to its end, its samples into the scratch file where there is a place for one. Throws a file error when it is
/// truncated or damaged.
Part read_part(OpenFile& open, int index);
/// The same without samples: what the file says of the part and its picture.
Part describe_part(OpenFile& open, int index);
/// Room for the rows that are read at once.
std::size_t band_room(const OIIO::ImageSpec& spec, const Reader& reader);
/// Its samples alone. A buffer with less room than they take (band_room() at least) is used again and again.
void read_samples(OpenFile& open, int index, Bytes& to);

// file_metadata.cpp: what a file says beside its pixels

/// Reads a file's metadata into the image file that was read from it, and the profile that OpenImageIO loses; of a JPEG also what
/// follows its picture. Throws a file error where it cannot be opened.
void read_metadata_of(ImageFile& file, const OpenFile& open);

/// The profile of an image with `colours` colour channels, null where there is none. Warns where there is one
/// that cannot be used; throws a file error where it shows that the image is neither RGB nor grey.
std::shared_ptr<const Profile> profile_of(const OpenFile& open, const OIIO::ImageSpec& spec, int colours,
                                          Messages& warnings);

/// How samples relate to light where there is a profile, and where there is none.
Transfer transfer_of(const Profile* profile, bool floats);
void set_profile(Pixels& pixels, std::shared_ptr<const Profile> profile, bool floats);

// print_picture.cpp: images of CMYK that are read as RGB (ReadOptions::to_rgb)

/// Why a picture with this header is refused as one of CMYK or Lab, where it is not to become RGB; empty where it is neither.
Message print_refusal(const OIIO::ImageSpec& spec);
/// Makes the header that of an RGB picture, where it is of CMYK, and warns. Throws a file error: no profile says what its
/// inks are, or it is of Lab.
void make_rgb_of_print(OpenFile& open);

/// The header of the samples as the file has them; `spec` is as make_rgb_of_print() left it.
OIIO::ImageSpec print_samples(const PrintPicture& print, const OIIO::ImageSpec& spec);
/// All of these samples as sRGB; nothing where there is no room for either, and they were only read.
void convert_print(const PrintPicture& print, const OIIO::ImageSpec& spec, const Bytes& samples, Bytes& to);

// picture_channels.cpp: which channels become pixels, by their names, and where there are layers, by the layers' roles

/// Finds colour by name, any case: R, G, B without a layer first, then the layer that calls itself the
/// picture (Combined, beauty, rgba), then the first layer with all three; else grey (Y, grey, or a channel
/// all alone). `alpha_hint` is the channel that the format itself calls alpha, or -1.
ColourChannels find_colour(const std::vector<std::string>& names, int alpha_hint);
/// The roles of layers, by the options' table or the one whose marks the parts have.
Aovs roles_of(const std::vector<PartNames>& parts, const ReadOptions& options);
/// The pictures of each part, of files of named layers by the layers' roles; `notes` receives what has to be said.
/// Throws the file error of choose_pictures().
std::vector<std::vector<ColourChannels>> find_pictures(const std::vector<OIIO::ImageSpec>& specs,
                                                       const Format& format, const ReadOptions& options,
                                                       Aovs& aovs, Messages& notes);

} // namespace atrous
