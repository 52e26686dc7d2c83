// Windows in OpenImageIO's words.
#include "io/codec/pass_through.h"
#include <string_view>

namespace atrous {

void set_place(OIIO::ImageSpec& spec, const PartPlace& place) {
    spec.x = place.x, spec.y = place.y;
    spec.width = place.size.width, spec.height = place.size.height;
    spec.full_x = place.display_x, spec.full_y = place.display_y;
    spec.full_width = place.display.width, spec.full_height = place.display.height;
}

PartPlace place_in(const OIIO::ImageSpec& spec) {
    const int orientation = spec.get_int_attribute("Orientation", 1);
    return {spec.x,
            spec.y,
            {spec.width, spec.height},
            spec.full_x,
            spec.full_y,
            {spec.full_width, spec.full_height},
            orientation >= 1 && orientation <= 8 ? orientation : 1};
}

bool is_camera_fact(const OIIO::ParamValue& value) {
    const std::string_view name = value.name().c_str();
    return name.starts_with("Exif:") || name.starts_with("GPS:") || name == "Make" || name == "Model";
}

} // namespace atrous
