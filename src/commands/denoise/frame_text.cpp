// Words about the layers of a render.
#include "base/log.h"
#include "base/text.h"
#include "commands/denoise/denoise_run.h"
#include "commands/denoise/messages.h"
#include "engine/denoise/halves.h"
#include "engine/messages.h"
#include "renders/guide_match.h"
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

/// Returns a warning about an image's motion, or an empty message.
Message motion_flaw(const Render& picture) {
    if (picture.camera) return {};
    const bool none = picture.found || !picture.has_vectors();
    const std::string instead =
        picture.finds_motion ? "motion is estimated from the frames" : "each frame is filtered separately";
    if (picture.notes.camera_unfit) return message(messages::camera_unfit, instead);
    if (none && !picture.notes.undirected.empty())
        return message(messages::motion_undirected, picture.notes.undirected, instead);
    if (finds_all_motion(picture) || (none && !picture.found))
        return message(messages::motion_missing, instead);
    if (picture.still) return message(messages::motion_zero);
    return {};
}

/// The warning of a flaw, with what to do.
Message with_remedy(const RoleFlaw& flaw, const std::string& remedy) {
    Message warning = flaw.text;
    warning.text += "; " + remedy;
    return warning;
}

/// The name of the files of a role, for all frames.
std::string pattern_of(const DenoiseOptions& options, const RoleLayer& role) {
    for (const RolePattern& from : options.from)
        if (row_of(from.role).name == role.role) return from.pattern;
    return role.file;
}

/// A line for each role of an image, and the source of its vectors.
Messages role_lines(const DenoiseRun& run, const Render& picture, const SvgfResolved& settings) {
    const std::string by_noise = " (noisy; --prefilter filters the same ones in all frames)";
    Messages lines;
    for (const RoleLayer& role : picture.roles)
        lines.push_back(message(messages::role_source, role.role, role.text(pattern_of(run.options, role)),
                                role.reason.empty() ? "" : ", " + role.reason));
    if (picture.camera)
        lines.push_back(message(messages::motion_of_camera));
    else if (finds_all_motion(picture))
        lines.push_back(message(messages::motion_estimated));
    else if (settings.asked.reach > 0 && picture.planes.previous.empty() != picture.planes.next.empty())
        lines.push_back(
            message(messages::motion_reversed, picture.planes.next.empty() ? "next" : "previous"));
    if (settings.asked.prefilter->any())
        lines.push_back(message(messages::guides_filtered, settings.asked.prefilter->name,
                                run.options.filter.prefilter->automatic ? by_noise : ""));
    return lines;
}

/// Returns the number of samples and its source. `all`: of both halves together, of which one is stated, as --samples counts.
Message samples_line(const DenoiseRun& run, const Render& picture, double all) {
    const double samples = all / picture.renders();
    if (run.options.samples_given) return message(messages::samples_set, exact(samples));
    if (picture.samples > 0) return message(messages::samples_of_file, exact(samples));
    const std::string rounded = exact(std::round(samples));
    return picture.measured > 0 ? message(messages::samples_estimated, rounded)
                                : message(messages::samples_assumed, rounded);
}

/// Warns if the noise does not fit the samples that the option or the file states.
void warn_of_samples(DenoiseRun& run, Frame& frame, const Render& picture) {
    const bool given = run.options.samples_given;
    if ((!given && picture.samples <= 0) || picture.measured <= 0) return;
    const double stated = picture.samples_of(run.options) / picture.renders(),
                 measured = picture.measured / picture.renders(),
                 factor = std::sqrt(stated / measured); // of the deviation
    if (factor > unusual_noise || factor < 1 / unusual_noise)
        warn_once(run, frame, "samples",
                  message(messages::samples_unlike, given ? "--samples" : "the file", exact(stated),
                          significant(factor, 2), exact(std::round(measured))));
}

/// Warns of layers that contradict their roles or the image.
void warn_of_contents(DenoiseRun& run, Frame& frame, const Render& picture) {
    const RenderPlanes& planes = picture.planes;
    const auto percent = [](double share) { return fixed(100 * share, 0); };
    if (const VectorLook look = vector_look(planes.albedo); look.is_no_colour())
        warn_once(run, frame, "albedo", message(messages::albedo_unlike, percent(look.negative)));
    if (const VectorLook look = vector_look(planes.normal); look.is_no_direction())
        warn_once(run, frame, "normal",
                  message(messages::normal_unlike, percent(look.unit), significant(look.length, 2),
                          percent(look.negative)));
    for (const GuideFlaw& flaw :
         guide_flaws(planes.size, planes.beauty, {planes.albedo, planes.normal, planes.depth}))
        warn_once(run, frame, "guide " + flaw.guides,
                  flaw.where.empty() ? message(messages::guide_foreign, flaw.guides, fixed(flaw.agreement, 2))
                                     : message(messages::guide_misplaced, flaw.guides, flaw.where,
                                               fixed(flaw.better, 2), fixed(flaw.agreement, 2), flaw.guides));
    if (picture.halves.empty()) return;
    const HalfMatch match =
        match_halves(planes.size, picture.halves.front().beauty, picture.halves.back().beauty);
    if (match.is_unlike())
        warn_once(run, frame, "half",
                  message(messages::half_unlike, percent(match.difference), significant(match.errors, 2)));
}

} // namespace

