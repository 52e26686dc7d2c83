// What several formats ask of a part.
#include "formats/common/codec.h"
#include "formats/common/library.h"
#include <algorithm>

namespace atrous {

std::optional<Raster> raster_of(const Encoded& encoded) {
    const OIIO::ImageSpec& spec = encoded.spec;
    const std::vector<OIIO::TypeDesc> types = channel_types(spec);
    const auto other = [&](OIIO::TypeDesc type) { return type != spec.format; };
    if (std::ranges::any_of(types, other) || spec.depth > 1) return {};
    if (encoded.type != OIIO::TypeUnknown && encoded.type != spec.format) return {};
    return Raster{encoded.bytes(), {spec.width, spec.height}, spec.nchannels, spec.format.size()};
}

bool was_read_from(const Part& part, std::string_view format) {
    return part.pass_through && part.pass_through->format == format;
}

int colours_in(const Part& part, const Format& format) {
    const bool with_alpha = part.pixels.alpha != Alpha::none && format.alpha != AlphaRule::none;
    const bool holds_grey = with_alpha ? format.grey_alpha : format.grey;
    return part.pixels.colours == 1 && !holds_grey ? 3 : part.pixels.colours;
}

bool type_kept(const Part& part, const PictureView& picture) {
    return picture.pixels.type == pixel_type(colour_types(part.pass_through->spec, picture.channels));
}

bool embeds_colours(const Part& part, const Pixels& pixels, const OutputColours& colours) {
    const OutputProfile& wanted = colours.of(pixels.colours);
    const bool used = pixels.profile && pixels.profile->origin == Profile::Origin::embedded;
    return used && part.pass_through && !wanted.bytes.empty() &&
           profile_in(part.pass_through->spec) == wanted.bytes;
}

bool has_colours(const Part& part, const Pixels& pixels, const OutputColours& colours) {
    const auto& wanted = colours.of(pixels.colours).profile;
    return embeds_colours(part, pixels, colours) ||
           (wanted && same_colours(pixels.profile.get(), pixels.transfer, wanted.get(), Transfer::srgb));
}

} // namespace atrous
