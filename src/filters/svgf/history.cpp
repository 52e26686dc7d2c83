// The passes of a history: reprojection, and what is kept of the first level.
#include "filters/svgf/builder.h"

namespace atrous {

using namespace kernels;

SvgfSource add_reproject(SvgfBuilder& b, int frame, bool has_before) {
    const int emission = 3 * int(b.roles.emission);
    const SvgfReproject p{b.frame.planes, has_before, b.linear(), emission};
    Pass pass{.stage = Stage::search,
              .operation = image_launch(b, "svgf/recursive.cl", "svgf_reproject", as_bytes(p)),
              .reads = {frame}};
    for (const auto& [name, planes] :
         {std::pair{"before", b.frame_planes()}, {"history", b.history_planes()}}) {
        pass.reads.push_back(has_before ? add_planes(b, name, planes) : frame); // else not read
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
    // The last level restores the layout of the image, which is that of level 0.
    const SvgfKeep p{b.frame.planes, b.frame.x, b.frame.y, b.frame.levels > 1 ? 1 : 0, b.linear()};
    b.plan.passes.push_back({.stage = Stage::search,
                             .operation = image_launch(b, "svgf/recursive.cl", "svgf_keep", as_bytes(p)),
                             .reads = {signal, tables},
                             .writes = {kept},
                             .moves = b.frame.moves(b.linear(), b.linear())});
}

} // namespace atrous
