// The row of a format: hooks for the points where OpenImageIO's reader or writer is wrong or needs help, or something else replaces
// it. Each folder formats/NAME has one such row.
#pragma once
#include "base/size.h"
#include "files/output_bytes.h"
#include "formats/common/image_file.h"
#include "formats/common/in_order.h"
#include "formats/common/reader.h"
#include "formats/common/write_options.h"
#include "metadata/metadata.h"
#include "platform/bytes.h"
#include <OpenImageIO/imageio.h>
#include <functional>
#include <optional>

namespace atrous {

struct Raster {
    const Bytes& bytes; ///< row after row, pixel after pixel
    Size size;
    int channels;
    std::size_t sample; ///< bytes of one
    std::size_t pixel() const { return sample * std::size_t(channels); }
    std::size_t row() const { return pixel() * std::size_t(size.width); }
    const std::byte* row_at(int y) const { return bytes.data.get() + std::size_t(y) * row(); }
};

/// The tile of an image, packed row after row, whose first pixel is x, y. Bytes outside the image are 0, so that no writer
/// has to fill them. `pixel`: bytes.
Bytes padded_tile(const std::byte* picture, std::size_t pixel, Size size, Size tile, int x, int y);

/// Pieces of an image: `across` of them in each stripe of `rows` rows.
struct Pieces {
    int rows, across;
    std::size_t count(const Raster& raster) const;
};
/// As pieces_in_order(), for all pieces from the first stripe to the last. For images in scratch files it
/// reads one window of stripes after the other. Throws failures of the output meanwhile.
void write_pieces(const Raster& raster, const Pieces& pieces, const std::function<MakePiece()>& maker,
                  OutputBytes& output, const std::function<void(std::size_t, const Piece&)>& take);

/// One part made ready for a format.
struct Encoded {
    OIIO::ImageSpec spec;
    OIIO::TypeDesc type;         ///< of `data` (unknown: each channel in its own type)
    const Bytes* lent = nullptr; ///< the part's own samples
    Bytes own{};                 ///< if these are not the file's
    const Bytes& bytes() const { return own.size > 0 ? own : *lent; }
};
/// Returns the image if all its samples have the type of the file, otherwise nothing. The samples stay with
/// `encoded`.
std::optional<Raster> raster_of(const Encoded& encoded);

/// Parts on their way into a file, with a header for each.
struct EncodeJob {
    const std::vector<const Part*>& parts;
    const std::vector<OIIO::ImageSpec>& specs;
    const Target& target;
    const Metadata& metadata; ///< metadata that are put in while a file is encoded, all but a TIFF's
    OutputBytes& bytes;
    const std::filesystem::path& path; ///< for messages
    std::string name;                  ///< of the file that the bytes are for
    ScratchPtr scratch;                ///< where samples of the parts lie (null: in memory)
    Messages& warnings;
    std::function<Encoded(std::size_t part)> samples = nullptr; ///< given to Codec::write
};

/// A fact in words, and the attribute that it becomes in headers of other formats (empty: none).
struct OwnFact {
    std::string words, attribute{};
};
/// Facts that only a format's own blocks of metadata hold.
struct OwnFacts {
    std::vector<OwnFact> texts{}, facts{};
    std::vector<std::string> blocks{}; ///< that other formats do not have, in words
    bool metadata = false;             ///< more than OpenImageIO keeps
    bool too_long = false;             ///< a block is longer than the format allows
};

/// The first bytes of a file that are searched for metadata: a profile, and all other data in front of an image.
constexpr std::size_t max_head = std::size_t(32) << 20;
/// The same of a file in which OpenImageIO's writer puts nothing else in front than a profile, whose bytes add to it.
constexpr std::size_t plain_head = std::size_t(1) << 20;

/// A hook that is null: OpenImageIO does it, and nothing differs.
struct Codec {
    const Format& format;
    Reader reader{};
    /// True if a file read from this format, and written as it (`avif`: with that ending), loses by being compressed again.
    bool (*loses)(const Part&, bool avif) = nullptr;
    /// Memory that the encoder itself takes, in multiples of the pixels' bytes, with and without loss.
    std::uint64_t encoder_lossy = 0, encoder_lossless = 0;

