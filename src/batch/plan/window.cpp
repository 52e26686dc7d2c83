// Looks at the header of one file.
#include "batch/plan/window.h"
#include "base/error.h"
#include "cli/setting_rows.h"
#include "filters/svgf/settings.h"
#include "platform/standard_streams.h"
#include "renders/find.h"
#include "renders/table.h"
#include <algorithm>
#include <charconv>

namespace atrous {
namespace {

/// Samples per pixel by the header of an OpenEXR file alone; 0: it does not say.
double samples_in_header(const std::filesystem::path& path, const CommandLine& line) {
    const std::vector<PartNames> parts = part_names(exr_headers(path));
    const std::string table = line.value("aovs", "auto");
    const Aovs aovs = table == "auto" ? find_roles(parts) : find_roles(parts, load_aov_table(table));
    double samples = 0;
    if (const FoundAov* found = aovs.find(AovRole::samples))
        std::from_chars(found->value.data(), found->value.data() + found->value.size(), samples);
    return samples;
}

double samples_of_first(const CommandLine& line, InputOptions named) {
    if (named.list == standard_stream) named.list.clear(); // it is read once
    if (named.operands.empty() && named.list.empty()) return 0;
    try {
        const Inputs inputs = find_inputs(named);
        const auto there = [](const Input& input) { return !input.frame || !input.frame->missing; };
        const auto first = std::ranges::find_if(inputs.files, there);
        return first == inputs.files.end() ? 0 : samples_in_header(first->path, line);
    } catch (const Error&) { // told of when its turn comes
        return 0;
    }
}

} // namespace

std::vector<PartNames> part_names(const std::vector<ExrPartHeader>& headers) {
    std::vector<PartNames> parts;
    for (const ExrPartHeader& header : headers) {
        PartNames& part = parts.emplace_back(PartNames{header.name, {}, header.strings});
        for (const auto& channel : header.channels) part.channels.push_back(channel.name);
    }
    return parts;
}

FrameWindow window_of(const CommandLine& line, const InputOptions& inputs) {
    SvgfSettings settings = filter_settings(line, true);
    FrameWindow window;
    if (settings.reach > 0 && !line.has("temporal")) {
        window.samples = gives_samples(line) ? settings.samples : samples_of_first(line, inputs);
        settings.reach = reach_for(window.samples, settings);
    }
    window.around = settings.recursive ? Around(settings.warmup, 0) : Around(settings.reach);
    return window;
}

} // namespace atrous
