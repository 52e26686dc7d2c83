// Makes the names of the bench's rows.
#include "base/error.h"
#include "filters/atrous/tile.h"
#include "lab/bench/rows/rows.h"

namespace atrous {

Pixels bench_shape(Size size) {
    Pixels shape;
    shape.size = size;
    shape.type = PixelType::f32;
    shape.colours = 3;
    return shape;
}

ResolvedForm resolved_form(const EawSettings& settings, const DeviceTraits& device) {
    const Pixels shape = bench_shape({64, 64});
    ResolvedForm out;
    EawSettings one_level = settings;
    one_level.levels = 1;
    try {
        const auto s = resolve(one_level, shape, device);
        const auto plan = eaw_plan(s, shape, device);
        out = {s.how.form->name, "-", "", "-", s.how.synthesis->name, ""};
        for (const auto& pass : plan.passes)
            if (pass.stage == Stage::level) {
                const auto& local = std::get<KernelLaunch>(pass.operation).local;
                out.group = std::to_string(local[0]) + "x" + std::to_string(local[1]);
            }
        if (s.how.form->rings && s.how.group.width > 0) out.group = to_string(s.how.group); // with the rows
        if (!s.how.form->tiles) return out;
        const auto tile = choose_tile(s.how, s.radius, shape.colours, device, own_columns);
        out.map = s.how.map ? s.how.map->name : tile.map.name; // planes and blocks share a tile
        out.element = tile.element.name;
    } catch (const Error& error) {
        out.refused = error.message;
    }
    return out;
}

std::string row_name(const EawSettings& s, const ResolvedForm& form, Size size) {
    const Execution& how = s.how;
    std::string name = std::string("eaw.") + how.schedule->name + "." +
                       (how.schedule->permutes ? how.order->name : "-") + "." + form.form + "." + form.map +
                       "." + form.group;
    const std::pair<std::string, std::string> unusual[] = {
        {form.element, elements()[0].name},      {form.synthesis, syntheses()[0].name},
        {s.border->name, borders()[0].name},     {s.kernel->name, tap_weights()[0].name},
        {how.storage->name, storages()[0].name}, {s.edges.values == std::vector{0.0} ? "no-edges" : "", ""}};
    for (const auto& [value, usual] : unusual)
        if (!value.empty() && value != usual) name += "." + value;
    return name + "." + to_string(size);
}

} // namespace atrous
