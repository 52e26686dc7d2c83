// HEIC and AVIF as a format: what of a file becomes the header of its first picture, and what is left out.
#include "formats/common/library.h"
#include "formats/common/reader.h"
#include "formats/heif/heif_boxes.h"
#include "formats/heif/heif_read.h"
#include "image/icc.h"
#include "metadata/exif_block.h"

namespace atrous {
namespace {

Damage damage_in_heif(const FileView& file) {
    Damage found;
    if (const int tracks = heif_tracks(file); tracks > 0)
        found.unread.add("is an image sequence or holds a video (" + std::to_string(tracks) +
                         (tracks == 1 ? " track" : " tracks") + "), of which only the still picture is read");
    return found;
}

/// Of the largest picture; libheif holds planes of up to 16 bits, and RGB with alpha.
std::uint64_t opening_bytes(const FileView& file) {
    constexpr std::uint64_t pixel = 8;
    return bytes_of({heif_pictures(file).pixels, pixel});
}

/// Its profile, or what nclx says. Throws a file error for PQ and HLG, and for a profile that does not end well.
void name_colours(OpenFile& open, OIIO::ImageSpec& spec, const HeifReader& heif) {
    if (const std::string why = check_xmp(heif.xmp()); !why.empty()) open.refuse(why);
    const CodePoints points = heif.colours().value_or(CodePoints{});
    const SaidColours said = said_colours(points);
    if (heif.profile().empty() || said.refused) {
        if (open.can_use(said)) put_profile(spec, said.profile);
        if (said.profile.empty() && said.problem.empty()) return;
        spec[primaries_attribute] = points.primaries;
        spec[transfer_attribute] = points.transfer;
        return;
    }
    if (const std::string why = check_icc(heif.profile()); !why.empty()) open.refuse(why);
    put_profile(spec, heif.profile());
}

void leave_out(OpenFile& open, OIIO::ImageSpec& spec, const HeifReader& heif) {
    open.leave_other_images_out(heif.images());
    if (heif.auxiliary() > 0)
        open.leave_out("a gain map, depth or mattes (" + std::to_string(heif.auxiliary()) +
                       " images beside the picture) are not read and written");
    for (const std::string& what : heif.unread()) open.leave_out(what);
    if (heif.aspect() != 1) {
        if (open.options.replaced && !is_square(heif.aspect()))
            throw lost_for_good(open.path,
                                "the aspect ratio of its pixels (pasp) is not written"); // by libheif
        spec["PixelAspectRatio"] = float(heif.aspect());
    }
    if (heif.associated()) open.warn("colours under transparency are read with fewer steps");
}

void open_heif(OpenFile& open) {
    zero_new_memory();
    const auto heif = std::make_shared<HeifReader>(open.path);
    open.own = heif;
    OIIO::ImageSpec spec(heif->size().width, heif->size().height, heif->channels(),
                         heif->bits() > 8 ? OIIO::TypeUInt16 : OIIO::TypeUInt8);
    if (spec.nchannels == 4) spec.alpha_channel = 3;
    if (heif->bits() > 8) spec[bits_attribute] = heif->bits();
    if (heif->avif()) spec[avif_attribute] = 1;
    if (!heif->subsampling().empty()) spec[heif_subsampling_attribute] = heif->subsampling();
    leave_out(open, spec, *heif);
    name_colours(open, spec, *heif);
    open.specs.push_back(spec);
}

bool read(OpenFile& open, int, const OIIO::ImageSpec&, Bytes& to) {
    own_of<HeifReader>(open).read(to);
    return true;
}

bool read_metadata(const OpenFile& open, ImageFile&, Metadata& found) {
    const auto& heif = own_of<HeifReader>(open);
    found.exif = heif.exif();
    found.thumbnail = remove_thumbnail(found.exif);
    found.xmp = heif.xmp();
    return true;
}

} // namespace

extern const Reader heif_reader{.name = "heif",
                                .damage = damage_in_heif,
                                .opening_bytes = opening_bytes,
                                .open = open_heif,
                                .read = read,
                                .read_metadata = read_metadata};

} // namespace atrous
