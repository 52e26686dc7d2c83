// Reads HEIC and AVIF with libheif, which turns and crops images and joins tiles: samples of more than 8 bits, which OpenImageIO's
// reader reduces to 8, in the low bits of 16, and the colours in its boxes.
#include "base/text.h"
#include "formats/common/codec.h"
#include "formats/common/library.h"
#include "formats/common/messages.h"
#include "formats/heif/heif_boxes.h"
#include "formats/heif/heif_colours.h"
#include "formats/heif/heif_map.h"
#include "formats/heif/heif_samples.h"
#include "formats/heif/messages.h"
#include "metadata/exif_block.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <cstring>
#include <vector>

namespace atrous {
namespace {

using Context = Held<heif_context, heif_context_free>;
using Handle = Held<heif_image_handle, heif_image_handle_release>;
using Image = Held<heif_image, heif_image_release>;

constexpr std::size_t max_metadata = std::size_t(64) << 20;
constexpr const char* exif_words = "the EXIF block";
bool is_about_exif(const Message& one) { return one.text.find(exif_words) != std::string::npos; }

/// A part of so many bytes, which get(where) writes. The reason for a missing part goes to `unread`.
template <class Get>
std::string part_of(std::size_t size, const std::string& what, Messages& unread, Get get) {
    if (size > max_metadata) {
        unread.push_back(
            message(messages::heif_item, what, "more than " + std::to_string(max_metadata >> 20) + " MiB"));
        return {};
    }
    std::string part(size, '\0');
    const heif_error done = get(part.data());
    if (done.code == heif_error_Ok) return part;
    unread.push_back(message(messages::heif_item, what, one_line(trimmed(done.message))));
    return {};
}

std::string profile_of(const heif_image_handle* handle, Messages& unread) {
    const std::size_t size = heif_image_handle_get_raw_color_profile_size(handle);
    if (size == 0) return {};
    return part_of(size, "the colour profile", unread,
                   [&](char* to) { return heif_image_handle_get_raw_color_profile(handle, to); });
}

/// An open file: its first image, decoded and turned upright by its properties.
struct HeifFile {
    std::filesystem::path path;
    std::string bytes{}, profile{}, exif{}, xmp{};
    std::uint64_t coded = 0; ///< bytes of the image as it is coded
    Messages unread{};       ///< about data in addition to the image that could not be read
    HeifPictures pictures{};
    Context context{};
    Image image{};
    Size size{};
    int channels = 3;              ///< RGB, or these and alpha
    int bits = 8;                  ///< of a sample as the file has it: 8, or up to 16
    int images = 1, auxiliary = 0; ///< images of their own; ones that belong to them, except alpha
    bool associated = false;      ///< alpha is multiplied into the colours of the file, but not after reading
    Nclx nclx{};                  ///< of the file
    std::optional<HeifMap> map{}; ///< the gain map, if it can be applied
    bool has_unread_nclx = false; ///< ... which libheif does not read
    int stride = 0;
    const std::uint8_t* samples = nullptr;

    explicit HeifFile(const std::filesystem::path& name) : path(name) {
        const FileView file(path);
        bytes = file.bytes(0, file.size());
        pictures = heif_pictures(file);
        coded = heif_coded_bytes(file);
        open();
        if (has_heif_item(file, "tmap")) ++auxiliary; // a gain map that libheif 1.15 does not list
        if (exif.empty() && has_heif_item(file, "Exif") && std::ranges::none_of(unread, is_about_exif))
            unread.push_back(message(messages::heif_foreign_exif));
    }

    void require(const heif_error& done) const {
        if (done.code == heif_error_Ok) return;
        if (done.code == heif_error_Memory_allocation_error) throw std::bad_alloc();
        throw file_error(reason_of(done).about(path.string()));
    }

    Message reason_of(const heif_error& done) const {
        if (!has_heif_brand(FileView::of(bytes))) return message(messages::heif_foreign_file);
        const bool av1 = pictures.avif == true; // since libheif 1.16, a decoder may be a package of its own
        if (pictures.avif &&
            !heif_have_decoder_for_format(av1 ? heif_compression_AV1 : heif_compression_HEVC))
            return message(messages::heif_no_decoder, av1 ? "AV1" : "HEVC", av1 ? "dav1d" : "libde265");
        return message(messages::heif_damaged, one_line(trimmed(done.message)));
    }

