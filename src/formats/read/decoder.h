// Reads files to pixels and hides OpenImageIO's types, its thread-safety holes and its silent repairs.
#pragma once
#include "formats/common/file_format.h"
#include "formats/common/image_file.h"
#include "metadata/gain_map.h"
#include "platform/bytes.h"
#include <filesystem>

namespace atrous {

struct OpenFile;

/// Memory in bytes that a Decoder takes when it is opened, in addition to the samples, according to the
/// header, or 0 if the file cannot be opened.
std::uint64_t opening_memory(const std::filesystem::path& path);

/// A file that is open, its header read. Opening is serialised over all threads, since OpenImageIO 2.4 races
/// there on files with ICC profiles. Decoding is not serialised.
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
    std::size_t parts() const;         ///< number of parts, with and without colours
    FileShape shape() const;
    ImageWindow place(std::size_t part) const;
    /// An image: size (as decoded) and bytes of its part in the file's type, the index of the part among all
    /// parts, the index of this image among the part's images, the type and the meaning of its pixels.
    struct ColourPart {
        Size size;
        std::size_t bytes;
        std::size_t index;
        PixelType type;
        std::size_t picture = 0;
        int colours = 3;
        Transfer transfer = Transfer::linear;
        int bits = 16; ///< of a sample of 16-bit type, as the file has it
    };
    std::vector<ColourPart> colour_parts() const;
    /// "BT.2020 PQ, peak 1000 cd/m2" of samples of PQ or HLG, if the file specifies light levels; or the gain map. Otherwise empty.
    std::string hdr(std::size_t part) const;
    const Aovs& aovs() const;   ///< as ImageFile::aovs
    std::string format() const; ///< as ImageFile::format
    /// The first damage of data other than images, which are left out, without the file's name, or empty.
    std::string damage() const;
    const std::vector<std::string>&
    channels(std::size_t part) const; ///< names, in the order of Component::channel
    /// Its gain map, by headers only, or nothing.
    std::optional<GainMapFacts> gain_map() const;
    /// Memory that reading takes if samples go into scratch files: the rows that the file keeps together.
    std::size_t band_bytes() const;
    /// True if an output of this WebP is compressed without loss by default.
    bool lossless() const;
    /// The reason why the file cannot be read so: its decoder holds the whole image. Empty if it can.
    std::string whole_only() const;
    /// Returns the same as read(), without samples. Throws the errors of read() that do not need samples.
    ImageFile describe();
    /// Reads everything to its end and keeps nothing, in the memory of a band. Throws as read().
    void check();
    /// Reads everything, samples into scratch files if there is a place for them. Throws a file error when the file is
    /// truncated or damaged, or the disk is full.
    ImageFile read(ScratchPtr scratch = nullptr);

  private:
    void read_facts(ImageFile& file);

    std::unique_ptr<OpenFile> file_;
};

} // namespace atrous
