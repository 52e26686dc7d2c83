// Reading a file: hooks for the points where OpenImageIO's reader is wrong, or another one replaces it.
#pragma once
#include "colour/profile.h"
#include "formats/common/check.h"
#include "formats/common/formats.h"
#include "formats/common/image_file.h"
#include "metadata/gain_map.h"
#include <OpenImageIO/imageio.h>

namespace atrous {

/// The conversion of an image of CMYK to RGB.
struct PrintPicture {
    std::shared_ptr<const PrintColours> colours = nullptr; ///< null: it is none
    int channels = 0;                                      ///< that its file has,
    int beside = 0;                                        ///< and how many of these are not colours
};

struct Reader;

/// A file that is open: its parts, the samples to read, and their places.
struct OpenFile {
    std::filesystem::path path;
    const Format* format;
    const Reader* reader;
    ReadOptions options{};

    std::unique_ptr<OIIO::ImageInput> in{};
    std::shared_ptr<void> own{};          ///< data of the format's own, see own_of()
    std::vector<OIIO::ImageSpec> specs{}; ///< of the decoded parts
    std::vector<int> pages{};             ///< if parts are left out: the page of each spec, otherwise empty
    PrintPicture print{};                 ///< if it is one of CMYK that becomes RGB
    int reduced = 1;                      ///< as ImageWindow::reduced, of the only part
    Size whole{};                         ///< of that part, as its file has it, if it is reduced
    std::array<int, 4> crop{};            ///< the image in the decoded area (all 0: all of it)
    std::vector<std::vector<ColourChannels>> pictures{};    ///< of each part
    std::vector<std::shared_ptr<const Profile>> profiles{}; ///< of each part, or null
    Aovs aovs{};
    Messages warnings{};
    Messages left_out{};          ///< the warnings about sound data that are not read
    Messages damage{};            ///< damaged data that are left out
    ScratchPtr scratch = nullptr; ///< the samples' target (null: memory)

    ImageWindow place(std::size_t part) const;
    int page_of(int part) const { return pages.empty() ? part : pages[std::size_t(part)]; }
    /// Warns, with the file's name.
    void warn(const Message& what);
    /// Warns of data left out of a sound file, or throws a file error if they would be lost for good.
    void leave_out(const Message& what);
    /// The same of all images but the first.
    void leave_other_images_out(int images);
    /// Throws a file error, with the file's name.
    [[noreturn]] void refuse(const Message& reason) const;
    /// True if colours can be used as the file names them. Otherwise warns.
    bool can_use(const SaidColours& signalled);
};
template <class SeparateFile>
SeparateFile& own_of(const OpenFile& open) {
    return *static_cast<SeparateFile*>(open.own.get());
}

/// Complaints of a library while it decodes: the first error, or warning about missing samples, and the first
/// warning about changed samples.
struct Complaints {
    std::string error, warning;
};

/// A hook that is null: nothing differs from OpenImageIO's reader.
struct Reader {
    /// Before a library opens the file. Why it is refused, since a library would crash, wait or take memory out of all proportion.
    Message (*check)(const FileView&) = nullptr;
    /// Findings about the file other than its image. Throws a file error for damage that cannot be left out.
    Damage (*damage)(const FileView&) = nullptr;
    /// The end of the image, or of all that is read, as the header has it (0: unknown).
    std::uint64_t (*end)(const FileView&) = nullptr;
    /// Memory that a decoder takes, according to the header, when it opens the file, and keeps as long as it is open.
    std::uint64_t (*opening_bytes)(const FileView&) = nullptr;

    /// Opens the file and lists its parts instead of OpenImageIO.
    void (*open)(OpenFile&) = nullptr;
    /// Sets OpenImageIO's hints for opening the file.
    void (*add_hints)(const OpenFile&, OIIO::ImageSpec& hints) = nullptr;
    const char* advice = ""; ///< appended to OpenImageIO's message if opening fails
    /// Prefix of the compressions whose decoder does not initialise parts of damaged images.
    const char* leaves_gaps = nullptr;
    /// Corrects a header before its numbers are checked, if OpenImageIO 2.4 reads it wrongly.
    void (*patch_header)(OpenFile&, OIIO::ImageSpec&) = nullptr;
    /// All parts are listed. `ended`: OpenImageIO's message when it looked for one more.
    void (*opened)(OpenFile&, const std::string& ended) = nullptr;
    /// True if its decoder converts colours to sRGB, whatever EXIF data specify.
    bool gives_srgb = false;
    /// If its reader gives the four inks of CMYK from a header of RGB: true if the file has them reversed.
    bool (*has_reversed_inks)(const std::filesystem::path&) = nullptr;
    /// Sets the decoder to the smaller size of ReadOptions::reduction.
    void (*reduce)(OpenFile&) = nullptr;
    /// Puts the profile of the colours that the file names into the header of a part with images.
    void (*name_colours)(OpenFile&, std::size_t part) = nullptr;

    /// Reads a part's samples by other means than OpenImageIO, or returns false.
    bool (*read)(OpenFile&, int part, const OIIO::ImageSpec&, Bytes& to) = nullptr;
    bool reads_whole = false; ///< it needs memory for all samples of a part
    /// The reason to refuse samples before OpenImageIO decodes them.
    Message (*damage_in_samples)(const OpenFile&, int page) = nullptr;
    /// Sends its library's complaints in this thread to this object from now on (null: to none).
    void (*listen)(Complaints*) = nullptr;
    /// Repairs rows that OpenImageIO has read.
    void (*fix_rows)(const OIIO::ImageSpec&, std::byte* at, int rows) = nullptr;
    /// Rows that lie together in a file without tiles, and are best read together.
    int (*rows_together)(const OIIO::ImageSpec&) = nullptr;
    /// The reason to read this file as a whole, though its format is read row by row.
    std::string (*read_whole_because)(const OpenFile&) = nullptr;

    /// The gain map of the file, by headers only.
    std::optional<GainMapFacts> (*gain_map)(const OpenFile&) = nullptr;

    /// Reads the metadata, which are nothing but attributes otherwise.
    void (*read_metadata)(const OpenFile&, ImageFile&, Metadata&) = nullptr;
};

} // namespace atrous
