// Reads HEIC and AVIF by libheif, which turns and crops pictures and puts tiles together. Its samples of more than 8 bits are at
// the low end of 16.
#include "io/codec/heif/heif_read.h"
#include "base/error.h"
#include "io/bytes/file_view.h"
#include "io/codec/heif/held.h"
#include "system/heartbeat.h"
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

std::string block_of(const heif_image_handle* handle, heif_item_id id) {
    std::string block(heif_image_handle_get_metadata_size(handle, id), '\0');
    const bool read = !block.empty() && block.size() <= most_metadata &&
                      heif_image_handle_get_metadata(handle, id, block.data()).code == heif_error_Ok;
    return read ? block : std::string();
}

/// The first block of a type and content; empty where there is none.
std::string metadata_of(const heif_image_handle* handle, const char* type, std::string_view content) {
    std::vector<heif_item_id> ids(std::size_t(heif_image_handle_get_number_of_metadata_blocks(handle, type)));
    ids.resize(std::size_t(
        heif_image_handle_get_list_of_metadata_block_IDs(handle, type, ids.data(), int(ids.size()))));
    for (const heif_item_id id : ids)
        if (content.empty() || heif_image_handle_get_metadata_content_type(handle, id) == content)
            if (std::string block = block_of(handle, id); !block.empty()) return block;
    return {};
}

/// What lies behind the four bytes that say where the TIFF structure begins (ISO 23008-12, A.2.1).
std::string exif_in(const std::string& item) {
    constexpr std::size_t head = 4;
    if (item.size() < head) return {};
    const std::uint64_t begin = head + number_in(item, 0, head);
    return begin < item.size() ? item.substr(std::size_t(begin)) : std::string();
}

std::string profile_of(const heif_image_handle* handle) {
    std::string profile(heif_image_handle_get_raw_color_profile_size(handle), '\0');
    if (profile.empty() || profile.size() > most_metadata ||
        heif_image_handle_get_raw_color_profile(handle, profile.data()).code != heif_error_Ok)
        return {};
    return profile;
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
        profile = profile_of(handle.get());
        colours = colours_of(handle.get(), image.get());
        exif = exif_in(metadata_of(handle.get(), "Exif", {}));
        xmp = metadata_of(handle.get(), "mime", "application/rdf+xml");
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

bool has_heif_library() { return true; }

HeifReader::HeifReader(const std::filesystem::path& path) : state_(std::make_unique<State>()) {
    state_->path = path;
    const FileView file(path);
    state_->bytes = file.bytes(0, file.size());
    state_->open();
}

HeifReader::~HeifReader() = default;
HeifReader::HeifReader(HeifReader&&) noexcept = default;

Size HeifReader::size() const { return state_->size; }
int HeifReader::channels() const { return state_->channels; }
int HeifReader::bits() const { return state_->bits; }
int HeifReader::images() const { return state_->images; }
int HeifReader::auxiliary() const { return state_->auxiliary; }
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
