// Hides what a frame keeps for its neighbours, and how planes become a file again.
#include "app/denoise/frame_filter.h"
#include "app/compute/region_runs.h"
#include "app/denoise/coverage.h"
#include "app/denoise/divided.h"
#include "app/denoise/frame_text.h"
#include "app/denoise/pictures_beside.h"
#include "app/denoise/placed.h"
#include "app/denoise/roles.h"
#include "app/denoise/svgf_regions.h"
#include "app/denoise/vector_fit.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/log.h"
#include "base/size.h"
#include "base/text.h"
#include "gpu/device.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <numeric>
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

/// Places of the frames that the filter took: none beyond a hole (frames_beside() in svgf_frames.cpp), none where no
/// motion leads.
std::vector<int> offsets_used(const std::vector<SvgfFrame*>& window) {
    const int reach = int(window.size() / 2);
    const auto linked = [&](int k) { // frames k and k + 1
        const auto at = std::size_t(k + reach);
        return k >= -reach && k < reach && window[at] && window[at + 1] &&
               are_linked(*window[at], *window[at + 1]);
    };
    int first = 0, last = 0;
    while (linked(first - 1)) --first;
    while (linked(last)) ++last;
    std::vector<int> used(std::size_t(last - first + 1));
    std::iota(used.begin(), used.end(), first);
    return used;
}

std::vector<std::string> texts_of(const std::vector<int>& numbers) {
    std::vector<std::string> texts;
    for (const int number : numbers) texts.push_back(std::to_string(number));
    return texts;
}

