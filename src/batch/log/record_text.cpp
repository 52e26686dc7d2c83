// Prints the record of one image as a table for people.
#include "base/text.h"
#include "batch/log/record.h"
#include <algorithm>

namespace atrous {
namespace {

void add_time(Table& table, const std::string& name, double ms) { table.add({name, fixed(ms, 1), "", ""}); }

/// A stage that not every image has.
void add_stage(Table& table, const char* name, const PartRun& part, Stage stage) {
    if (const double ms = stage_ms({part}, stage); ms > 0) add_time(table, name, ms);
}

/// "svgf_pack_guides" as "pack guides": the kernel without its filter.
std::string step_text(const std::string& kernel) {
    std::string text = kernel.substr(kernel.find('_') + 1);
    std::ranges::replace(text, '_', ' ');
    return text;
}

/// Adds the steps before the levels: each own step of a filter, and the search for edge weights of all levels
/// together.
void add_search(Table& table, const PartRun& part) {
    std::vector<std::pair<std::string, double>> steps;
    for (const PassTime& pass : part.report.passes) {
        if (pass.stage != Stage::search) continue;
        const std::string name = pass.level < 0 ? step_text(pass.name) : "edge search";
        const auto known = std::ranges::find(steps, name, &std::pair<std::string, double>::first);
        if (known == steps.end())
            steps.emplace_back(name, pass.ms);
        else
            known->second += pass.ms;
    }
    for (const auto& [name, ms] : steps) add_time(table, name, ms);
}

void add_levels(Table& table, const PartRun& part) {
    for (const auto& pass : part.report.passes)
        if (pass.stage == Stage::level)
            table.add({"level " + std::to_string(pass.level), fixed(pass.ms, 1), fixed(mpixel_per_s(pass), 0),
                       fixed(gb_per_s(pass), 1)});
}

/// Returns the choices for the part, only strings and numbers: "levels 8, space lab, ...".
std::string choices_text(const Json& settings) {
    std::string text;
    for (const char* name :
         {"levels", "temporal", "samples", "space", "schedule", "order", "border", "form", "synthesis"}) {
        const Json* value = settings.find(name);
        if (!value) continue;
        const std::string shown = value->string() ? *value->string() : value->dump();
        text += (text.empty() ? "" : ", ") + std::string(name) + " " + shown;
    }
    return text;
}

/// Returns the filtered channels: "layer Composite.Combined, channels Composite.Combined.R ...".
std::string channels_text(const Json& settings) {
    const Json* channels = settings.find("channels");
    if (!channels) return "";
    std::string text;
    for (const Json& name : *channels->array()) text += " " + *name.string();
    const Json* layer = settings.find("layer");
    return "  " + (layer ? "layer " + *layer->string() + ", " : "") + "channels" + text + "\n";
}

/// "profile: Adobe RGB (1998), embedded, formula".
std::string profile_text(const Json& settings) {
    const Json* profile = settings.find("profile");
    if (!profile) return "";
    std::string text;
    for (const char* name : {"name", "origin", "transfer"})
        text += (text.empty() ? "  profile: " : ", ") + *profile->find(name)->string();
    return text + "\n";
}

/// "tile: 16x16, map bank, degree 1: reason" for form tile, otherwise nothing.
std::string tile_text(const Json& settings) {
    const Json* tile = settings.find("tile");
    if (!tile) return "";
    const auto text = [&](const char* name) {
        const Json* value = tile->find(name);
        return value->string() ? *value->string() : value->dump();
    };
    return "  tile: " + text("group") + ", map " + text("map") + ", degree " + text("conflict_degree") +
           ": " + text("reason") + "\n";
}

/// "noise of the finest details, per plane: 1.53, 0.8123, 0.7" for --denoise bayes, otherwise nothing.
std::string noise_text(const Json& settings) {
    const Json* found = settings.find("found");
    if (!found) return "";
    std::string values;
    for (const Json& value : *found->find("noise")->array())
        values += (values.empty() ? "" : ", ") + significant(value.number(0));
    return "  noise of the finest details, per plane: " + values + "\n";
}

/// "regions: 3x2 of 2168x2245, ..." for several regions, otherwise nothing.
std::string regions_text_of(const Json& settings) {
    const Json* regions = settings.find("regions");
    if (!regions) return "";
    const auto number = [&](const char* name) { return regions->find(name)->dump(); };
    return "  regions: " + number("columns") + "x" + number("rows") + " of " +
           *regions->find("size")->string() + ", " + number("overlap") + " pixels overlap, " +
           fixed(regions->find("extra")->number(0) * 100, 0) + " % more pixels computed than the image has\n";
}

} // namespace

std::string frame_table(const FrameRecord& record) {
    Table table;
    table.add({"stage", "ms", "Mpixel/s", "GB/s"});
    add_time(table, "read", record.read_ms);
    std::string choices;
    for (const auto& part : record.parts) {
        const std::vector<PartRun> one{part};
        choices += "  " + to_string(part.size) + ": " + choices_text(part.settings) + "\n" +
                   channels_text(part.settings) + profile_text(part.settings) + tile_text(part.settings) +
                   regions_text_of(part.settings) + noise_text(part.settings);
        if (part.report.compile_ms > 0) add_time(table, "compile", part.report.compile_ms);
        add_time(table, "upload", part.report.upload_ms);
        add_time(table, "setup", stage_ms(one, Stage::setup));
        add_time(table, "enter", stage_ms(one, Stage::enter));
        add_stage(table, "denoise", part, Stage::denoise);
        add_search(table, part);
        add_levels(table, part);
        add_stage(table, "noise", part, Stage::noise);
        add_stage(table, "synthesis", part, Stage::upward);
        add_time(table, "leave", stage_ms(one, Stage::leave));
        add_time(table, "download", part.report.download_ms);
    }
    add_time(table, "write", record.write_ms);
    add_time(table, "total", record.total_ms);
    return one_line(record.job.input().string() + " -> " + record.job.output().string()) + "\n" + choices +
           table.text("  ");
}

} // namespace atrous
