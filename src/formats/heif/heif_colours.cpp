// Translates nclx, clli and mdcv. HEIF has luminance of content in whole cd/m2, and the primaries of displays as green, blue, red.
#include "formats/heif/heif_colours.h"
#include "formats/heif/messages.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr int bt601 = 6, bt2020 = 9;
/// Matrices (H.273, 8.3) that libheif ignores or, since 1.23, refuses (constant luminance, ST 2085, ICtCp), and that it writes.
constexpr int foreign_matrices[] = {10, 11, 13, 14};
constexpr int kept_matrices[] = {1, 5, 6, 9, 12};
constexpr const char* matrix_attribute = "heif:matrix";
constexpr const char* limited_attribute = "heif:limited";
constexpr std::size_t places[] = {1, 2, 0}; // of green, blue and red in PNG's order

std::uint16_t whole_nits(std::uint32_t steps) {
    constexpr std::uint32_t most = 65535;
    return std::uint16_t(std::min((steps + steps_of_nit / 2) / steps_of_nit, most));
}

} // namespace

Nclx nclx_of(const heif_image_handle* handle) {
    heif_color_profile_nclx* found = nullptr;
    const bool signalled = heif_image_handle_get_nclx_color_profile(handle, &found).code == heif_error_Ok;
    return signalled ? Nclx(found) : Nclx();
}

Message check_matrix(const heif_image_handle* handle, const heif_color_profile_nclx* nclx) {
    constexpr int ycgco = 8; // libheif 1.15 clips it to 255 if it has more than 8 bits
    constexpr std::uint32_t fixed = 1U << 24 | 23U << 16;
    const int matrix = nclx ? int(nclx->matrix_coefficients) : 0;
    const bool clipped = matrix == ycgco && heif_image_handle_get_luma_bits_per_pixel(handle) > 8 &&
                         heif_get_version_number() < fixed;
    if (!clipped && std::ranges::count(foreign_matrices, matrix) == 0) return {};
    return message(messages::heif_matrix, matrix);
}

void take_hdr(OpenFile& open, OIIO::ImageSpec& spec, const heif_color_profile_nclx& nclx,
              const heif_image* image) {
    spec[matrix_attribute] = int(nclx.matrix_coefficients);
    spec[limited_attribute] = int(!nclx.full_range_flag);
    std::optional<ContentLight> content;
    std::optional<DisplayLight> display;
    if (heif_image_has_content_light_level(image)) {
        heif_content_light_level own{};
        heif_image_get_content_light_level(image, &own);
        content = {own.max_content_light_level * steps_of_nit,
                   own.max_pic_average_light_level * steps_of_nit};
    }
    if (heif_image_has_mastering_display_colour_volume(image)) {
        heif_mastering_display_colour_volume own{};
        heif_image_get_mastering_display_colour_volume(image, &own);
        DisplayLight& to = display.emplace();
        for (std::size_t c = 0; c < 3; ++c) {
            to[2 * places[c]] = own.display_primaries_x[c];
            to[2 * places[c] + 1] = own.display_primaries_y[c];
        }
        to[6] = own.white_point_x, to[7] = own.white_point_y;
        to[8] = own.max_display_mastering_luminance, to[9] = own.min_display_mastering_luminance;
    }
    take_light(open, spec, content, display);
}

Nclx new_nclx(const OIIO::ImageSpec& spec, const CodePoints& colours) {
    const bool hdr = hdr_points(spec).has_value();
    const int usual = hdr && colours.primaries == bt2020 ? bt2020 : bt601; // 6 is libheif's own choice
    const int own = hdr ? spec.get_int_attribute(matrix_attribute, usual) : usual;
    Nclx nclx(heif_nclx_color_profile_alloc());
    nclx->color_primaries = heif_color_primaries(colours.primaries);
    nclx->transfer_characteristics = heif_transfer_characteristics(colours.transfer);
    nclx->matrix_coefficients =
        heif_matrix_coefficients(std::ranges::count(kept_matrices, own) > 0 ? own : usual);
    nclx->full_range_flag = !(hdr && spec.get_int_attribute(limited_attribute));
    return nclx;
}

void put_levels(heif_image* image, const OIIO::ImageSpec& spec) {
    if (const auto content = content_light(spec)) {
        const heif_content_light_level own{std::max<std::uint16_t>(whole_nits(content->at(0)), 1),
                                           whole_nits(content->at(1))};
        heif_image_set_content_light_level(image, &own);
    }
    if (const auto display = display_light(spec)) {
        heif_mastering_display_colour_volume own{};
        for (std::size_t c = 0; c < 3; ++c) {
            own.display_primaries_x[c] = std::uint16_t(display->at(2 * places[c]));
            own.display_primaries_y[c] = std::uint16_t(display->at(2 * places[c] + 1));
        }
        own.white_point_x = std::uint16_t(display->at(6)), own.white_point_y = std::uint16_t(display->at(7));
        own.max_display_mastering_luminance = display->at(8);
        own.min_display_mastering_luminance = display->at(9);
        heif_image_set_mastering_display_colour_volume(image, &own);
    }
}

} // namespace atrous
