// Names of the bench's rows: the one place that spells them.
#include "app/bench/rows.h"
#include "base/error.h"
#include "model/tables.h"

namespace atrous {

Pixels bench_shape(Size size) {
    Pixels shape;
    shape.size = size;
    shape.type = PixelType::f32;
    shape.colours = 3;
    return shape;
}

bool is_exact(const EawSettings& s) {
    return find_row(borders(), s.border, "--border").exact &&
           find_row(storages(), s.storage, "--storage").exact;
}

ResolvedForm resolved_form(const EawSettings& settings, const DeviceTraits& device) {
    const Pixels shape = bench_shape({64, 64});
    ResolvedForm out;
    EawSettings one_level = settings;
    one_level.levels = 1;
    try {
        const auto s = resolve(one_level, shape, device);
        const auto plan = eaw_plan(s, shape, device);
        out = {s.form, "-", "", "-", s.synthesis, ""};
        for (const auto& pass : plan.passes)
            if (pass.stage == Stage::level) {
                const auto& local = std::get<KernelLaunch>(pass.operation).local;
                out.group = std::to_string(local[0]) + "x" + std::to_string(local[1]);
            }
        if (!find_row(forms(), s.form, "--form").tiles) return out;
        const auto tile = choose_tile(s, shape.colours, device);
        out.map = s.map == "auto" ? tile.map.name : s.map; // planes and blocks share a tile
        out.element = tile.element.name;
    } catch (const Error& error) {
        out.refused = error.what();
    }
    return out;
}

std::string row_name(const EawSettings& s, const ResolvedForm& form, Size size) {
    const bool permutes = find_row(schedules(), s.schedule, "--schedule").permutes;
    std::string name = "eaw." + s.schedule + "." + (permutes ? s.order : "-") + "." + form.form + "." +
                       form.map + "." + form.group;
    const std::pair<std::string, std::string> unusual[] = {{form.element, elements()[0].name},
                                                           {form.synthesis, syntheses()[0].name},
                                                           {s.border, borders()[0].name},
                                                           {s.storage, storages()[0].name}};
    for (const auto& [value, usual] : unusual)
        if (!value.empty() && value != usual) name += "." + value;
    return name + "." + to_string(size);
}

} // namespace atrous
