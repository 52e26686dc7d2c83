// Prepares the images of a window, estimates their motion, and compares neighbours, from the middle of the window on.
#include "engine/denoise/neighbours.h"
#include "base/log.h"
#include "base/text.h"
#include "engine/denoise/coverage.h"
#include "engine/denoise/denoise_check.h"
#include "engine/denoise/halves.h"
#include "engine/messages.h"
#include "engine/region_runs.h"
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <utility>

namespace atrous {
namespace {

/// Fit of zero vectors, as in files with motion blur, below which others are estimated instead. Other vectors stay: a
/// low fit may come from covered surfaces, and a warning about another reading helps more.
constexpr double low_fit = 0.85;

/// Returns the fit of the file's vectors between the two frames, or nothing if the file has none.
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
    log_verbose(message(messages::motion_found, frame.name,
                        significant(100 * double(known) / double(vectors.size()), 2)));
    render.planes.previous = std::move(vectors);
    render.found = true;
}

/// An image of 360 degrees with that many columns of its other side on each side.
RenderPlanes with_margins(const RenderPlanes& planes, int margin) {
    const Size size{planes.size.width + 2 * margin, planes.size.height};
    return map_planes(planes, size, [&](const std::vector<float>& of) {
        return columns_of(of, planes.size.width, -margin, size.width);
    });
}

/// The halves have the noise of their own guides, and the motion of the mean.
void prepare_halves(SvgfDevice& device, const SvgfResolved& settings, Render& render,
                    const MemoryLimits& limits, PreparedPicture& made) {
    share_motion(render);
    for (const RenderPlanes& half : render.halves) {
        made.halves.push_back(prepare_frame(
            device, settings, made.margin > 0 ? with_margins(half, made.margin) : half, limits));
        made.halves.back().found = made.frame.found;
        add_times(made.frame.report, made.halves.back().report);
    }
    render.halves.clear();
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

/// Returns the reason why an image cannot be filtered together with another one, empty if it can.
std::string mismatch(const PreparedPicture& here, const PreparedPicture& other) {
    const auto is_filtered_alike = [](const SvgfRoles& a, const SvgfRoles& b) {
        return a.lights == b.lights && a.emission == b.emission && a.variance == b.variance &&
               a.pilot == b.pilot;
    };
    if (here.place.display != other.place.display)
        return "has " + to_string(other.place.display) + " pixels, this frame " +
               to_string(here.place.display);
    if (!is_filtered_alike(here.frame.roles, other.frame.roles))
        return "has " + layers_text(other.frame.roles) + ", this frame " + layers_text(here.frame.roles);
    return "";
}

/// Returns the fit of the vectors between the frame and its neighbours.
VectorFit motion_fit(const Neighbours& neighbours) {
    const std::size_t size = neighbours.pictures.size(), middle = size / 2;
    VectorFit worst;
    for (const std::size_t at : {middle, middle + 1}) {
        if (at == 0 || at >= size) continue;
        const PreparedPicture *earlier = neighbours.pictures[at - 1], *later = neighbours.pictures[at];
        if (!earlier || !later) continue;
        const VectorFit one = vector_fit(earlier->trace, later->trace);
        worst.fit = std::min(worst.fit, one.fit);
        if (worst.better == BetterReading::none) worst.better = one.better;
    }
    return worst;
}

/// Compares the light of the neighbours. Depends only on the frames of the window.
kernels::SvgfNeighbours neighbour_stats(const Neighbours& neighbours) {
    kernels::SvgfNeighbours stats = usual_neighbours;
    const int reach = int(neighbours.pictures.size() / 2);
    const auto picture = [&](int k) { return neighbours.pictures[std::size_t(reach + k)]; };
    for (const int side : {-1, 1}) {
        double gain = 1;
        for (int k = side; std::abs(k) <= reach && picture(k); k += side) {
            const PreparedPicture &earlier = *picture(side < 0 ? k : k - 1),
                                  &later = *picture(side < 0 ? k + 1 : k);
            const double step = light_gain(earlier.light, later.light, earlier.trace, later.trace);
            gain *= side < 0 ? step : 1 / step;
            const double same = noise_correlation(picture(0)->light, picture(k)->light);
            (side < 0 ? stats.before : stats.after)[std::abs(k) - 1] = {float(gain),
                                                                        same < one_seed ? 0 : float(same)};
        }
    }
    return stats;
}

/// Returns the settings for an image in a window whose vectors have this fit.
SvgfResolved fitted_settings(const SvgfDevice& device, const Neighbours& neighbours, double fit) {
    constexpr double steps = 8; // of a plan each
    // Vectors that are estimated miss by parts of a pixel, which blurs the window's mean of fine patterns.
    const double least = follows_estimated(neighbours) ? 0.25 : 0;
    SvgfSettings settings = neighbours.middle().settings.asked;
    settings.own_albedo = std::round(steps * std::max(own_albedo(fit), least)) / steps;
    return resolve(settings, device.plans.device);
}

} // namespace

void measure_samples(Render& render) {
    const RenderPlanes& planes = render.planes;
    render.light = light_trace(planes.size, planes.beauty, planes.emission, planes.albedo, planes.depth);
    render.measured = samples_by_noise(render.light);
}

void reframe(Render& render, const ImageWindow& place) {
    if (is_same_place(render.place, place)) return;
    const auto move = [&](const std::vector<float>& planes) { return reframed(planes, render.place, place); };
    render.planes = map_planes(render.planes, place.size, move);
    for (RenderPlanes& half : render.halves) half = map_planes(half, place.size, move);
    render.points = move(render.points);
    render.alpha = move(render.alpha);
    render.place = place;
    render.solid.clear();
}

void estimate_motion(const ShotFrame& frame, ShotState& shot, Render& render) {
    if (shot.last.shot != frame.shot || shot.last.number + 1 != frame.number) shot = ShotState();
    if (render.camera && shot.camera)
        render.planes.previous = motion_between(render.points, *render.camera, *shot.camera);
    render.points = {};
    if (render.finds_motion && !render.camera && is_same_place(shot.place, render.place))
        match_motion(frame, shot, render);
}

PreparedPicture prepare_picture(SvgfDevice& device, const SvgfResolved& settings, const ShotFrame& frame,
                                ShotState& shot, Render& render, const MemoryLimits& limits) {
    PreparedPicture made{render, settings};
    if (settings.asked.pilots && render.planes.pilot.empty()) // frames of a window have the same planes
        render.planes.pilot.assign(3 * render.planes.pixels(), std::numeric_limits<float>::quiet_NaN());
    // A pilot may have light of partly covered pixels whose samples all missed. Light layers have none there.
    for (std::size_t i = 0; i < made.empty.size() && !render.planes.pilot.empty() && render.lights.empty();
         ++i)
        if (std::isfinite(render.planes.pilot[i])) made.empty[i] = false;
    check_denoise(device, settings.asked, roles_of(render.planes));
    made.margin = render.place.wraps ? columns_beside(settings) : 0;
    RenderPlanes own; // without the margins
    if (made.margin > 0) own = std::exchange(render.planes, with_margins(render.planes, made.margin));
    const RenderPlanes& planes = render.planes;
    made.frame = prepare_frame(device, settings, planes, limits);
    made.frame.found = render.found;
    made.frame.replaced += std::uint32_t(render.filled);
    if (settings.asked.reach > 0) {
        made.trace = trace_of(render);
        made.light = std::exchange(render.light, {});
        if (made.light.size != planes.size)
            made.light =
                light_trace(planes.size, planes.beauty, planes.emission, planes.albedo, planes.depth);
        if (made.margin == 0) made.light.solid = render.solid;
    }
    if (made.margin > 0) render.planes = std::move(own);
    if (settings.asked.halves) prepare_halves(device, settings, render, limits, made);
    if (settings.asked.recursive) filter_with_history(device, shot, made);
    leave_to_next(frame, shot, render);
    return made;
}

std::vector<SvgfFrame*> Neighbours::frames() const {
    std::vector<SvgfFrame*> all;
    for (PreparedPicture* picture : pictures) all.push_back(picture ? &picture->frame : nullptr);
    return all;
}

bool Neighbours::is_in_place() const {
    return std::ranges::all_of(pictures, [&](const PreparedPicture* picture) {
        return !picture || is_same_place(middle().place, picture->place);
    });
}

Neighbours neighbours_in(int reach, const std::function<PreparedPicture*(int)>& picture_at,
                         const std::function<void(int, const std::string&)>& on_mismatch) {
    const PreparedPicture& here = *picture_at(0);
    Neighbours neighbours;
    for (int k = -reach; k <= reach; ++k) {
        PreparedPicture* picture = picture_at(k);
        const std::string reason = picture ? mismatch(here, *picture) : "";
        if (!reason.empty()) on_mismatch(k, reason);
        neighbours.pictures.push_back(reason.empty() ? picture : nullptr);
    }
    return neighbours;
}

bool follows_estimated(const Neighbours& neighbours) {
    const std::size_t middle = neighbours.pictures.size() / 2;
    const PreparedPicture* after =
        middle + 1 < neighbours.pictures.size() ? neighbours.pictures[middle + 1] : nullptr;
    return neighbours.middle().trace.found || (after && after->trace.found);
}

double correlation_in(const kernels::SvgfNeighbours& stats) {
    float most = 0;
    for (const auto& side : {stats.before, stats.after})
        for (int k = 0; k < kernels::SVGF_MAX_REACH; ++k) most = std::max(most, side[k].same);
    return double(most);
}

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

FilteredPicture filter_picture(SvgfDevice& device, const Neighbours& neighbours, const MemoryLimits& limits) {
    PreparedPicture& picture = neighbours.middle();
    FilteredPicture made{motion_fit(neighbours), neighbour_stats(neighbours), {}};
    const SvgfResolved settings = fitted_settings(device, neighbours, made.vectors.fit);
    made.result =
        picture.result ? *picture.result
        : settings.asked.halves
            ? filter_halves(device, settings, neighbours.frames(), picture.halves, limits, made.stats)
            : filter_frame(device, settings, neighbours.frames(), limits, made.stats);
    picture.halves.clear(); // neighbours need the mean
    std::vector<float>& planes = made.result.planes;
    if (picture.margin > 0)
        planes = columns_of(planes, picture.frame.size.width, picture.margin, picture.place.size.width);
    keep_empty(planes, picture.empty);
    return made;
}

} // namespace atrous
