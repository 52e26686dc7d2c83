// Words about the layers of a render.
#include "base/log.h"
#include "base/text.h"
#include "commands/denoise/denoise_run.h"
#include "commands/denoise/messages.h"
#include "renders/render_noise.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

/// True if the file has no vectors, not even zeros, and estimated ones replace them.
bool finds_all_motion(const Render& picture) {
    const bool has_own =
        (!picture.planes.previous.empty() && !picture.found) || !picture.planes.next.empty() || picture.still;
    return picture.finds_motion && !picture.camera && !has_own;
}

/// Returns a remark about an image's motion, or an empty text.
std::string motion_text(const Render& picture) {
    if (picture.camera) return {};
    const bool none = picture.found || !picture.has_vectors();
    const std::string instead = picture.finds_motion ? "it is found from what the frames look like"
                                                     : "each frame is filtered by itself";
    if (picture.notes.camera_unfit)
        return "positions are not where the attribute worldToNDC has them, within 2 pixels: there is no "
               "motion from them, and " +
               instead;
    if (none && !picture.notes.undirected.empty())
        return "nothing says which frame the motion vectors of " + picture.notes.undirected +
               " lead to: " + instead + "; give --motion-stored 'to previous' or 'to next'";
    if (finds_all_motion(picture) || (none && !picture.found))
        return "no layer has motion vectors: " + instead +
               "; those of the renderer are better (Cycles: Vector, without motion blur), or name them "
               "by --role motion=NAME";
    if (picture.still)
        return "all motion vectors are 0: if things move, they were rendered with motion blur on, which "
               "switches vectors off in Cycles; where others fit better, motion is found from what the "
               "frames look like";
    return {};
}

/// The name of the files of a role, for all frames.
std::string pattern_of(const DenoiseOptions& options, const RoleLayer& role) {
    for (const RolePattern& from : options.from)
        if (row_of(from.role).name == role.role) return from.pattern;
    return role.file;
}

/// A line for each role of an image, and the source of its vectors.
std::vector<std::string> role_lines(const DenoiseRun& run, const Render& picture,
                                    const SvgfResolved& settings) {
    std::vector<std::string> lines;
    for (const RoleLayer& role : picture.roles)
        lines.push_back(role.role + ": " + role.text(pattern_of(run.options, role)) +
                        (role.reason.empty() ? "" : ", " + role.reason));
    if (picture.camera)
        lines.push_back("motion: from positions and the camera's matrices, of what stands still");
    else if (finds_all_motion(picture))
        lines.emplace_back("motion: found from what the frames look like");
    else if (settings.asked.reach > 0 && picture.planes.previous.empty() != picture.planes.next.empty())
        lines.push_back(std::string("motion to the ") + (picture.planes.next.empty() ? "next" : "previous") +
                        " frame: found from that frame's motion to this one");
    if (settings.asked.prefilter->any())
        lines.push_back(std::string("filtered before use: ") + settings.asked.prefilter->name +
                        (run.options.filter.prefilter->automatic ? " (noisy)" : ""));
    return lines;
}

} // namespace

void log_roles(DenoiseRun& run, const Frame& frame, const Render& picture, const SvgfResolved& settings) {
    const std::vector<std::string> lines = role_lines(run, picture, settings);
    const std::string samples = run.options.samples_given ? "given"
                                : picture.samples > 0     ? "the file's"
                                : picture.measured > 0
                                    ? "estimated from the noise; --samples N sets another number"
                                    : "assumed; --samples N sets another number";
    // The number of samples may differ from frame to frame.
    const bool first = !was_printed(messages::layers);
    if (!is_first_occurrence(message(messages::layers, joined(lines, "\n") + "\n" + samples))) return;
    if (!first) log_info("layers of " + frame.job().input().string() + ":");
    for (const std::string& line : lines) log_info(line);
    const bool exactly = run.options.samples_given || picture.samples > 0;
    log_info("samples per pixel: " +
             (exactly ? exact(settings.asked.samples) : exact(std::round(settings.asked.samples))) + ", " +
             samples);
}

