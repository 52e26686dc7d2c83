// One table of scores makes both the columns of the table and the members of JSON.
#include "app/compare/report.h"
#include "base/table.h"
#include "base/text.h"
#include "base/utf8.h"

namespace atrous {
namespace {

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
    {"flicker", "flicker", &Scores::flicker, significant, 4, true},
    {"tpsnr", "tPSNR dB", &Scores::tpsnr, fixed, 2, true},
};

std::string psnr_name(const PsnrScale& scale) { return scale.linear ? "x" : "x/(1+x)"; }

/// "R" of "ViewLayer.Combined.R".
std::string last_name(const std::string& channel) { return channel.substr(channel.rfind('.') + 1); }

std::string text_of(const Column& column, const Scores& scores) {
    const double value = scores.*column.score;
    return std::isnan(value) ? "" : std::isinf(value) ? "infinite" : column.text(value, column.digits);
}

using Cells = std::vector<std::string>;

void add_scores(Cells& row, const Scores& scores, bool sequence) {
    for (const Column& column : columns)
        if (sequence || !column.of_pairs) row.push_back(text_of(column, scores));
}

/// The largest difference, and where it is.
void add_largest(Cells& row, const FrameResult& frame) {
    const LargestDifference& largest = frame.measured.largest;
    if (!frame.error.empty()) return row.push_back("failed");
    if (frame.measured.samples == 0) return row.push_back("nothing to compare");
    if (frame.measured.identical()) return row.push_back("identical");
    if (largest.value == 0) return row.push_back("NaN in one of both");
    const std::string at = std::to_string(largest.x) + "," + std::to_string(largest.y);
    row.insert(row.end(), {significant(largest.value), at, last_name(frame.channels[largest.channel]),
                           significant(double(largest.a)), significant(double(largest.b))});
}

Json not_finite_json(const NotFinite& count) {
    Json object;
    object["nan"] = count.nan;
    object["infinite"] = count.infinite;
    return object;
}

Json largest_json(const FrameResult& frame) {
    const LargestDifference& largest = frame.measured.largest;
    if (frame.measured.samples == 0 || largest.value == 0) return {};
    Json object;
    object["difference"] = largest.value;
    object["x"] = largest.x;
    object["y"] = largest.y;
    object["channel"] = frame.channels[largest.channel];
    object["a"] = largest.a;
    object["b"] = largest.b;
    return object;
}

void add_scores(Json& object, const Scores& scores, bool sequence) {
    for (const Column& column : columns)
        if (sequence || !column.of_pairs) object[column.name] = scores.*column.score;
}

Json frame_json(const FrameResult& frame, bool sequence) {
    Json object;
    const FrameName& name = frame.files.frame;
    if (sequence) object["frame"] = name.name.empty() ? Json(name.number) : Json(name_text(name.name));
    object["a"] = name_text(frame.files.a);
    object["b"] = name_text(frame.files.b);
    object["identical"] = frame.measured.identical();
    add_scores(object, frame.measured.scores, sequence);
    object["largest"] = largest_json(frame);
    object["samples"] = frame.measured.samples;
    object["left_out"]["a"] = not_finite_json(frame.measured.a);
    object["left_out"]["b"] = not_finite_json(frame.measured.b);
    object["left_out"]["a_alone"] = frame.measured.lost;
    object["left_out"]["b_alone"] = frame.measured.found;
    if (!frame.error.empty()) object["error"] = frame.error;
    return object;
}

} // namespace

std::string report_text(const Comparison& comparison, const CompareOptions& options) {
    Table table;
    Cells head;
    if (comparison.sequence) head.push_back("frame");
    for (const Column& column : columns)
        if (comparison.sequence || !column.of_pairs) head.push_back(column.head);
    head.insert(head.end(), {"largest", "at", "channel", "A", "B"});
    table.add(head);
    for (const FrameResult& frame : comparison.frames) {
        Cells row;
        if (comparison.sequence) row.push_back(to_string(frame.files.frame));
        add_scores(row, frame.measured.scores, comparison.sequence);
        add_largest(row, frame);
        table.add(row);
    }
    if (comparison.sequence) {
        Cells row{"all"};
        add_scores(row, comparison.overall, true);
        if (comparison.identical == comparison.frames.size()) row.push_back("identical");
        table.add(row);
    }
    return "A " + one_line(options.a) + ", B " + one_line(options.b) + ", PSNR of " +
           psnr_name(options.scale) + " with peak " + significant(options.scale.peak) + "\n" + table.text();
}

Json report_json(const Comparison& comparison, const CompareOptions& options) {
    Json object;
    object["a"] = name_text(options.a);
    object["b"] = name_text(options.b);
    object["layer"] = options.layer.empty() ? Json() : Json(options.layer);
    object["psnr_of"] = psnr_name(options.scale);
    object["peak"] = options.scale.peak;
    Json frames = Json::Array{};
    for (const FrameResult& frame : comparison.frames)
        frames.push_back(frame_json(frame, comparison.sequence));
    object["frames"] = std::move(frames);
    Json overall;
    overall["identical"] = comparison.identical == comparison.frames.size();
    add_scores(overall, comparison.overall, comparison.sequence);
    object["overall"] = std::move(overall);
    return object;
}

} // namespace atrous
