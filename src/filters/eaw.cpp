// Builds the plan of the EAW filter: layout tables, enter, one decompose per level, the upward pass if details are
// stored, leave. Hides ping-pong buffers and kernel macros.
#include "filters/eaw.h"
#include "filters/eaw_buffers.h"
#include "layout.h"
#include "model/tables.h"
#include "params.h"
#include <algorithm>
#include <cmath>
#include <numbers>

namespace atrous {
namespace {

using namespace kernels;

struct Rows {
    const Space& space;
    const Schedule& schedule;
    const Order& order;
    const BorderRule& border;
    const Form& form;
    const Synthesis& synthesis;
};

Rows rows_of(const EawSettings& s) {
    return {find_row(spaces(), s.space, "--space"),          find_row(schedules(), s.schedule, "--schedule"),
            find_row(orders(), s.order, "--order"),          find_row(borders(), s.border, "--border"),
            find_row(forms(), s.form, "--form"),             find_row(syntheses(), s.synthesis, "--synthesis")};
}

// A plan under construction: what all its passes share.
struct Builder {
    const EawSettings& settings;
    const Pixels& pixels;
    const DeviceTraits& device;
    Rows rows;
    int luma, chroma; // planes per group
    int vector;       // lanes per vector: 1 = a pixel per work-item
    PlaneStack planes;
    AxisTables x, y;
    Plan plan;

