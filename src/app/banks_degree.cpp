// `atrous banks degree`: what one access expression costs. The options choose the kind of expression; JSON
// members are named as in tests/vectors/conflicts.json.
#include "app/banks_commands.h"
#include "base/error.h"
#include "model/banks/access.h"
#include "model/banks/closed_form.h"
#include <algorithm>
#include <iostream>

namespace atrous {
namespace {

constexpr double most = double(largest_count);

const OptionTable& degree_table() {
    using enum ValueKind;
    constexpr const char* where = "Local memory";
    constexpr const char* access = "One access (elements)";
    constexpr const char* warps = "Many accesses";
    static const OptionTable table{
        "banks degree",
        "[options]",
        "Conflict degree of an access to local memory: how many cycles the busiest bank needs (1 = free). "
        "Replays are "
        "the cycles beyond one per access.",
        {{where, "mapping", 0, text, "NAME", "conv4",
          "conv4, conv8, row2, row4, row8, col2, col4, col8, three, tesla, fermi, kepler4, kepler8, or "
          "custom"},
         {where, "device", 0, text, "NAME", "", "A device of today instead of a mapping, with its phases", 0,
          0, device_names()},
         {where, "banks", 0, integer, "N", "of the mapping", "Banks, and lanes of a warp, 1 to 4096", 1,
          4096},
         {where, "element-bits", 0, integer, "N", "32",
          "Width M of an element, for custom and --device, 8 to 512", 8, 512},
         {where, "access-bits", 0, integer, "N", "32", "Width N of a bank's word, for custom, 8 to 512", 8,
          512},
         {where, "layer-bits", 0, integer, "N", "32", "Width W of a bank's layer, for custom, 8 to 512", 8,
          512},
         {access, "stride", 0, integer, "N", "1", "From lane to lane", -most, most},
         {access, "offset", 0, integer, "N", "0", "Of lane 0", 0, most},
         {access, "lanes", 0, list, "A,B", "", "Lanes A to B-1 of the warp alone"},
         {access, "stride-x", 0, integer, "N", "1", "2-D: from i to i + 1", -most, most},
         {access, "repeat-x", 0, integer, "N", "", "2-D: how many i, 1 to 4096", 1, 4096},
         {access, "stride-y", 0, integer, "N", "1", "2-D: from j to j + 1", -most, most},
         {access, "repeat-y", 0, integer, "N", "1", "2-D: how many j, 1 to 4096", 1, 4096},
         {warps, "warps", 0, integer, "N", "1", "Warps behind each other (2-D: below each other)", 1, most},
         {warps, "threads", 0, list, "A,B", "", "if: threads A to B-1 of all warps alone"},
         {warps, "increment", 0, list, "N,..", "0",
          "for: how far each iteration moves, one value per nested loop"},
         {warps, "iterations", 0, list, "N,..", "1", "for: how many, one value per nested loop"},
         {warps, "first", 0, integer, "I", "0", "for-if: first i; threads t < i are active", 0, most},
         {warps, "last-exclusive", 0, integer, "I", "", "for-if: i ends before this", 0, most},
         {warps, "pitch", 0, integer, "N", "0",
          "for-if: how far each i moves; a row's length for a triangle in 2-D", -most, most},
         {"Output", "json", 0, flag, "", "", "Print JSON"},
         {"Output", "help", 'h', flag, "", "", "Print this"}},
        "examples: atrous banks degree --mapping row2 --stride 4 --offset 4\n"
        "          atrous banks degree --mapping col2 --stride-y 24 --repeat-x 16 --repeat-y 2\n"
        "          atrous banks degree --mapping row2 --stride 4 --increment 1 --iterations 10000000\n"
        "          atrous banks degree --mapping conv4 --last-exclusive 1000 --pitch 33\n"};
    return table;
}

struct Expression {
    BankMapping mapping;
    std::vector<std::vector<int>> phases; ///< lanes that are served together
    int lanes = 32;                       ///< of a warp or sub-group
    std::int64_t stride = 1, offset = 0;
    std::vector<Repeat> loops;
};

Expression read_expression(const BankOptions& options) {
    Expression e;
    if (options.has("device")) {
        options.refuse({"mapping", "banks", "access-bits", "layer-bits"},
                       "cannot be given together with --device");
        const auto& device = find_bank_device(options.text("device"));
        if (device.banks == 0)
            throw usage_error("--device " + device.name + ": " + device.source + ", so nothing conflicts");
        e.mapping = device_mapping(device, options.small("element-bits"));
        e.phases = device_phases(device, options.small("element-bits"));
        e.lanes = device.subgroup;
    } else {
        const auto name = options.text("mapping");
        if (name == "custom") {
            e.mapping = {"custom",
                         options.small("element-bits") / 8,
                         options.small("access-bits") / 8,
                         options.small("layer-bits") / 8,
                         32,
                         ""};
        } else {
            options.refuse({"element-bits", "access-bits", "layer-bits"}, "holds for --mapping custom alone");
            e.mapping = find_mapping(name);
        }
        if (options.has("banks")) e.mapping.banks = options.small("banks");
        check_mapping(e.mapping);
        e.lanes = e.mapping.banks;
        e.phases.emplace_back();
        for (int lane = 0; lane < e.lanes; ++lane) e.phases.back().push_back(lane);
    }
    e.stride = options.integer("stride");
    e.offset = options.integer("offset");
    const auto steps = options.integers("increment"), counts = options.integers("iterations");
    if (steps.size() != counts.size())
        throw usage_error("--increment has " + std::to_string(steps.size()) + " values and --iterations " +
                          std::to_string(counts.size()) + ": give one of each per loop");
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (counts[i] < 0) throw usage_error("--iterations: " + std::to_string(counts[i]) + " is below 0");
        e.loops.push_back({steps[i], counts[i]});
    }
    return e;
}

std::pair<std::int64_t, std::int64_t> range(const BankOptions& options, const std::string& name,
                                            std::int64_t end) {
    const auto values = options.integers(name);
    if (values.size() == 2 && values[0] >= 0 && values[0] < values[1] && values[1] <= end)
        return {values[0], values[1]};
    throw usage_error("--" + name + ": '" + options.text(name) +
                      "' is not A,B with 0 <= A < B <= " + std::to_string(end));
}

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

/// The degree of each warp; of one period alone where there are more than 4096, since they repeat.
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
    const auto [first, end] = range(options, "threads", largest_count);
    auto out = head(e);
    out["stride"] = e.stride;
    out["offset"] = e.offset;
    out["threads"] = std::vector<std::int64_t>{first, end};
    add_loops(out, options, e);
    add_cost(out, if_cost(e.mapping, e.stride, e.offset, first, end, e.loops));
    return out;
}

