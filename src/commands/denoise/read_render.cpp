// Finds layers by their roles and converts their samples for the filter.
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/role_files.h"
#include "commands/denoise/denoise_run.h"
#include "commands/denoise/messages.h"
#include "engine/denoise/halves.h"
#include "engine/denoise/pilot_check.h"
#include "engine/denoise/render.h"
#include "engine/messages.h"
#include "formats/exr/exr_header.h"
#include "renders/guide_match.h"
#include "renders/layers.h"
#include "renders/motion.h"
#include <algorithm>

namespace atrous {
namespace {

/// Returns the same planes. If there are any, adds their layer to the render's roles.
std::vector<float> named(const RoleSearch& search, AovRole role, std::vector<float> planes, Render& render) {
    if (planes.empty()) return planes;
    render.roles.push_back(search.layer_of(role));
    const bool second_eye = search.picture > 0 && !search.view.empty() && render.roles.back().file.empty();
    if (second_eye && search.file.aovs.layers[search.find(role)->layer].view.empty())
        render.notes.shared.push_back(search.title_of(role));
    return planes;
}

/// Vectors of a role in pixels, rows down.
std::vector<float> read_vectors(const RoleSearch& search, AovRole role, MotionConvention::To to,
                                const DenoiseOptions& options, Render& render) {
    const FoundAov* found = search.find(role);
    if (!found || found->row.motion.to != to) return {};
    std::vector<float> planes = named(search, role, search.planes(role, 2), render);
    if (is_temporal(options.filter) && found->row.motion.centre == 0 && vectors_centred(planes))
        render.notes.encoded.push_back(message(messages::motion_encoded, search.title_of(role)));
    motion_to_pixels(planes, found->row.motion, part_place(search.file.parts[search.part]).display,
                     found->row.motion.premultiplied ? search.alpha() : std::vector<float>{});
    return planes;
}

void read_motion(const RoleSearch& search, const DenoiseOptions& options, Render& render) {
    using enum MotionConvention::To;
    for (const AovRole role : {AovRole::motion, AovRole::motion_next})
        for (const auto& [planes, to] :
             {std::pair{&render.planes.previous, previous}, {&render.planes.next, next}})
            if (planes->empty()) *planes = read_vectors(search, role, to, options, render);
    if (const FoundAov* found = search.find(AovRole::motion); found && found->row.motion.to == ask)
        render.notes.undirected = search.title_of(AovRole::motion);
}

/// Reads points and matrices of an image without vectors, if the file has both and the filter is temporal.
void read_camera(const RoleSearch& search, const DenoiseOptions& options, Render& render) {
    if (!may_find_motion(options) || render.has_vectors()) return;
    const auto matrix_of = [&](AovRole role) {
        const FoundAov* found = search.find(role);
        return found ? matrix_in(found->value) : std::nullopt;
    };
    const auto to_ndc = matrix_of(AovRole::world_to_ndc);
    if (!to_ndc) return;
    render.points = named(search, AovRole::position, search.planes(AovRole::position, 3), render);
    if (render.points.empty()) return;
    render.camera =
        point_view(render.points, render.planes.size, {*to_ndc, matrix_of(AovRole::world_to_camera)});
    render.notes.camera_unfit = !render.camera;
}

/// The variance of pixels' means, in three planes.
std::vector<float> read_variance(const RoleSearch& search, const DenoiseOptions& options, Render& render) {
    const FoundAov* found = search.find(AovRole::variance);
    if (!found || found->channels.empty()) return {};
    const bool grey = found->channels.size() < 3;
    if (grey && found->row.raw_moment) return {}; // of which light it is the moment is not known
    std::vector<float> planes =
        named(search, AovRole::variance, search.planes(AovRole::variance, grey ? 1 : 3), render);
    const std::vector<float>& means = render.planes.beauty;
    // The mean of squares becomes the variance of a sample: rounding and filters that overlap may leave less than none.
    for (std::size_t i = 0; i < planes.size() && found->row.raw_moment; ++i)
        planes[i] = std::max(planes[i] - means[i] * means[i], 0.0F);
    if (found->row.per_sample)
        for (float& v : planes) v /= float(render.samples_of(options));
    if (!grey) return planes;
    const std::vector<float> one = planes;
    for (int copy = 0; copy < 2; ++copy) planes.insert(planes.end(), one.begin(), one.end());
    return planes;
}

/// Throws a file error for an image that is not linear light.
void check_light(PixelType type, Transfer transfer, int colours) {
    if (!is_float(type) || transfer != Transfer::linear) throw file_error(messages::no_linear_light);
    if (colours != 3) throw file_error(messages::grey_render);
}

/// Throws a file error for an override that names a layer which is not there, or if overrides leave no image.
void check_roles(const Aovs& aovs, bool has_image, const DenoiseOptions& options) {
    if (!aovs.missing.empty())
        throw file_error(messages::role_layer_unknown, joined(aovs.missing), layer_titles(aovs));
    const auto takes = [](const auto& role) { return role.second != "none"; };
    if (!has_image && std::ranges::any_of(options.batch.read.overrides.patterns, takes))
        throw file_error(messages::roles_take_image);
}

/// An image of one file.
Render read_picture(const RenderFiles& files, std::size_t part, std::size_t at,
                    const DenoiseOptions& options) {
    const Part& source = files.image.parts[part];
    const PictureView view = pictures_of(source)[at];
    check_light(view.pixels.type, view.pixels.transfer, view.channels.colours);
    if (missing_value(source)) throw file_error(messages::nodata_render);
    const RoleSearch search(files.image, part, at, files.own);
    Render render{{.part = part, .picture = at, .place = part_place(source), .title = view.channels.layer}};
    RenderPlanes& planes = render.planes;
    planes.size = view.pixels.size;
    const std::vector<int>& index = view.channels.index;
    planes.beauty = channel_planes(source, {index[0], index[1], index[2]});
    render.roles.push_back({"beauty", render.title.empty() ? "RGB" : render.title, ""});
    planes.albedo = named(search, AovRole::albedo, search.feature(AovRole::albedo, 3), render);
    planes.normal = named(search, AovRole::normal, search.feature(AovRole::normal, 3), render);
    if (vector_look(planes.normal).is_encoded())
        render.notes.encoded.push_back(
            message(messages::normals_are_encoded, search.title_of(AovRole::normal)));
    planes.depth = named(search, AovRole::depth, search.depth(), render);
    planes.emission = named(search, AovRole::emission, search.planes(AovRole::emission, 3), render);
    read_motion(search, options, render);
    read_camera(search, options, render);
    render.finds_motion = may_find_motion(options);
    render.samples = search.samples_per_pixel();
    planes.variance = read_variance(search, options, render);
    read_lights(search, options, render);
    render.alpha = search.alpha();
    preprocess(options, render);
    return render;
}

/// Throws a file error unless the other half has an image of the same layer at the same place.
void check_half_picture(const RenderFiles& files, std::size_t part, std::size_t at) {
    const std::vector<Part>& others = files.half->parts;
    if (part >= others.size() || at >= pictures_of(others[part]).size() ||
        pictures_of(files.image.parts[part])[at].channels.layer !=
            pictures_of(others[part])[at].channels.layer)
        throw file_error(messages::half_layers);
}

/// If the image has a pilot that may be read, calls `use`, and adds doubts about its header. Throws a file error for a pilot of
/// other colours or another place.
template <class Use>
void find_pilot(const RoleSearch& search, Messages& doubts, Use use) {
    const auto own = std::ranges::find(search.own, AovRole::pilot, &RoleSearch::SeparateFile::role);
    const FoundAov* found = search.find(AovRole::pilot);
    if (!found && own == search.own.end()) return;
    const std::string path = own == search.own.end() ? search.title : own->path;
    with_context(path, [&] {
        if (!found || found->channels.size() < 3) throw file_error(messages::pilot_colours, search.title);
        check_pilot_window(part_place(search.part_of(AovRole::pilot)),
                           part_place(search.file.parts[search.part]));
        if (own != search.own.end() && exr_headers(path).front().strings.contains("atrous:version"))
            doubts.push_back(message(messages::pilot_own));
        use();
        return 0;
    });
}

/// Reads another denoiser's beauty into a preprocessed render, and compares both.
void read_pilot(const RenderFiles& files, Render& render) {
    const RoleSearch search(files.image, render.part, render.picture, files.own);
    find_pilot(search, render.notes.pilot, [&] {
        render.planes.pilot = named(search, AovRole::pilot, search.planes(AovRole::pilot, 3), render);
        check_pilot(render);
    });
}

/// Calls `use` with the indices of each image: of its part, and in the part.
template <class Use>
void for_pictures(const ImageFile& file, Use use) {
    for (std::size_t part = 0; part < file.parts.size(); ++part)
        for (std::size_t at = 0; at < pictures_of(file.parts[part]).size(); ++at) use(part, at);
}

} // namespace

bool has_picture(const ImageFile& file) {
    return std::ranges::any_of(file.parts, [](const Part& part) { return !pictures_of(part).empty(); });
}

Render read_render(const RenderFiles& files, std::size_t part, std::size_t at,
                   const DenoiseOptions& options) {
    Render render = read_picture(files, part, at, options);
    if (files.half)
        with_context(files.half_path, [&] {
            check_half_picture(files, part, at);
            pair_halves(render, read_picture({*files.half, files.own}, part, at, options));
            render.roles.push_back(
                {"half", render.title.empty() ? "RGB" : render.title, "", files.half_path});
            return 0;
        });
    read_pilot(files, render);
    return render;
}

std::vector<Render> renders_of(const RenderFiles& files, const DenoiseOptions& options) {
    check_roles(files.image.aovs, has_picture(files.image), options);
    std::vector<Render> renders;
    for_pictures(files.image, [&](std::size_t part, std::size_t at) {
        renders.push_back(read_render(files, part, at, options));
    });
    return renders;
}

Messages check_places(const RenderFiles& files) {
    Messages doubts;
    for_pictures(files.image, [&](std::size_t part, std::size_t at) {
        if (files.half)
            with_context(files.half_path, [&] {
                check_half_picture(files, part, at);
                check_half_window(part_place(files.half->parts[part]), part_place(files.image.parts[part]));
                return 0;
            });
        const RoleSearch search(files.image, part, at, files.own);
        for (const RoleSearch::SeparateFile& own : files.own)
            if (own.role != AovRole::pilot && search.find(own.role))
                search.check_size(search.part_of(own.role), search.title_of(own.role));
        find_pilot(search, doubts, [] {});
        std::vector<std::string> absent;
        for (const AovRole role : {AovRole::albedo, AovRole::normal, AovRole::depth})
            if (!search.find(role)) absent.emplace_back(row_of(role).name);
        if (!absent.empty())
            doubts.push_back(message(messages::guides_absent, joined(absent, " or "), absent.front()));
    });
    return doubts;
}

RenderFiles render_files(const Job& job, const std::vector<ImageFile>& files, const DenoiseOptions& options) {
    RenderFiles found{.image = files.front(), .own = {}};
    for (std::size_t i = 1; i < files.size(); ++i) {
        const RoleFile& input = job.inputs[i];
        const AovRole role = aov_role_named(input.role)->role;
        if (role == AovRole::half) {
            found.half = &files[i];
            found.half_path = input.path.string();
            continue;
        }
        const FileRole own = file_role(role, input.path.string(), files[i]);
        found.own.push_back({role, &files[i], own.path, aovs_with_role(own, options.batch.read_of(input))});
    }
    return found;
}

void check_pictures(const Decoder& decoder, const DenoiseOptions& options) {
    check_roles(decoder.aovs(), !decoder.colour_parts().empty(), options);
    for (const auto& picture : decoder.colour_parts())
        check_light(picture.type, picture.transfer, picture.colours);
}

} // namespace atrous
