// What an open file is made of; shared by those who read it.
#pragma once
#include "io/bytes/tiff_pages.h"
#include "io/codec/oiio.h"
#include "io/codec/webp/webp_read.h"

namespace atrous {

struct Decoder::State {
    std::filesystem::path path;
    std::string format;
    std::unique_ptr<OIIO::ImageInput> in;
    std::unique_ptr<WebpReader> webp;      ///< in place of `in`, of a WebP
    std::unique_ptr<FileView> tiff;        ///< a TIFF's bytes,
    std::unique_ptr<TiffPages> tiff_pages; ///< and where its pages lie in them
    std::vector<OIIO::ImageSpec> specs;    ///< of what is decoded
    int reduced = 1;                       ///< as PartPlace::reduced, of the only part
    Size whole;                            ///< of that part, as its file has it, where it is reduced
    std::vector<std::vector<ColourChannels>> pictures;    ///< of each part
    std::vector<std::shared_ptr<const Profile>> profiles; ///< of each part, or null
    Aovs aovs;
    std::vector<std::string> warnings;

    ReadOptions options;
    std::vector<std::string> damage; ///< what is left out, see damage_in()
    ScratchPtr scratch = nullptr;    ///< where samples go; null: into memory

    void open();
    void open_input();
    void check_scans();
    void note_damage();                  ///< which it finds, and warns of
    void note_metadata(ImageFile& file); ///< warns of what is damaged in them
    void reduce();
    PartPlace place(std::size_t part) const;
    void choose();
    void read_profiles();
    void read_late_profile(ImageFile& file);
    void list_parts();
    void list_tiff_pages(const std::string& message);
    void list_frames();
    void set_times();
    Part read_part(int index);
    void read_pictures(Part& part, int index, const Bytes& native);
    Pixels describe_pixels(int index, const ColourChannels& colour);
    Bytes read_native(int index);
    void read_samples(int index, Bytes& to); ///< as read_rows()
    /// Throws the file error where there is a reason for one.
    void refuse_damage(const std::string& why, int part) const;
};

/// How samples relate to light where there is a profile, and where there is none.
Transfer transfer_of(const Profile* profile, bool floats);
void set_profile(Pixels& pixels, std::shared_ptr<const Profile> profile, bool floats);

} // namespace atrous
