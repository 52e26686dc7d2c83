// `atrous compare`: pairs, measures, prints, and judges by the thresholds.
#include "app/cli/tables.h"
#include "app/compare/options.h"
#include "app/compare/picture.h"
#include "app/compare/report.h"
#include "app/plan/identity.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "image/heat.h"
#include "io/codec/write/output_file.h"

namespace atrous {
namespace {

/// All that are read, and what is written.
std::vector<std::filesystem::path> files_of(const FrameList& list, const CompareOptions& options) {
    std::vector<std::filesystem::path> files{options.heat};
    for (const ComparedFrame& frame : list.frames)
        files.insert(files.end(), {frame.a, frame.b, frame.motion});
    return files;
}

/// The heat picture must not replace what is compared.
void check_heat(const std::string& heat, const FrameList& list) {
    if (heat.empty()) return;
    for (const ComparedFrame& frame : list.frames)
        for (const auto& path : {frame.a, frame.b, frame.motion})
            if (!path.empty() && identity(path) == identity(heat))
                throw usage_error("--heat " + heat + ": is one of the files that are compared");
}

void write_heat(const Comparison& comparison, const CompareOptions& options, IsolatedReading& reading) {
    const ComparedFrame& frame = worst_frame(comparison).files;
    const ComparedPictures pictures = read_pair(frame, options, false, reading);
    ImageFile file;
    file.parts.emplace_back().pixels = heat_picture(pictures.a, pictures.b, options.scale);
    reading.in_step(Step::writing, options.heat,
                    [&] { write_image_file(file, options.heat, {.overwrite = true}); });
    log_info(options.heat + ": " + heat_scale_text);
    if (comparison.sequence) log_info(options.heat + " shows frame " + to_string(frame.frame));
}

/// Says why a sequence has no flicker, and what to do.
void say_no_flicker(const Comparison& comparison, const CompareOptions& options) {
    if (comparison.no_flicker.empty()) return;
    const bool vectors = comparison.no_flicker == "no motion vectors";
    report_warning("no flicker: " + (vectors ? options.b + " has " : "") + comparison.no_flicker +
                   (vectors ? "; --motion-from FILES names the frames that have a layer Vector" : ""));
}

/// Samples of A that are NaN or infinite where those of B are not: no threshold of A holds there.
bool has_lost(const Comparison& comparison) {
    std::int64_t lost = 0;
    for (const FrameResult& frame : comparison.frames) lost += frame.measured.lost;
    if (lost > 0)
        log_error(std::to_string(lost) + " samples of A are NaN or infinite where those of B are not");
    return lost > 0;
}

/// Whether both thresholds hold; says which does not.
bool passes(const Comparison& comparison, const CompareOptions& options) {
    const Scores& scores = comparison.overall;
    const bool psnr = !options.min_psnr || scores.psnr >= *options.min_psnr;
    const bool flicker = !options.max_flicker || scores.flicker <= *options.max_flicker;
    if (!psnr)
        log_error("PSNR " + (std::isnan(scores.psnr) ? "cannot be measured" : significant(scores.psnr, 6)) +
                  ", at least " + exact(*options.min_psnr) + " is asked for");
    if (!flicker)
        log_error("flicker " +
                  (std::isnan(scores.flicker) ? "cannot be measured" : significant(scores.flicker, 6)) +
                  ", at most " + exact(*options.max_flicker) + " is asked for");
    const bool asked = options.min_psnr || options.max_flicker;
    return psnr && flicker && !(asked && has_lost(comparison));
}

} // namespace

int run_compare(const std::vector<std::string>& arguments) {
    const CommandLine line = parse_options(compare_table(), arguments);
    const CompareOptions options = compare_options(line);
    const FrameList list = pair_frames({options.a, options.b, options.frames, options.motion});
    if (options.max_flicker && !list.sequence)
        throw usage_error("--max-flicker: flicker is of sequences, but " + options.a + " and " + options.b +
                          " are files");
    check_heat(options.heat, list);
    IsolatedReading reading(files_of(list, options), line);
    const Comparison comparison = compare_frames(list, options, reading);
    say_no_flicker(comparison, options);
    report_output(options.json ? report_json(comparison, options).dump(2) + "\n"
                               : report_text(comparison, options));
    for (const FrameResult& frame : comparison.frames)
        if (!frame.error.empty()) log_error(one_line(frame.error));
    if (!options.heat.empty() && worst_frame(comparison).error.empty())
        write_heat(comparison, options, reading);
    const bool good = passes(comparison, options);
    return int(comparison.has_failed() ? reading.failed() : good ? Exit::ok : Exit::some_failed);
}

} // namespace atrous
