// Facts of a part's header about its pixels (their place, and the channels that make an image), and data
// other than pixels, which pass through the program unchanged.
#pragma once
#include "base/message.h"
#include "image/place.h"
#include "platform/bytes.h"
#include "renders/layers.h"
#include <OpenImageIO/imageio.h>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

/// The channels that become Pixels, in the order R, G, B, alpha (or grey, alpha). Empty if there is no
/// colour.
struct ColourChannels {
    std::vector<int> index;
    int colours = 0; ///< 0, 1 or 3
    bool alpha = false;
    std::string layer = {};              ///< if the file has layers: "Composite.Combined", with its view
    std::vector<std::string> names = {}; ///< as the file has them, one per index
};

/// Data of a part other than its pixels.
struct PassThrough {
    OIIO::ImageSpec spec;            ///< as the file has it
    std::string format;              ///< the file's format, as ImageFile::format
    Bytes native;                    ///< all channels packed, each in its own type, or empty
    int reduced = 1;                 ///< as ImageWindow::reduced
    bool converted = false;          ///< the file's own colours were ink or Lab
    bool wraps = false;              ///< as ImageWindow::wraps
    std::vector<AovRole> roles = {}; ///< of the channels
    /// True if floats of the first image, as it was read, have no light above white, and no negative one.
    bool within_white = false, within_colours = false;
    std::uint64_t fingerprint =
        0; ///< of the first image as it was read, if its header has the light of its content
};

/// The place of the part with this header.
ImageWindow place_in(const OIIO::ImageSpec& spec);
/// True if the sides of a part with this header meet. The XMP of photographs specifies it by Google's names
/// (GPano), an OpenEXR by `envmap`, which OpenImageIO calls `textureformat`.
bool wraps_around(const OIIO::ImageSpec& spec, Wrap asked);
/// Puts the windows there. The orientation stays.
void set_place(OIIO::ImageSpec& spec, const ImageWindow& place);

/// The ICC profile of a header, or empty. put_profile() replaces it and all notes about it.
std::string_view profile_in(const OIIO::ImageSpec& spec);
void put_profile(OIIO::ImageSpec& spec, std::string_view profile);

/// True if an attribute exists only in EXIF data.
bool is_exif_fact(const OIIO::ParamValue& value);
/// True if an attribute came from EXIF data, or is a TIFF tag about the camera.
bool is_camera_fact(const OIIO::ParamValue& value);
/// Returns the EXIF block of the attributes (of an OpenEXR), or empty if none of them is a camera's, and no
/// IPTC goes with them. `texts`: artist, copyright and description make one even then.
std::string exif_of_attributes(OIIO::ImageSpec spec, bool texts = false);
/// Sets the attributes that OpenImageIO makes of an EXIF block, which may be empty.
void set_exif_attributes(OIIO::ImageSpec& spec, const std::string& exif);
/// Returns the EXIF block that OpenImageIO's writers make of a header.
std::string exif_of_all(const OIIO::ImageSpec& spec);
/// Makes positions of three numbers, which are vectors in an OpenEXR, a list, which OpenImageIO writes into
/// EXIF data.
void set_gps(OIIO::ImageSpec& spec);
/// True if an attribute exists only in IPTC data.
bool is_iptc_fact(const OIIO::ParamValue& value);
/// Returns the IPTC datasets of the attributes, or empty if there is no such attribute.
std::string iptc_of_attributes(const OIIO::ImageSpec& spec);

/// Attributes of a spec that was read from a JPEG: libjpeg's quality, and "4:2:0" or the like.
constexpr const char* quality_attribute = "jpeg:quality";
constexpr const char* subsampling_attribute = "jpeg:subsampling";
constexpr const char* progressive_attribute = "jpeg:progressive";
/// Attributes of a WebP: 1 if it was compressed without loss. For a frame of an animation (a GIF, too) its
/// duration in milliseconds, and the number of repetitions (0: endless).
constexpr const char* lossless_attribute = "webp:lossless";
constexpr const char* duration_attribute = "webp:duration";
constexpr const char* loops_attribute = "webp:loops";
/// Attributes of a HEIC or AVIF: the bits of a sample, if more than 8, 1 for an AVIF, the sampling of chroma
/// ("4:2:0"), also for writing, the bytes of a pixel, and the code points of nclx (of PQ and HLG in any format). For a PNG: 1 if its
/// chunks specify colours by other means than a profile. The profile in the spec is made of these.
constexpr const char* bits_attribute = "heif:bits";
constexpr const char* jxl_bits_attribute = "jpegxl:bits";
constexpr const char* avif_attribute = "heif:avif";
constexpr const char* heif_subsampling_attribute = "heif:subsampling";
constexpr const char* heif_rate_attribute = "heif:rate";
constexpr const char* primaries_attribute = "heif:primaries";
constexpr const char* transfer_attribute = "heif:transfer";
constexpr const char* png_colours_attribute = "png:colours";
/// Attributes of a DPX as OpenImageIO names them.
constexpr const char* dpx_transfer_attribute = "dpx:Transfer";
constexpr const char* dpx_linear = "Linear";
/// 1 for an OpenEXR whose attributes name its colours. The profile in its spec is made of them.
constexpr const char* exr_colours_attribute = "openexr:colours";
/// The path of the file that a part of several of an OpenEXR was read from. Not written.
constexpr const char* exr_source_attribute = "openexr:source";
/// Attribute of a BigTIFF, whose output is one, too.
constexpr const char* big_tiff_attribute = "tiff:bigtiff";
/// Attribute of a TIFF's page: GDAL's value of missing samples (GDAL_NODATA) as samples become floats.
constexpr const char* nodata_attribute = "tiff:nodata";
/// The colour space in EXIF data. 2 is Adobe RGB.
constexpr const char* colour_space_attribute = "Exif:ColorSpace";

} // namespace atrous
