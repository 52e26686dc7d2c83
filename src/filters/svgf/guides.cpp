// Adds the passes that filter noisy guides of a frame.
#include "svgf/guides.h"
#include "filters/svgf/builder.h"

namespace atrous {

using namespace kernels;

void add_guides(SvgfBuilder& b, int entered, int frame) {
    const Prefilter& which = *b.settings.asked.prefilter;
    // Coverage by alpha is in albedo and light alike, and few samples take a mean albedo over frames.
    const bool edges = b.settings.own() > 0 || !b.settings.asked.film_alpha;
    const SvgfGuides p{b.frame.planes, which.albedo, which.normal, which.depth, edges, b.frame_planes()};
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

} // namespace atrous
