// Finds layers by their roles and converts what they hold to what the filter takes.
#include "commands/denoise/roles.h"
#include "base/error.h"
#include "base/text.h"
#include "batch/pipeline/role_planes.h"
#include "batch/plan/role_files.h"
#include "commands/denoise/camera_motion.h"
#include "commands/denoise/options.h"
#include "engine/denoise/finish_picture.h"
#include "engine/denoise/flat_roles.h"
#include "renders/layers.h"
#include "renders/motion.h"
#include <algorithm>

namespace atrous {
namespace {

/// Where a picture is found in its file, and what becomes of it.
struct Search : RoleSearch {
    RenderPicture& made;
    const DenoiseOptions& options;

    Search(const ImageFile& its_file, RenderPicture& its_result, const DenoiseOptions& its_options)
        : RoleSearch(its_file, its_result.part, its_result.picture), made(its_result), options(its_options) {}
};

/// Planes of a role, and its line for people where there are any.
std::vector<float> told(const Search& search, AovRole role, std::vector<float> planes) {
    if (planes.empty()) return planes;
    const FoundAov& found = *search.find(role);
    search.made.roles.push_back({row_of(role).name, search.layer_of(role), found.why, search.file_of(role)});
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
    if (is_temporal(search.options.filter) && found->row.motion.centre == 0 && vectors_centred(planes))
        search.made.encoded.push_back(
            "motion vectors of " + search.title_of(role) +
            " lie in 0 to 1 around 0.5 and are read as they are: --aovs FILE, a table of your own, says "
            "'centre 0.5' and the scale ('atrous probe')");
    motion_to_pixels(planes, found->row.motion, part_place(search.file.parts[search.part]).display,
                     found->row.motion.premultiplied ? search.alpha() : std::vector<float>{});
    return planes;
}

void read_motion(const Search& search) {
    using enum MotionConvention::To;
    RenderPicture& picture = search.made;
    for (const AovRole role : {AovRole::motion, AovRole::motion_next}) {
        if (picture.previous.empty()) picture.previous = motion_planes(search, role, previous);
        if (picture.next.empty()) picture.next = motion_planes(search, role, next);
    }
    if (const FoundAov* found = search.find(AovRole::motion); found && found->row.motion.to == ask)
        picture.undirected = search.title_of(AovRole::motion);
}

/// The mean of squares becomes the variance of a sample: rounding and filters that overlap may leave less than none.
void take_squared_means(std::vector<float>& planes, const std::vector<float>& means) {
    for (std::size_t i = 0; i < planes.size(); ++i)
        planes[i] = std::max(planes[i] - means[i] * means[i], 0.0F);
}

/// The variance of pixels' means, in three planes.
std::vector<float> variance_planes(const Search& search) {
    const FoundAov* found = search.find(AovRole::variance);
    if (!found || found->channels.empty()) return {};
    const bool grey = found->channels.size() < 3;
    if (grey && found->row.raw_moment) return {}; // of which light it is the moment is not known
    std::vector<float> planes = role_planes(search, AovRole::variance, grey ? 1 : 3);
    if (found->row.raw_moment) take_squared_means(planes, search.made.beauty);
    if (found->row.per_sample)
        for (float& v : planes) v /= float(search.made.samples_of(search.options));
    if (!grey) return planes;
    const std::vector<float> one = planes;
    for (int copy = 0; copy < 2; ++copy) planes.insert(planes.end(), one.begin(), one.end());
    return planes;
}

/// Whether a layer of light may belong to a picture; not what has another role, or is a picture itself.
bool is_light(const Layer& layer) {
    return layer.rgb() &&
           (layer.role == AovRole::none || layer.role == AovRole::beauty || layer.role == AovRole::light);
}

/// The layers that the pattern names, of the picture's view and view layer.
std::vector<std::size_t> lights_of(const Search& search, const std::string& pattern) {
    const auto& layers = search.file.aovs.layers;
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        if (!is_light(layers[i]) || layers[i].view != search.view || layers[i].title() == search.title)
            continue;
        const auto matched = match(pattern, layers[i]);
        const bool other =
            matched && !matched->group.empty() && !search.group.empty() && matched->group != search.group;
        if (matched && !other) found.push_back(i);
    }
    return found;
}

/// The table of AOVs that a file is read by.
const AovTable& table_of(const Aovs& aovs, const DenoiseOptions& options) {
    const ReadOptions& read = options.batch.read;
    return read.table ? *read.table : embedded_aov_table(aovs.table);
}

/// Whether the table says that the surface's colour is divided out of this light.
bool is_divided(const AovTable& table, const Layer& layer) {
    return std::ranges::any_of(table.rows, [&](const AovRow& row) {
        return row.divided && std::ranges::any_of(row.patterns, [&](const std::string& pattern) {
                   return match(pattern, layer).has_value();
               });
    });
}

void add_light(const Search& search, const Layer& layer, const std::string& why) {
    RenderPicture& picture = search.made;
    const LightLayer light{std::size_t(layer.part),
                           {layer.channel("R"), layer.channel("G"), layer.channel("B")},
                           layer.title(),
                           is_divided(table_of(search.file.aovs, search.options), layer)};
    for (const LightLayer& other : picture.lights)
        if (other.part == light.part && other.channels == light.channels) return;
    const auto planes = search.planes(light.part, light.channels, light.title);
    picture.light_planes.insert(picture.light_planes.end(), planes.begin(), planes.end());
    picture.lights.push_back(light);
    picture.roles.push_back(
        {"light", light.title, why + (light.divided ? ", without the surface's colour" : "")});
}

struct LightPattern {
    std::string pattern;
    bool optional = false; ///< the table's: layers may have it
};

/// Those of --light, with the table's in place of "auto".
std::vector<LightPattern> light_patterns(const Aovs& aovs, const DenoiseOptions& options) {
    std::vector<LightPattern> patterns;
    for (const std::string& light : options.lights) {
        if (light != "auto") {
            patterns.push_back({light});
            continue;
        }
        for (const AovRow& row : table_of(aovs, options).rows)
            if (row.role == AovRole::light)
                for (const std::string& pattern : row.patterns) patterns.push_back({pattern, true});
    }
    return patterns;
}

void add_lights(const Search& search, const LightPattern& light) {
    const std::vector<std::size_t> layers = lights_of(search, light.pattern);
    if (layers.empty() && !light.optional)
        throw file_error("--light " + light.pattern + ": no layer with R, G and B has this name; there are " +
                         layer_titles(search.file.aovs));
    const std::string why =
        light.optional ? "pattern '" + light.pattern + "' of the table" : "--light " + light.pattern;
    for (const std::size_t i : layers) add_light(search, search.file.aovs.layers[i], why);
}

/// Throws a file error for a picture that is none of light.
void check_light(PixelType type, Transfer transfer, int colours) {
    if (!is_float(type) || transfer != Transfer::linear)
        throw file_error(
            "is no render of linear light (it has integers or a curve); 'atrous enhance --denoise "
            "auto' is for photographs");
    if (colours != 3) throw file_error("its picture is grey; denoise needs R, G and B");
}

RenderPicture render_picture(const RenderFiles& files, std::size_t part, std::size_t at,
                             const DenoiseOptions& options) {
    const ImageFile& file = files.image;
    const PictureView view = pictures_of(file.parts[part])[at];
    RenderPicture picture{part, at, view.channels.layer, view.pixels.size, {}, {}, {}, {}, {}, {}, {},
                          {},   {}};
    check_light(view.pixels.type, view.pixels.transfer, view.channels.colours);
    Search search(file, picture, options);
    search.own = files.own;
    const std::vector<int>& index = view.channels.index;
    picture.beauty = channel_planes(file.parts[part], {index[0], index[1], index[2]});
    picture.roles.push_back({"beauty", picture.title.empty() ? "RGB" : picture.title, ""});
    picture.albedo = feature(search, AovRole::albedo, 3);
    picture.normal = feature(search, AovRole::normal, 3);
    if (normals_encoded(picture.normal))
        picture.encoded.push_back(
            "normals of " + search.title_of(AovRole::normal) +
            " are encoded as 0 to 1, which bends them: render signed ones, or --role normal="
            "NAME|none names another layer, or leaves them out");
    picture.depth = told(search, AovRole::depth, search.depth());
    picture.emission = role_planes(search, AovRole::emission, 3);
    read_motion(search);
    read_camera(search, options, picture);
    picture.samples = search.samples_per_pixel();
    picture.variance = variance_planes(search);
    for (const LightPattern& light : light_patterns(file.aovs, options)) add_lights(search, light);
    finish_picture(search.alpha(), options, picture);
    return picture;
}

} // namespace

