// Finds layers by their roles and converts what they hold to what the filter takes.
#include "app/denoise/roles.h"
#include "base/error.h"
#include "base/text.h"
#include "io/aov/pattern.h"
#include "io/codec/planes.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace atrous {
namespace {

constexpr std::size_t listed_at_most = 30;

/// The file's layers, for messages.
std::string titles_of(const Aovs& aovs) {
    std::vector<std::string> titles;
    for (const Layer& layer : aovs.layers) titles.push_back(layer.title());
    const bool more = titles.size() > listed_at_most;
    if (more) titles.resize(listed_at_most);
    return joined(titles) + (more ? ", ..." : "");
}

/// What of the file a picture's roles are looked up by.
struct Search {
    const ImageFile& file;
    RenderPicture& picture;
    std::string group, view;

    const FoundAov* find(AovRole role) const { return file.aovs.find(role, group, view); }
};

/// Channels of a part as planes. Throws a file error where the part has another size than the picture.
std::vector<float> planes_of(const Search& search, std::size_t part, const std::vector<int>& channels,
                             const std::string& what) {
    const Size size = data_size(search.file.parts[part]);
    if (size != search.picture.size)
        throw file_error(what + " has " + to_string(size) + " pixels, the picture " +
                         to_string(search.picture.size) + "; frames of one size are needed");
    return channel_planes(search.file.parts[part], channels);
}

/// The samples of a role, and its line for people; empty where there is none.
std::vector<float> role_planes(const Search& search, AovRole role, std::size_t count) {
    const FoundAov* found = search.find(role);
    if (!found || found->channels.size() < count) return {};
    const Layer& layer = search.file.aovs.layers[found->layer];
    const std::vector<int> channels(found->channels.begin(), found->channels.begin() + std::ptrdiff_t(count));
    search.picture.roles.push_back({row_of(role).name, layer.title(), found->why});
    return planes_of(search, std::size_t(layer.part), channels, layer.title());
}

/// Alpha of the picture, or nothing.
std::vector<float> alpha_of(const Search& search) {
    const Part& part = search.file.parts[search.picture.part];
    const auto pictures = pictures_of(part);
    const ColourChannels& channels = pictures[search.picture.picture].channels;
    if (!channels.alpha) return {};
    return channel_planes(part, {channels.index.back()});
}

/// Features that the renderer multiplied by alpha are divided by it.
void unpremultiply(std::vector<float>& planes, const std::vector<float>& alpha) {
    if (alpha.empty()) return;
    for (std::size_t i = 0; i < planes.size(); ++i)
        if (const float a = alpha[i % alpha.size()]; a > 0) planes[i] /= a;
}

std::vector<float> feature(const Search& search, AovRole role, std::size_t count) {
    std::vector<float> planes = role_planes(search, role, count);
    if (const FoundAov* found = search.find(role); found && found->row.premultiplied)
        unpremultiply(planes, alpha_of(search));
    return planes;
}

/// Depth, infinite where it is the number that the table has for the sky.
std::vector<float> depth_planes(const Search& search) {
    std::vector<float> depth = feature(search, AovRole::depth, 1);
    const FoundAov* found = search.find(AovRole::depth);
    if (!depth.empty() && found->row.sky)
        std::ranges::replace(depth, float(*found->row.sky), std::numeric_limits<float>::infinity());
    return depth;
}

/// Vectors of a role in pixels, rows down.
std::vector<float> motion_planes(const Search& search, AovRole role, MotionConvention::To to) {
    const FoundAov* found = search.find(role);
    if (!found || found->row.motion.to != to) return {};
    std::vector<float> planes = role_planes(search, role, 2);
    if (planes.empty()) return {};
    const std::size_t pixels = planes.size() / 2;
    const std::vector<float> alpha =
        found->row.motion.premultiplied ? alpha_of(search) : std::vector<float>{};
    for (std::size_t i = 0; i < pixels; ++i) {
        const auto way = motion_in_pixels(found->row.motion, {planes[i], planes[pixels + i]},
                                          search.picture.size, alpha.empty() ? 1 : alpha[i]);
        planes[i] = float(way[0]);
        planes[pixels + i] = float(way[1]);
    }
    return planes;
}

void read_motion(const Search& search) {
    using enum MotionConvention::To;
    RenderPicture& picture = search.picture;
    for (const AovRole role : {AovRole::motion, AovRole::motion_next}) {
        if (picture.previous.empty()) picture.previous = motion_planes(search, role, previous);
        if (picture.next.empty()) picture.next = motion_planes(search, role, next);
    }
    if (const FoundAov* found = search.find(AovRole::motion); found && found->row.motion.to == ask)
        picture.undirected = search.file.aovs.layers[found->layer].title();
    const auto zero = [](const std::vector<float>& planes) {
        return std::ranges::all_of(planes, [](float v) { return v == 0; });
    };
    picture.still =
        !(picture.previous.empty() && picture.next.empty()) && zero(picture.previous) && zero(picture.next);
}

double samples_of(const Search& search) {
    const FoundAov* found = search.find(AovRole::samples);
    if (!found || found->value.empty()) return 0;
    double value = 0;
    std::from_chars(found->value.data(), found->value.data() + found->value.size(), value);
    return std::isfinite(value) && value > 0 ? value : 0;
}

/// The variance of pixels' means, in three planes.
std::vector<float> variance_planes(const Search& search) {
    const FoundAov* found = search.find(AovRole::variance);
    if (!found || found->channels.empty()) return {};
    const bool grey = found->channels.size() < 3;
    std::vector<float> planes = role_planes(search, AovRole::variance, grey ? 1 : 3);
    if (found->row.per_sample)
        for (float& v : planes) v /= float(std::max(samples_of(search), 1.0));
    if (!grey) return planes;
    const std::vector<float> one = planes;
    for (int copy = 0; copy < 2; ++copy) planes.insert(planes.end(), one.begin(), one.end());
    return planes;
}

/// Whether a layer of light may belong to a picture; not what has another role, or is a picture itself.
bool is_light(const Layer& layer) {
    return layer.rgb() && (layer.role == AovRole::none || layer.role == AovRole::beauty);
}

/// The layers that the pattern names, of the picture's view and view layer.
std::vector<std::size_t> lights_of(const Search& search, const std::string& pattern) {
    const auto& layers = search.file.aovs.layers;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (!is_light(layers[i]) || layers[i].view != search.view ||
            layers[i].title() == search.picture.title)
            continue;
        const auto matched = match(pattern, layers[i]);
        const bool other =
            matched && !matched->group.empty() && !search.group.empty() && matched->group != search.group;
        if (matched && !other) found.push_back(i);
    }
    return found;
}

