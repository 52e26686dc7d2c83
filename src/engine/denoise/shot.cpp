// What a frame that is not the one before has left counts as nothing.
#include "engine/denoise/shot.h"
#include "base/log.h"
#include "base/text.h"
#include <cmath>
#include <utility>

namespace atrous {
namespace {

/// Fit of vectors of zeros, as files with motion blur have them, below which others are estimated instead. Vectors that are not 0
/// stay: a low fit may be the fault of what is covered, and the warning of another reading helps more.
constexpr double low_fit = 0.85;

/// How well the file's vectors between the two frames fit; nothing where it has none.
std::optional<double> fit_of_file(const ShotState& shot, const Render& render) {
    if (render.planes.previous.empty() && shot.trace.to_next.empty()) return {};
    return vector_fit(shot.trace, trace_of(render)).fit;
}

/// Vectors of the file stay, except for zeros that others fit better than.
void match_motion(const ShotFrame& frame, ShotState& shot, Render& render) {
    const auto fit = fit_of_file(shot, render);
    if (fit && !(render.still && *fit < low_fit)) return;
    Render with{};
    with.planes.size = render.planes.size;
    with.planes.albedo = render.planes.albedo;
    with.found = true;
    if (shot.motion.levels.empty()) shot.motion = motion_guides(std::exchange(shot.guides, {}));
    shot.next = motion_guides(render.planes);
    with.planes.previous = matched_motion(shot.next, shot.motion);
    std::vector<float>& vectors = with.planes.previous;
    if (vectors.empty()) return;
    if (fit && vector_fit(shot.trace, trace_of(with)).fit <= *fit) return;
    const auto known = std::ranges::count_if(vectors, [](float v) { return std::isfinite(v); });
    log_verbose(frame.name + ": motion from the frame before is found for " +
                significant(100 * double(known) / double(vectors.size()), 2) + " % of the pixels");
    render.planes.previous = std::move(vectors);
    render.found = true;
}

/// A picture of 360 degrees with that many columns of its other side on each side.
RenderPlanes with_margins(const RenderPlanes& planes, int margin) {
    const Size size{planes.size.width + 2 * margin, planes.size.height};
    return map_planes(planes, size, [&](const std::vector<float>& of) {
        return columns_of(of, planes.size.width, -margin, size.width);
    });
}

void filter_with_history(SvgfDevice& device, ShotState& shot, PreparedPicture& picture) {
    picture.history_lost = shot.history.frames > 0 && !is_same_place(shot.place, picture.place);
    if (picture.history_lost) shot.history.clear();
    picture.result = filter_frame(device, picture.settings, picture.frame, shot.history);
    picture.history = shot.history.frames;
}

void leave_to_next(const ShotFrame& frame, ShotState& shot, Render& render) {
    shot.last = frame;
    shot.place = render.place;
    shot.camera = render.camera ? std::optional(render.camera->stored()) : std::nullopt;
    shot.trace = {};
    shot.guides = {};
    MotionGuides own = std::exchange(shot.next, {});
    shot.motion = {};
    const bool has_own = render.has_vectors() && !render.found && !render.still;
    if (!render.finds_motion || has_own) return;
    shot.trace = trace_of(render);
    RenderPlanes& planes = render.planes;
    RenderPlanes guides{.size = planes.size,
                        .beauty = std::move(planes.beauty),
                        .albedo = std::move(planes.albedo),
                        .normal = std::move(planes.normal),
                        .depth = std::move(planes.depth)};
    if (own.levels.empty())
        shot.guides = std::move(guides);
    else
        shot.motion = std::move(own);
}

} // namespace

void reframe(Render& render, const PartPlace& place) {
    if (is_same_place(render.place, place)) return;
    const auto move = [&](const std::vector<float>& planes) { return reframed(planes, render.place, place); };
    render.planes = map_planes(render.planes, place.size, move);
    render.points = move(render.points);
    render.place = place;
}

void estimate_motion(const ShotFrame& frame, ShotState& shot, Render& render) {
    if (shot.last.shot != frame.shot || shot.last.number + 1 != frame.number) shot = {};
    if (render.camera && shot.camera)
        render.planes.previous = motion_between(render.points, *render.camera, *shot.camera);
    render.points = {};
    if (render.finds_motion && !render.camera && is_same_place(shot.place, render.place))
        match_motion(frame, shot, render);
}

PreparedPicture prepare_picture(SvgfDevice& device, const SvgfResolved& settings, const ShotFrame& frame,
                                ShotState& shot, Render& render, const MemoryLimits& limits) {
    PreparedPicture made{render, settings};
    made.margin = render.place.wraps ? columns_beside(settings) : 0;
    RenderPlanes own; // without the margins
    if (made.margin > 0) own = std::exchange(render.planes, with_margins(render.planes, made.margin));
    const RenderPlanes& planes = render.planes;
    made.frame = prepare_frame(device, settings, planes, limits);
    made.frame.found = render.found;
    made.frame.replaced += std::uint32_t(render.filled);
    if (settings.asked.reach > 0) {
        made.trace = trace_of(render);
        made.light = light_trace(planes.size, planes.beauty, planes.emission, planes.albedo, planes.depth);
    }
    if (made.margin > 0) render.planes = std::move(own);
    if (settings.asked.recursive) filter_with_history(device, shot, made);
    leave_to_next(frame, shot, render);
    return made;
}

} // namespace atrous
