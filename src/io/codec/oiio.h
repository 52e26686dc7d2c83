// The one door to OpenImageIO, shared by the files of this folder and by nothing else.
#pragma once
#include "io/bytes/formats.h"
#include "io/codec/channels.h"
#include "io/codec/codec.h"
#include "io/files/atomic_file.h"
#include "io/metadata/metadata.h"
#include <OpenImageIO/imageio.h>
#include <mutex>

namespace atrous {

/// What a part has besides its pixels.
struct PassThrough {
    OIIO::ImageSpec spec; ///< as the file has it
    std::string format;   ///< the file's format, as ImageFile::format
    Bytes native;         ///< all channels packed, each in its own type; empty when `pixels` holds them all
    int reduced = 1;      ///< as PartPlace::reduced
};

/// Sets OpenImageIO's global options, once. Call before anything else of the library.
void prepare_library();
/// Makes new memory of the process 0 from now on; true the first time. For decoders that leave parts of damaged pictures as they
/// find them, or else what other pictures left there would be in them.
bool zero_new_memory();
/// Whether the decoder of a format (OpenImageIO's name) and compression is one of these.
bool leaves_gaps(std::string_view format, std::string_view compression);
/// Why reading failed, in one line of at most some 300 characters.
std::string message_of(OIIO::ImageInput& in);
/// Held while files are opened and parts are sought: OpenImageIO 2.4 races there (its issue 3756).
std::mutex& opening();

OIIO::TypeDesc type_desc(PixelType type);
/// The pixel type in which samples of these types are processed: their own, or f32.
PixelType pixel_type(const std::vector<OIIO::TypeDesc>& types);
std::vector<OIIO::TypeDesc> channel_types(const OIIO::ImageSpec& spec);
/// Those of the channels with colours.
std::vector<OIIO::TypeDesc> colour_types(const OIIO::ImageSpec& spec, const ColourChannels& colour);
/// OpenImageIO's format name for a path's extension; empty when unknown.
std::string format_of_extension(const std::filesystem::path& path);

/// The profile of an image with `colours` colour channels, null where there is none. Warns where there is one
/// that cannot be used; throws a file error where it shows that the image is neither RGB nor grey.
std::shared_ptr<const Profile> profile_of(const std::string& path, const OIIO::ImageSpec& spec,
                                          const std::string& format, int colours, const ReadOptions& options,
                                          std::vector<std::string>& warnings);

/// Reads a part's samples, all channels packed, up to the first error: the library would gather one for each row of a
/// damaged file, and ends the process where they have 16 MiB. False where there was one. A buffer with less room than they
/// take (band_room() at least) is used again and again.
bool read_rows(OIIO::ImageInput& in, int part, const OIIO::ImageSpec& spec, Bytes& to);
/// Rows that a file of this format keeps together, and that are best read together: of tiles, strips, blocks.
int rows_together(const OIIO::ImageSpec& spec, const std::string& format);
/// Room for the rows that are read at once.
std::size_t band_room(const OIIO::ImageSpec& spec, const std::string& format);
/// Memory that reading such rows takes, of the part that takes most.
std::size_t rows_bytes(const std::vector<OIIO::ImageSpec>& specs, const std::string& format);
/// As Decoder::whole_only().
std::string why_read_whole(const std::filesystem::path& path, const OIIO::ImageSpec& spec,
                           const std::string& format);

/// The pictures of each part, of files of named layers by the layers' roles; `notes` receives what has to be said.
/// Throws the file error of choose_pictures().
std::vector<std::vector<ColourChannels>> find_pictures(const std::vector<OIIO::ImageSpec>& specs,
                                                       const std::string& format, const ReadOptions& options,
                                                       Aovs& aovs, std::vector<std::string>& notes);

/// Of the part with this header.
PartPlace place_in(const OIIO::ImageSpec& spec);
/// Puts the windows there; the orientation stays.
void set_place(OIIO::ImageSpec& spec, const PartPlace& place);

/// Strided copy of one channel between packed buffers, converting its type.
struct ChannelView {
    std::byte* data; ///< the channel's sample of the first pixel
    OIIO::TypeDesc type;
    std::size_t pixel_bytes;
};
void copy_channel(Size size, const ChannelView& from, const ChannelView& to);
/// The same for some rows of a picture, first to the one before `behind`.
struct RowRange {
    int width, first, behind;
};
void copy_rows(const RowRange& rows, const ChannelView& from, const ChannelView& to);
/// Offset in bytes of each channel in a pixel, and the pixel's bytes as last element.
std::vector<std::size_t> channel_offsets(const std::vector<OIIO::TypeDesc>& types);

/// Whether the part comes from a file of this format.
inline bool was_read_from(const Part& part, std::string_view format) {
    return part.pass_through && part.pass_through->format == format;
}

/// What the samples of a picture mean; without a profile, with sRGB's primaries.
struct Encoding {
    Transfer transfer = Transfer::linear;
    std::shared_ptr<const Profile> profile = nullptr;
    bool operator==(const Encoding&) const = default;
};
inline Encoding encoding_of(const Pixels& pixels) { return {pixels.transfer, pixels.profile}; }

/// How samples become 8-bit ones: to the nearest, or with noise of one step before it, so that slow slopes have no bands. The
/// noise is the same in every run, and what 8 bits hold exactly stays as it is; so does alpha.
enum class Rounding { nearest, dithered };
/// The same picture with another type, encoding and alpha. `alpha` none puts it on black. With an intent colours go from
/// profile to profile, which the encoding has; without one by way of light, relative colorimetric.
Pixels converted(const Pixels& pixels, PixelType type, const Encoding& encoding, Alpha alpha,
                 Rounding rounding = Rounding::nearest, std::optional<Intent> intent = {});

/// One part made ready for a format.
struct Encoded {
    OIIO::ImageSpec spec;
    OIIO::TypeDesc type;         ///< of `data`; unknown: each channel in its own type
    const Bytes* lent = nullptr; ///< the part's own samples
    Bytes own{};                 ///< where those are not the file's
    const Bytes& bytes() const { return own.size > 0 ? own : *lent; }
};
/// How a file is written.
struct Target {
    const Format& format;
    const WriteOptions& options;
    bool metadata_follow = false; ///< they are put in after encoding
    bool losses_said = false;     ///< there is a warning already that says what is left out
    bool profile_follows = false; ///< ... so is the profile, which the format's writer does not know
    bool avif = false;            ///< the file's name ends so
    bool heard = true;            ///< warnings are, also those for which all samples are looked at
};
/// The spec that the format can hold; adds a warning for each fact that it cannot.
OIIO::ImageSpec output_spec(const Part& part, const Target& target, std::vector<std::string>& warnings);
/// Whether the new file's header will say of its samples, of type `type`, what the part's profile does: then
/// they keep it, else they are converted to sRGB (linear if float).
bool says_colours(const Part& part, const Target& target, const OIIO::ImageSpec& spec, OIIO::TypeDesc type);
/// Whether a picture of the part has this very profile; or its colours, by that or by curves and primaries.
bool embeds_colours(const Part& part, const Pixels& pixels, const OutputColours& colours);
bool has_colours(const Part& part, const Pixels& pixels, const OutputColours& colours);
/// The profile that pictures of the part get in a file of this format, where greys may be written as RGB.
const OutputProfile& profile_for(const Part& part, const Format& format, const OutputColours& colours);
/// Leaves of the colours' names and profile what is true and the format holds; adds a warning where it does not. Throws a file
/// error where colours are asked for that the file cannot say, or that the picture cannot have.
void set_colours(OIIO::ImageSpec& spec, const Part& part, const Target& target,
                 std::vector<std::string>& warnings);
/// The samples that belong to the spec of output_spec.
Encoded encode_part(const Part& part, const Target& target, const OIIO::ImageSpec& spec);

/// Whether an attribute came from EXIF data.
bool is_camera_fact(const OIIO::ParamValue& value);

/// Attributes of a spec that was read from a JPEG: libjpeg's quality, and "4:2:0" or the like.
constexpr const char* quality_attribute = "jpeg:quality";
constexpr const char* subsampling_attribute = "jpeg:subsampling";
constexpr const char* progressive_attribute = "jpeg:progressive";
/// Of one that was read from a WebP: 1 where it was compressed without loss, else the quality, if known; of a frame of an
/// animation, a GIF's, too, for how many milliseconds it is shown, and how often all of them are, 0: for ever.
constexpr const char* lossless_attribute = "webp:lossless";
constexpr const char* webp_quality_attribute = "webp:quality";
constexpr const char* duration_attribute = "webp:duration";
constexpr const char* loops_attribute = "webp:loops";
/// What EXIF says of the colours; 2 is Adobe RGB.
constexpr const char* colour_space_attribute = "Exif:ColorSpace";

/// Reads a file's metadata into the image file that was read from it, and the profile that OpenImageIO loses.
void read_metadata_of(ImageFile& file, const std::filesystem::path& path);
/// What has to be put into a file of this format; adds a warning for what the format cannot hold.
Metadata metadata_to_write(const ImageFile& file, const Part& part, const Format& format,
                           const WriteOptions& options, std::vector<std::string>& warnings);
/// Whether with_all_metadata is to be called; else OpenImageIO writes what it knows of them.
bool can_add(const Metadata& metadata, const Format& format, const std::vector<const Part*>& parts);
/// Whether with_all_metadata changes only the file's first bytes, at most `most_head`.
bool goes_into_head(const Metadata& metadata, const Format& format);
constexpr std::size_t most_head = std::size_t(32)
                                  << 20; // a profile, and all else that is in front of a picture
/// The encoded file, or its head, with the metadata in it.
std::string with_all_metadata(std::string encoded, const Metadata& metadata, const Format& format,
                              std::vector<std::string>& warnings);

/// Throws a file error for images that are not read: deep, volumes, CMYK and Lab, without pixels, or beyond the limits.
void check_header(const std::filesystem::path& path, const OIIO::ImageSpec& spec);

} // namespace atrous