void log_roles(DenoiseRun& run, const Frame& frame, const Render& picture, const SvgfResolved& settings) {
    const Messages lines = role_lines(run, picture, settings);
    const Message samples = samples_line(run, picture, settings.asked.samples);
    std::string known = samples.id; // the number of samples may differ from frame to frame
    for (const Message& line : lines) known += "\n" + line.text;
    const bool first = !was_printed(messages::layers);
    if (!is_first_occurrence(message(messages::layers, known))) return;
    if (!first) log_info(message(messages::layers, frame.job().input()));
    for (const Message& line : lines) log_info(line);
    log_info(samples);
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

void warn_of_roles(DenoiseRun& run, Frame& frame, const Render& picture, const SvgfResolved& settings) {
    const auto warn = [&](const Message& warning) { warn_once(run, frame, warning.text, warning); };
    for (const RoleFlaw& flaw : picture.notes.not_finite)
        warn_once(run, frame, "bad " + flaw.role,
                  with_remedy(flaw, "fix the render, or name another layer or none with --role " + flaw.role +
                                        "=NAME|none"));
    for (const Message& doubt : picture.notes.pilot) warn_once(run, frame, doubt.id, doubt);
    const bool looks = run.looked_at++ < DenoiseRun::max_looked_at;
    if (looks) warn_of_contents(run, frame, picture);
    if (looks && !settings.asked.prefilter->albedo)
        if (const double peaks = share_of_peaks(picture.planes.albedo, picture.planes.size, albedo_step);
            peaks > max_peaks)
            warn_once(run, frame, "noisy albedo",
                      message(messages::albedo_noisy, significant(100 * peaks, 2)));
    warn_of_samples(run, frame, picture);
    constexpr double max_ratio = 1.5; // adaptive samplers do not take the same number
    const auto [first, second] = picture.notes.half_samples;
    if (std::min(first, second) > 0 && std::max(first, second) > max_ratio * std::min(first, second))
        warn_once(run, frame, "half samples",
                  message(messages::half_samples, decimal(first), decimal(second)));
    if (looks && !picture.halves.empty())
        if (const double common = common_noise(picture); common > max_common_noise)
            warn_once(run, frame, "halves", message(messages::half_noise, fixed(common, 2)));
    std::vector<std::string> absent;
    const Prefilter& asked = *run.options.filter.prefilter;
    for (const auto& [name, is_asked, planes] : {std::tuple{"albedo", asked.albedo, &picture.planes.albedo},
                                                 {"normal", asked.normal, &picture.planes.normal},
                                                 {"depth", asked.depth, &picture.planes.depth}}) {
        if (!planes->empty()) continue;
        if (std::ranges::count(picture.notes.flat, name, &RoleFlaw::role) == 0) absent.emplace_back(name);
        if (is_asked) warn(message(messages::prefilter_missing, asked.name, name, name));
    }
    for (const RoleFlaw& flaw : picture.notes.flat)
        warn(with_remedy(flaw, "name another layer with --role " + flaw.role + "=NAME"));
    for (const Message& encoded : picture.notes.encoded) warn(encoded);
    if (!absent.empty()) warn(message(messages::guides_absent, joined(absent, " or "), absent.front()));
    if (!picture.notes.shared.empty())
        warn_once(run, frame, "shared",
                  message(messages::guides_shared, picture.title, joined(picture.notes.shared)));
    if (settings.asked.filter->gaussian && settings.asked.samples >= 16)
        warn_once(run, frame, "gaussian", message(messages::gaussian_blurs, exact(settings.asked.samples)));
    if (is_temporal(run.options.filter))
        if (const Message flaw = motion_flaw(picture); !flaw.empty()) warn(flaw);
    if (run.options.filter_alpha && !picture.alpha_filtered) warn(message(messages::alpha_unused));
    if (std::ranges::count(run.options.lights, "auto") > 0 && picture.lights.empty())
        warn(message(messages::light_unused));
}

} // namespace atrous
