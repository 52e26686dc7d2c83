// Finds layers by their roles and converts what they hold to what the filter takes.
#include "app/denoise/roles.h"
#include "app/batch/role_planes.h"
#include "base/error.h"
#include "base/text.h"
#include "io/aov/pattern.h"
#include <algorithm>

namespace atrous {
namespace {

/// A picture as it is found, and where.
struct Search : RoleSearch {
    RenderPicture& found;

    Search(const RoleSearch& where, RenderPicture& made) : RoleSearch(where), found(made) {}
    /// Notes for people what has the role.
    void tell(AovRole role) const {
        const FoundAov& one = *find(role);
        found.roles.push_back({row_of(role).name, file.aovs.layers[one.layer].title(), one.why});
    }
};

std::vector<float> told(const Search& search, AovRole role, std::vector<float> planes) {
    if (!planes.empty()) search.tell(role);
    return planes;
}

std::vector<float> role_planes(const Search& search, AovRole role, std::size_t count) {
    return told(search, role, search.planes(role, count));
}

std::vector<float> feature(const Search& search, AovRole role, std::size_t count) {
    return told(search, role, search.feature(role, count));
}

/// Vectors of a role in pixels, rows down.
std::vector<float> motion_planes(const Search& search, AovRole role, MotionConvention::To to) {
    const FoundAov* found = search.find(role);
    if (!found || found->row.motion.to != to) return {};
    std::vector<float> planes = role_planes(search, role, 2);
    if (planes.empty()) return {};
    motion_to_pixels(planes, found->row.motion, search.size,
                     found->row.motion.premultiplied ? search.alpha() : std::vector<float>{});
    return planes;
}

void read_motion(const Search& search) {
    using enum MotionConvention::To;
    RenderPicture& picture = search.found;
    for (const AovRole role : {AovRole::motion, AovRole::motion_next}) {
        if (picture.previous.empty()) picture.previous = motion_planes(search, role, previous);
        if (picture.next.empty()) picture.next = motion_planes(search, role, next);
    }
    const auto zero = [](const std::vector<float>& planes) {
        return std::ranges::all_of(planes, [](float v) { return v == 0; });
    };
    picture.still =
        !(picture.previous.empty() && picture.next.empty()) && zero(picture.previous) && zero(picture.next);
}

/// The variance of pixels' means, in three planes.
std::vector<float> variance_planes(const Search& search) {
    const FoundAov* found = search.find(AovRole::variance);
    if (!found || found->channels.empty()) return {};
    const bool grey = found->channels.size() < 3;
    std::vector<float> planes = role_planes(search, AovRole::variance, grey ? 1 : 3);
    if (found->row.per_sample)
        for (float& v : planes) v /= float(std::max(search.samples_per_pixel(), 1.0));
    if (!grey) return planes;
    const std::vector<float> one = planes;
    for (int copy = 0; copy < 2; ++copy) planes.insert(planes.end(), one.begin(), one.end());
    return planes;
}

void add_light(const Search& search, const std::string& pattern) {
    RenderPicture& picture = search.found;
    const auto& layers = search.file.aovs.layers;
    const auto wanted = [&](const Layer& layer) {
        return layer.rgb() && layer.view == search.view && match(pattern, layer).has_value();
    };
    const auto layer = std::ranges::find_if(layers, wanted);
    if (layer == layers.end())
        throw file_error("--light " + pattern +
                         ": no layer with R, G and B has this name ('atrous probe' lists them)");
    const std::vector<int> channels{layer->channel("R"), layer->channel("G"), layer->channel("B")};
    const auto planes = search.planes(std::size_t(layer->part), channels, layer->title());
    picture.light_planes.insert(picture.light_planes.end(), planes.begin(), planes.end());
    picture.lights.push_back({std::size_t(layer->part), channels, layer->title()});
    picture.roles.push_back({"light", layer->title(), "--light " + pattern});
}

RenderPicture render_picture(const ImageFile& file, std::size_t part, std::size_t at,
                             const std::vector<std::string>& lights) {
    const PictureView view = pictures_of(file.parts[part])[at];
    RenderPicture picture{part, at, view.channels.layer, view.pixels.size, {}, {}, {}, {}, {}, {}, {},
                          {},   {}};
    if (!is_float(view.pixels.type) || view.pixels.transfer != Transfer::linear)
        throw file_error(
            "is no render of linear light (it has integers or a curve); 'atrous enhance --denoise auto' is for photographs");
    if (view.channels.colours != 3) throw file_error("its picture is grey; denoise needs R, G and B");
    const Search search(RoleSearch(file, part, at), picture);
    const std::vector<int>& index = view.channels.index;
    picture.beauty = channel_planes(file.parts[part], {index[0], index[1], index[2]});
    picture.roles.push_back({"beauty", picture.title.empty() ? "RGB" : picture.title, ""});
    picture.albedo = feature(search, AovRole::albedo, 3);
    picture.normal = feature(search, AovRole::normal, 3);
    picture.depth = feature(search, AovRole::depth, 1);
    picture.emission = role_planes(search, AovRole::emission, 3);
    read_motion(search);
    picture.samples = search.samples_per_pixel();
    picture.variance = variance_planes(search);
    for (const std::string& light : lights) add_light(search, light);
    return picture;
}

} // namespace

RenderPlanes RenderPicture::planes() const {
    return {.size = size,
            .beauty = beauty,
            .albedo = albedo,
            .normal = normal,
            .depth = depth,
            .previous = previous,
            .next = next,
            .emission = emission,
            .variance = variance,
            .lights = light_planes};
}

std::vector<RenderPicture> render_pictures(const ImageFile& file, const std::vector<std::string>& lights) {
    if (!file.aovs.missing.empty())
        throw file_error(joined(file.aovs.missing) + ": no layer has this name ('atrous probe' lists them)");
    std::vector<RenderPicture> pictures;
    for (std::size_t part = 0; part < file.parts.size(); ++part)
        for (std::size_t at = 0; at < pictures_of(file.parts[part]).size(); ++at)
            pictures.push_back(render_picture(file, part, at, lights));
    return pictures;
}

} // namespace atrous
