// An image file as pixels: its parts, their images, and their channels as planes. Other data of a part are visible only to the
// codec.
#pragma once
#include "base/message.h"
#include "formats/common/pass_through.h"
#include "image/pixels.h"
#include "image/profile.h"
#include "renders/find.h"
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// Data of a part other than its colours. Only the codec defines them.
struct PassThrough;

/// Channels that make an image, as one type.
struct Picture {
    ColourChannels channels;
    Pixels pixels;
};

/// One image of a file (a page, a part). `pixels` holds the colour (and alpha) channels of its image, and is
/// empty (size 0x0) if the part has none: such a part passes through. Stereo files may have an image per eye
/// in one part, and --layer all takes several: `more`. Other data of the part (other channels, metadata,
/// windows) stay in `pass_through`, which only the codec reads.
struct Part {
    std::string name;
    Pixels pixels;
    std::shared_ptr<PassThrough> pass_through;
    ColourChannels channels = {}; ///< of `pixels`
    std::vector<Picture> more = {};
    std::optional<std::vector<int>> written = {};  ///< channels of outputs with many channels (none: all)
    std::map<std::string, std::string> notes = {}; ///< attributes that are added to an OpenEXR
};

/// A part's images, `pixels` first, or none if the part passes through.
struct PictureRef {
    const ColourChannels& channels;
    Pixels& pixels;
};
std::vector<PictureRef> pictures_of(Part& part);
/// The same, to look at.
struct PictureView {
    const ColourChannels& channels;
    const Pixels& pixels;
};
std::vector<PictureView> pictures_of(const Part& part);

struct Metadata;
struct AppendedFile;
struct GainMap;

/// A file as it was read: its parts and its other data.
struct ImageFile {
    std::vector<Part> parts;
    std::shared_ptr<const Metadata> metadata; ///< of the file that was read (only the codec reads them)
    std::string format;                       ///< OpenImageIO's name: "jpeg", "openexr"
    Messages warnings;                        ///< findings while reading
    Aovs aovs = {};                           ///< roles of its layers, or empty for formats without layers
    /// Data after the image of a JPEG, or null. Only the codec reads it.
    std::shared_ptr<const AppendedFile> appended = nullptr;
    /// A gain map that does not follow the image of a JPEG, or null.
    std::shared_ptr<const GainMap> gain_map = nullptr;
    Messages left_out{}; ///< the warnings that do not apply to a copy of the file
};

/// The shape of a file, without its pixels.
struct FileShape {
    Size size{}; ///< of the first part
    int channels = 0;
    std::size_t parts = 0;
    bool operator==(const FileShape&) const = default;
};

ImageWindow part_place(const Part& part);
/// Names of a part's channels, in the file's order.
const std::vector<std::string>& channel_names(const Part& part);
/// The value of its missing samples as a float, and the step between its samples (0: floats), or nothing if
/// the file marks none.
std::optional<std::pair<float, float>> missing_value(const Part& part);
/// Size of its channels, also if none of them is an image.
Size data_size(const Part& part);
/// The role of a channel's layer.
AovRole channel_role(const Part& part, int channel);
/// True if a channel's values name things, so that neither a mean of two nor a value near one of them means
/// anything: 32-bit integers, IDs and Cryptomatte.
bool names_things(const Part& part, int channel);

/// Any channels of a part (indices in the file's order) as float planes, one after the other, as they were
/// read. 32-bit integers lose their last bits.
std::vector<float> channel_planes(const Part& part, const std::vector<int>& channels);
/// Puts planes into these channels, each in its own type, from which they are written. Channels of an image are written from
/// its pixels instead.
void put_channel_planes(Part& part, const std::vector<int>& channels, std::span<const float> planes);
/// Puts planes, one per colour, into pixels, in their type. Alpha stays.
void put_colour_planes(Pixels& pixels, std::span<const float> planes);
/// The same for alpha, which the pixels have.
void put_alpha_plane(Pixels& pixels, std::span<const float> plane);

struct ReadOptions {
    /// Profile of images that do not specify their colours. Null: integers are sRGB, floats scene-linear.
    std::shared_ptr<const Profile::Icc> assumed = nullptr;
    /// Layers to read as images, see choose_pictures() (empty: one).
    std::string layer = {};
    /// Table of layers' roles (null: the table whose marks the file has).
    std::shared_ptr<const AovTable> table = nullptr;
    AovOverrides overrides = {};
    /// Factor by which the decoder may reduce a JPEG: 1, 2, 4 or 8. Null: 1.
    std::function<int(const ImageWindow&)> reduction = nullptr;
    /// Mode in which filters reach across the left and right edges.
    Wrap wrap = Wrap::by_file;
    /// Images of CMYK and Lab become sRGB, otherwise they are refused.
    bool to_rgb = false;
    /// The result replaces the file, of which no backup is kept. Losses that would be warnings are errors.
    bool replaced = false;
    /// Memory in bytes that opening may take (0: any). A decoder that needs more according to the header is not
    /// started.
    std::uint64_t max_opening = 0;
};

} // namespace atrous
