// Brings the frames of a window into the data window of its middle one, and turns planes into a file.
#include "base/embedded.h"
#include "base/error.h"
#include "base/text.h"
#include "commands/denoise/denoise_run.h"
#include "commands/denoise/messages.h"
#include "engine/denoise/light_planes.h"
#include "engine/finite_samples.h"
#include "engine/region_runs.h"
#include "opencl/device.h"
#include <utility>

namespace atrous {
namespace {

using Prepared = std::vector<PreparedPicture>;

/// Not const: frames of a window find vectors from each other.
Prepared& prepared_of(const Frame& frame) { return RenderCommand::data_of(frame).prepared; }

ShotFrame shot_frame(const Job& job) { return {job.shot, job.number, job.input().string()}; }

Json roles_json(const PreparedPicture& picture) {
    Json object;
    for (const RoleLayer& role : picture.roles) object[role.role] = role.text(role.file);
    return object;
}

/// Returns the file's note about the frames of a result.
std::string window_text(const PreparedPicture& picture, const std::vector<int>& offsets) {
    if (picture.result) return "recursive " + std::to_string(picture.history);
    std::vector<std::string> texts;
    for (const int offset : offsets) texts.push_back(std::to_string(offset));
    return joined(texts, " ");
}

/// Adds unusual values of the neighbours: earlier ones, the nearest first, then later ones.
void add_stats(Json& object, const kernels::SvgfNeighbours& stats) {
    Json gains = Json::Array{};
    bool is_usual = true;
    for (const auto& side : {stats.before, stats.after})
        for (int k = 0; k < kernels::SVGF_MAX_REACH; ++k) {
            gains.push_back(double(side[k].gain));
            is_usual &= side[k].gain == 1;
        }
    if (!is_usual) object["gains"] = gains;
    if (const double correlation = correlation_in(stats); correlation > 0) object["same-noise"] = correlation;
}

Json picture_json(const PreparedPicture& picture, const FilteredPicture& made,
                  const std::vector<int>& offsets) {
    Json object = denoise_json(picture.settings.asked);
    object["layer"] = picture.title;
    object["roles"] = roles_json(picture);
    if (picture.result)
        object["history"] = picture.history;
    else
        object["window"] = offsets;
    if (!picture.trace.grey.empty()) object["vector-fit"] = made.vectors.fit;
    add_stats(object, made.stats);
    if (picture.clamped > 0) object["clamped"] = picture.clamped;
    if (made.result.regions.count() > 1) object["regions"] = regions_json(made.result.regions);
    object["alone"] = made.result.unmatched_fraction();
    object["counts"] = array_of(made.result.counts, [](auto count) { return double(count); });
    return object;
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

/// The number of images with the same title before image `at`: pages of a file have none.
template <class Pictures>
std::ptrdiff_t same_before(const Pictures& all, std::size_t at) {
    return std::count_if(all.begin(), all.begin() + std::ptrdiff_t(at),
                         [&](const auto& other) { return other.title == all[at].title; });
}

/// The image of a frame of the window that image `at` of this frame is a neighbour of, or null: it has the same layer, view
/// and place among these. If both frames have one image, these are neighbours.
PreparedPicture* picture_of(const Frame* frame, const Prepared& here, std::size_t at) {
    if (!frame) return nullptr;
    Prepared& all = prepared_of(*frame);
    if (all.size() == 1 && here.size() == 1) return &all.front();
    std::ptrdiff_t before = same_before(here, at);
    for (PreparedPicture& other : all)
        if (other.title == here[at].title && before-- == 0) return &other;
    return nullptr;
}

/// Prepares the images once more, in the data window of the window's frame, so that a result depends only on
/// the frames of its window and not on other frames of the run.
void reframe_all(DenoiseRun& run, const Window& window, Neighbours& neighbours) {
    const ImageWindow place = neighbours.middle().place;
    ShotState shot;
    for (int k = -window.reach(); k <= window.reach(); ++k) {
        PreparedPicture*& picture = neighbours.pictures[std::size_t(k + window.reach())];
        if (!picture) continue;
        const Frame& frame = k == 0 ? window.frame() : *window.at(k);
        Render render =
            read_render(*RenderCommand::data_of(frame).files, picture->part, picture->picture, run.options);
        if (k != 0) render.halves.clear(); // of neighbours, only the mean is used
        reframe(render, place);
        estimate_motion(shot_frame(frame.job()), shot, render);
        neighbours.reframed.push_back(prepare_picture(run.device, picture->settings, shot_frame(frame.job()),
                                                      shot, render, window.frame().limits));
        picture = &neighbours.reframed.back();
    }
}

/// The prepared images at one place of the frames of a window. Images that count as missing are reported, and
/// are holes in the frame's record.
Neighbours neighbours_of(DenoiseRun& run, const Window& window, std::size_t at) {
    Frame& here = window.frame();
    Prepared& own = prepared_of(here);
    Neighbours neighbours = neighbours_in(
        window.reach(), [&](int k) { return k == 0 ? &own[at] : picture_of(window.at(k), own, at); },
        [&](int k, const std::string& reason) {
            const Job& other = window.at(k)->job();
            here.record.holes.push_back(other.number);
            warn_once(run, here, "unlike", message(messages::neighbour_unlike, other.input(), reason));
        });
    if (!neighbours.is_in_place()) reframe_all(run, window, neighbours);
    return neighbours;
}

void process_picture(DenoiseRun& run, const Window& window, std::size_t at, ImageFile& file) {
    Frame& frame = window.frame();
    const Neighbours neighbours = neighbours_of(run, window, at);
    const PreparedPicture& picture = neighbours.middle();
    FilteredPicture made = filter_picture(run.device, neighbours, frame.limits);
    warn_of_vectors(run, frame, made.vectors.better);
    warn_of_one_seed(run, frame, correlation_in(made.stats));
    const std::vector<int> offsets = offsets_used(neighbours.frames());
    RunReport times = prepared_of(frame)[at].frame.report;
    for (const PreparedPicture& again : neighbours.reframed) add_times(times, again.frame.report);
    add_times(times, made.result.report);
    frame.record.parts.push_back(
        {picture.place.size, picture_json(picture, made, offsets), std::move(times), picture.frame.replaced});
    Part& part = file.parts[picture.part];
    part.notes = {{"atrous:version", version()},
                  {"atrous:settings", settings_of(run.options, frame.job())},
                  {"atrous:window", window_text(picture, offsets)}};
    const PictureRef view = pictures_of(part)[picture.picture];
    std::vector<float>& planes = made.result.planes;
    if (picture.alpha_filtered)
        put_alpha_plane(view.pixels, take_alpha(picture, picture.settings.asked.samples,
                                                picture.frame.roles.emission, planes));
    else if (!picture.alpha.empty())
        put_alpha_plane(view.pixels, picture.alpha);
    put_colour_planes(view.pixels, planes);
    std::vector<std::vector<float>> lights; // a colour may be one of them, so all are read first
    for (const LightLayer& light : picture.lights) {
        StoredLight stored{channel_planes(file.parts[light.part], light.channels)};
        if (light.colour)
            stored.colour = channel_planes(file.parts[light.colour->part], light.colour->channels);
        lights.push_back(filtered_light(picture, lights.size(), planes, stored));
    }
    for (std::size_t i = 0; i < lights.size(); ++i)
        put_channel_planes(file.parts[picture.lights[i].part], picture.lights[i].channels, lights[i]);
}

} // namespace

void prepare(DenoiseRun& run, Frame& frame) {
    Prepared& prepared = prepared_of(frame);
    const std::string name = frame.job().input().string();
    std::vector<Render> renders = std::exchange(RenderCommand::data_of(frame).renders, {});
    with_context(name, [&] {
        for (std::size_t i = 0; i < renders.size(); ++i) {
            Render& render = renders[i];
            const ShotFrame of = shot_frame(frame.job());
            ShotState& shot =
                run.shots[renders.size() == 1 ? ShotKey{} : ShotKey{render.title, same_before(renders, i)}];
            estimate_motion(of, shot, render);
            const bool states = run.options.samples_given || render.samples > 0;
            if (!run.options.filter.filter->gaussian &&
                (!states || run.looked_at < DenoiseRun::max_looked_at))
                measure_samples(render);
            const SvgfResolved settings =
                resolve(settings_for(render, run.options), run.device.plans.device, render.planes.size);
            log_roles(run, frame, render, settings);
            warn_of_roles(run, frame, render, settings);
            if (settings.asked.is_neutral()) continue; // so are all of a run
            prepared.push_back(prepare_picture(run.device, settings, of, shot, render, frame.limits));
            const PreparedPicture& made = prepared.back();
            if (made.history_lost) warn_once(run, frame, "history", message(messages::history_ended));
            if (made.frame.replaced > 0)
                frame.record.warnings.push_back(message(messages::light_replaced, name, made.frame.replaced,
                                                        filled_words(render.filled)));
        }
        return 0;
    });
}

void filter(DenoiseRun& run, const Window& window) {
    Frame& frame = window.frame();
    const Prepared& prepared = prepared_of(frame);
    ImageFile file = copy_of(frame.files.front()); // neighbours still need the source's own pixels
    frame.unchanged = prepared.empty();
    if (!has_picture(file))
        frame.record.warnings.push_back(message(messages::copied_without_image, frame.job().input()));
    for (std::size_t at = 0; at < prepared.size(); ++at)
        with_context(frame.job().input().string(), [&] { process_picture(run, window, at, file); });
    if (run.options.only_filtered && !prepared.empty()) leave_pass_through_out(file, prepared);
    frame.results.push_back(std::move(file));
}

} // namespace atrous