/// One 1-D or 2-D access, of some lanes, of many warps, in loops.
Json access(const BankOptions& options, const Expression& e) {
    auto out = head(e);
    const bool plane = options.has("repeat-x");
    Lanes lanes;
    std::int64_t warp_step = e.stride * e.lanes;
    auto phases = e.phases;
    if (plane) {
        options.refuse({"lanes", "device", "stride"}, "cannot be given together with --repeat-x (2-D)");
        const int x = options.small("repeat-x"), y = options.small("repeat-y");
        lanes = strided_lanes_2d(options.integer("stride-x"), x, options.integer("stride-y"), y);
        if (lanes.size() > 65536) throw usage_error("--repeat-x times --repeat-y is above 65536 lanes");
        warp_step = y * options.integer("stride-y");
        phases = {{}};
        for (int lane = 0; lane < int(lanes.size()); ++lane) phases.front().push_back(lane);
        out["stride_x"] = options.integer("stride-x");
        out["repeat_x"] = x;
        out["stride_y"] = options.integer("stride-y");
        out["repeat_y"] = y;
    } else {
        lanes = strided_lanes(e.stride, 0, e.lanes);
        out["stride"] = e.stride;
    }
    out["offset"] = e.offset;
    if (options.has("lanes")) {
        const auto [first, end] = range(options, "lanes", e.lanes);
        for (auto& phase : phases)
            std::erase_if(phase, [&, a = first, b = end](int lane) { return lane < a || lane >= b; });
        out["lanes"] = std::vector<std::int64_t>{first, end};
    }
    if (phases.size() > 1) out["phases"] = phases.size();
    auto repeats = e.loops;
    repeats.push_back({warp_step, options.integer("warps")});
    AccessCost cost;
    for (const auto& phase : phases)
        cost = sum(cost, repeated_cost(e.mapping, select(lanes, phase), e.offset, repeats));
    if (options.has("warps")) add_warps(out, e, lanes, phases, {warp_step, options.integer("warps")});
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
    options.refuse_operands();
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
