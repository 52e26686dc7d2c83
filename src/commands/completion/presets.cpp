// Runs `atrous presets`.
#include "base/json.h"
#include "base/text.h"
#include "cli/messages.h"
#include "cli/preset.h"
#include "commands/completion/shell.h"
#include <iostream>

namespace atrous {

const OptionTable& presets_table() {
    using enum ValueKind;
    static const OptionTable table{
        "presets",
        "[NAME|FILE] [--json]",
        "Lists the presets of atrous enhance, a line each, or prints the text of one: a file "
        "to change and to give to --preset.",
        {{"Output", "json", 0, flag, "", "", "Print the list as JSON"},
         {"Output", "help", 'h', flag, "", "", "Print this"}},
        "example: atrous presets sharpen > mine.preset\n"};
    return table;
}

namespace {

void print_list(bool as_json) {
    Table lines;
    Json::Array list;
    for (const auto& name : preset_names()) {
        const std::string what = preset_summary(name);
        const bool is_default = name == default_preset;
        lines.rows.push_back({name + (is_default ? " (default)" : ""), what});
        list.push_back(Json::Object{{"name", name}, {"what", what}, {"default", is_default}});
    }
    std::cout << (as_json ? Json(list).dump(2) + "\n" : lines.text());
}

} // namespace

int run_presets(const std::vector<std::string>& arguments) {
    const CommandLine line = parse_options(presets_table(), arguments);
    if (line.has("help")) return std::cout << help_text(presets_table()), 0;
    if (line.operands.size() > 1) throw usage_error(messages::presets_several, line.operands.size());
    if (line.operands.empty())
        print_list(line.has("json"));
    else if (line.has("json"))
        throw usage_error(messages::presets_json_of_name);
    else
        std::cout << preset_text(load_preset(line.operands.front(), "presets"));
    return 0;
}

} // namespace atrous