    /// Adds attributes that only headers of this format have, or have in another form.
    void (*set_header)(OIIO::ImageSpec&, const Part&, const Target&) = nullptr;
    /// Decides on fewer than 16 bits for samples of this type (`bits_attribute`), and on dependent settings.
    void (*set_bits)(OIIO::ImageSpec&, const Part&, const Target&, PixelType, bool alpha) = nullptr;
    /// The reason why its library refuses a sound ICC profile, of grey or colours, or empty.
    Message (*profile_refusal)(const std::string& icc, bool grey) = nullptr;
    /// EXIF data are left out unless they follow after encoding: OpenImageIO 2.4 writes none into a PNG, and
    /// writes their directory over a TIFF's own if it cannot read its output back.
    bool loses_exif = false;

    /// Takes another compression for a part whose IDs the one in the header would destroy. Returns a warning,
    /// or empty.
    Message (*keep_ids)(OIIO::ImageSpec&, const Part&) = nullptr;
    /// Clamps samples that its library would spoil. Returns a warning, or empty.
    Message (*limit)(Encoded&) = nullptr;
    /// Writes the file without OpenImageIO. False: nothing is written yet.
    bool (*write)(const EncodeJob&) = nullptr;
    /// Rows of zeros that OpenImageIO's writer gets for a file with all other bytes (-1: it gets the image).
    int (*header_rows)(const Encoded&) = nullptr;
    /// Puts the image into that file, deflated on all cores. False: the file is another one than expected, and of no use.
    bool (*write_rows)(const Encoded&, const EncodeJob&) = nullptr;
    /// The first bytes of a file, or the whole of a TIFF, with the metadata in them.
    std::string (*with_metadata)(std::string head, const Metadata&, Messages&) = nullptr;
    /// The same with the colours and light levels of PQ and HLG in the header (hdr_points()).
    std::string (*with_hdr)(std::string head, const OIIO::ImageSpec&, const Metadata&) = nullptr;

    /// Metadata::own is copied byte for byte between files of this format if it has this.
    OwnFacts (*own_facts)(const std::vector<MetadataBlock>&) = nullptr;
    /// Fills the other members from own blocks, of which those about the image stay.
    void (*make_neutral)(Metadata&) = nullptr;
    /// Adapts own blocks to an image that has changed.
    void (*adapt)(Metadata&, const Part&, const WriteOptions&) = nullptr;
    /// Adapts them to an image that was scaled by other factors across and down: their ratio.
    void (*stretch)(std::vector<MetadataBlock>&, double ratio) = nullptr;
    /// Makes Metadata::exif one of the own blocks, too.
    void (*add_exif)(Metadata&) = nullptr;
};

/// A format whose reader has a file of its own names it NAME_reader.
#define ATROUS_DECLARE_CODEC(name)                                                                           \
    extern const Codec name##_codec;                                                                         \
    extern const Reader name##_reader;
ATROUS_FORMATS(ATROUS_DECLARE_CODEC)
#undef ATROUS_DECLARE_CODEC

/// Rows that a file of this format keeps together, and that are best read together: of tiles, strips, blocks.
int rows_together(const OIIO::ImageSpec& spec, const Reader& reader);

/// The quality of a compression that is as good as the file that was read: "heic:input".
constexpr const char* input_quality = "input";
/// The quality that the header's compression specifies: 95 of "heic:95".
int quality_in(const OIIO::ImageSpec& spec);
/// True if the part comes from a file of this format.
bool was_read_from(const Part& part, std::string_view format);
/// Colour channels that images of the part get in a file of this format: 3 if it holds no greys.
int colours_in(const Part& part, const Format& format);
/// Used bits of 16-bit samples, in the words of HEIF or JPEG XL.
int bits_of(const OIIO::ImageSpec& spec);
/// The type in which samples of the file that the part was read from are processed.
PixelType type_as_read(const Part& part);
/// True if the colours of the part's image are in the type in which they were read.
bool type_kept(const Part& part, const PictureView& picture);
/// True if an image of the part has this very profile, or its colours (by profile, or by curves and
/// primaries).
bool embeds_colours(const Part& part, const Pixels& pixels, const OutputColours& colours);
bool has_colours(const Part& part, const Pixels& pixels, const OutputColours& colours);

} // namespace atrous
