// Hides what a frame keeps for its neighbours, and how planes become a file again.
#include "commands/denoise/frame_filter.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/log.h"
#include "base/size.h"
#include "base/text.h"
#include "commands/denoise/frame_text.h"
#include "commands/denoise/pictures_beside.h"
#include "commands/denoise/roles.h"
#include "engine/denoise/coverage.h"
#include "engine/denoise/divided.h"
#include "engine/denoise/picture_filter.h"
#include "engine/denoise/placed.h"
#include "engine/denoise/svgf_regions.h"
#include "engine/denoise/vector_fit.h"
#include "engine/finite_samples.h"
#include "engine/region_runs.h"
#include "opencl/device.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>

namespace atrous {
namespace {

/// Settings with the samples that the file tells, where the user does not.
SvgfResolved settings_of(const DenoiseRun& run, const RenderPicture& picture) {
    SvgfSettings settings = run.options.filter;
    settings.samples = picture.samples_of(run.options);
    return resolve(settings, traits_of(run.device.engine.device()));
}

bool has_picture(const ImageFile& file) {
    return std::ranges::any_of(file.parts, [](const Part& part) { return !pictures_of(part).empty(); });
}

Json roles_json(const PreparedPicture& picture) {
    Json object;
    for (const RoleLayer& role : picture.roles) object[role.role] = role.text(role.file);
    return object;
}

std::vector<std::string> texts_of(const std::vector<int>& numbers) {
    std::vector<std::string> texts;
    for (const int number : numbers) texts.push_back(std::to_string(number));
    return texts;
}

/// What is unusual of the neighbours: those before, the nearest first, then those after.
void add_known(Json& object, const kernels::SvgfNeighbours& known) {
    Json gains = Json::Array{};
    bool is_usual = true;
    for (const auto& side : {known.before, known.after})
        for (int k = 0; k < kernels::SVGF_MOST_REACH; ++k) {
            gains.push_back(double(side[k].gain));
            is_usual &= side[k].gain == 1;
        }
    if (!is_usual) object["gains"] = gains;
    if (const double correlation = correlation_in(known); correlation > 0) object["same-noise"] = correlation;
}

Json picture_json(const PreparedPicture& picture, const SvgfPicture& result,
                  const std::vector<SvgfFrame*>& window, double fit, const kernels::SvgfNeighbours& known) {
    Json object = denoise_json(picture.settings.asked);
    object["layer"] = picture.title;
    object["roles"] = roles_json(picture);
    if (picture.result)
        object["history"] = picture.history;
    else
        object["window"] = offsets_used(window);
    if (!picture.trace.grey.empty()) object["vector-fit"] = fit;
    add_known(object, known);
    if (picture.clamped > 0) object["clamped"] = picture.clamped;
    if (result.regions.count() > 1) object["regions"] = regions_json(result.regions);
    object["alone"] = result.share_alone();
    Json counts = Json::Array{};
    for (const auto count : result.counts) counts.push_back(double(count));
    object["counts"] = counts;
    return object;
}

void put_lights(ImageFile& file, const PreparedPicture& picture, std::span<const float> planes) {
    for (std::size_t i = 0; i < picture.lights.size(); ++i) {
        const LightLayer& layer = picture.lights[i];
        Part& part = file.parts[layer.part];
        if (layer.divided)
            put_channel_planes(
                part, layer.channels,
                divide_again(light_planes_of(picture, planes, i), divisor_planes(picture, planes)));
        else
            put_channel_planes(part, layer.channels, light_planes_of(picture, planes, i));
    }
}

/// Leaves out the channels that are not filtered, and parts that have no other.
void leave_pass_through_out(ImageFile& file, const Prepared& prepared) {
    for (Part& part : file.parts) part.written.emplace();
    for (const PreparedPicture& picture : prepared) {
        const auto add = [&](std::size_t part, const std::vector<int>& channels) {
            std::vector<int>& written = *file.parts[part].written;
            for (const int channel : channels)
                if (std::ranges::count(written, channel) == 0) written.push_back(channel);
        };
        const Part& part = file.parts[picture.part];
        add(picture.part, pictures_of(part)[picture.picture].channels.index);
        for (const LightLayer& light : picture.lights) add(light.part, light.channels);
    }
    std::erase_if(file.parts, [](const Part& part) { return part.written->empty(); });
    for (Part& part : file.parts) std::ranges::sort(*part.written); // as the file has them
}

void filter_picture(DenoiseRun& run, const Window& window, std::size_t at, ImageFile& file,
                    const MemoryLimits& limits) {
    Frame& frame = window.frame();
    PreparedPicture& picture = prepared_of(frame)[at];
    const PicturesBeside beside = pictures_beside(run, window, at, limits);
    const auto frames = beside.frames();
    const double fit = fit_of(beside);
    const kernels::SvgfNeighbours known = known_of(beside);
    warn_of_vectors(run, frame, beside);
    warn_of_one_seed(run, frame, correlation_in(known));
    std::optional<SvgfPicture> made;
    SvgfPicture& result =
        picture.result ? *picture.result
                       : made.emplace(filter_frame(run.device, settings_for(run.device, picture, beside, fit),
                                                   frames, limits, known));
    if (picture.beside > 0)
        result.planes =
            columns_of(result.planes, picture.frame.size.width, picture.beside, picture.size().width);
    RunReport times = picture.frame.report;
    add_times(times, result.report);
    frame.record.parts.push_back({picture.size(), picture_json(picture, result, frames, fit, known),
                                  std::move(times), picture.frame.replaced});
    Part& part = file.parts[picture.part];
    part.notes = {{"atrous:version", version()},
                  {"atrous:settings", run.options.settings},
                  {"atrous:window", picture.result ? "recursive " + std::to_string(picture.history)
                                                   : joined(texts_of(offsets_used(frames)), " ")}};
    keep_empty(result.planes, picture.empty);
    if (picture.alpha_filtered) {
        const PictureView view = pictures_of(std::as_const(part))[picture.picture];
        const std::vector<float> stored = channel_planes(part, {view.channels.index.back()});
        put_alpha_plane(pictures_of(part)[picture.picture].pixels,
                        take_alpha(picture, stored, result.planes));
    }
    put_colour_planes(pictures_of(part)[picture.picture].pixels, result.planes);
    put_lights(file, picture, result.planes);
}

PartPlace place_of(const Frame& frame, const RenderPicture& picture) {
    return part_place(frame.files.front().parts[picture.part]);
}

} // namespace

void prepare(DenoiseRun& run, Frame& frame, const MemoryLimits& limits) {
    auto prepared = std::make_shared<Prepared>();
    const std::string name = frame.job().input().string();
    const ShotFrame shot_frame{frame.job().shot, frame.job().number, name};
    with_context(name, [&] {
        const RenderFiles files = render_files(frame.job(), frame.files, run.options);
        std::size_t at = 0;
        for (RenderPicture& picture : render_pictures(files, run.options)) {
            follow_camera(frame.job(), run.cameras[at], picture);
            const PartPlace place = place_of(frame, picture);
            picture.finds_motion = may_find_motion(run.options);
            AlbedoTrace of_file = find_vectors(shot_frame, place, run.guides[at], picture);
            const SvgfResolved settings = settings_of(run, picture);
            tell_roles(run, frame, picture, settings);
            warn_of_roles(run, frame, picture);
            if (settings.asked.is_neutral()) continue; // so are all of a run
            const int beside = place.wraps ? columns_beside(settings) : 0;
            prepared->push_back(prepare_picture(run.device, settings, wrapped(picture, beside), limits));
            prepared->back().beside = beside;
            const std::size_t last = prepared->size() - 1;
            if (settings.asked.recursive &&
                !filter_recursive(run.device, shot_frame, place, run.pasts[last], prepared->back()))
                warn_of_lost_history(run, frame);
            if (const auto replaced = prepared->back().frame.replaced; replaced > 0)
                frame.record.warnings.push_back(
                    name + ": " + std::to_string(replaced) +
                    " samples of light were NaN, infinite or beyond 1e15 and are replaced" +
                    filled_words(picture.filled));
            keep_guides(shot_frame, place, std::move(of_file), picture, run.guides[at]);
            ++at;
        }
        return 0;
    });
    frame.prepared = std::move(prepared);
}

void filter(DenoiseRun& run, const Window& window, const MemoryLimits& limits) {
    Frame& frame = window.frame();
    const Prepared& prepared = prepared_of(frame);
    ImageFile file = copy_of(frame.files.front()); // neighbours still need the source's own pixels
    frame.unchanged = prepared.empty();
    if (!has_picture(file))
        frame.record.warnings.push_back(frame.job().input().string() + ": has no picture; copied as it is");
    for (std::size_t at = 0; at < prepared.size(); ++at)
        with_context(frame.job().input().string(), [&] { filter_picture(run, window, at, file, limits); });
    if (run.options.only_filtered && !prepared.empty()) leave_pass_through_out(file, prepared);
    frame.results.push_back(std::move(file));
}

} // namespace atrous
