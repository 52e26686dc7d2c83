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
          "Select the mapping of elements to banks: conv4, conv8, row2, row4, row8, col2, col4, col8, three, tesla, "
          "fermi, kepler4, kepler8 or custom"},
         {where, "device", 0, text, "NAME", "", device_help(), 0, 0, device_names()},
         {where, "banks", 0, integer, "N", "of the mapping",
          "Set the number of banks and of the lanes of a warp, {range}", 1, 4096},
         {where, "element-bits", 0, text, "BITS", "32",
          "Set the width M of an element, for custom and --device: a power of two, 8 to 512", 0, 0,
          "8|16|32|64|128|256|512"},
         {where, "access-bits", 0, text, "BITS", "32",
          "Set the width N of a bank's word, for custom: a power of two, 8 to 512", 0, 0,
          "8|16|32|64|128|256|512"},
         {where, "layer-bits", 0, text, "BITS", "32",
          "Set the width W of a bank's layer, for custom: a power of two, 8 to 512", 0, 0,
          "8|16|32|64|128|256|512"},
         {access, "stride", 0, integer, "N", "1", "Set the distance from lane to lane in elements", -most,
          most},
         {access, "offset", 0, integer, "N", "0", "Set the element of lane 0", 0, most},
         {access, "lanes", 0, list, "A,B", "", "Limit the access to lanes A to B-1 of the warp"},
         {access, "stride-x", 0, integer, "N", "1", "2-D: set the distance from i to i + 1", -most, most},
         {access, "repeat-x", 0, integer, "N", "",
          "2-D: set the number of i, {range}; thread t is (i, j) = (t mod N, t / N)", 1, 4096},
         {access, "stride-y", 0, integer, "N", "1", "2-D: set the distance from j to j + 1", -most, most},
         {access, "repeat-y", 0, integer, "N", "1", "2-D: set the number of j, {range}", 1, 4096},
         {warps, "warps", 0, integer, "N", "1",
          "Set the number of consecutive warps (2-D: repeat the whole N times, each below the one before)", 1,
          most},
         {warps, "threads", 0, list, "A,B", "",
          "if: limit the access to threads A to B-1, which determine the warps"},
         {warps, "increment", 0, list, "N,..", "0",
          "for: set the distance from iteration to iteration, one value per nested loop"},
         {warps, "iterations", 0, list, "N,..", "1",
          "for: set the number of iterations, one value per nested loop"},
         {warps, "first", 0, integer, "I", "0", "for-if: set the first i; threads t < i are active", 0, most},
         {warps, "last-exclusive", 0, integer, "I", "", "for-if: set the end of i, exclusive", 0, most},
         {warps, "pitch", 0, integer, "N", "0",
          "for-if: set the distance from i to i + 1; the length of a row for a triangle in 2-D", -most, most},
         {"Output", "json", 0, flag, "", "", "Print JSON"},
         {"Output", "help", 'h', flag, "", "", "Print this help"}},
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
