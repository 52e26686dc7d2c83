// Builds plans or looks them up, and binds samples, prepared frames and results to their ports.
#include "engine/denoise/svgf_frames.h"
#include "base/error.h"
#include "engine/messages.h"
#include "engine/region_runs.h"
#include <algorithm>
#include <string>

namespace atrous {
namespace {

struct Role {
    const char* port;
    std::vector<float> RenderPlanes::*samples;
    std::size_t planes; ///< 0: any multiple of 3
};
constexpr Role role_rows[] = {
    {"beauty", &RenderPlanes::beauty, 3},     {"albedo", &RenderPlanes::albedo, 3},
    {"normal", &RenderPlanes::normal, 3},     {"depth", &RenderPlanes::depth, 1},
    {"previous", &RenderPlanes::previous, 2}, {"next", &RenderPlanes::next, 2},
    {"emission", &RenderPlanes::emission, 3}, {"variance", &RenderPlanes::variance, 3},
    {"lights", &RenderPlanes::lights, 0},     {"coverage", &RenderPlanes::coverage, 1},
    {"pilot", &RenderPlanes::pilot, 3},
};

void check_role(const Role& role, const RenderPlanes& planes) {
    const std::size_t samples = (planes.*role.samples).size(), pixels = planes.pixels();
    const bool fits = role.planes > 0 ? samples == role.planes * pixels : samples % (3 * pixels) == 0;
    if (fits || (samples == 0 && role.samples != &RenderPlanes::beauty)) return;
    throw internal_error(messages::role_samples, role.port, samples, to_string(planes.size));
}

/// True if a history continues from one frame to the other. Vectors and glows may come and go, because they
/// change no plane of the history.
bool shares_history(SvgfRoles before, const SvgfRoles& now) {
    before.previous = now.previous;
    before.next = now.next;
    before.coverage = now.coverage;
    return before == now;
}

/// Frames that follow each other without a hole, from the middle on.
std::vector<SvgfFrame*> frames_beside(std::span<SvgfFrame* const> window, int direction) {
    std::vector<SvgfFrame*> frames;
    const int size = int(window.size());
    for (int i = size / 2 + direction; i >= 0 && i < size && window[std::size_t(i)]; i += direction)
        frames.push_back(window[std::size_t(i)]);
    return frames;
}

/// Place of the region, empty for a whole image.
void bind_place(std::vector<Binding>& bindings, const kernels::SvgfPlace* place) {
    if (place) bindings.push_back(bind_input("place", std::as_bytes(std::span(place, 1))));
}

/// Finds the vectors that one of two frames lacks from the vectors of the other.
void find_missing_vectors(SvgfDevice& device, const SvgfResolved& settings, SvgfFrame& earlier,
                          SvgfFrame& later, const kernels::SvgfPlace* place, RunReport& report) {
    if (!are_linked(earlier, later) || (earlier.next && later.previous && !later.found)) return;
    const bool to_previous = earlier.next && !later.found;
    const SvgfFrame& from = to_previous ? earlier : later;
    SvgfFrame& to = to_previous ? later : earlier;
    std::vector<Binding> bindings{bind_input("from", from.planes), bind_output("frame", to.planes)};
    bind_place(bindings, place);
    const Plan& plan = device.plans.invert_plan(settings, to.size, to.roles, {to_previous, !later.found});
    add_times(report, device.run(plan, bindings));
    (to_previous ? to.previous : to.next) = true;
    later.found = false; // from now on both lead to each other
}

/// A window of seven frames and its ends, for images of a few shapes. Plans are small.
constexpr std::size_t max_plans = 64;

} // namespace

bool are_linked(const SvgfFrame& earlier, const SvgfFrame& later) { return earlier.next || later.previous; }

RenderPlanes map_planes(const RenderPlanes& planes, Size size,
                        const std::function<std::vector<float>(const std::vector<float>&)>& change) {
    RenderPlanes result{.size = size, .unlit = planes.unlit};
    for (const Role& role : role_rows) result.*role.samples = change(planes.*role.samples);
    return result;
}

std::string layers_text(const SvgfRoles& roles) {
    return std::to_string(roles.lights) + " lights" + (roles.emission ? ", emission" : "") +
           (roles.variance ? ", variance" : "") + (roles.pilot ? ", pilot" : "");
}

SvgfRoles roles_of(const RenderPlanes& planes) {
    for (const Role& role : role_rows) check_role(role, planes);
    const auto has = [](const std::vector<float>& samples) { return !samples.empty(); };
    return {.albedo = has(planes.albedo),
            .normal = has(planes.normal),
            .depth = has(planes.depth),
            .previous = has(planes.previous),
            .next = has(planes.next),
            .emission = has(planes.emission),
            .variance = has(planes.variance),
            .coverage = has(planes.coverage),
            .pilot = has(planes.pilot),
            .lights = int(planes.lights.size() / std::size_t(3 * planes.size.pixels())),
            .unlit = planes.unlit};
}

SvgfFrame frame_of(const RenderPlanes& planes) {
    SvgfFrame frame{.size = planes.size, .roles = roles_of(planes), .planes = {}};
    frame.previous = frame.roles.previous;
    frame.next = frame.roles.next;
    return frame;
}

SvgfFrame prepare_at(SvgfDevice& device, const SvgfResolved& settings, const RenderPlanes& planes,
                     const kernels::SvgfPlace* place) {
    SvgfFrame frame = frame_of(planes);
    frame.planes =
        device.engine.array(svgf_frame_bytes(settings, frame.size, frame.roles, device.plans.device));
    std::vector<Binding> bindings = {
        bind_output("frame", frame.planes),
        bind_output("replaced", std::as_writable_bytes(std::span(&frame.replaced, 1)))};
    bind_place(bindings, place);
    for (const Role& role : role_rows)
        if (const auto& samples = planes.*role.samples; !samples.empty())
            bindings.push_back(bind_input(role.port, std::as_bytes(std::span(samples))));
    frame.report = device.run(device.plans.prepare_plan(settings, frame.size, frame.roles), bindings);
    return frame;
}

SvgfPicture filter_at(SvgfDevice& device, const SvgfResolved& settings, std::span<SvgfFrame* const> window,
                      const kernels::SvgfNeighbours& known, const kernels::SvgfPlace* place,
                      const std::vector<float>* result) {
    SvgfFrame& frame = *window[window.size() / 2];
    const auto before = frames_beside(window, -1), after = frames_beside(window, 1);
    SvgfPicture picture;
    for (std::size_t i = 1; i < window.size(); ++i)
        if (window[i - 1] && window[i])
            find_missing_vectors(device, settings, *window[i - 1], *window[i], place, picture.report);
    const SvgfWindow there{int(before.size()), int(after.size())};
    const Plan& plan = result ? device.plans.pilot_plan(settings, frame.size, frame.roles, there)
                              : device.plans.filter_plan(settings, frame.size, frame.roles, there);
    const int planes = result ? 3 + frame.roles.extras() : svgf_image_planes(settings, frame.roles);
    picture.planes.resize(std::size_t(planes) * std::size_t(frame.size.pixels()));
    std::vector<std::string> names; // of ports, which bindings refer to
    std::vector<Binding> bindings = {bind_input("frame", frame.planes),
                                     bind_output("image", std::as_writable_bytes(std::span(picture.planes)))};
    if (result) bindings.push_back(bind_input("result", std::as_bytes(std::span(*result))));
    if (plan.input("place") >= 0) bind_place(bindings, place);
    if (plan.input("neighbours") >= 0)
        bindings.push_back(bind_input("neighbours", std::as_bytes(std::span(&known, 1))));
    names.reserve(before.size() + after.size());
    for (const auto& [side, frames] : {std::pair{"before ", &before}, {"after ", &after}})
        for (std::size_t k = 0; k < frames->size(); ++k) {
            names.push_back(side + std::to_string(k + 1));
            bindings.push_back(bind_input(names.back(), (*frames)[k]->planes));
        }
    if (plan.output("counts") >= 0)
        bindings.push_back(bind_output("counts", std::as_writable_bytes(std::span(picture.counts))));
    else
        picture.counts[0] = std::uint32_t(frame.size.pixels());
    add_times(picture.report, device.run(plan, bindings));
    return picture;
}

SvgfPicture filter_frame(SvgfDevice& device, const SvgfResolved& settings, SvgfFrame& frame,
                         SvgfHistory& history) {
    if (history.before.size != frame.size || !shares_history(history.before.roles, frame.roles))
        history.clear();
    const bool has_before = history.frames > 0;
    SvgfPicture picture;
    if (has_before && !frame.previous)
        find_missing_vectors(device, settings, history.before, frame, nullptr, picture.report);
    const Plan& plan = device.plans.recursive_plan(settings, frame.size, frame.roles, has_before);
    picture.planes.resize(std::size_t(svgf_image_planes(settings, frame.roles)) *
                          std::size_t(frame.size.pixels()));
    if (history.spare.bytes() == 0)
        history.spare =
            device.engine.array(svgf_history_bytes(settings, frame.size, frame.roles, device.plans.device));
    std::vector<Binding> bindings = {
        bind_input("frame", frame.planes), bind_output("kept", history.spare),
        bind_output("image", std::as_writable_bytes(std::span(picture.planes))),
        bind_output("counts", std::as_writable_bytes(std::span(picture.counts)))};
    if (has_before) {
        bindings.push_back(bind_input("before", history.before.planes));
        bindings.push_back(bind_input("history", history.kept));
    }
    add_times(picture.report, device.run(plan, bindings));
    std::swap(history.kept, history.spare);
    history.before = {.size = frame.size,
                      .roles = frame.roles,
                      .planes = std::move(frame.planes),
                      .previous = frame.previous,
                      .next = frame.next};
    ++history.frames;
    SvgfFrame* const alone[] = {&history.before};
    mix_pilot(device, settings, alone, {}, usual_neighbours, picture); // a history keeps no pilots
    return picture;
}

double SvgfPicture::unmatched_fraction() const {
    double pixels = 0;
    for (const std::uint32_t count : counts) pixels += count;
    return counts[0] / pixels;
}

template <class Build>
const Plan& SvgfPlans::known(const Key& key, const Build& build) {
    const auto at = std::ranges::find(plans_, key, &Known::key);
    if (at != plans_.end()) return at->plan;
    if (plans_.size() == max_plans) plans_.pop_front();
    return plans_.emplace_back(Known{key, build()}).plan;
}

const Plan& SvgfPlans::prepare_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles) {
    return known({settings.asked, size, roles, -1, -1},
                 [&] { return svgf_prepare_plan(settings, size, roles, device); });
}

