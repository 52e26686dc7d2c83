// libheif turns and crops auxiliary images like others.
#include "formats/heif/heif_map.h"
#include "base/text.h"
#include "formats/common/messages.h"
#include <algorithm>

namespace atrous {
namespace {

using MapHandle = Held<heif_image_handle, heif_image_handle_release>;
using MapImage = Held<heif_image, heif_image_release>;

constexpr std::string_view apple_map = "urn:com:apple:photo:2020:aux:hdrgainmap";

std::string type_of(const heif_image_handle* auxiliary) {
    const char* name = nullptr;
    if (heif_image_handle_get_auxiliary_type(auxiliary, &name).code != heif_error_Ok || !name) return {};
    const std::string type = name;
    heif_image_handle_free_auxiliary_types(auxiliary, &name);
    return type;
}

/// The packet of a map, after the name that every map of Apple has.
std::string packet_of(const heif_image_handle* map) {
    constexpr std::size_t most = 1 << 20;
    std::string packet(apple_map);
    heif_item_id id = 0;
    if (heif_image_handle_get_list_of_metadata_block_IDs(map, "mime", &id, 1) != 1) return packet;
    std::string own(std::min(heif_image_handle_get_metadata_size(map, id), most), '\0');
    const bool whole =
        own.size() < most && heif_image_handle_get_metadata(map, id, own.data()).code == heif_error_Ok;
    return whole ? own + packet : packet;
}

} // namespace

std::optional<HeifMap> heif_map(const heif_image_handle* image, Size size, const std::string& exif,
                                Messages& unread) {
    constexpr int most = 64;
    heif_item_id ids[most];
    const int count = heif_image_handle_get_list_of_auxiliary_image_IDs(
        image, LIBHEIF_AUX_IMAGE_FILTER_OMIT_ALPHA, ids, most);
    for (const heif_item_id id : std::span(ids, std::size_t(std::clamp(count, 0, most)))) {
        heif_image_handle* opened = nullptr;
        heif_image_handle_get_auxiliary_image_handle(image, id, &opened);
        MapHandle map(opened);
        if (!map || type_of(map.get()) != apple_map) continue;
        const auto numbers = gain_map_numbers({{0xE1, std::string(xmp_magic) + packet_of(map.get())}}, exif);
        const Size own{heif_image_handle_get_width(map.get()), heif_image_handle_get_height(map.get())};
        HeifMap found{std::move(map), {own, 1, numbers.value_or(GainMapNumbers{})}};
        if (own.width > size.width || own.height > size.height)
            found.facts.numbers.unusable = "it is " + to_string(own) + ", larger than its image";
        const std::string& unusable = found.facts.numbers.unusable;
        if (unusable.empty()) return found;
        unread.push_back(message(messages::gain_map_damaged, unusable));
    }
    return {};
}

std::shared_ptr<const GainMap> read_heif_map(const HeifMap& map, std::string& problem) {
    heif_image* made = nullptr;
    const heif_error done =
        heif_decode_image(map.handle.get(), &made, heif_colorspace_undefined, heif_chroma_undefined, nullptr);
    const MapImage decoded(made);
    int stride = 0;
    const std::uint8_t* row = made ? heif_image_get_plane_readonly(made, heif_channel_Y, &stride) : nullptr;
    const Size size =
        made ? Size{heif_image_get_width(made, heif_channel_Y), heif_image_get_height(made, heif_channel_Y)}
             : Size{};
    if (done.code != heif_error_Ok || !row || size != map.facts.size ||
        heif_image_get_bits_per_pixel_range(made, heif_channel_Y) != 8)
        problem = done.code != heif_error_Ok && done.message ? one_line(trimmed(done.message))
                                                             : "no samples of 8 bits";
    if (!problem.empty()) return nullptr;
    GainMap read{{size, PixelType::u8, 1, Alpha::none, Transfer::srgb, Bytes(std::size_t(size.pixels()))},
                 map.facts.numbers};
    for (int y = 0; y < size.height; ++y, row += stride)
        std::copy(row, row + size.width, reinterpret_cast<std::uint8_t*>(read.samples.at(0, y)));
    return std::make_shared<const GainMap>(std::move(read));
}

} // namespace atrous
