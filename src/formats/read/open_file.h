// A file that is open: its parts, what of them is to be read, and how they are found. Shared by those who read it.
#pragma once
#include "base/error.h"
#include "colour/profile.h"
#include "formats/common/image_file.h"
#include "formats/heif/heif_read.h"
#include "formats/png/png_facts.h"
#include "formats/read/print_picture.h"
#include "formats/read/read_options.h"
#include "formats/tiff/tiff_pages.h"
#include "formats/webp/webp_read.h"
#include <OpenImageIO/imageio.h>

namespace atrous {

struct OpenFile {
    std::filesystem::path path;
    std::string format;
    std::unique_ptr<OIIO::ImageInput> in;
    std::unique_ptr<WebpReader> webp;      ///< in place of `in`, of a WebP
    std::unique_ptr<HeifReader> heif;      ///< the same of a HEIC or AVIF
    PngFacts png;                          ///< what a PNG says of its picture
    std::unique_ptr<FileView> tiff;        ///< a TIFF's bytes,
    std::unique_ptr<TiffPages> tiff_pages; ///< and where its pages lie in them
    std::vector<OIIO::ImageSpec> specs;    ///< of what is decoded
    std::vector<int> pages;                ///< of a TIFF that holds more: the page of each spec; else empty
    PrintPicture print;                    ///< where it is one of CMYK that becomes RGB
    int reduced = 1;                       ///< as PartPlace::reduced, of the only part
    std::array<int, 4> crop{};             ///< of a RAW file: the picture in what is decoded
    Size whole;                            ///< of that part, as its file has it, where it is reduced
    std::vector<std::vector<ColourChannels>> pictures;    ///< of each part
    std::vector<std::shared_ptr<const Profile>> profiles; ///< of each part, or null
    Aovs aovs;
    std::vector<std::string> warnings;

    ReadOptions options;
    std::vector<std::string> left_out{}; ///< those of the warnings that say what is sound and not read
    std::vector<std::string> damage;     ///< what is left out, see damage_in()
    ScratchPtr scratch = nullptr;        ///< where samples go; null: into memory

    /// Opens it, finds its parts and says what of them is to be read: `path`, `format` and `options` are there. Throws a file error.
    void open();
    PartPlace place(std::size_t part) const;
    int page_of(int part) const { return pages.empty() ? part : pages[std::size_t(part)]; }
    /// Warns of what is left out of a sound file, or throws a file error where that would be lost for good.
    void leave_out(const std::string& what);

  private:
    void find_parts();
    void open_input();
    void read_as_rgb();
    void note_psd();
    void check_scans() const;
    void list_parts();
    void crop_raw();
    void list_tiff_pages(const std::string& message);
    void leave_copies_out();
    void list_frames();
    void list_heif();
    void set_times();
    void reduce();
    void choose();
    void read_profiles();
};

} // namespace atrous