const Plan& SvgfPlans::filter_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                                   const SvgfWindow& window) {
    return known({settings.asked, size, roles, window.before, window.after},
                 [&] { return svgf_filter_plan(settings, size, roles, window, device); });
}

const Plan& SvgfPlans::pilot_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                                  const SvgfWindow& window) {
    return known({settings.asked, size, roles, -4 - window.before, window.after},
                 [&] { return svgf_pilot_plan(settings, size, roles, window, device); });
}

const Plan& SvgfPlans::invert_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                                   const SvgfInversion& how) {
    return known({settings.asked, size, roles, -2, 2 * int(how.to_previous) + int(how.of_files)},
                 [&] { return svgf_invert_plan(settings, size, roles, how, device); });
}

const Plan& SvgfPlans::recursive_plan(const SvgfResolved& settings, Size size, const SvgfRoles& roles,
                                      bool has_before) {
    return known({settings.asked, size, roles, -3, has_before},
                 [&] { return svgf_recursive_plan(settings, size, roles, has_before, device); });
}

SvgfMemory SvgfPlans::memory(const SvgfResolved& settings, Size size, const SvgfRoles& roles) {
    const std::uint64_t frame = svgf_frame_bytes(settings, size, roles, device);
    const std::uint64_t of_prepare = prepare_plan(settings, size, roles).bytes();
    const Plan& of_filter = settings.asked.recursive ? recursive_plan(settings, size, roles, true)
                                                     : filter_plan(settings, size, roles, {});
    std::uint64_t most = std::max<std::uint64_t>(of_prepare, of_filter.bytes());
    if (roles.pilot) { // with data of all neighbours
        const int reach = settings.asked.reach;
        const std::uint64_t of_pilot = pilot_plan(settings, size, roles, {reach, reach}).bytes();
        most = std::max(most, of_pilot - 2 * std::uint64_t(reach) * frame);
    }
    return {frame, most - frame};
}

} // namespace atrous
