// `atrous banks degree`: what one access expression costs. The options choose the kind of expression; JSON
// members are named as in tests/vectors/conflicts.json.
#include "app/banks/degree.h"
#include "banks/closed_form.h"
#include "base/error.h"
#include <algorithm>
#include <iostream>

namespace atrous {
namespace {

Json head(const Expression& e) {
    Json out;
    out["mapping"] = e.mapping.name;
    out["M"] = e.mapping.element_bytes;
    out["N"] = e.mapping.access_bytes;
    out["W"] = e.mapping.layer_bytes;
    out["banks"] = e.mapping.banks;
    return out;
}

void add_cost(Json& out, const AccessCost& cost) {
    out["accesses"] = cost.accesses;
    out["degree"] = cost.degree;
    out["replays"] = cost.replays;
}

AccessCost sum(AccessCost a, const AccessCost& b) {
    return {a.accesses + b.accesses, a.replays + b.replays, std::max(a.degree, b.degree)};
}

/// The lanes of a phase, from the lanes of a warp.
Lanes select(const Lanes& all, const std::vector<int>& phase) {
    Lanes lanes;
    for (const int lane : phase)
        if (std::size_t(lane) < all.size()) lanes.push_back(all[std::size_t(lane)]);
    return lanes;
}

void add_loops(Json& out, const BankOptions& options, const Expression& e) {
    if (!options.has("iterations")) return;
    std::vector<std::int64_t> periods;
    for (const auto& loop : e.loops) periods.push_back(base_period(e.mapping, loop.step));
    const auto one_or_all = [](const std::vector<std::int64_t>& values) {
        return values.size() == 1 ? Json(values.front()) : Json(values);
    };
    out["increment"] = one_or_all(options.integers("increment"));
    out["iterations"] = one_or_all(options.integers("iterations"));
    out["period"] = one_or_all(periods);
}

/// The degree of each warp; of only one period where there are more than 4096, since they repeat.
void add_warps(Json& out, const Expression& e, const Lanes& lanes,
               const std::vector<std::vector<int>>& phases, const Repeat& warps) {
    std::vector<int> worst(std::size_t(layer_elements(e.mapping)), 0);
    for (const auto& phase : phases) {
        const auto degrees = degrees_by_base(e.mapping, select(lanes, phase));
        for (std::size_t base = 0; base < worst.size(); ++base)
            worst[base] = std::max(worst[base], degrees[base]);
    }
    const auto period = base_period(e.mapping, warps.step);
    std::vector<int> degrees;
    for (std::int64_t w = 0; w < (warps.count <= 4096 ? warps.count : period); ++w)
        degrees.push_back(
            worst[std::size_t(floor_mod(e.offset + w % period * warps.step, std::int64_t(worst.size())))]);
    out["warps"] = warps.count;
    out["warp_period"] = period;
    out["degrees"] = degrees;
}

Json for_if(const BankOptions& options, const Expression& e) {
    options.refuse({"device", "lanes", "threads", "warps", "increment", "iterations", "repeat-x"},
                   "cannot be given together with --last-exclusive (for-if)");
    const ForIf loop{e.stride, e.offset, options.integer("first"), options.integer("last-exclusive"),
                     options.integer("pitch")};
    if (loop.first > loop.last_exclusive)
        throw usage_error("--first " + std::to_string(loop.first) + " is above --last-exclusive " +
                          std::to_string(loop.last_exclusive));
    const auto cost = for_if_cost(e.mapping, loop);
    auto out = head(e);
    out["stride"] = loop.stride;
    out["offset"] = loop.offset;
    out["first"] = loop.first;
    out["last_exclusive"] = loop.last_exclusive;
    out["pitch"] = loop.pitch;
    out["accesses"] = cost.accesses;
    out["full_warps"] = cost.full_warps;
    out["partial"] = Json::Object{};
    for (const auto& [active, count] : cost.partial) out["partial"][std::to_string(active)] = count;
    out["replays"] = cost.replays;
    return out;
}

Json if_expression(const BankOptions& options, const Expression& e) {
    options.refuse({"device", "lanes", "warps", "repeat-x"}, "cannot be given together with --threads (if)");
    const auto [first, end] = read_range(options, "threads", largest_count);
    auto out = head(e);
    out["stride"] = e.stride;
    out["offset"] = e.offset;
    out["threads"] = std::vector<std::int64_t>{first, end};
    add_loops(out, options, e);
    add_cost(out, if_cost(e.mapping, e.stride, e.offset, first, end, e.loops));
    return out;
}

/// The lanes of one access, which of them are served together, and how far the next warp is.
struct AccessShape {
    Lanes lanes;
    std::vector<std::vector<int>> phases;
    std::int64_t warp_step;
};

AccessShape line_shape(Json& out, const Expression& e) {
    out["stride"] = e.stride;
    return {strided_lanes(e.stride, 0, e.lanes), e.phases, e.stride * e.lanes};
}

AccessShape plane_shape(Json& out, const BankOptions& options) {
    options.refuse({"lanes", "device", "stride"}, "cannot be given together with --repeat-x (2-D)");
    const int x = options.small("repeat-x"), y = options.small("repeat-y");
    const auto stride_x = options.integer("stride-x"), stride_y = options.integer("stride-y");
    AccessShape shape{strided_lanes_2d(stride_x, x, stride_y, y), {{}}, y * stride_y};
    if (shape.lanes.size() > 65536) throw usage_error("--repeat-x times --repeat-y is above 65536 lanes");
    for (int lane = 0; lane < int(shape.lanes.size()); ++lane) shape.phases.front().push_back(lane);
    out["stride_x"] = stride_x;
    out["repeat_x"] = x;
    out["stride_y"] = stride_y;
    out["repeat_y"] = y;
    return shape;
}

/// Keeps only the lanes that --lanes names.
void select_lanes(Json& out, const BankOptions& options, const Expression& e, AccessShape& shape) {
    if (!options.has("lanes")) return;
    const auto [first, end] = read_range(options, "lanes", e.lanes);
    for (auto& phase : shape.phases)
        std::erase_if(phase, [&, a = first, b = end](int lane) { return lane < a || lane >= b; });
    out["lanes"] = std::vector<std::int64_t>{first, end};
}

/// One 1-D or 2-D access, of some lanes, of many warps, in loops.
Json access(const BankOptions& options, const Expression& e) {
    auto out = head(e);
    const bool plane = options.has("repeat-x");
    auto shape = plane ? plane_shape(out, options) : line_shape(out, e);
    out["offset"] = e.offset;
    select_lanes(out, options, e, shape);
    if (shape.phases.size() > 1) out["phases"] = shape.phases.size();
    const Repeat warps{shape.warp_step, options.integer("warps")};
    auto repeats = e.loops;
    repeats.push_back(warps);
    AccessCost cost;
    for (const auto& phase : shape.phases)
        cost = sum(cost, repeated_cost(e.mapping, select(shape.lanes, phase), e.offset, repeats));
    if (options.has("warps")) add_warps(out, e, shape.lanes, shape.phases, warps);
    add_loops(out, options, e);
    add_cost(out, cost);
    const bool whole = !plane && !options.has("lanes") && !options.has("device");
    if (const auto why = explain_degree(e.mapping, e.stride, e.offset); whole && !why.empty()) {
        out["closed_form"] = *closed_degree(e.mapping, e.stride, e.offset);
        out["why"] = why;
    }
    return out;
}

/// Numbers apart, so that lines can break between them: "1, 2", "1: 2, 2: 2".
std::string words_of(const Json& value) {
    if (value.string()) return *value.string();
    std::string out;
    for (const char c : value.dump()) {
        if (c == '[' || c == ']' || c == '{' || c == '}' || c == '"') continue;
        out += c;
        if (c == ',' || c == ':') out += ' ';
    }
    return out;
}

void print_text(const Expression& e, const Json& out) {
    std::cout << "Mapping " << e.mapping.name << ": " << e.mapping.element_bytes << "-byte elements, "
              << e.mapping.banks << " banks with words of " << e.mapping.access_bytes << " and layers of "
              << e.mapping.layer_bytes << " bytes.\n";
    for (auto [name, value] : *out.object()) {
        if (head(e).find(name) || name == "degree" || name == "why" || name == "closed_form") continue;
        std::ranges::replace(name, '_', ' ');
        std::cout << labelled("  " + name, words_of(value), 18);
    }
    if (const auto* degree = out.find("degree"))
        std::cout << "Conflict degree " << degree->dump() << " (" << degree_words(*degree->integer())
                  << ").\n";
    if (const auto* why = out.find("why")) std::cout << labelled("", "Why: " + *why->string() + ".", 0);
}

} // namespace

int run_banks_degree(const std::vector<std::string>& arguments) {
    const BankOptions options(degree_table(), arguments);
    if (options.has("help")) return std::cout << help_text(degree_table()), 0;
    refuse_operands(options.table, options.line);
    const auto e = read_expression(options);
    const auto out = options.has("last-exclusive") ? for_if(options, e)
                     : options.has("threads")      ? if_expression(options, e)
                                                   : access(options, e);
    if (options.has("json"))
        std::cout << out.dump(2) << '\n';
    else
        print_text(e, out);
    return 0;
}

} // namespace atrous
