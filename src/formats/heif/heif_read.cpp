// Reads HEIC and AVIF by libheif, which turns and crops pictures and puts tiles together. Its samples of more than 8 bits are at
// the low end of 16.
#include "formats/heif/heif_read.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/heif/heif_boxes.h"
#include "formats/heif/held.h"
#include "platform/heartbeat.h"
#include <algorithm>
#include <cstring>
#include <libheif/heif.h>
#include <vector>

namespace atrous {
namespace {

using Context = Held<heif_context, heif_context_free>;
using Handle = Held<heif_image_handle, heif_image_handle_release>;
using Image = Held<heif_image, heif_image_release>;
using Nclx = Held<heif_color_profile_nclx, heif_nclx_color_profile_free>;

constexpr std::size_t most_metadata = std::size_t(64) << 20;

constexpr const char* exif_words = "its EXIF block";

/// What is said of a part that is there, and cannot be had.
std::string unread_words(const std::string& what, const std::string& why) {
    return what + " cannot be read (" + why + ") and is left out";
}

/// A part of so many bytes, which get(where) puts there; why there is none goes to `unread`.
template <class Get>
std::string part_of(std::size_t size, const std::string& what, std::vector<std::string>& unread, Get get) {
    if (size > most_metadata) {
        unread.push_back(unread_words(what, "more than " + std::to_string(most_metadata >> 20) + " MiB"));
        return {};
    }
    std::string part(size, '\0');
    const heif_error done = get(part.data());
    if (done.code == heif_error_Ok) return part;
    unread.push_back(unread_words(what, one_line(done.message)));
    return {};
}

std::string profile_of(const heif_image_handle* handle, std::vector<std::string>& unread) {
    const std::size_t size = heif_image_handle_get_raw_color_profile_size(handle);
    if (size == 0) return {};
    return part_of(size, "its colour profile", unread,
                   [&](char* to) { return heif_image_handle_get_raw_color_profile(handle, to); });
}

/// What a file's box says; what the coded picture does, where it has none.
std::optional<CodePoints> colours_of(const heif_image_handle* handle, const heif_image* image) {
    heif_color_profile_nclx* found = nullptr;
    const bool said = heif_image_handle_get_nclx_color_profile(handle, &found).code == heif_error_Ok ||
                      heif_image_get_nclx_color_profile(image, &found).code == heif_error_Ok;
    const Nclx nclx(found);
    if (!said || !nclx) return {};
    return CodePoints{int(nclx->color_primaries), int(nclx->transfer_characteristics)};
}

/// A sample of a smaller range in the whole one.
template <class Sample>
Sample widened(unsigned value, unsigned from) {
    constexpr unsigned most = Sample(~Sample(0));
    return Sample((std::min(value, from) * most + from / 2) / from);
}

/// Takes the alpha out of colours that it was multiplied into.
template <class Sample>
void divide(Sample* pixel) {
    constexpr unsigned most = Sample(~Sample(0));
    const unsigned alpha = pixel[3];
    for (int c = 0; c < 3 && alpha > 0; ++c)
        pixel[c] = Sample(std::min((pixel[c] * most + alpha / 2) / alpha, most));
}

} // namespace

struct HeifReader::State {
    std::filesystem::path path;
    std::string bytes, profile, exif, xmp;
    std::vector<std::string> unread;
    HeifPictures pictures;
    Context context;
    Image image;
    Size size;
    int channels = 3, bits = 8, images = 1, auxiliary = 0, stride = 0;
    bool associated = false;
    std::optional<CodePoints> colours;
    const std::uint8_t* samples = nullptr;

    void require(const heif_error& done) const {
        if (done.code == heif_error_Ok) return;
        if (done.code == heif_error_Memory_allocation_error) throw std::bad_alloc();
        throw file_error(path.string() + ": damaged or not supported: " + done.message);
    }

    void open() {
        const Heartbeats beating; // all of it is decoded before anything is said
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
        decode(handle.get());
        profile = profile_of(handle.get(), unread);
        colours = colours_of(handle.get(), image.get());
        read_blocks(handle.get());
    }

    /// The first EXIF data and the first XMP packet; other blocks are not read.
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
                unread.push_back("metadata of type " + one_line(content.empty() ? type : content) +
                                 (to ? " behind the first" : "") + " are not read and written");
            else
                *to = is_exif ? exif_in(block_of(handle, id, exif_words))
                              : block_of(handle, id, "its XMP packet");
        }
    }

    std::string block_of(const heif_image_handle* handle, heif_item_id id, const std::string& what) {
        return part_of(heif_image_handle_get_metadata_size(handle, id), what, unread,
                       [&](char* to) { return heif_image_handle_get_metadata(handle, id, to); });
    }

    /// What lies behind the four bytes that say where the TIFF structure begins (ISO 23008-12, A.2.1).
    std::string exif_in(const std::string& item) {
        constexpr std::size_t head = 4;
        const std::uint64_t begin = item.size() < head ? head : head + number_in(item, 0, head);
        if (begin < item.size()) return item.substr(std::size_t(begin));
        if (!item.empty())
            unread.push_back(unread_words(exif_words, "begins at byte " + std::to_string(begin) + " of " +
                                                          std::to_string(item.size())));
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
        if (!fits) throw file_error(path.string() + ": damaged or not supported: it has no samples");
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

HeifReader::HeifReader(const std::filesystem::path& path) : state_(std::make_unique<State>()) {
    state_->path = path;
    const FileView file(path);
    state_->bytes = file.bytes(0, file.size());
    state_->pictures = heif_pictures(file);
    state_->open();
    if (exif().empty() && unread().empty() && has_heif_item(file, "Exif"))
        state_->unread.emplace_back("its EXIF block belongs to no picture that is read, and is left out");
}

HeifReader::~HeifReader() = default;
HeifReader::HeifReader(HeifReader&&) noexcept = default;

Size HeifReader::size() const { return state_->size; }
int HeifReader::channels() const { return state_->channels; }
int HeifReader::bits() const { return state_->bits; }
int HeifReader::images() const { return state_->images; }
int HeifReader::auxiliary() const { return state_->auxiliary; }
bool HeifReader::avif() const { return state_->pictures.avif.value_or(false); }
const std::string& HeifReader::subsampling() const { return state_->pictures.subsampling; }
double HeifReader::aspect() const { return state_->pictures.aspect; }
const std::vector<std::string>& HeifReader::unread() const { return state_->unread; }
bool HeifReader::associated() const { return state_->associated; }
const std::string& HeifReader::profile() const { return state_->profile; }
std::optional<CodePoints> HeifReader::colours() const { return state_->colours; }
const std::string& HeifReader::exif() const { return state_->exif; }
const std::string& HeifReader::xmp() const { return state_->xmp; }

void HeifReader::read(Bytes& to) {
    const std::size_t sample = bits() > 8 ? 2 : 1;
    const std::size_t row = std::size_t(size().width) * std::size_t(channels()) * sample;
    const bool again = to.size < row * std::size_t(size().height);
    for (int y = 0; y < size().height; ++y) {
        std::byte* const at = to.data.get() + (again ? 0 : std::size_t(y) * row);
        if (sample == 2)
            state_->copy_row(y, reinterpret_cast<std::uint16_t*>(at));
        else
            state_->copy_row(y, reinterpret_cast<std::uint8_t*>(at));
    }
    to.let_go();
}

} // namespace atrous