    int plane_count() const { return luma + chroma; }
    std::uint64_t plane_bytes(int count) const { return std::uint64_t(count) * 4 * std::uint64_t(pixels.size.pixels()); }
};

// Work-items of a pass over the image: rows for vectors, pixels in tiles else.
void set_grid(const Builder& b, int vector, Pass& pass) {
    pass.pixels = std::uint64_t(b.pixels.size.pixels());
    pass.global[1] = std::size_t(b.pixels.size.height);
    if (vector > 1) return;
    pass.global[0] = std::size_t(b.pixels.size.width);
    pass.local[0] = std::min<std::size_t>(32, b.device.largest_group);
    pass.local[1] = std::min<std::size_t>(8, std::max<std::size_t>(1, b.device.largest_group / 32));
}

std::string define(const char* name, int value) { return std::string(name) + "=" + std::to_string(value); }

std::vector<std::string> pixel_defines(const Builder& b) {
    static const char* samples[] = {"SAMPLE=uchar SCALE=255.0f ENCODE=convert_uchar_sat_rte",
                                    "SAMPLE=ushort SCALE=65535.0f ENCODE=convert_ushort_sat_rte",
                                    "SAMPLE=half SAMPLE_HALF=1", "SAMPLE=float SAMPLE_FLOAT=1"};
    std::vector<std::string> defines = {define("VECTOR", b.vector), define("COLOURS", b.pixels.colours),
                                        define("ALPHA", int(b.pixels.alpha))};
    std::string rest = samples[int(b.pixels.type)];
    for (std::size_t blank; (blank = rest.find(' ')) != std::string::npos; rest.erase(0, blank + 1))
        defines.push_back(rest.substr(0, blank));
    defines.push_back(rest);
    defines.push_back(std::string("SPACE=space_") + b.rows.space.name);
    const bool decodes = b.rows.space.uses_light && b.pixels.transfer == Transfer::srgb;
    defines.push_back(decodes ? "TRANSFER=srgb" : "TRANSFER=linear");
    return defines;
}

EawGroup group_at(const Builder& b, int level, const PerLevel& gain, const PerLevel& threshold) {
    const double sigma = b.settings.edges.at(level);
    const double falloff = sigma > 0 ? std::numbers::log2e / (2 * sigma * sigma) : 0;
    return {float(std::min(falloff, 1e30)), float(gain.at(level)), float(threshold.at(level))};
}

void add_tables(Builder& b, int tables) {
    Pass pass{.file = "layout_tables.cl", .kernel = "layout_tables", .defines = {define("VECTOR", b.vector)}};
    pass.writes = {tables};
    const int order = b.rows.schedule.permutes ? b.rows.order.layout : int(LAYOUT_ORIGINAL);
    pass.parameters = as_bytes(LayoutTables{b.x, b.y, order, b.rows.border.code, b.settings.radius, b.settings.levels});
    pass.global[0] = std::size_t(std::max(b.x.n, b.y.n));
    pass.global[1] = std::size_t(2 * b.settings.levels);
    pass.local[0] = std::min<std::size_t>(64, b.device.largest_group);
    b.plan.passes.push_back(std::move(pass));
}

void add_enter(Builder& b, int coarse) {
    Pass pass{.file = "pixel.cl", .kernel = "pixel_enter", .defines = pixel_defines(b)};
    pass.reads = {b.plan.source};
    pass.writes = {coarse, b.plan.counters};
    pass.parameters = as_bytes(PixelParams{b.planes, float(b.settings.amount)});
    pass.bytes = b.pixels.byte_count() + b.plane_bytes(b.plane_count());
    set_grid(b, b.vector, pass);
    b.plan.passes.push_back(std::move(pass));
}

void add_leave(Builder& b, int change) {
    Pass pass{.file = "pixel.cl", .kernel = "pixel_leave", .defines = pixel_defines(b)};
    pass.reads = {b.plan.source, change};
    pass.writes = {b.plan.result};
    pass.parameters = as_bytes(PixelParams{b.planes, float(b.settings.amount)});
    pass.bytes = 2 * b.pixels.byte_count() + b.plane_bytes(b.plane_count());
    set_grid(b, b.vector, pass);
    b.plan.passes.push_back(std::move(pass));
}

// Buffers of one level of the downward pass.
struct LevelBuffers {
    int coarse_in, coarse_out, change_in, change_out, tables;
};

void add_decompose(Builder& b, int level, const LevelBuffers& at) {
    const auto& s = b.settings;
    const bool first = level == 0, last = level == s.levels - 1, stored = b.rows.synthesis.stores_details;
    Pass pass{.file = "eaw_decompose.cl", .kernel = "eaw_decompose", .level = level};
    pass.defines = {define("VECTOR", b.vector), define("LUMA", b.luma), define("CHROMA", b.chroma),
                    define("RADIUS", s.radius), define("EDGES", s.edges.at(level) > 0),
                    define("BORDER", b.rows.border.code)};
    pass.reads = {at.coarse_in, at.change_in, at.tables};
    pass.writes = {at.coarse_out, at.change_out};
    EawLevel p{};
    p.planes = b.planes;
    p.x = b.x;
    p.y = b.y;
    p.level = level;
    p.stride = b.rows.schedule.permutes ? 1 : 1 << level;
    p.flags = (first ? EAW_FIRST : 0) | (last ? EAW_LAST : 0) | (stored ? EAW_STORED : 0);
    p.luma = group_at(b, level, s.luma, s.luma_threshold);
    p.chroma = group_at(b, level, s.chroma, s.chroma_threshold);
    pass.parameters = as_bytes(p);
    const int moved = 2 + (last ? 0 : 1) + (first || stored ? 0 : 1); // coarse in, change out, coarse out, change in
    pass.bytes = b.plane_bytes(moved * b.plane_count());
    set_grid(b, b.vector, pass);
    b.plan.passes.push_back(std::move(pass));
}

void add_synthesize(Builder& b, const std::vector<int>& details, int tables, int change) {
    const auto& s = b.settings;
    Pass pass{.file = "eaw_synthesize.cl", .kernel = "eaw_synthesize"};
    pass.defines = {define("LUMA", b.luma), define("CHROMA", b.chroma)};
    pass.reads = details;
    pass.reads.resize(most_levels, details[0]);
    pass.reads.push_back(tables);
    pass.writes = {change};
    EawSynthesis p{.planes = b.planes, .x = b.x, .y = b.y, .levels = s.levels, .luma = {}, .chroma = {}};
    for (int l = 0; l < s.levels; ++l) {
        p.luma[l] = group_at(b, l, s.luma, s.luma_threshold);
        p.chroma[l] = group_at(b, l, s.chroma, s.chroma_threshold);
    }
    pass.parameters = as_bytes(p);
    pass.bytes = b.plane_bytes((s.levels + 1) * b.plane_count());
    set_grid(b, b.vector, pass);
    b.plan.passes.push_back(std::move(pass));
}

void add_levels(Builder& b) {
    const int levels = b.settings.levels;
    const bool stored = b.rows.synthesis.stores_details;
    const std::size_t stack = stack_bytes(b.planes, b.plane_count());
    auto floats = [&](const std::string& name) { return b.plan.add(Buffer::Kind::floats, name, stack); };
    const int tables = b.plan.add(Buffer::Kind::tables, "layout tables", table_bytes(b.x, b.y, levels));
    int coarse = floats("coarse"), spare = levels > 1 ? floats("coarse, next level") : coarse;
    int change = floats("change"), spare_change = stored || levels == 1 ? change : floats("change, next level");
    add_tables(b, tables);
    add_enter(b, coarse);
    std::vector<int> details;
    for (int l = 0; l < levels; ++l) {
        if (stored) details.push_back(floats("detail " + std::to_string(l)));
        const int kept = stored ? details.back() : spare_change;
        add_decompose(b, l, {coarse, spare, change, kept, tables});
        std::swap(coarse, spare);
        if (!stored) std::swap(change, spare_change);
    }
    if (stored) add_synthesize(b, details, tables, change);
    add_leave(b, change);
}

} // namespace

Plan eaw_plan(const EawSettings& settings, const Pixels& pixels, const DeviceTraits& device) {
    const Rows rows = rows_of(settings);
    const bool grey = pixels.colours == 1;
    const int vector = rows.form.vectors ? std::clamp(device.native_vector, 4, 16) : 1;
    const int reach = settings.radius << (rows.schedule.permutes ? 0 : settings.levels - 1);
    Builder b{.settings = settings,
              .pixels = pixels,
              .device = device,
              .rows = rows,
              .luma = grey ? 1 : rows.space.luma,
              .chroma = grey ? 0 : rows.space.chroma,
              .vector = vector,
              .planes = plane_stack(pixels.size, reach),
              .x = axis_tables(pixels.size.width, 0),
              .y = axis_tables(pixels.size.height, settings.levels * axis_tables(pixels.size.width, 0).level),
              .plan = {}};
    b.plan.source = b.plan.add(Buffer::Kind::source, "source", pixels.byte_count());
    b.plan.result = b.plan.add(Buffer::Kind::result, "result", pixels.byte_count());
    b.plan.counters = b.plan.add(Buffer::Kind::counters, "counters", sizeof(int));
    add_levels(b);
    return std::move(b.plan);
}

} // namespace atrous
