// Vectors of the file stay, but for zeros that others fit better than.
#include "engine/denoise/motion_found.h"
#include "base/log.h"
#include "base/text.h"
#include "engine/denoise/motion_match.h"
#include "engine/denoise/placed.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// Fit of vectors of zeros, as files with motion blur have them, that others are looked for in place of. Vectors that say
/// something stay: a low fit may be the fault of what is covered, and the warning of another reading mends more.
constexpr double low_fit = 0.85;

/// How well the file's vectors between the two frames fit; nothing where it has none.
std::optional<double> fit_of_file(const PastGuides& past, const RenderPicture& picture) {
    if (picture.previous.empty() && past.trace.to_next.empty()) return {};
    return vector_fit(past.trace, trace_of(picture));
}

} // namespace

void find_motion(const ShotFrame& frame, const PartPlace& place, const PastGuides& past,
                 RenderPicture& picture) {
    if (!frame.follows(past.shot, past.number) || picture.camera || !is_same_place(past.place, place)) return;
    const auto fit = fit_of_file(past, picture);
    if (fit && !(picture.still && *fit < low_fit)) return;
    RenderPicture with{};
    with.size = picture.size;
    with.albedo = picture.albedo;
    with.found = true;
    with.previous = matched_motion(motion_guides(picture), motion_guides(past.picture));
    if (with.previous.empty()) return;
    if (fit && vector_fit(past.trace, trace_of(with)) <= *fit) return;
    const auto known = std::ranges::count_if(with.previous, [](float v) { return std::isfinite(v); });
    log_verbose(frame.name + ": motion from the frame before is found for " +
                significant(100 * double(known) / double(with.previous.size()), 2) + " % of the pixels");
    picture.previous = std::move(with.previous);
    picture.found = true;
}

PastGuides past_guides(const ShotFrame& frame, const PartPlace& place, RenderPicture& picture,
                       AlbedoTrace trace) {
    PastGuides past{frame.shot, frame.number, place, {}, std::move(trace)};
    past.picture.size = picture.size;
    past.picture.beauty = std::move(picture.beauty);
    past.picture.albedo = std::move(picture.albedo);
    past.picture.normal = std::move(picture.normal);
    past.picture.depth = std::move(picture.depth);
    return past;
}

} // namespace atrous