/// What a picture is filtered with, in a window whose vectors fit so far.
SvgfResolved settings_for(const DenoiseRun& run, const PreparedPicture& picture, const PicturesBeside& beside,
                          double fit) {
    constexpr double steps = 8; // of a plan each
    // Vectors that are found miss by parts of a pixel, which blurs the window's mean of fine patterns.
    const double least = follows_found(beside) ? 0.25 : 0;
    SvgfSettings settings = picture.settings.asked;
    settings.own_albedo = std::round(steps * std::max(own_albedo(fit), least)) / steps;
    return resolve(settings, traits_of(run.device.engine.device()));
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

/// Light i of a result: those of layers, then alpha and the divisor (add_divisor()), as far as they are there.
std::span<const float> light_planes_of(const PreparedPicture& picture, std::span<const float> planes,
                                       std::size_t i) {
    const std::size_t light = 3 * std::size_t(picture.frame.size.pixels());
    return planes.subspan(light * (i + 1), light);
}
std::span<const float> divisor_planes(const PreparedPicture& picture, std::span<const float> planes) {
    return light_planes_of(picture, planes, picture.lights.size() + std::size_t(picture.alpha_filtered));
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

/// Writes the filtered alpha; where that stays 1, light that was not divided changes with it.
void put_alpha(Part& part, const PreparedPicture& picture, std::span<float> planes) {
    const PictureView view = pictures_of(std::as_const(part))[picture.picture];
    std::vector<float> alpha = filtered_alpha(light_planes_of(picture, planes, picture.lights.size()),
                                              divisor_planes(picture, planes), picture.frame.size);
    const std::vector<float> factors =
        keep_ends(alpha, channel_planes(part, {view.channels.index.back()}), picture.frame.size);
    const std::size_t light = 3 * alpha.size();
    const std::span<float> emission = picture.frame.roles.emission ? planes.last(light) : std::span<float>{};
    scale_light(planes.first(light), factors, emission);
    for (std::size_t i = 0; i < picture.lights.size(); ++i)
        if (!picture.lights[i].divided) scale_light(planes.subspan(light * (i + 1), light), factors);
    put_alpha_plane(pictures_of(part)[picture.picture].pixels, alpha);
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
    SvgfPicture& result = picture.result
                              ? *picture.result
                              : made.emplace(filter_frame(run.device, settings_for(run, picture, beside, fit),
                                                          frames, limits, known));
    RunReport times = picture.frame.report;
    add_times(times, result.report);
    frame.record.parts.push_back({picture.frame.size, picture_json(picture, result, frames, fit, known),
                                  std::move(times), picture.frame.replaced});
    Part& part = file.parts[picture.part];
    part.notes = {{"atrous:version", version()},
                  {"atrous:settings", run.options.settings},
                  {"atrous:window", picture.result ? "recursive " + std::to_string(picture.history)
                                                   : joined(texts_of(offsets_used(frames)), " ")}};
    keep_empty(result.planes, picture.empty);
    if (picture.alpha_filtered) put_alpha(part, picture, result.planes);
    put_colour_planes(pictures_of(part)[picture.picture].pixels, result.planes);
    put_lights(file, picture, result.planes);
}

PartPlace place_of(const Frame& frame, const RenderPicture& picture) {
    return part_place(frame.files.front().parts[picture.part]);
}

/// Finds a picture's vectors where its file has none that fit; what of it is to be compared with the next frame.
AlbedoTrace find_vectors(DenoiseRun& run, const Frame& frame, std::size_t at, RenderPicture& picture) {
    picture.finds_motion = may_find_motion(run.options);
    if (!picture.finds_motion) return {};
    AlbedoTrace of_file = trace_of(picture);
    find_motion(frame.job(), place_of(frame, picture), run.guides[at], picture);
    return of_file;
}

/// Leaves to the next frame what its vectors may be found by: not where files have vectors that say something.
void keep_guides(DenoiseRun& run, const Frame& frame, std::size_t at, RenderPicture& picture,
                 AlbedoTrace of_file) {
    const bool has_own = !picture.previous.empty() || !picture.next.empty();
    if (picture.finds_motion && (!has_own || picture.found || picture.still))
        run.guides[at] = past_guides(frame.job(), place_of(frame, picture), picture, std::move(of_file));
    else
        run.guides.erase(at);
}

/// Filters a picture with its history, which begins anew where the frame before is not there.
void filter_recursive(DenoiseRun& run, Frame& frame, std::size_t at, PreparedPicture& picture) {
    PastOfPicture& past = run.pasts[at];
    const Job& job = frame.job();
    const PartPlace place = part_place(frame.files.front().parts[picture.part]);
    if (past.shot != job.shot || past.number + 1 != job.number) past.history.clear();
    if (past.history.frames > 0 && !is_same_place(past.place, place)) {
        past.history.clear();
        warn_of_lost_history(run, frame);
    }
    past.place = place;
    picture.result = filter_frame(run.device, picture.settings, picture.frame, past.history);
    picture.history = past.history.frames;
    past.shot = job.shot;
    past.number = job.number;
}

} // namespace

void prepare(DenoiseRun& run, Frame& frame, const MemoryLimits& limits) {
    auto prepared = std::make_shared<Prepared>();
    const std::string name = frame.job().input().string();
    with_context(name, [&] {
        const RenderFiles files = render_files(frame.job(), frame.files, run.options);
        std::size_t at = 0;
        for (RenderPicture& picture : render_pictures(files, run.options)) {
            follow_camera(frame.job(), run.cameras[at], picture);
            AlbedoTrace of_file = find_vectors(run, frame, at, picture);
            const SvgfResolved settings = settings_of(run, picture);
            tell_roles(run, frame, picture, settings);
            warn_of_roles(run, frame, picture);
            if (settings.asked.is_neutral()) continue; // so are all of a run
            prepared->push_back({picture.part, picture.picture, picture.title, settings,
                                 prepare_frame(run.device, settings, picture.planes(), limits),
                                 picture.lights, picture.roles, picture.alpha_filtered, picture.empty,
                                 picture.clamped,
                                 settings.asked.reach > 0 ? trace_of(picture) : AlbedoTrace{},
                                 settings.asked.reach > 0 ? picture.light_trace() : LightTrace{}});
            prepared->back().frame.found = picture.found;
            if (settings.asked.recursive)
                filter_recursive(run, frame, prepared->size() - 1, prepared->back());
            if (const auto replaced = prepared->back().frame.replaced; replaced > 0)
                frame.record.warnings.push_back(
                    name + ": " + std::to_string(replaced) +
                    " samples of light were NaN, infinite or beyond 1e15 and are replaced");
            keep_guides(run, frame, at, picture, std::move(of_file));
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
