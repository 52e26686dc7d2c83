// Reads the options of `atrous banks degree` into an expression.
#include "base/error.h"
#include "lab/banks/commands/commands.h"
#include "lab/banks/messages.h"
#include "lab/banks/named_mappings.h"

namespace atrous {

namespace {

/// Options without effect next to other options.
const std::vector<OptionRule> degree_rules = {
    {"device", OptionRule::excludes, "mapping|banks|access-bits|layer-bits"},
    {"stride", OptionRule::excludes, "repeat-x", "2-D: --stride-x"},
    {"stride-x", OptionRule::needs, "repeat-x", "2-D"},
    {"stride-y", OptionRule::needs, "repeat-x", "2-D"},
    {"repeat-y", OptionRule::needs, "repeat-x", "2-D"},
    {"lanes", OptionRule::excludes, "repeat-x|threads|last-exclusive", "of one warp"},
    {"repeat-y", OptionRule::excludes, "threads|last-exclusive", "these set the number of threads"},
    {"warps", OptionRule::excludes, "threads|last-exclusive", "these set the number of threads"},
    {"threads", OptionRule::excludes, "last-exclusive", "if, or for-if"},
    {"increment", OptionRule::needs, "iterations", "for"},
    {"increment", OptionRule::excludes, "last-exclusive", "for-if: --pitch"},
    {"iterations", OptionRule::excludes, "last-exclusive", "for-if"},
    {"first", OptionRule::needs, "last-exclusive", "for-if"},
    {"pitch", OptionRule::needs, "last-exclusive", "for-if"},
};

/// Reads the local memory of --device, and the lanes that it serves together.
void read_device(const BankOptions& options, Expression& e) {
    const auto& device = find_bank_device(options.text("device"));
    if (device.banks == 0) throw usage_error(messages::degree_device, device.name, device.source);
    e.mapping = device_mapping(device, options.small("element-bits"));
    e.warp = {device.subgroup, device_phases(device, options.small("element-bits"))};
}

/// Reads the local memory of --mapping, whose banks serve all lanes together.
void read_mapping(const BankOptions& options, Expression& e) {
    const auto name = options.text("mapping");
    if (name == "custom") {
        e.mapping = {"custom", options.small("element-bits") / 8, options.small("access-bits") / 8,
                     options.small("layer-bits") / 8, 32};
    } else {
        options.refuse({"element-bits", "access-bits", "layer-bits"}, "only works with --mapping custom");
        e.mapping = find_mapping(name);
    }
    if (options.has("banks")) e.mapping.banks = options.small("banks");
    check_mapping(e.mapping);
    e.warp = whole_warp(e.mapping.banks);
}

void read_loops(const BankOptions& options, Expression& e) {
    const auto steps = options.integers("increment"), counts = options.integers("iterations");
    if (steps.size() != counts.size()) throw usage_error(messages::degree_loops, steps.size(), counts.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (counts[i] < 0) throw usage_error(messages::degree_iterations, counts[i]);
        e.loops.push_back({steps[i], counts[i]});
    }
}

} // namespace

const OptionTable& degree_table() {
    using enum ValueKind;
    constexpr const char* where = "Local memory";
    constexpr const char* access = "One access (elements)";
    constexpr const char* warps = "Many accesses";
    constexpr double most = double(largest_count);
    static const OptionTable table{
        "banks degree",
        "[options]",
        "Conflict degree of an access to local memory: how many cycles the busiest bank needs (1 = free). "
        "Replays are the cycles beyond one per access.",
        {{where, "mapping", 0, text, "NAME", "conv4",
          "conv4, conv8, row2, row4, row8, col2, col4, col8, three, tesla, fermi, kepler4, kepler8, or "
          "custom"},
         {where, "device", 0, text, "NAME", "", device_help(), 0, 0, device_names()},
         {where, "banks", 0, integer, "N", "of the mapping", "Banks, and lanes of a warp, 1 to 4096", 1,
          4096},
         {where, "element-bits", 0, text, "BITS", "32",
          "Width M of an element, for custom and --device: a power of two, 8 to 512", 0, 0,
          "8|16|32|64|128|256|512"},
         {where, "access-bits", 0, text, "BITS", "32",
          "Width N of a bank's word, for custom: a power of two, 8 to 512", 0, 0, "8|16|32|64|128|256|512"},
         {where, "layer-bits", 0, text, "BITS", "32",
          "Width W of a bank's layer, for custom: a power of two, 8 to 512", 0, 0, "8|16|32|64|128|256|512"},
         {access, "stride", 0, integer, "N", "1", "From lane to lane", -most, most},
         {access, "offset", 0, integer, "N", "0", "Of lane 0", 0, most},
         {access, "lanes", 0, list, "A,B", "", "Only lanes A to B-1 of the warp"},
         {access, "stride-x", 0, integer, "N", "1", "2-D: from i to i + 1", -most, most},
         {access, "repeat-x", 0, integer, "N", "",
          "2-D: how many i; thread t is (i, j) = (t mod N, t / N), 1 to 4096", 1, 4096},
         {access, "stride-y", 0, integer, "N", "1", "2-D: from j to j + 1", -most, most},
         {access, "repeat-y", 0, integer, "N", "1", "2-D: how many j, 1 to 4096", 1, 4096},
         {warps, "warps", 0, integer, "N", "1",
          "Warps after each other (2-D: N times the whole below itself)", 1, most},
         {warps, "threads", 0, list, "A,B", "", "if: only threads A to B-1; warps follow from them"},
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
        "          atrous banks degree --mapping col2 --stride-y 24 --repeat-x 16 --repeat-y 16\n"
        "          atrous banks degree --mapping row2 --stride 4 --increment 1 --iterations 10000000\n"
        "          atrous banks degree --mapping conv4 --last-exclusive 1000 --pitch 33\n",
        degree_rules};
    return table;
}

Expression read_expression(const BankOptions& options) {
    Expression e;
    if (options.has("device"))
        read_device(options, e);
    else
        read_mapping(options, e);
    e.threads = options.has("repeat-x") ? Threads{options.integer("stride-x"), options.integer("repeat-x"),
                                                  options.integer("stride-y")}
                                        : Threads{options.integer("stride")};
    e.offset = options.integer("offset");
    read_loops(options, e);
    return e;
}

std::pair<std::int64_t, std::int64_t> read_range(const BankOptions& options, const std::string& name,
                                                 std::int64_t end) {
    const auto values = options.integers(name);
    if (values.size() == 2 && values[0] >= 0 && values[0] < values[1] && values[1] <= end)
        return {values[0], values[1]};
    throw usage_error(messages::degree_range, name, options.text(name), end);
}

} // namespace atrous
