// Words; what is said once is told to the supervisor, for those that come after a worker.
#include "commands/denoise/frame_text.h"
#include "base/log.h"
#include "base/text.h"
#include "renders/guide_noise.h"
#include "renders/light_noise.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

constexpr const char* roles_said = "layers: "; ///< leads what is told once

void warn_once(DenoiseRun& run, Frame& frame, const std::string& text) {
    if (run.warned.insert(text).second)
        frame.record.warnings.push_back(frame.job().input().string() + ": " + text + " (said once)");
}

/// Whether the file has no vectors, not even zeros, and those that are found take their place.
bool finds_all_motion(const RenderPicture& picture) {
    const bool has_own =
        (!picture.previous.empty() && !picture.found) || !picture.next.empty() || picture.still;
    return picture.finds_motion && !picture.camera && !has_own;
}

void warn_of_motion(DenoiseRun& run, Frame& frame, const RenderPicture& picture) {
    if (picture.camera) return;
    const bool none = picture.found || (picture.previous.empty() && picture.next.empty());
    const std::string instead = picture.finds_motion ? "it is found from what the frames look like"
                                                     : "each frame is filtered by itself";
    if (picture.camera_unfit)
        warn_once(run, frame,
                  "positions are not where the attribute worldToNDC has them, within 2 pixels: there is no "
                  "motion from them, and " +
                      instead);
    else if (none && !picture.undirected.empty())
        warn_once(run, frame,
                  "nothing says which frame the motion vectors of " + picture.undirected +
                      " lead to: " + instead + "; give --motion-stored 'to previous' or 'to next'");
    else if (finds_all_motion(picture) || (none && !picture.found))
        warn_once(
            run, frame,
            "no layer has motion vectors: " + instead +
                "; those of the renderer are better (Cycles: Vector, without motion blur), or name them "
                "by --role motion=NAME");
    else if (picture.still)
        warn_once(run, frame,
                  "all motion vectors are 0: if things move, they were rendered with motion blur on, which "
                  "switches vectors off in Cycles; where others fit better, motion is found from what the "
                  "frames look like");
}

/// What the files of a role of its own are called: said once, for all frames.
std::string pattern_of(const DenoiseOptions& options, const RoleLayer& role) {
    for (const RolePattern& from : options.from)
        if (row_of(from.role).name == role.role) return from.pattern;
    return role.file;
}

/// A line for each role of a picture, and where its vectors come from.
std::vector<std::string> role_lines(const DenoiseRun& run, const RenderPicture& picture,
                                    const SvgfResolved& settings) {
    std::vector<std::string> lines;
    for (const RoleLayer& role : picture.roles)
        lines.push_back(role.role + ": " + role.text(pattern_of(run.options, role)) +
                        (role.why.empty() ? "" : ", " + role.why));
    if (picture.camera)
        lines.push_back("motion: from positions and the camera's matrices, of what stands still");
    else if (finds_all_motion(picture))
        lines.emplace_back("motion: found from what the frames look like");
    else if (settings.asked.reach > 0 && picture.previous.empty() != picture.next.empty())
        lines.push_back(std::string("motion to the ") + (picture.next.empty() ? "next" : "previous") +
                        " frame: found from that frame's motion to this one");
    return lines;
}

std::string whose_samples(const DenoiseRun& run, const RenderPicture& picture) {
    return run.options.samples_given ? "given"
           : picture.samples > 0     ? "the file's"
                                     : "assumed; --samples N says better";
}

} // namespace

void tell_roles(DenoiseRun& run, const Frame& frame, const RenderPicture& picture,
                const SvgfResolved& settings) {
    const std::vector<std::string> lines = role_lines(run, picture, settings);
    const std::string samples = whose_samples(run, picture); // their number may differ from frame to frame
    const std::string all = roles_said + joined(lines, "\n") + "\n" + samples;
    const bool first =
        std::ranges::none_of(run.told, [](const std::string& said) { return said.starts_with(roles_said); });
    if (!run.told.insert(all).second) return;
    report_said(all);
    if (!first) log_info("layers of " + frame.job().input().string() + ":");
    for (const std::string& line : lines) log_info(line);
    log_info("samples per pixel: " + exact(settings.asked.samples) + ", " + samples);
}

