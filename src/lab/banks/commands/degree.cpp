// Runs `atrous banks degree`: the cost of one access expression. The options choose the kind of expression; JSON
// members are named as in tests/vectors/conflicts.json.
#include "base/error.h"
#include "lab/banks/commands/commands.h"
#include "lab/banks/messages.h"
#include "lab/banks/named_mappings.h"
#include <algorithm>
#include <iostream>
#include <tuple>

namespace atrous {
namespace {

Json head(const Expression& e) {
    return Json::Object{{"mapping", e.mapping.name},
                        {"M", e.mapping.element_bytes},
                        {"N", e.mapping.access_bytes},
                        {"W", e.mapping.layer_bytes},
                        {"banks", e.mapping.banks}};
}

void add_cost(Json& out, const AccessCost& cost) {
    out["accesses"] = cost.accesses;
    out["degree"] = cost.degree;
    out["replays"] = cost.replays;
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

/// Adds the degree of lanes from..to-1 of each warp of a line. Adds only one period above 4096 warps, since they repeat.
void add_warps(Json& out, const Expression& e, std::int64_t from, std::int64_t to, std::int64_t warps) {
    const auto layer = layer_elements(e.mapping);
    std::vector<int> worst(std::size_t(layer), 0); // by base: all warps read alike
    for (const auto& phase : e.warp.phases) {
        const auto degrees = degrees_by_base(e.mapping, phase_elements(e.threads, 0, phase, from, to));
        std::ranges::transform(worst, degrees, worst.begin(), [](int a, int b) { return std::max(a, b); });
    }
    const auto step = warp_period(e.threads, e.warp.lanes).step, period = base_period(e.mapping, step);
    std::vector<int> degrees;
    for (std::int64_t w = 0; w < (warps <= 4096 ? warps : period); ++w)
        degrees.push_back(worst[std::size_t(floor_mod(e.offset + w % period * step, layer))]);
    out["warp_period"] = period;
    out["degrees"] = degrees;
}

/// Adds strides: of a line, or of rows of threads.
void add_threads(Json& out, const Expression& e) {
    if (e.threads.width == 0) {
        out["stride"] = e.threads.stride_x;
        return;
    }
    out["stride_x"] = e.threads.stride_x;
    out["repeat_x"] = e.threads.width;
    out["stride_y"] = e.threads.stride_y;
}

Json for_if(const BankOptions& options, const Expression& e) {
    const ForIf loop{e.threads, e.offset, options.integer("first"), options.integer("last-exclusive"),
                     options.integer("pitch")};
    if (loop.first > loop.last_exclusive)
        throw usage_error(messages::degree_first, loop.first, loop.last_exclusive);
    const auto cost = for_if_cost(e.mapping, e.warp, loop);
    auto out = head(e);
    add_threads(out, e);
    out["offset"] = loop.offset;
    out["first"] = loop.first;
    out["last_exclusive"] = loop.last_exclusive;
    out["pitch"] = loop.pitch;
    out["full_warps"] = cost.full_warps;
    out["partial"] = Json::Object{};
    for (const auto& [active, count] : cost.partial) out["partial"][std::to_string(active)] = count;
    add_cost(out, {cost.accesses, cost.replays, cost.degree});
    return out;
}

Json if_expression(const BankOptions& options, const Expression& e) {
    const auto [first, end] = read_range(options, "threads", largest_count);
    auto out = head(e);
    add_threads(out, e);
    out["offset"] = e.offset;
    out["threads"] = std::vector<std::int64_t>{first, end};
    add_loops(out, options, e);
    add_cost(out, if_cost(e.mapping, e.warp, e.threads, e.offset, first, end, e.loops));
    return out;
}

/// Returns the reason for the degree of a line of lanes, at the worst base of its warps and loops.
void explain(Json& out, const Expression& e, const std::vector<Repeat>& repeats, int worst) {
    const int layer = layer_elements(e.mapping);
    const auto counts = accesses_by_base(layer, e.offset, repeats);
    const auto degrees = degrees_by_base(e.mapping, strided_lanes(e.threads.stride_x, 0, e.warp.lanes));
    auto offset = e.offset;
    if (degrees[std::size_t(floor_mod(offset, layer))] != worst)
        for (offset = 0; counts[std::size_t(offset)] == 0 || degrees[std::size_t(offset)] != worst;) ++offset;
    const auto reason = explain_degree(e.mapping, e.threads.stride_x, offset);
    if (reason.empty()) return;
    out["closed_form"] = *closed_degree(e.mapping, e.threads.stride_x, offset);
    out["worst_offset"] = offset;
    out["why"] = reason;
}

/// Evaluates one access of a line of lanes, of some of them, of many warps, in loops.
Json line_access(const BankOptions& options, const Expression& e) {
    auto out = head(e);
    add_threads(out, e);
    out["offset"] = e.offset;
    std::int64_t from = 0, to = e.warp.lanes;
    if (options.has("lanes")) {
        std::tie(from, to) = read_range(options, "lanes", e.warp.lanes);
        out["lanes"] = std::vector<std::int64_t>{from, to};
    }
    const auto warps = options.integer("warps");
    auto repeats = e.loops;
    repeats.push_back({e.threads.stride_x * e.warp.lanes, warps});
    if (options.has("warps")) {
        out["warps"] = warps;
        add_warps(out, e, from, to, warps);
    }
    add_loops(out, options, e);
    const auto cost = if_cost(e.mapping, e.warp, e.threads, e.offset, from, to, repeats);
    add_cost(out, cost);
    if (!options.has("lanes") && !options.has("device") && cost.accesses > 0)
        explain(out, e, repeats, cost.degree);
    return out;
}

/// Evaluates rows of threads: as many warps as they fill, the last one in part.
Json plane_access(const BankOptions& options, const Expression& e) {
    const auto rows = options.integer("repeat-y"), times = options.integer("warps");
    auto out = head(e);
    add_threads(out, e);
    out["repeat_y"] = rows;
    out["offset"] = e.offset;
    const auto threads = e.threads.width * rows;
    out["warps_per_access"] = (threads + e.warp.lanes - 1) / e.warp.lanes;
    auto repeats = e.loops;
    repeats.push_back({rows * e.threads.stride_y, times});
    if (options.has("warps")) out["warps"] = times;
    add_loops(out, options, e);
    add_cost(out, if_cost(e.mapping, e.warp, e.threads, e.offset, 0, threads, repeats));
    return out;
}

Json expression(const BankOptions& options, const Expression& e) {
    auto out = options.has("last-exclusive") ? for_if(options, e)
               : options.has("threads")      ? if_expression(options, e)
               : e.threads.width             ? plane_access(options, e)
                                             : line_access(options, e);
    if (e.warp.phases.size() > 1) out["phases"] = e.warp.phases.size();
    return out;
}

/// Separates numbers, so that lines can break between them: "1, 2", "1: 2, 2: 2".
std::string json_words(const Json& value) {
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
        if (head(e).find(name) || name == "degree" || name == "why" || name == "closed_form" ||
            name == "worst_offset")
            continue;
        std::ranges::replace(name, '_', ' ');
        std::cout << labelled("  " + name, json_words(value), 20);
    }
    if (const auto* degree = out.find("degree"))
        std::cout << "Conflict degree " << degree->dump() << " (" << degree_words(*degree->integer())
                  << ").\n";
    if (const auto* reason = out.find("why")) std::cout << labelled("", "Why: " + *reason->string() + ".", 0);
}

} // namespace

int run_banks_degree(const BankOptions& options) {
    refuse_operands(options.table, options.line);
    const auto e = read_expression(options);
    const auto out = expression(options, e);
    if (options.has("json"))
        std::cout << out.dump(2) << '\n';
    else
        print_text(e, out);
    return 0;
}

} // namespace atrous