    void open() {
        const Heartbeats beating; // all of it is decoded before any sign of life
        context.reset(heif_context_alloc());
        require(
            heif_context_read_from_memory_without_copy(context.get(), bytes.data(), bytes.size(), nullptr));
        heif_image_handle* found = nullptr;
        require(heif_context_get_primary_image_handle(context.get(), &found));
        const Handle handle(found);
        images = heif_context_get_number_of_top_level_images(context.get());
        auxiliary = heif_image_handle_get_number_of_auxiliary_images(handle.get(),
                                                                     LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA);
        channels = heif_image_handle_has_alpha_channel(handle.get()) ? 4 : 3;
        associated = channels == 4 && heif_image_handle_is_premultiplied_alpha(handle.get());
        nclx = nclx_of(handle.get());
        has_unread_nclx =
            !nclx && heif_image_handle_get_color_profile_type(handle.get()) == heif_color_profile_type_nclx;
        if (const Message reason = check_matrix(handle.get(), nclx.get()); !reason.empty())
            throw file_error(reason.about(path.string()));
        decode(handle.get());
        profile = profile_of(handle.get(), unread);
        read_blocks(handle.get());
        map = heif_map(handle.get(), size, exif, unread);
        auxiliary -= map.has_value();
    }

    /// The first EXIF data and the first XMP packet. Other blocks are not read.
    void read_blocks(const heif_image_handle* handle) {
        std::vector<heif_item_id> ids(
            std::size_t(heif_image_handle_get_number_of_metadata_blocks(handle, nullptr)));
        ids.resize(std::size_t(
            heif_image_handle_get_list_of_metadata_block_IDs(handle, nullptr, ids.data(), int(ids.size()))));
        for (const heif_item_id id : ids) {
            const std::string type = heif_image_handle_get_metadata_type(handle, id),
                              content = heif_image_handle_get_metadata_content_type(handle, id);
            const bool is_exif = type == "Exif";
            std::string* const to = is_exif ? &exif : content == "application/rdf+xml" ? &xmp : nullptr;
            if (!to || !to->empty())
                unread.push_back(message(messages::heif_metadata, one_line(content.empty() ? type : content),
                                         to ? " after the first" : ""));
            else
                *to = is_exif ? exif_in(block_of(handle, id, exif_words))
                              : block_of(handle, id, "the XMP packet");
        }
    }

    std::string block_of(const heif_image_handle* handle, heif_item_id id, const std::string& what) {
        return part_of(heif_image_handle_get_metadata_size(handle, id), what, unread,
                       [&](char* to) { return heif_image_handle_get_metadata(handle, id, to); });
    }

    /// The TIFF structure, whose place the first four bytes specify (ISO 23008-12, A.2.1).
    std::string exif_in(const std::string& item) {
        constexpr std::size_t head = 4;
        const std::uint64_t begin = item.size() < head ? head : head + number_in(item, 0, head);
        if (begin < item.size()) return item.substr(std::size_t(begin));
        if (!item.empty())
            unread.push_back(
                message(messages::heif_item, exif_words,
                        "begins at byte " + std::to_string(begin) + " of " + std::to_string(item.size())));
        return {};
    }

    void decode(const heif_image_handle* handle) {
        const bool wide = heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
        const heif_chroma chroma =
            wide ? channels == 4 ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE
            : channels == 4 ? heif_chroma_interleaved_RGBA
                            : heif_chroma_interleaved_RGB;
        heif_image* made = nullptr;
        require(heif_decode_image(handle, &made, heif_colorspace_RGB, chroma, nullptr));
        image.reset(made);
        size = {heif_image_get_width(made, heif_channel_interleaved),
                heif_image_get_height(made, heif_channel_interleaved)};
        bits = wide ? heif_image_get_bits_per_pixel_range(made, heif_channel_interleaved) : 8;
        samples = heif_image_get_plane_readonly(made, heif_channel_interleaved, &stride);
        const bool fits = samples && size.width > 0 && size.height > 0 && bits >= 8 && bits <= 16 &&
                          stride >= size.width * channels * (wide ? 2 : 1);
        if (!fits) throw file_error(message(messages::heif_damaged, "no samples").about(path.string()));
    }

