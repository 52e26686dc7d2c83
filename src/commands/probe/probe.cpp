// Runs `atrous probe`: lists layers, checks samples and warns.
#include "base/error.h"
#include "base/json.h"
#include "base/log.h"
#include "base/text.h"
#include "base/utf8.h"
#include "batch/plan/job.h"
#include "batch/plan/role_files.h"
#include "cli/messages.h"
#include "cli/tables.h"
#include "commands/probe/messages.h"
#include "commands/probe/motion_known.h"
#include "commands/probe/options.h"
#include "commands/probe/shots.h"
#include "renders/sequence.h"
#include <algorithm>
#include <set>
#include <string>

namespace atrous {
namespace {

constexpr OptionSetter<ProbeOptions> setters[] = {
    {"recursive", [](ProbeOptions& o, Text) { o.inputs.recursive = true; }},
    {"frames", [](ProbeOptions& o, Text list) { o.inputs.frames = parse_frames(list, "--frames"); }},
    {"every-frame", [](ProbeOptions& o, Text) { o.every_frame = true; }},
    {"json", [](ProbeOptions& o, Text) { o.json = true; }}};

constexpr std::size_t shown_candidates = 8;

std::string part_text(const ListedPart& part, std::size_t index, std::size_t parts) {
    std::string text = "  " + (parts > 1 ? "part " + std::to_string(index) + " " : std::string());
    if (!part.name.empty()) text += "'" + part.name + "' ";
    if (!part.view.empty()) text += "view " + part.view + " ";
    text += window_text(part.data);
    if (part.display.size != part.data.size || part.display.corner != part.data.corner)
        text += " of " + window_text(part.display);
    if (!part.compression.empty()) text += ", " + part.compression;
    if (!part.kind.empty()) text += ", " + part.kind + ": listed by its header, not read";
    Table table;
    table.add({"layer", "channels", "types", "role", "why"});
    for (const ListedLayer& layer : part.layers)
        table.add({layer.name, layer.channels, layer.types, layer.role.empty() ? "-" : layer.role,
                   layer.reason + (layer.used ? "" : ", not used: another one is preferred")});
    return text + "\n" + table.text("  ");
}

std::string listing_text(const Listing& listing) {
    std::string text = one_line(listing.path.string()) + ": " + listing.format +
                       (listing.table.empty() ? "" : ", table " + listing.table) + "\n";
    for (std::size_t i = 0; i < listing.parts.size(); ++i)
        text += part_text(listing.parts[i], i, listing.parts.size());
    if (!listing.pictures.empty())
        text +=
            "  picture: " + joined(listing.pictures) + (listing.readable ? "" : " (cannot be read)") + "\n";
    return text;
}

std::string sequence_text(const ProbedShot& shot) {
    if (!shot.sequence) return "";
    std::string text = one_line(shot.name) + ": " + std::to_string(shot.frames.size()) + " frames" +
                       (shot.frames.empty() ? "" : ", " + frames_text(shot.frames));
    if (!shot.holes.empty()) text += "; missing: " + frames_text(shot.holes);
    text += "\n";
    for (const Change& change : shot.changes)
        text += "  from frame " + std::to_string(change.frame) + " on: " + change.what + "\n";
    if (!shot.looked_at.empty()) text += "  samples looked at: frames " + frames_text(shot.looked_at) + "\n";
    return text;
}

/// Returns the best readings, without readings that mean the same motion as a better one of the same vectors.
std::vector<MotionCandidate> distinct(const std::vector<MotionCandidate>& candidates) {
    std::vector<MotionCandidate> shown;
    for (const MotionCandidate& one : candidates) {
        const auto agrees = [&](const MotionCandidate& other) {
            return other.pair == one.pair && same_motion(other.convention, one.convention);
        };
        if (shown.size() < shown_candidates && std::ranges::none_of(shown, agrees)) shown.push_back(one);
    }
    return shown;
}

std::string motion_text(const ProbedShot& shot, const MotionFit& fit) {
    if (fit.candidates.empty()) return "";
    Table table;
    table.add({"residual", "vectors", "convention"});
    for (const MotionCandidate& one : distinct(fit.candidates)) {
        const PairFit& pair = fit.pairs[one.pair]; // its reading is shown, not another one of the same motion
        const bool is_found = pair.found && same_motion(pair.convention, one.convention);
        table.add({fixed(one.residual, 4), pair.title,
                   convention_text(is_found ? pair.convention : one.convention)});
    }
    constexpr const char* sides[] = {"frame before", "frame after"};
    for (std::size_t side = 0; side < 2; ++side)
        table.add({fixed(fit.still[side], 4), "none", std::string("no motion, ") + sides[side]});
    std::string text = "motion at frame " + std::to_string(shot.motion_frame) + ": residual of the " +
                       fit.guide + ", best first\n" + table.text("  ");
    for (const PairFit& pair : fit.pairs) text += "  " + pair.title + ": " + pair.reason + "\n";
    return text;
}

Json window_json(const ExrWindow& window) {
    return Json::Object{{"x", window.corner[0]},
                        {"y", window.corner[1]},
                        {"width", window.size.width},
                        {"height", window.size.height}};
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json layer_json(const ListedLayer& layer) {
    return Json::Object{{"layer", layer.name},
                        {"channels", layer.channels},
                        {"types", layer.types},
                        {"role", text_or_null(layer.role)},
                        {"why", text_or_null(layer.reason)},
                        {"used", layer.used}};
}

Json part_json(const ListedPart& part) {
    return Json::Object{{"name", text_or_null(part.name)},
                        {"view", text_or_null(part.view)},
                        {"data", window_json(part.data)},
                        {"display", window_json(part.display)},
                        {"compression", text_or_null(part.compression)},
                        {"kind", text_or_null(part.kind)},
                        {"layers", array_of(part.layers, layer_json)}};
}

Json listing_json(const Listing& listing) {
    return Json::Object{
        {"file", name_text(listing.path)},      {"format", listing.format},
        {"table", text_or_null(listing.table)}, {"readable", listing.readable},
        {"pictures", listing.pictures},         {"parts", array_of(listing.parts, part_json)}};
}

Json convention_json(const MotionConvention& convention) {
    const auto [to, sign, y, unit] = words_of(convention);
    return Json::Object{{"to", to},
                        {"sign", sign},
                        {"y", y},
                        {"unit", unit},
                        {"scale", convention.scale},
                        {"centre", convention.centre},
                        {"premultiplied", convention.premultiplied}};
}

Json motion_json(const ProbedShot& shot) {
    const MotionFit& fit = shot.motion;
    if (fit.candidates.empty()) return {};
    Json object = Json::Object{{"frame", shot.motion_frame}, {"of", fit.guide}};
    object["no_motion"]["previous"] = fit.still[0];
    object["no_motion"]["next"] = fit.still[1];
    object["vectors"] = array_of(fit.pairs, [](const PairFit& pair) {
        return Json::Object{{"layer", pair.title},
                            {"found", pair.found},
                            {"direction_found", pair.direction},
                            {"convention", pair.found ? convention_json(pair.convention) : Json()},
                            {"sure", pair.sure},
                            {"open", pair.open},
                            {"why", pair.reason},
                            {"options", text_or_null(pair.options)}};
    });
    object["candidates"] = array_of(fit.candidates, [&](const MotionCandidate& candidate) {
        Json one = convention_json(candidate.convention);
        one["layer"] = fit.pairs[candidate.pair].title;
        one["residual"] = candidate.residual;
        return one;
    });
    return object;
}

/// Returns the options of `denoise` in warnings as a command line, without options in which a NAME or N
/// stands for a value that only the user has.
Json options_of(const ProbedShot& shot) {
    std::vector<std::string> options;
    for (const Finding& finding : shot.findings) {
        const bool asks = finding.option.find('|') != std::string::npos || finding.option.ends_with("NAME") ||
                          finding.option.ends_with(" N") || finding.option.ends_with("FILE") ||
                          finding.option.ends_with(" S'");
        if (!finding.option.empty() && !asks && std::ranges::count(options, finding.option) == 0)
            options.push_back(finding.option);
    }
    return options;
}

Json shot_json(const ProbedShot& shot) {
    Json object = Json::Object{{"name", name_text(shot.name)}, {"sequence", shot.sequence}};
    object["frames"] = shot.sequence ? Json(shot.frames) : Json(Json::Array{});
    object["holes"] = shot.holes;
    object["changes"] = array_of(shot.changes, [](const Change& change) {
        return Json::Object{{"frame", change.frame}, {"what", change.what}};
    });
    object["looked_at"] = shot.sequence ? Json(shot.looked_at) : Json(Json::Array{});
    object["files"] = array_of(shot.listings, listing_json);
    object["motion"] = motion_json(shot);
    object["options"] = options_of(shot);
    object["warnings"] = array_of(shot.findings, [](const Finding& finding) {
        return Json::Object{{"what", finding.what},
                            {"id", finding.text.id},
                            {"text", finding.text.text},
                            {"option", text_or_null(finding.option)}};
    });
    object["errors"] = array_of(shot.errors, [](const auto& error) { return Json(error.second.text); });
    return object;
}

/// Returns for each shot its frames, a table per part, and the result for its motion.
std::string probe_text(const std::vector<ProbedShot>& shots) {
    std::string text;
    for (const ProbedShot& shot : shots) {
        if (!text.empty()) text += "\n";
        text += sequence_text(shot);
        for (const Listing& listing : shot.listings) text += listing_text(listing);
        text += motion_text(shot, shot.motion);
    }
    return text;
}

/// {"shots": [{"name", "frames", "holes", "changes", "files": [{"parts": [{"layers"}]}], "motion", "options", "warnings", "errors"}]}.
Json probe_json(const std::vector<ProbedShot>& shots) {
    Json object;
    object["shots"] = array_of(shots, shot_json);
    return object;
}

/// Prints the errors of a shot by frame. An option that fits no frame is one error.
void print_errors(const ProbedShot& shot) {
    std::set<std::string> printed; // errors of options
    for (const auto& [frame, error] : shot.errors) {
        const bool is_of_option = error.id == messages::probe_no_layer.id ||
                                  error.id == messages::probe_no_light.id ||
                                  error.id == messages::probe_no_role.id;
        if (!is_of_option || printed.insert(error.id + (" " + error.values.at(0))).second)
            log_error(error.on_one_line());
    }
}

} // namespace

ProbeOptions probe_options(const CommandLine& line) {
    ProbeOptions options;
    if (line.operands.empty()) throw usage_error(messages::probe_inputs_missing);
    options.inputs.operands = line.operands;
    read_role_options(line, options.read, options.lights);
    set_given(line, setters, options);
    return options;
}

int run_probe(const CommandCall& call) {
    const CommandLine& line = call.line;
    const ProbeOptions options = probe_options(line);
    const Inputs inputs = find_inputs(options.inputs);
    IsolatedReading reading(line);
    const std::vector<ProbedShot> shots = probe_shots(inputs, options, reading);
    report_output(options.json ? probe_json(shots).dump(2) + "\n" : printable(probe_text(shots)));
    bool fine = true;
    for (const ProbedShot& shot : shots) {
        for (const Finding& finding : shot.findings) {
            Message warning = finding.text.on_one_line();
            if (!finding.option.empty()) warning.text += " [" + finding.option + "]";
            if (warning.id.starts_with("N_"))
                log_info(warning);
            else
                log_warning(warning);
        }
        print_errors(shot);
        fine &= shot.errors.empty();
    }
    return int(fine ? Exit::ok : reading.failed());
}

} // namespace atrous
