// Runs `atrous compare`: pairs files, measures, prints, and applies the thresholds.
#include "base/error.h"
#include "base/json.h"
#include "base/log.h"
#include "base/text.h"
#include "base/utf8.h"
#include "batch/plan/job.h"
#include "cli/messages.h"
#include "cli/tables.h"
#include "commands/compare/messages.h"
#include "commands/compare/picture.h"
#include "commands/compare/sequence.h"
#include "formats/write/output_file.h"
#include "image/heat.h"
#include <algorithm>
#include <filesystem>

namespace atrous {
namespace {

using Options = CompareOptions;

std::string png_name(const std::string& name) {
    if (lower(std::filesystem::path(name).extension().string()) != ".png")
        throw usage_error(messages::heat_is_png, name);
    return name;
}

constexpr OptionSetter<Options> setters[] = {
    {"frames", [](Options& o, Text list) { o.frames = list; }},
    {"layer", [](Options& o, Text name) { o.layer = name; }},
    {"motion-from", [](Options& o, Text pattern) { o.motion = pattern; }},
    {"linear", [](Options& o, Text) { o.scale.linear = true; }},
    {"peak", [](Options& o, Text number) { o.scale.peak = to_number(number); }},
    {"alpha", [](Options& o, Text) { o.alpha = true; }},
    {"hdr", [](Options& o, Text) { o.hdr = true; }},
    {"json", [](Options& o, Text) { o.json = true; }},
    {"heat", [](Options& o, Text name) { o.heat = png_name(name); }},
    {"metric", [](Options& o, Text name) { o.metric = name == "all" ? "" : name; }},
    {"min-psnr", [](Options& o, Text number) { o.min_psnr = to_number(number); }},
    {"max-flip", [](Options& o, Text number) { o.max_flip = to_number(number); }},
    {"max-flicker", [](Options& o, Text number) { o.max_flicker = to_number(number); }}};

/// A score's names and how it is printed.
struct Column {
    const char* name; ///< in JSON
    const char* head;
    double Scores::*score;
    std::string (*text)(double, int);
    int digits;
    bool of_pairs = false; ///< only sequences have it
};
constexpr Column columns[] = {
    {"psnr", "PSNR dB", &Scores::psnr, fixed, 2},
    {"relmse", "relMSE", &Scores::relmse, significant, 4},
    {"relmse_trimmed", "trimmed", &Scores::relmse_trimmed, significant, 4},
    {"smape", "SMAPE", &Scores::smape, significant, 4},
    {"ssim", "SSIM", &Scores::ssim, fixed, 4},
    {"flip", "FLIP", &Scores::flip, fixed, 4},
    {"flicker", "flicker", &Scores::flicker, significant, 4, true},
    {"tpsnr", "tPSNR dB", &Scores::tpsnr, fixed, 2, true},
};

/// Whether this output has the column.
bool is_shown(const Column& column, const CompareOptions& options, bool sequence) {
    return options.prints(column.name) && (sequence || !column.of_pairs);
}

/// What a score is of: in all frames, or of some.
std::string by_type(const Comparison& comparison, const std::string& integers, const std::string& floats) {
    const auto measured = [](const FrameResult& frame) { return frame.error.empty(); };
    const auto display = [](const FrameResult& frame) { return frame.display; };
    const auto all = std::ranges::count_if(comparison.frames, measured),
               some = std::ranges::count_if(comparison.frames, display);
    if (some == 0) return floats;
    return some == all ? integers : integers + " of integers, " + floats + " of floats";
}
std::string psnr_name(const Comparison& comparison, const CompareOptions& options) {
    return options.scale.linear ? "x" : by_type(comparison, "x", "x/(1+x)");
}
std::string flip_name(const Comparison& comparison) { return by_type(comparison, "LDR-FLIP", "HDR-FLIP"); }

std::string text_of(const Column& column, const Scores& scores) {
    const double value = scores.*column.score;
    return std::isnan(value) ? "" : std::isinf(value) ? "infinite" : column.text(value, column.digits);
}

using Cells = std::vector<std::string>;

void add_scores(Cells& row, const Scores& scores, const CompareOptions& options, bool sequence) {
    for (const Column& column : columns)
        if (is_shown(column, options, sequence)) row.push_back(text_of(column, scores));
}

/// The largest difference, and its place.
void add_largest(Cells& row, const FrameResult& frame) {
    const LargestDifference& largest = frame.measured.largest;
    if (!frame.error.empty()) return row.push_back("failed");
    if (frame.measured.samples == 0) return row.push_back("nothing to compare");
    if (frame.measured.identical()) return row.push_back("identical");
    if (largest.value == 0) return row.push_back("NaN in one of both");
    const std::string at = std::to_string(largest.x) + "," + std::to_string(largest.y);
    const std::string& channel = frame.channels[largest.channel]; // "R" of "ViewLayer.Combined.R" is shown
    row.insert(row.end(), {significant(largest.value), at, channel.substr(channel.rfind('.') + 1),
                           significant(double(largest.a)), significant(double(largest.b))});
}

Json not_finite_json(const NotFinite& count) {
    return Json::Object{{"nan", count.nan}, {"infinite", count.infinite}};
}

Json largest_json(const FrameResult& frame) {
    const LargestDifference& largest = frame.measured.largest;
    if (frame.measured.samples == 0 || largest.value == 0) return {};
    return Json::Object{{"difference", largest.value},
                        {"x", largest.x},
                        {"y", largest.y},
                        {"channel", frame.channels[largest.channel]},
                        {"a", largest.a},
                        {"b", largest.b}};
}

void add_scores(Json& object, const Scores& scores, const CompareOptions& options, bool sequence) {
    for (const Column& column : columns)
        if (is_shown(column, options, sequence)) object[column.name] = scores.*column.score;
}

Json compared_json(const FrameResult& frame, const CompareOptions& options, bool sequence) {
    Json object;
    const FrameName& name = frame.files.frame;
    if (sequence) object["frame"] = name.name.empty() ? Json(name.number) : Json(name_text(name.name));
    object["a"] = name_text(frame.files.a);
    object["b"] = name_text(frame.files.b);
    object["identical"] = frame.measured.identical();
    add_scores(object, frame.measured.scores, options, sequence);
    object["largest"] = largest_json(frame);
    object["samples"] = frame.measured.samples;
    object["left_out"]["a"] = not_finite_json(frame.measured.a);
    object["left_out"]["b"] = not_finite_json(frame.measured.b);
    object["left_out"]["a_alone"] = frame.measured.lost;
    object["left_out"]["b_alone"] = frame.measured.found;
    if (!frame.error.empty()) object["error"] = frame.error.text;
    return object;
}

/// Returns a line that describes the comparison, a row for each frame and, for sequences, a row of means.
std::string report_text(const Comparison& comparison, const CompareOptions& options) {
    Table table;
    Cells head;
    if (comparison.sequence) head.push_back("frame");
    for (const Column& column : columns)
        if (is_shown(column, options, comparison.sequence)) head.push_back(column.head);
    head.insert(head.end(), {"largest", "at", "channel", "A", "B"});
    table.add(head);
    for (const FrameResult& frame : comparison.frames) {
        Cells row;
        if (comparison.sequence) row.push_back(to_string(frame.files.frame));
        add_scores(row, frame.measured.scores, options, comparison.sequence);
        add_largest(row, frame);
        table.add(row);
    }
    if (comparison.sequence) {
        Cells row{"all"};
        add_scores(row, comparison.overall, options, true);
        if (comparison.identical == comparison.frames.size()) row.push_back("identical");
        table.add(row);
    }
    const bool on_scale = options.prints("psnr") || options.prints("tpsnr");
    return "A " + one_line(options.a) + ", B " + one_line(options.b) +
           (on_scale ? ", PSNR of " + psnr_name(comparison, options) + " with peak " +
                           significant(options.scale.peak)
                     : "") +
           (options.prints("flip") ? ", " + flip_name(comparison) : "") + "\n" + table.text();
}

/// {"a", "b", "layer", "psnr_of", "flip_of", "peak", "frames": [..], "overall": {..}}. Infinite or missing
/// scores are null.
Json report_json(const Comparison& comparison, const CompareOptions& options) {
    Json object = Json::Object{{"a", name_text(options.a)},
                               {"b", name_text(options.b)},
                               {"layer", options.layer.empty() ? Json() : Json(options.layer)},
                               {"psnr_of", psnr_name(comparison, options)},
                               {"flip_of", flip_name(comparison)},
                               {"peak", options.scale.peak},
                               {"frames", array_of(comparison.frames, [&](const FrameResult& frame) {
                                    return compared_json(frame, options, comparison.sequence);
                                })}};
    Json& overall = object["overall"];
    overall["identical"] = comparison.identical == comparison.frames.size();
    add_scores(overall, comparison.overall, options, comparison.sequence);
    return object;
}

/// Throws a usage error if the heat image would replace a compared file.
void check_heat(const std::string& heat, const FrameList& list) {
    if (heat.empty()) return;
    for (const ComparedFrame& frame : list.frames)
        for (const auto& path : {frame.a, frame.b, frame.motion})
            if (!path.empty() && identity(path) == identity(heat))
                throw usage_error(messages::heat_is_input, heat);
}

/// Writes the image of --heat, if the worst frame can be compared.
void write_heat(const Comparison& comparison, const CompareOptions& options, IsolatedReading& reading) {
    const bool flip = options.metric == "flip";
    if (options.heat.empty()) return;
    const FrameResult& worst = worst_frame(comparison, flip);
    if (!worst.error.empty()) return;
    const ComparedFrame& frame = worst.files;
    const ComparedPictures pictures = read_pair(frame, options, false, reading);
    ImageFile file;
    file.parts.emplace_back().pixels =
        heat_picture(pictures.a, pictures.b, scale_of(options, pictures), flip);
    reading.in_step(Step::writing, options.heat,
                    [&] { write_image_file(file, options.heat, {.overwrite = true}); });
    log_info(message(messages::heat_scale, options.heat, flip ? flip_heat_text : heat_scale_text));
    if (comparison.sequence) log_info(message(messages::heat_frame, options.heat, to_string(frame.frame)));
}

/// Samples of A that are NaN or infinite while B's are not: no threshold of A holds then.
bool has_lost(const Comparison& comparison) {
    std::int64_t lost = 0;
    for (const FrameResult& frame : comparison.frames) lost += frame.measured.lost;
    if (lost > 0) log_error(message(messages::samples_lost, lost));
    return lost > 0;
}

/// True if all thresholds hold. Reports failed ones.
bool passes(const Comparison& comparison, const CompareOptions& options) {
    const Scores& scores = comparison.overall;
    const bool psnr = !options.min_psnr || scores.psnr >= *options.min_psnr;
    const bool flip = !options.max_flip || scores.flip <= *options.max_flip;
    const bool flicker = !options.max_flicker || scores.flicker <= *options.max_flicker;
    if (!psnr)
        log_error(std::isnan(scores.psnr) ? message(messages::psnr_missing)
                                          : message(messages::psnr_too_low, significant(scores.psnr, 6),
                                                    exact(*options.min_psnr)));
    if (!flip)
        log_error(std::isnan(scores.flip) ? message(messages::flip_missing)
                                          : message(messages::flip_too_high, significant(scores.flip, 6),
                                                    exact(*options.max_flip)));
    if (!flicker)
        log_error(std::isnan(scores.flicker)
                      ? message(messages::flicker_missing)
                      : message(messages::flicker_too_high, significant(scores.flicker, 6),
                                exact(*options.max_flicker)));
    const bool asked = options.min_psnr || options.max_flip || options.max_flicker;
    return psnr && flip && flicker && !(asked && has_lost(comparison));
}

} // namespace

CompareOptions compare_options(const CommandLine& line) {
    CompareOptions options;
    if (line.operands.size() != 2) throw usage_error(messages::two_images_needed, line.operands.size());
    options.a = line.operands[0];
    options.b = line.operands[1];
    set_given(line, setters, options);
    return options;
}

int run_compare(const CommandCall& call) {
    const CommandLine& line = call.line;
    const CompareOptions options = compare_options(line);
    const FrameList list = pair_frames(options);
    if (options.max_flicker && !list.sequence)
        throw usage_error(messages::flicker_of_files, options.a, options.b);
    if (options.max_flicker && !list.no_numbers.empty())
        throw usage_error(messages::flicker_of_names, list.no_numbers);
    check_heat(options.heat, list);
    IsolatedReading reading(line);
    const Comparison comparison = compare_frames(list, options, reading);
    if (!comparison.no_flicker.empty() && options.prints("flicker")) report_warning(comparison.no_flicker);
    report_output(options.json ? report_json(comparison, options).dump(2) + "\n"
                               : report_text(comparison, options));
    for (const FrameResult& frame : comparison.frames)
        if (!frame.error.empty()) log_error(frame.error.on_one_line());
    write_heat(comparison, options, reading);
    const bool good = passes(comparison, options);
    return int(comparison.has_failed() ? reading.failed() : good ? Exit::ok : Exit::some_failed);
}

} // namespace atrous