/// Throws a file error for an override that names a layer which is not there.
void check_roles(const Aovs& aovs) {
    if (!aovs.missing.empty())
        throw file_error(joined(aovs.missing) + ": no layer has this name; there are " + layer_titles(aovs));
}

RenderFiles render_files(const Job& job, const std::vector<ImageFile>& files, const DenoiseOptions& options) {
    RenderFiles found{files.front(), {}};
    for (std::size_t i = 1; i < files.size(); ++i) {
        const RoleFile& input = job.inputs[i];
        const AovRole role = aov_role_named(input.role)->role;
        const FileRole own = file_role(role, input.path.string(), files[i]);
        found.own.push_back({role, &files[i], own.path, aovs_with_role(own, options.batch.read_of(input))});
    }
    return found;
}

void check_role_files(const Job& job, const DenoiseOptions& options) {
    for (std::size_t i = 1; i < job.inputs.size(); ++i) {
        const RoleFile& input = job.inputs[i];
        const ReadOptions& read = options.batch.read_of(input);
        aovs_with_role(
            file_role(aov_role_named(input.role)->role, input.path.string(), Decoder(input.path, read)),
            read);
    }
}

void check_pictures(const Decoder& decoder) {
    check_roles(decoder.aovs());
    for (const auto& picture : decoder.colour_parts())
        check_light(picture.type, picture.transfer, picture.colours);
}

SvgfRoles most_roles(const Aovs& aovs, const DenoiseOptions& options) {
    const auto has = [&](AovRole role) {
        return aovs.find(role) || std::ranges::count(options.from, role, &RolePattern::role) > 0;
    };
    SvgfRoles roles;
    roles.emission = has(AovRole::emission);
    roles.variance = has(AovRole::variance);
    roles.coverage = true;
    const auto patterns = light_patterns(aovs, options);
    bool divided = false;
    for (const Layer& layer : aovs.layers) {
        const auto names = [&](const LightPattern& light) { return match(light.pattern, layer).has_value(); };
        if (!is_light(layer) || std::ranges::none_of(patterns, names)) continue;
        ++roles.lights;
        divided = divided || is_divided(table_of(aovs, options), layer);
    }
    roles.lights += int(options.filter_alpha) + int(divided || options.filter_alpha);
    return roles;
}

std::vector<RenderPicture> render_pictures(const RenderFiles& files, const DenoiseOptions& options) {
    const ImageFile& file = files.image;
    check_roles(file.aovs);
    std::vector<RenderPicture> pictures;
    for (std::size_t part = 0; part < file.parts.size(); ++part)
        for (std::size_t at = 0; at < pictures_of(file.parts[part]).size(); ++at)
            pictures.push_back(render_picture(files, part, at, options));
    return pictures;
}

} // namespace atrous
