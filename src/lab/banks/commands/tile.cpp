// Runs `atrous banks tile`: makes a report from its options.
#include "base/error.h"
#include "base/file.h"
#include "graph/tables.h"
#include "lab/banks/commands/commands.h"
#include "lab/banks/messages.h"
#include <algorithm>
#include <iostream>

namespace atrous {

const OptionTable& tile_table() {
    using enum ValueKind;
    constexpr const char* tile = "Tile in local memory";
    constexpr const char* memory = "Local memory";
    constexpr const char* more = "More questions";
    static const OptionTable table{
        "banks tile",
        "[options]",
        "Finds the rectangle of work-items (the bank pattern tile) whose reads hit distinct banks at every "
        "tap of a filter, whether such tiles cover the work-group, and the best map of lanes to pixels.",
        {{tile, "workgroup", 0, text, "WxH", "16x16", "Set the work-group, up to 1024 work-items a side"},
         {tile, "radius", 0, integer, "N", "2", "Set the taps per side, {range}: rows have W + 2 N elements",
          0, 64},
         {tile, "width", 0, integer, "N", "", "Set a row pitch in elements instead of a work-group, {range}",
          1, 8192},
         {tile, "element-bits", 0, text, "BITS", "32", "Set the width of an element: 8, 16, 32, 64 or 128", 0,
          0, "8|16|32|64|128"},
         {memory, "banks", 0, integer, "N", "32", "Set the number of banks, {range}", 1, 1024},
         {memory, "bank-bits", 0, text, "BITS", "32", "Set the width of a bank's word: 32, 64 or 128", 0, 0,
          "32|64|128"},
         {memory, "subgroup", 0, integer, "N", "32", "Set the lanes of a sub-group, {range}", 1, 1024},
         {memory, "device", 0, text, "NAME", "", device_help(), 0, 0, device_names()},
         {memory, "memory-limit", 0, bytes, "SIZE", "",
          "Limit the local memory of one tile: excludes padding that exceeds it"},
         {more, "reshape", 0, text, "wide|tall", "", "Show only this reshape of the tile", 0, 0, "wide|tall"},
         {more, "halvings", 0, integer, "A", "1",
          "With --reshape, set the window, {range}: 2^A d x n / 2^A (wide) or d / 2^A x 2^A n (tall)", 0, 12},
         {more, "height", 0, integer, "N", "two periods", "Set the rows of the reshaped grid, {range}", 1,
          4096},
         {more, "window", 0, text, "WxH", "the largest free one",
          "Select the window to show, for elements smaller than a bank's word (8 or 16 bits)"},
         {"Output", "json", 0, flag, "", "", "Print JSON"},
         {"Output", "svg", 0, text, "FILE", "", "Write a figure: banks as colours, tiles outlined"},
         {"Output", "help", 'h', flag, "", "", "Print this help"}},
        "examples: atrous banks tile --workgroup 16x16 --radius 2 --svg tile.svg\n"
        "          atrous banks tile --workgroup 8x8 --radius 1 --device cdna3 --element-bits 128\n",
        {{"banks", OptionRule::excludes, "device"},
         {"bank-bits", OptionRule::excludes, "device"},
         {"subgroup", OptionRule::excludes, "device"},
         {"workgroup", OptionRule::excludes, "width"},
         {"radius", OptionRule::excludes, "width"},
         {"memory-limit", OptionRule::excludes, "width"},
         {"halvings", OptionRule::needs, "reshape", "wide or tall"},
         {"height", OptionRule::needs, "reshape", "wide or tall"}}};
    return table;
}

namespace {

void read_shape(const BankOptions& options, TileReport& report) {
    if (options.has("width")) {
        report.width = options.small("width");
        return;
    }
    const auto group = parse_size(options.text("workgroup"), "--workgroup", 1024, "16x16");
    report.group = group;
    report.radius = options.small("radius");
    report.width = group.width + 2 * report.radius;
}

void read_reshape(const BankOptions& options, TileReport& report) {
    if (!options.has("reshape")) return;
    if (!report.tile) throw usage_error(messages::reshape_tile);
    const int a = options.small("halvings");
    report.only = reshape(*report.tile, options.text("reshape") == "wide" ? TILE_WIDE : TILE_TALL, a);
    if (!report.only)
        throw usage_error(messages::reshape_halvings, a, to_string(Size{report.tile->d, report.tile->n}),
                          report.width, options.text("reshape"));
    if (options.has("height")) report.height = options.small("height");
    if (report.height % report.only->height_multiple)
        throw usage_error(messages::reshape_height, report.height, report.only->height_multiple);
}

/// Maps that use the tile of another map; they differ in the upward pass of stored details.
void add_plane_maps(TileReport& report) {
    for (const Map& map : maps()) {
        const auto same = std::ranges::find(report.choices, map.tile, &MapChoice::name);
        if (!map.plane_groups || same == report.choices.end()) continue;
        MapChoice choice = *same;
        choice.name = map.name;
        report.choices.insert(same + 1, choice);
    }
}

TileReport read_report(const BankOptions& options) {
    TileReport report;
    report.device = options.has("device")
                        ? find_bank_device(options.text("device"))
                        : custom_device(options.small("banks"), options.small("bank-bits") / 8,
                                        options.small("subgroup"));
    if (options.has("device")) report.device_name = report.device.name;
    report.element_bits = options.small("element-bits");
    read_shape(options, report);
    const auto& device = report.device;
    if (device.banks > 0 && report.elem_bytes() >= device.bank_bytes &&
        device.layer_bytes == device.bank_bytes)
        report.tile =
            bank_tile(report.width, element_banks(device.banks, device.bank_bytes, report.elem_bytes()));
    read_reshape(options, report);
    if (!report.tile && device.banks > 0) {
        report.window = subword_window(report.width, device.banks, device.bank_bytes, report.elem_bytes());
        if (options.has("window"))
            report.window = parse_size(options.text("window"), "--window", 65536, "4x8");
        if (report.window.pixels() > 65536)
            throw usage_error(messages::tile_window, to_string(report.window));
    } else {
        options.refuse({"window"},
                       "only works with elements narrower than a bank's word (--element-bits 8 or 16)");
    }
    if (!report.group) return report;
    const auto limit =
        options.has("memory-limit") ? parse_bytes(options.text("memory-limit"), "--memory-limit") : 0;
    report.choices = map_choices(device, *report.group, report.radius, report.element_bits);
    report.best = best_choice(report.choices, report.element_bits, std::int64_t(limit));
    add_plane_maps(report);
    report.padded_pitch = row_padding(device, *report.group, report.radius, report.element_bits);
    return report;
}

} // namespace

int run_banks_tile(const BankOptions& options) {
    refuse_operands(options.table, options.line);
    const auto report = read_report(options);
    if (options.has("svg")) write_text(options.text("svg"), tile_svg(report));
    std::cout << (options.has("json") ? tile_json(report).dump(2) + "\n" : tile_text(report));
    return 0;
}

} // namespace atrous