void warn_once(DenoiseRun& run, Frame& frame, const std::string& key, const Message& warning) {
    if (run.warned.insert(key).second)
        frame.record.warnings.push_back(warning.about(frame.job().input().string()));
}

void warn_of_vectors(DenoiseRun& run, Frame& frame, BetterReading better) {
    constexpr const char* fits[] = {"", "standing still", "with the other sign", "with rows the other way",
                                    "with the other sign and rows the other way"};
    if (better != BetterReading::none)
        warn_once(run, frame, "reading", message(messages::vectors_misread, fits[std::size_t(better)]));
}

void warn_of_one_seed(DenoiseRun& run, Frame& frame, double correlation) {
    if (correlation >= one_seed)
        warn_once(run, frame, "one seed",
                  message(messages::one_seed_noise, fixed(correlation, 2), how_to_animate_the_seed));
}

namespace {

/// Warns if the noise does not fit the samples that the file states.
void warn_of_samples(DenoiseRun& run, Frame& frame, const Render& picture) {
    if (run.options.samples_given || picture.samples <= 0 || picture.measured <= 0) return;
    const double factor = std::sqrt(picture.samples / picture.measured); // of the deviation
    if (factor > unusual_noise || factor < 1 / unusual_noise)
        warn_once(run, frame, "samples",
                  message(messages::samples_unlike, exact(picture.samples), significant(factor, 2),
                          exact(std::round(picture.measured))));
}

} // namespace

void warn_of_roles(DenoiseRun& run, Frame& frame, const Render& picture, const SvgfResolved& settings) {
    const auto warn = [&](const Message& warning) { warn_once(run, frame, warning.text, warning); };
    for (const RoleFlaw& flaw : picture.notes.not_finite)
        warn_once(run, frame, "bad " + flaw.role,
                  message(messages::guide_not_finite, flaw.text(), flaw.role));
    const bool looks = run.looked_at++ < DenoiseRun::max_looked_at;
    if (looks && !settings.asked.prefilter->albedo)
        if (const double peaks = share_of_peaks(picture.planes.albedo, picture.planes.size, albedo_step);
            peaks > max_peaks)
            warn_once(run, frame, "noisy albedo",
                      message(messages::albedo_noisy, significant(100 * peaks, 2)));
    warn_of_samples(run, frame, picture);
    std::vector<std::string> absent;
    for (const auto& [name, planes] : {std::pair{"albedo", &picture.planes.albedo},
                                       {"normal", &picture.planes.normal},
                                       {"depth", &picture.planes.depth}})
        if (planes->empty() && std::ranges::count(picture.notes.flat, name, &RoleFlaw::role) == 0)
            absent.emplace_back(name);
    const Prefilter& asked = *run.options.filter.prefilter;
    for (const auto& [name, is_asked, planes] : {std::tuple{"albedo", asked.albedo, &picture.planes.albedo},
                                                 {"normal", asked.normal, &picture.planes.normal},
                                                 {"depth", asked.depth, &picture.planes.depth}})
        if (is_asked && planes->empty()) warn(message(messages::prefilter_missing, asked.name, name, name));
    for (const RoleFlaw& flaw : picture.notes.flat)
        warn(message(messages::guide_flat, flaw.text(), flaw.role));
    for (const std::string& text : picture.notes.encoded) warn(message(messages::guide_encoded, text));
    if (!absent.empty()) warn(message(messages::guides_absent, joined(absent, " or "), absent.front()));
    if (is_temporal(run.options.filter))
        if (const std::string text = motion_text(picture); !text.empty())
            warn(message(messages::motion_missing, text));
    if (run.options.filter_alpha && !picture.alpha_filtered) warn(message(messages::alpha_unused));
    if (std::ranges::count(run.options.lights, "auto") > 0 && picture.lights.empty())
        warn(message(messages::light_unused));
}

} // namespace atrous