void add_light(const Search& search, const Layer& layer, const std::string& why) {
    RenderPicture& picture = search.picture;
    const LightLayer light{
        std::size_t(layer.part), {layer.channel("R"), layer.channel("G"), layer.channel("B")}, layer.title()};
    for (const LightLayer& other : picture.lights)
        if (other.part == light.part && other.channels == light.channels) return;
    const auto planes = planes_of(search, light.part, light.channels, light.title);
    picture.light_planes.insert(picture.light_planes.end(), planes.begin(), planes.end());
    picture.lights.push_back(light);
    picture.roles.push_back({"light", light.title, why});
}

void add_lights(const Search& search, const std::string& pattern) {
    const std::vector<std::size_t> layers = lights_of(search, pattern);
    if (layers.empty())
        throw file_error("--light " + pattern + ": no layer with R, G and B has this name; there are " +
                         titles_of(search.file.aovs));
    for (const std::size_t i : layers) add_light(search, search.file.aovs.layers[i], "--light " + pattern);
}

/// Group and view of the picture's layer.
Search search_of(const ImageFile& file, RenderPicture& picture) {
    Search search{file, picture, {}, {}};
    for (const FoundAov& found : file.aovs.found)
        if (found.row.role == AovRole::beauty && file.aovs.layers[found.layer].title() == picture.title)
            search.group = found.group;
    for (const Layer& layer : file.aovs.layers)
        if (layer.title() == picture.title) search.view = layer.view;
    return search;
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
    const Search search = search_of(file, picture);
    const std::vector<int>& index = view.channels.index;
    picture.beauty = channel_planes(file.parts[part], {index[0], index[1], index[2]});
    picture.roles.push_back({"beauty", picture.title.empty() ? "RGB" : picture.title, ""});
    picture.albedo = feature(search, AovRole::albedo, 3);
    picture.normal = feature(search, AovRole::normal, 3);
    picture.depth = depth_planes(search);
    picture.emission = role_planes(search, AovRole::emission, 3);
    read_motion(search);
    picture.samples = samples_of(search);
    picture.variance = variance_planes(search);
    for (const std::string& light : lights) add_lights(search, light);
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

void check_roles(const Aovs& aovs) {
    if (!aovs.missing.empty())
        throw file_error(joined(aovs.missing) + ": no layer has this name; there are " + titles_of(aovs));
}

SvgfRoles most_roles(const Aovs& aovs, const std::vector<std::string>& lights) {
    SvgfRoles roles;
    roles.emission = aovs.find(AovRole::emission) != nullptr;
    roles.variance = aovs.find(AovRole::variance) != nullptr;
    roles.lights = int(std::ranges::count_if(aovs.layers, [&](const Layer& layer) {
        return is_light(layer) && std::ranges::any_of(lights, [&](const std::string& pattern) {
                   return match(pattern, layer).has_value();
               });
    }));
    return roles;
}

std::vector<RenderPicture> render_pictures(const ImageFile& file, const std::vector<std::string>& lights) {
    check_roles(file.aovs);
    std::vector<RenderPicture> pictures;
    for (std::size_t part = 0; part < file.parts.size(); ++part)
        for (std::size_t at = 0; at < pictures_of(file.parts[part]).size(); ++at)
            pictures.push_back(render_picture(file, part, at, lights));
    return pictures;
}

} // namespace atrous