void warn_of_unlike(DenoiseRun& run, Frame& frame, const Frame& beside, const std::string& why) {
    if (run.warned.insert("unlike").second)
        frame.record.warnings.push_back(
            frame.job().input().string() + ": " + beside.job().input().string() + ", which is beside it, " +
            why +
            ": such frames count as missing for each other; if they are of two shots, give "
            "these names of their own (said once)");
}

void warn_of_reading(Frame& frame, BetterReading better) {
    constexpr const char* fits[] = {"", "standing still", "with the other sign", "with rows the other way",
                                    "with the other sign and rows the other way"};
    frame.record.warnings.push_back(
        frame.job().input().string() + ": what motion vectors lead to fits far better " +
        fits[std::size_t(better)] +
        ", and as they are read they help little: 'atrous probe' finds how they are stored, for "
        "--motion-stored; --temporal none does without (said once)");
}

void warn_of_one_seed(DenoiseRun& run, Frame& frame, double correlation) {
    if (correlation < one_seed || !run.warned.insert("one seed").second) return;
    frame.record.warnings.push_back(
        frame.job().input().string() + ": its noise is that of the frames beside it (correlation " +
        fixed(correlation, 2) + "), as of renders with one seed, and they help the less: " +
        how_to_animate_the_seed + " (said once)");
}

void warn_of_lost_history(DenoiseRun& run, Frame& frame) {
    warn_once(run, frame,
              "its data window is another one than that of the frame before, and its history begins anew; "
              "--temporal window:K places such frames by their coordinates");
}

namespace {

std::string mending(const std::string& role) {
    return "--role " + role + "=NAME|none names another layer or leaves it out";
}

void warn_of_not_finite(DenoiseRun& run, Frame& frame, const RenderPicture& picture) {
    for (const RoleFlaw& flaw : picture.not_finite)
        if (run.warned.insert("bad " + flaw.role).second)
            frame.record.warnings.push_back(frame.job().input().string() + ": " + flaw.text() +
                                            ": mend the render, or " + mending(flaw.role) + " (said once)");
}

/// An albedo that is noisy within objects, which costs time and is looked for in a few pictures.
void warn_of_noise(DenoiseRun& run, Frame& frame, const RenderPicture& picture) {
    constexpr int looked_at_most = 3;
    if (run.looked_at++ >= looked_at_most) return;
    const double peaks = share_of_peaks(picture.albedo, picture.size, albedo_step);
    if (peaks > most_peaks && run.warned.insert("noisy albedo").second)
        frame.record.warnings.push_back(
            frame.job().input().string() + ": albedo is noisy (" + significant(100 * peaks, 2) +
            " % of its pixels stand out from all beside them), and light is divided by it, so that its noise "
            "stays in the result: store it with more samples, or that of the renderer's denoising features; " +
            mending("albedo") + " (said once)");
}

} // namespace

void warn_of_roles(DenoiseRun& run, Frame& frame, const RenderPicture& picture) {
    warn_of_not_finite(run, frame, picture);
    warn_of_noise(run, frame, picture);
    std::vector<std::string> absent;
    for (const auto& [name, planes] :
         {std::pair{"albedo", &picture.albedo}, {"normal", &picture.normal}, {"depth", &picture.depth}})
        if (planes->empty() && std::ranges::count(picture.left_out, name) == 0) absent.emplace_back(name);
    for (const RoleFlaw& flaw : picture.flat)
        warn_once(run, frame, flaw.text() + "; --role " + flaw.role + "=NAME names another layer");
    for (const std::string& text : picture.encoded) warn_once(run, frame, text);
    if (!absent.empty())
        warn_once(run, frame,
                  "no layer is " + joined(absent, " or ") + "; render them, or name them by --role " +
                      absent.front() + "=NAME: edges are kept by light alone there");
    if (is_temporal(run.options.filter)) warn_of_motion(run, frame, picture);
    if (run.options.filter_alpha && !picture.alpha_filtered)
        warn_once(run, frame, "the picture has no alpha: --alpha filter changes nothing");
    const bool automatic = std::ranges::count(run.options.lights, "auto") > 0;
    if (automatic && picture.lights.empty())
        warn_once(run, frame,
                  "no layer is known as light: --light auto changes nothing; --light NAME,.. names them");
}

} // namespace atrous