    template <class Sample>
    void copy_row(int y, Sample* to) const {
        const auto row = std::size_t(size.width) * std::size_t(channels);
        std::memcpy(to, samples + std::ptrdiff_t(y) * stride, row * sizeof(Sample));
        const unsigned most = (1U << bits) - 1;
        if (sizeof(Sample) > 1 && bits < 16)
            for (std::size_t i = 0; i < row; ++i) to[i] = widened<Sample>(to[i], most);
        for (std::size_t i = 0; associated && i < row; i += 4) divide(to + i);
    }
};

/// Sets its profile, or the colours of nclx, which have precedence if they are PQ or HLG. Throws a file error for a damaged profile.
void name_colours(OpenFile& open, OIIO::ImageSpec& spec, const HeifFile& heif) {
    if (const Message reason = check_xmp(heif.xmp); !reason.empty()) open.refuse(reason);
    if (const Message reason = check_icc(heif.profile); !reason.empty()) open.refuse(reason);
    CodePoints points;
    if (heif.nclx)
        points = {int(heif.nclx->color_primaries), int(heif.nclx->transfer_characteristics)};
    else if (const auto& own = heif.pictures.nclx; own && heif.has_unread_nclx)
        points = {own->at(0), own->at(1)};
    const SaidColours signalled = said_colours(points);
    if (!heif.profile.empty() && !signalled.refused && !signalled.hdr) return put_profile(spec, heif.profile);
    if (open.can_use(signalled)) put_profile(spec, signalled.profile);
    if (signalled.profile.empty() && signalled.problem.empty() && !signalled.hdr) return;
    spec[primaries_attribute] = points.primaries;
    spec[transfer_attribute] = points.transfer;
    if (!signalled.hdr) return;
    if (!heif.nclx) open.refuse(message(messages::heif_matrix, heif.pictures.nclx->at(2)));
    warn_of_contradiction(open, heif.profile, points);
    take_hdr(open, spec, *heif.nclx, heif.image.get());
    if (heif.pictures.unknown_light && !content_light(spec)) take_light(open, spec, ContentLight{}, {});
}

void leave_out(OpenFile& open, OIIO::ImageSpec& spec, const HeifFile& heif) {
    open.leave_other_images_out(heif.images);
    if (heif.auxiliary > 0) open.leave_out(message(messages::heif_auxiliary, heif.auxiliary));
    for (const Message& what : heif.unread) open.leave_out(what);
    if (heif.pictures.aspect != 1) {
        if (open.options.replaced && !is_square(heif.pictures.aspect))
            throw lost_for_good(open.path, message(messages::heif_aspect)); // by libheif
        spec["PixelAspectRatio"] = float(heif.pictures.aspect);
    }
    if (heif.associated) open.warn(message(messages::alpha_steps));
}

void open_heif(OpenFile& open) {
    zero_new_memory();
    const auto heif = std::make_shared<HeifFile>(open.path);
    open.own = heif;
    OIIO::ImageSpec spec(heif->size.width, heif->size.height, heif->channels,
                         heif->bits > 8 ? OIIO::TypeUInt16 : OIIO::TypeUInt8);
    if (spec.nchannels == 4) spec.alpha_channel = 3;
    if (heif->bits > 8) spec[bits_attribute] = heif->bits;
    if (heif->pictures.avif.value_or(false)) spec[avif_attribute] = 1;
    if (!heif->pictures.subsampling.empty()) spec[heif_subsampling_attribute] = heif->pictures.subsampling;
    constexpr std::int64_t min_pixels = 256 * 256; // smaller files are mostly heads
    if (heif->size.pixels() >= min_pixels)
        spec[heif_rate_attribute] = float(double(heif->coded) / double(heif->size.pixels()));
    leave_out(open, spec, *heif);
    name_colours(open, spec, *heif);
    open.specs.push_back(spec);
}

/// Row by row, alpha straight: bytes, or more bits as 16 of the machine's order, 1 being 65535.
bool read(OpenFile& open, int, const OIIO::ImageSpec&, Bytes& to) {
    const auto& heif = own_of<HeifFile>(open);
    const std::size_t sample = heif.bits > 8 ? 2 : 1;
    const std::size_t row = std::size_t(heif.size.width) * std::size_t(heif.channels) * sample;
    const bool again = to.size < row * std::size_t(heif.size.height);
    for (int y = 0; y < heif.size.height; ++y) {
        std::byte* const at = to.data.get() + (again ? 0 : std::size_t(y) * row);
        sample == 2 ? heif.copy_row(y, reinterpret_cast<std::uint16_t*>(at))
                    : heif.copy_row(y, reinterpret_cast<std::uint8_t*>(at));
    }
    to.let_go();
    return true;
}

std::optional<GainMapFacts> gain_map_of(const OpenFile& open) {
    const auto& map = own_of<HeifFile>(open).map;
    return map ? std::optional(map->facts) : std::nullopt;
}

/// The gain map, without samples in a dry run. One that is damaged is left out.
void read_map(const HeifFile& heif, ImageFile& file) {
    if (!heif.map) return;
    file.gain_map = std::make_shared<const GainMap>(GainMap{{}, heif.map->facts.numbers});
    if (file.parts.front().pixels.bytes.size == 0) return;
    std::string problem;
    file.gain_map = read_heif_map(*heif.map, problem);
    if (problem.empty()) return;
    const Message words = message(messages::gain_map_damaged, problem);
    file.warnings.push_back(words.about(heif.path.string()));
}

void read_metadata(const OpenFile& open, ImageFile& file, Metadata& found) {
    const auto& heif = own_of<HeifFile>(open);
    read_map(heif, file);
    found.exif = heif.exif;
    found.thumbnail = remove_thumbnail(found.exif);
    found.xmp = heif.xmp;
}

} // namespace

const Reader heif_reader{.damage = damage_in_heif,
                         .opening_bytes = heif_opening_bytes,
                         .open = open_heif,
                         .read = read,
                         .gain_map = gain_map_of,
                         .read_metadata = read_metadata};

} // namespace atrous
