// Adds the passes between samples, frames and their means: enter, noisy guides, gather, count, leave, and the passes of a
// history: reprojection, and the kept signal of the first level.
#include "filters/svgf/builder.h"
#include "filters/svgf/plan.h"
#include "svgf/gather.h"
#include "svgf/guides.h"

namespace atrous {

using namespace kernels;

namespace {

struct Role {
    const char* name;
    bool is_there;
    int planes;
};

std::vector<Role> roles_of(const SvgfRoles& r) {
    return {{"beauty", true, 3},         {"albedo", r.albedo, 3},     {"normal", r.normal, 3},
            {"depth", r.depth, 1},       {"previous", r.previous, 2}, {"next", r.next, 2},
            {"emission", r.emission, 3}, {"variance", r.variance, 3}, {"lights", r.lights > 0, 3 * r.lights},
            {"coverage", r.coverage, 1}, {"pilot", r.pilot, 3}};
}

std::uint64_t planes_bytes(const SvgfBuilder& b, int planes) {
    return std::uint64_t(planes) * std::uint64_t(b.frame.size.pixels()) * sizeof(float);
}

/// The buffer of input "neighbours" (kernels::SvgfNeighbours). Without a binding, their properties are
/// unknown.
int add_neighbours_known(SvgfBuilder& b) {
    const int buffer = b.plan.add_constants("neighbours", as_bytes(usual_neighbours));
    b.plan.inputs.push_back({"neighbours", buffer});
    return buffer;
}

} // namespace

void add_enter(SvgfBuilder& b, int frame) {
    const SvgfRoles& r = b.roles;
    const SvgfEnter p{b.frame.planes,
                      r.albedo,
                      r.normal,
                      r.depth,
                      r.previous,
                      r.next,
                      r.emission,
                      r.variance,
                      r.coverage,
                      3 * r.lights,
                      r.pilot ? b.pilot() : 0};
    Pass pass{.stage = Stage::enter,
              .operation = image_launch(b, "svgf/frame.cl", "svgf_enter", as_bytes(p))};
    int planes = 0;
    for (const Role& role : roles_of(r)) {
        if (role.is_there) {
            pass.reads.push_back(b.plan.add(Buffer::Kind::samples, role.name, planes_bytes(b, role.planes)));
            b.plan.inputs.push_back({role.name, pass.reads.back()});
            planes += role.planes;
        } else {
            pass.reads.push_back(pass.reads[0]); // not read
        }
    }
    pass.reads.push_back(add_place(b));
    const int replaced = b.plan.add(Buffer::Kind::counters, "replaced", sizeof(std::uint32_t));
    b.plan.outputs.push_back({"replaced", replaced});
    pass.writes = {frame, replaced};
    pass.moves = b.frame.moves(0, b.frame_planes() - 2); // luma and its variance come later
    pass.moves.file_bytes = planes_bytes(b, planes);
    b.plan.passes.push_back(std::move(pass));
}

int add_gather(SvgfBuilder& b, const SvgfWindow& window, int frame, bool of_pilots) {
    const double own = b.settings.asked.own_albedo;
    const double right = SVGF_BOX_A, wrong = SVGF_BOX_A_LEAST, tolerance = right + own * (wrong - right);
    const SvgfGather p{b.frame.planes,
                       window.before,
                       window.after,
                       of_pilots ? 0 : b.roles.extras(),
                       3 * int(b.roles.emission),
                       b.roles.extras() - 3 * b.roles.unlit,
                       float(b.settings.bright()),
                       float(1 / (tolerance * tolerance)),
                       float(own),
                       b.pilot()};
    KernelLaunch launch = image_launch(b, "svgf/gather.cl", "svgf_gather", as_bytes(p));
    if (of_pilots) launch.defines.emplace_back("PILOTS=1");
    Pass pass{.stage = Stage::search, .operation = std::move(launch), .reads = {frame}};
    for (const auto& [side, count] : {std::pair{"before ", window.before}, {"after ", window.after}})
        for (int k = 1; k <= SVGF_MAX_REACH; ++k) {
            if (k > count) {
                pass.reads.push_back(frame); // not read
                continue;
            }
            pass.reads.push_back(add_planes(b, side + std::to_string(k), b.frame_planes()));
            b.plan.inputs.push_back({side + std::to_string(k), pass.reads.back()});
        }
    pass.reads.push_back(add_neighbours_known(b));
    pass.reads.push_back(add_place(b));
    const int others = window.before + window.after,
              planes = of_pilots ? PILOT_OTHERS + PILOT_EACH * others : b.means_planes();
    const int means = add_planes(b, of_pilots ? "pilots" : "means", planes);
    pass.writes = {means};
    pass.moves = b.frame.moves((1 + others) * (FRAME_EXTRA + (of_pilots ? 3 : b.roles.extras())), planes);
    b.plan.passes.push_back(std::move(pass));
    return means;
}

void add_invert(SvgfBuilder& b, int from, int frame, const SvgfInversion& how) {
    const SvgfInvert p{b.frame.planes, how.to_previous ? FRAME_NEXT : FRAME_PREVIOUS,
                       how.to_previous ? FRAME_PREVIOUS : FRAME_NEXT, how.of_files};
    const auto pixels = std::uint64_t(b.frame.size.pixels());
    const int nearest = b.plan.add(Buffer::Kind::counters, "nearest depths", pixels * sizeof(std::uint32_t));
    const int first = b.plan.add(Buffer::Kind::counters, "pixels that lead", pixels * sizeof(std::uint32_t));
    const auto add = [&](const char* kernel, std::vector<int> reads, int writes, Traffic moves) {
        moves.other_bytes = pixels * sizeof(std::uint32_t) * std::uint64_t(moves.planes_written ? 1 : 2);
        b.plan.passes.push_back({.stage = Stage::search,
                                 .operation = image_launch(b, "svgf/frame.cl", kernel, as_bytes(p)),
                                 .reads = std::move(reads),
                                 .writes = {writes},
                                 .moves = moves});
    };
    const int place = add_place(b);
    add("svgf_invert_depth", {from, place}, nearest, b.frame.moves(3, 0));
    add("svgf_invert_pixel", {from, place, nearest}, first, b.frame.moves(3, 0));
    add("svgf_invert_vectors", {from, first}, frame, b.frame.moves(4, 2));
}

void add_counts(SvgfBuilder& b, int means) {
    KernelLaunch launch =
        image_launch(b, "svgf/frame.cl", "svgf_count", as_bytes(SvgfPlanes{b.frame.planes}));
    launch.global[0] = launch.local[0] = launch.local[1] = 1;
    const int counts = b.plan.add(Buffer::Kind::counters, "counts", SVGF_COUNT_BINS * sizeof(std::uint32_t));
    b.plan.passes.push_back({.stage = Stage::search,
                             .operation = std::move(launch),
                             .reads = {means, add_place(b)},
                             .writes = {counts},
                             .moves = b.frame.moves(1, 0)});
    b.plan.outputs.push_back({"counts", counts});
}

void add_guides(SvgfBuilder& b, int entered, int frame) {
    const Prefilter& which = *b.settings.asked.prefilter;
    // Coverage by alpha is in albedo and light alike, and few samples take a mean albedo over frames.
    const bool edges = b.own() > 0 || !b.settings.asked.film_alpha;
    const SvgfGuides p{b.frame.planes,
                       which.albedo,
                       which.normal,
                       which.depth,
                       edges,
                       b.frame_planes(),
                       float(b.settings.asked.prefilter_share)};
    const int noise = add_planes(b, "noise of guides", SVGF_GUIDE_GROUPS);
    const auto add = [&](const char* kernel, std::vector<int> reads, int writes, const Traffic& moves) {
        b.plan.passes.push_back({.stage = Stage::enter,
                                 .operation = image_launch(b, "svgf/guides.cl", kernel, as_bytes(p)),
                                 .reads = std::move(reads),
                                 .writes = {writes},
                                 .moves = moves});
    };
    add("svgf_guide_noise", {entered}, noise, b.frame.moves(3 * SVGF_GUIDE_GROUPS, SVGF_GUIDE_GROUPS));
    add("svgf_guide_filter", {entered, noise}, frame,
        b.frame.moves(b.frame_planes() - 3 + SVGF_GUIDE_GROUPS, b.frame_planes() - 2));
}

void add_summary(SvgfBuilder& b, int signal, int frame) {
    const SvgfSummary p{b.frame.planes, b.linear()};
    b.plan.passes.push_back({.stage = Stage::leave,
                             .operation = image_launch(b, "svgf/frame.cl", "svgf_summary", as_bytes(p)),
                             .reads = {signal},
                             .writes = {frame},
                             .moves = b.frame.moves(4, 2)});
}

void add_leave(SvgfBuilder& b, const SvgfSignal& filtered, const SvgfSource& source) {
    const int residuals = residuals_of(b, source);
    const int shares = residuals > 0 ? add_residual(b, filtered, source) : source.frame; // not read otherwise
    const SvgfLeave p{b.frame.planes, float(b.own()),
                      // of halves and a pilot, light is blended in when these are joined
                      b.settings.asked.halves || b.roles.pilot ? 1 : float(b.settings.share()),
                      float(b.settings.share()), b.lights(), b.roles.emission, source.extra(), residuals,
                      b.settings.asked.halves ? 1 + int(source.has_means()) : 0};
    const int planes = svgf_image_planes(b.settings, b.roles);
    const int image = b.plan.add(Buffer::Kind::samples, "image", planes_bytes(b, planes));
    Pass pass{.stage = Stage::leave,
              .operation = image_launch(b, "svgf/frame.cl", "svgf_leave", as_bytes(p)),
              .reads = {filtered.signal, source.frame, source.means, shares},
              .writes = {image},
              .moves = b.frame.moves(b.linear() + 6 + 3 + b.roles.extras() + residuals, 0)};
    pass.moves.file_bytes = planes_bytes(b, planes);
    b.plan.passes.push_back(std::move(pass));
    b.plan.outputs.push_back({"image", image});
}

using namespace kernels;

SvgfSource add_reproject(SvgfBuilder& b, int frame, bool has_before) {
    const int emission = 3 * int(b.roles.emission);
    const SvgfReproject p{b.frame.planes, has_before, b.linear(), emission};
    Pass pass{.stage = Stage::search,
              .operation = image_launch(b, "svgf/recursive.cl", "svgf_reproject", as_bytes(p)),
              .reads = {frame}};
    for (const auto& [name, planes] :
         {std::pair{"before", b.frame_planes()}, {"history", b.history_planes()}}) {
        pass.reads.push_back(has_before ? add_planes(b, name, planes) : frame); // not read otherwise
        if (has_before) b.plan.inputs.push_back({name, pass.reads.back()});
    }
    const int means = add_planes(b, "means", b.means_planes()),
              kept = add_planes(b, "kept", b.history_planes());
    b.plan.outputs.push_back({"kept", kept});
    pass.writes = {means, kept};
    pass.moves = b.frame.moves(FRAME_EXTRA + emission + (has_before ? 7 + b.history_planes() : 0),
                               b.means_planes() + HISTORY_LIGHT);
    b.plan.passes.push_back(std::move(pass));
    return {frame, means, kept};
}

void add_keep(SvgfBuilder& b, int signal, int tables, int kept) {
    // The last level restores the layout of the image, which is the layout of level 0.
    const SvgfKeep p{b.frame.planes, b.frame.x, b.frame.y, b.frame.levels > 1 ? 1 : 0, b.linear()};
    b.plan.passes.push_back({.stage = Stage::search,
                             .operation = image_launch(b, "svgf/recursive.cl", "svgf_keep", as_bytes(p)),
                             .reads = {signal, tables},
                             .writes = {kept},
                             .moves = b.frame.moves(b.linear(), b.linear())});
}

} // namespace atrous
