// What the header of a part says of its pixels: where they lie, and which of its channels are a picture; and what it has
// beside them, which goes through the program unseen.
#pragma once
#include "formats/jpeg/jpeg.h"
#include "image/place.h"
#include "platform/bytes.h"
#include <OpenImageIO/imageio.h>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

/// The channels that become Pixels, in the order R, G, B, alpha (or grey, alpha). Empty where there is no
/// colour.
struct ColourChannels {
    std::vector<int> index;
    int colours = 0; ///< 0, 1 or 3
    bool alpha = false;
    std::string layer = {};              ///< where the file has layers: "Composite.Combined", with its view
    std::vector<std::string> names = {}; ///< as the file has them, one per index
};

/// What a part has besides its pixels.
struct PassThrough {
    OIIO::ImageSpec spec;   ///< as the file has it
    std::string format;     ///< the file's format, as ImageFile::format
    Bytes native;           ///< all channels packed, each in its own type; empty when `pixels` holds them all
    int reduced = 1;        ///< as PartPlace::reduced
    bool converted = false; ///< the file's own colours were ink or Lab
    bool wraps = false;     ///< as PartPlace::wraps
};

/// Of the part with this header.
PartPlace place_in(const OIIO::ImageSpec& spec);
/// Whether the sides of a part with this header meet. The XMP of photographs specifies it by Google's names (GPano), an
/// OpenEXR by `envmap`, which OpenImageIO calls `textureformat`.
bool wraps_around(const OIIO::ImageSpec& spec, Wrap asked);
/// Puts the windows there; the orientation stays.
void set_place(OIIO::ImageSpec& spec, const PartPlace& place);

/// The ICC profile that a header has; empty: none. Another one, or none, takes the place of all that it says of one.
std::string_view profile_in(const OIIO::ImageSpec& spec);
void put_profile(OIIO::ImageSpec& spec, std::string_view profile);

/// What a header says of resolution and pixels' aspect ratio, as a JPEG says it.
JfifDensity density_in(const OIIO::ImageSpec& spec);

/// Whether an attribute is one that EXIF alone has.
bool is_exif_fact(const OIIO::ParamValue& value);
/// Whether an attribute came from EXIF data, or is a tag of a TIFF that says so of the camera.
bool is_camera_fact(const OIIO::ParamValue& value);

/// Attributes of a spec that was read from a JPEG: libjpeg's quality, and "4:2:0" or the like.
constexpr const char* quality_attribute = "jpeg:quality";
constexpr const char* subsampling_attribute = "jpeg:subsampling";
constexpr const char* progressive_attribute = "jpeg:progressive";
/// Of one that was read from a WebP: 1 where it was compressed without loss; of a frame of an
/// animation, a GIF's, too, for how many milliseconds it is shown, and how often all of them are, 0: for ever.
constexpr const char* lossless_attribute = "webp:lossless";
constexpr const char* duration_attribute = "webp:duration";
constexpr const char* loops_attribute = "webp:loops";
/// Of one that was read from a HEIC or AVIF: the bits of a sample, where they are more than 8; 1 where it is an AVIF; how finely
/// chroma is sampled ("4:2:0" or the like), also of one that is written; and the code points of nclx. Of one from a PNG: 1 where its
/// chunks name its colours otherwise than by a profile. What the spec has as a profile is made of these.
constexpr const char* bits_attribute = "heif:bits";
constexpr const char* avif_attribute = "heif:avif";
constexpr const char* heif_subsampling_attribute = "heif:subsampling";
constexpr const char* primaries_attribute = "heif:primaries";
constexpr const char* transfer_attribute = "heif:transfer";
constexpr const char* png_colours_attribute = "png:colours";
/// Of a DPX, in OpenImageIO's words.
constexpr const char* dpx_transfer_attribute = "dpx:Transfer";
constexpr const char* dpx_linear = "Linear";
/// 1 for an OpenEXR whose attributes name its colours; the profile in its spec is made of them.
constexpr const char* exr_colours_attribute = "openexr:colours";
/// Of one that was read from a BigTIFF, which its output is, too.
constexpr const char* big_tiff_attribute = "tiff:bigtiff";
/// What EXIF says of the colours; 2 is Adobe RGB.
constexpr const char* colour_space_attribute = "Exif:ColorSpace";

} // namespace atrous
