// Files to pixels and back. io/codec is the only place that includes OpenImageIO; hides its types, its
// thread-safety holes and its silent repairs.
#pragma once
#include "image/pixels.h"
#include "io/aov/find.h"
#include "io/codec/channels.h"
#include "io/colour/profile.h"
#include "io/files/atomic_file.h"
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace atrous {

/// What a part has beside its colours; only the codec knows.
struct PassThrough;

/// Channels that make a picture, as one type.
struct Picture {
    ColourChannels channels;
    Pixels pixels;
};

/// One image of a file (a page, a part). `pixels` holds the colour (and alpha) channels of its picture, and is empty
/// (size 0x0) where the part has none: such a part passes through. Stereo files may have a picture per eye in one
/// part, and --layer all takes several: `more`. What else the part has (other channels, metadata, windows) stays in
/// `pass_through`, which only the codec reads.
struct Part {
    std::string name;
    Pixels pixels;
    std::shared_ptr<PassThrough> pass_through;
    ColourChannels channels = {}; ///< of `pixels`
    std::vector<Picture> more = {};
    std::optional<std::vector<int>> written = {};  ///< channels that outputs of many channels have; none: all
    std::map<std::string, std::string> notes = {}; ///< attributes that an OpenEXR gets beside its own
};

/// A part's pictures, `pixels` first; none of one that passes through.
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

/// Any channels of a part (indices in the file's order) as float planes, one behind the other, as they were read; 32-bit
/// integers lose their last bits.
std::vector<float> channel_planes(const Part& part, const std::vector<int>& channels);
/// Puts planes into these channels, each in its own type, where they are written from; not for those of a picture, which
/// is written from its pixels.
void put_channel_planes(Part& part, const std::vector<int>& channels, std::span<const float> planes);
/// Puts planes, one per colour, into pixels, in their type; alpha stays.
void put_colour_planes(Pixels& pixels, std::span<const float> planes);
/// The same for alpha, which the pixels have.
void put_alpha_plane(Pixels& pixels, std::span<const float> plane);

struct Metadata;
struct AppendedFile;

/// A file as it was read: its parts, and what it holds beside them.
struct ImageFile {
    std::vector<Part> parts;
    std::shared_ptr<const Metadata> metadata; ///< of the file that was read; only the codec reads them
    std::string format;                       ///< OpenImageIO's name: "jpeg", "openexr"
    std::vector<std::string> warnings;        ///< what was noticed while reading
    Aovs aovs = {};                           ///< what its layers are for; empty for formats without layers
    /// Of a JPEG: what follows its picture; null: nothing. Only the codec reads it.
    std::shared_ptr<const AppendedFile> appended = nullptr;
};

/// Where a part's pixels lie: the data window, the display window, and how a viewer turns it (1 to 8, EXIF).
struct PartPlace {
    int x = 0, y = 0;
    Size size;
    int display_x = 0, display_y = 0;
    Size display;
    int orientation = 1;
    int reduced = 1; ///< of a JPEG: so many times fewer pixels along an axis are decoded than this says
};

struct ReadOptions {
    /// What images that say nothing of their colours are in. Null: integers are sRGB, floats scene-linear.
    std::shared_ptr<const Profile::Icc> assumed = nullptr;
    /// Of files with layers: which are the pictures, see choose_pictures(); empty: one.
    std::string layer = {};
    /// Says what layers are for; null: the one that the file's marks tell.
    std::shared_ptr<const AovTable> table = nullptr;
    AovOverrides overrides = {};
    /// Of a JPEG: how many times smaller its decoder may make it: 1, 2, 4 or 8. Null: 1.
    std::function<int(const PartPlace&)> reduction = nullptr;
    /// The result replaces the file, of which no backup is kept: what would be left out with a warning is an error.
    bool replaced = false;
    /// Memory that opening may take, bytes; 0: any. A decoder that needs more as its header tells is not begun.
    std::uint64_t most_opening = 0;
};

/// What a file holds, without its pixels.
struct FileShape {
    Size size{}; ///< of the first part
    int channels = 0;
    std::size_t parts = 0;
    bool operator==(const FileShape&) const = default;
};

/// Memory, bytes, that a Decoder takes from its opening on beside what is read, as the file's header tells; 0 where it cannot be
/// opened.
std::uint64_t opening_memory(const std::filesystem::path& path);

/// A file that is open, its header read. Opening is serialised over all threads, since OpenImageIO 2.4 races
/// there on files with ICC profiles; decoding is not.
class Decoder {
  public:
    /// Throws a file error: no such file, not an image (or text with an image's name), deep data, subsampled
    /// chroma, CMYK and other colours that are neither RGB nor grey, a header beyond the limits, no such layer. A memory error
    /// where opening takes too much.
    explicit Decoder(const std::filesystem::path& path, const ReadOptions& options = {});
    ~Decoder();
    Decoder(Decoder&&) noexcept;

    Size size() const;                 ///< of the first part, as its file has it
    std::size_t decoded_bytes() const; ///< memory that the image file takes, all parts
    std::size_t parts() const;         ///< those without colours, too
    FileShape shape() const;
    PartPlace place(std::size_t part) const;
    /// A picture: size (as decoded) and bytes of its part in the file's type, which of all parts that is, which of the part's
    /// pictures this is, the type of its pixels, and what these mean.
    struct ColourPart {
        Size size;
        std::size_t bytes;
        std::size_t index;
        PixelType type;
        std::size_t picture = 0;
        int colours = 3;
        Transfer transfer = Transfer::linear;
    };
    std::vector<ColourPart> colour_parts() const;
    const Aovs& aovs() const;          ///< as ImageFile::aovs
    const std::string& format() const; ///< as ImageFile::format
    /// What is damaged beside its pictures, and left out: the first of it, without the file's name; empty where nothing is.
    std::string damage() const;
    const std::vector<std::string>&
    channels(std::size_t part) const; ///< names, in the order of Component::channel
    /// Memory that reading takes where samples go into scratch files: the rows that the file keeps together.
    std::size_t band_bytes() const;
    /// Of a WebP: whether one that is made of it is compressed without loss, if nothing else is asked for.
    bool lossless() const;
    /// Why the file cannot be read so: its decoder holds the whole picture; empty where it can.
    std::string whole_only() const;
    /// Reads everything to its end and keeps nothing, in the memory of a band. Throws as read().
    void check();
    /// Reads everything, samples into scratch files where there is a place for them. Throws a file error when the file is
    /// truncated or damaged, or the disk is full.
    ImageFile read(ScratchPtr scratch = nullptr);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

struct WriteOptions {
    bool overwrite = false;
    int quality = 0;              ///< 1 to 100 for formats that lose; 0: a JPEG's own, else 95
    std::string subsampling = {}; ///< of a JPEG: "4:4:4", "4:2:2" or "4:2:0"; empty: its own, else 4:4:4
    bool strip = false;           ///< leave out all metadata but profile, orientation and resolution
    std::string compression =
        {}; ///< of formats that have it, see check_compression(); empty: its own, else zip
    std::string backup =
        {}; ///< behind the name of a file that is replaced: under this it is kept; empty: it is not
    std::optional<PixelType> depth = {}; ///< of the samples of pictures; none: their own, or the nearest one
    bool dither = true;                  ///< where more bits become 8
    std::shared_ptr<const OutputColours> colours =
        nullptr; ///< that pictures are converted to; null: their own
};

/// Whether a file of this extension can be written, for checks before any work.
bool can_write(const std::filesystem::path& path);
/// The format that a file of this extension has, as ImageFile::format; empty where there is none.
std::string format_name(const std::filesystem::path& path);
/// Whether a file of this extension is encoded a band of rows after the other: not all of it is in memory.
bool writes_bands(const std::filesystem::path& path);
/// Whether files of a format (ImageFile::format) have a display window beside their pixels.
bool has_windows(const std::string& format);
/// Whether a file of this extension is looked for in folders.
bool can_read(const std::filesystem::path& path);
/// Whether WriteOptions::quality, or ::subsampling, mean something for a file of this extension.
bool has_quality(const std::filesystem::path& path);
bool has_subsampling(const std::filesystem::path& path);
/// Why a file of this extension cannot have samples of this type: "jpeg holds uint8 alone"; empty where it can.
std::string depth_refusal(const std::filesystem::path& path, PixelType type);
/// Why pictures in a file of this extension cannot be in these colours: it holds no profile; empty where they can, since it
/// does, or its samples are taken for sRGB without one.
std::string colours_refusal(const std::filesystem::path& path, const OutputColours& colours);
/// "uint8", "uint16", "half", "float".
const char* depth_name(PixelType type);
/// Extensions (lower case, without the dot) that folders are searched for.
const std::vector<std::string>& readable_extensions();

/// Whether a file of this extension, made of one of a format (ImageFile::format), may be changed in memory as a whole once
/// it is encoded, to put metadata in; from JPEG to JPEG and from PNG to PNG only its head is.
bool changes_in_memory(const std::string& from, const std::filesystem::path& to);
/// Memory that encoding a picture takes, of `decoded` bytes: what of
/// the output is in memory, and where metadata are put in its copies. An estimate for formats that lose.
std::uint64_t encoding_memory(std::uint64_t decoded, const std::string& from,
                              const std::filesystem::path& to);
/// Memory that the encoder itself takes meanwhile, for a part of `decoded` bytes: libwebp's. `lossless`: as Decoder says.
std::uint64_t encoder_memory(std::uint64_t decoded, bool lossless, const std::filesystem::path& to,
                             const WriteOptions& options);

/// A file that is encoded, but under a temporary name in the target's folder until AtomicFile::commit.
struct EncodedFile {
    std::unique_ptr<AtomicFile> file;
    FileShape shape;
    std::vector<std::string> warnings; ///< what the target format cannot hold
};
/// Throws a file error as write_image_file.
EncodedFile encode_image_file(const ImageFile& file, const std::filesystem::path& path,
                              const WriteOptions& options);

/// Encodes to a temporary file in the target's folder, syncs it, renames it to `path`: the file appears whole
/// or not at all. Returns warnings: what the target format cannot hold. Throws a file error: cannot write,
/// exists already (without `overwrite`), disk full.
std::vector<std::string> write_image_file(const ImageFile& file, const std::filesystem::path& path,
                                          const WriteOptions& options);

/// Whether writing the image file as it was read would lose something that its own file has: both are JPEG or WebP, with loss, and
/// the options ask for nothing else.
bool loses_by_writing(const ImageFile& file, const std::filesystem::path& path, const WriteOptions& options);

/// The shape of the file that the image file was read from.
FileShape shape_as_read(const ImageFile& file);

/// The bytes of the file `from`, of which `file` was read, as encode_image_file makes an output. Throws its file errors.
EncodedFile copied_file(const ImageFile& file, const std::filesystem::path& from,
                        const std::filesystem::path& to, const WriteOptions& options);

/// How a viewer turns the part in a file of this extension (1 to 8, EXIF): 1 where the format cannot say it.
int orientation_in(const Part& part, const std::filesystem::path& path);

/// How write_image_file would compress the file: "jpeg:80 4:2:0", "zip"; empty where the format has no choice.
std::string compression_of(const ImageFile& file, const std::filesystem::path& path,
                           const WriteOptions& options);

} // namespace atrous
