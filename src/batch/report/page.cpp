// Writes the page with style and script from data/report: its head, a card for each image, and a table of the
// log's stages in groups.
#include "batch/report/page.h"
#include "base/embedded.h"
#include "base/error.h"
#include "base/svg.h"
#include "base/text.h"
#include <algorithm>
#include <cmath>
#include <csignal>
#include <numeric>
#include <utility>

namespace atrous {
namespace {

constexpr std::array<const char*, time_groups> group_names{
    "reading", "to and from the device", "preparing", "noise", "levels", "writing", "waiting and other"};

/// "830 ms", "1.24 s", "3 min 31 s".
std::string time_text(double ms) {
    constexpr double minute = 60e3;
    if (ms < 1000) return fixed(ms, 0) + " ms";
    if (ms < 2 * minute) return fixed(ms / 1000, 2) + " s";
    const double minutes = std::floor(ms / minute);
    return fixed(minutes, 0) + " min " + fixed((ms - minutes * minute) / 1000, 0) + " s";
}

/// A bar of their shares, and each time as text, or nothing if all are 0.
std::string times_html(const GroupTimes& times) {
    const double all = std::accumulate(times.begin(), times.end(), 0.0);
    if (all <= 0) return "";
    std::string bar = "<div class=\"bar\" aria-hidden=\"true\">", words = "<p class=\"legend\">";
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double share = 100 * times[i] / all;
        if (share < 0.05) continue;
        const std::string kind = "\"g" + std::to_string(i) + "\"";
        bar += "<i class=" + kind + " style=\"width:" + fixed(share, 1) + "%\"></i>";
        words += "<span class=" + kind + ">" + group_names[i] + " " + time_text(times[i]) + "</span> ";
    }
    return bar + "</div>" + words + "</p>";
}

constexpr std::array<const char*, statuses> count_words{"written", "failed", "skipped", "not done",
                                                        "missing"};

struct EndRow {
    int exit;
    const char* words;
};
constexpr EndRow end_rows[] = {
    {int(Exit::ok), ""},
    {int(Exit::some_failed), ""},
    {int(Exit::out_of_memory), "Some images failed because memory ran out."},
    {128 + SIGINT, "The run was interrupted (Ctrl-C): the images until then are listed."},
    {128 + SIGTERM, "The run was terminated: the images until then are listed."},
    {128 + SIGHUP, "The run's terminal was closed: the images until then are listed."},
};

/// The end of the run, unless it was normal.
std::string end_html(const PageTotals& totals) {
    std::string words = "The run has no end in its log: it was killed, or is still at work.";
    if (totals.exit) {
        const auto* const row = std::ranges::find(end_rows, *totals.exit, &EndRow::exit);
        words = row != std::end(end_rows)
                    ? row->words
                    : "The run ended early (exit code " + std::to_string(*totals.exit) + ").";
    }
    return words.empty() ? "" : "<p class=\"end\">" + html_escaped(words) + "</p>\n";
}

std::size_t counted(const PageTotals& totals) {
    std::size_t all = 0;
    for (const std::size_t count : totals.counts) all += count;
    return all;
}

/// "498 written, 1 failed, 1 not done", each with the class of its status.
std::string counts_html(const PageTotals& totals) {
    auto counts = totals.counts;
    if (totals.images > counted(totals)) // never begun
        counts[std::size_t(Status::interrupted)] += totals.images - counted(totals);
    std::string out;
    for (std::size_t i = 0; i < statuses; ++i)
        if (counts[i] > 0 || i == 0)
            out += "<li class=\"" + std::string(to_string(Status(i))) + "\"><b>" + std::to_string(counts[i]) +
                   "</b> " + count_words[i] + "</li>";
    if (totals.warnings > 0)
        out += "<li class=\"warned\"><b>" + std::to_string(totals.warnings) + "</b> warning" +
               (totals.warnings > 1 ? "s" : "") + "</li>";
    if (totals.seconds > 0) out += "<li><b>" + time_text(totals.seconds * 1000) + "</b></li>";
    if (totals.pixels > 0 && totals.seconds > 0)
        out += "<li><b>" + significant(totals.pixels / 1e6 / totals.seconds, 3) + "</b> Mpixel/s</li>";
    return "<ul class=\"totals\">" + out + "</ul>\n";
}

std::string fact(const char* name, const std::string& value) {
    return value.empty() ? "" : "<dt>" + std::string(name) + "</dt><dd>" + html_escaped(value) + "</dd>\n";
}

std::string command_text(const Json& run) {
    std::vector<std::string> words = run.texts_of("arguments");
    words.insert(words.begin(), {"atrous", run.text_of("command")});
    return shell_words(words);
}

std::string facts_html(const PageTotals& totals) {
    const Json& run = totals.run;
    return "<dl>\n<dt>command</dt><dd><code>" + html_escaped(command_text(run)) + "</code></dd>\n" +
           fact("preset", run.text_of("preset")) + fact("device", joined(totals.devices)) +
           fact("driver", run.text_of("driver")) + fact("began", run.text_of("began")) +
           fact("version", "atrous " + run.text_of("atrous")) + fact("run", run.text_of("run")) + "</dl>\n" +
           times_html(totals.times);
}

std::string embedded_text(const char* name) {
    const std::string* const text = embedded(name);
    return text ? *text : "";
}

/// The controls that choose the shown images, for scripts. Without scripts, only CSS works.
std::string controls_html() {
    const auto choices = [](const std::vector<std::pair<const char*, const char*>>& rows) {
        std::string out;
        for (const auto& [value, words] : rows)
            out += "<option value=\"" + std::string(value) + "\">" + words + "</option>";
        return out + "</select></label>\n";
    };
    return "<input type=\"checkbox\" id=\"brief\"/><label for=\"brief\">without images</label>\n"
           "<form class=\"filter\" id=\"filter\">\n"
           "<label>search <input type=\"search\" id=\"q\" placeholder=\"name, error, warning\"/></label>\n"
           "<label>show <select id=\"show\">" +
           choices({{"all", "all"},
                    {"failed", "failed"},
                    {"warned", "with warnings"},
                    {"ok", "written"},
                    {"skipped", "skipped"},
                    {"interrupted", "not done"},
                    {"missing", "missing"}}) +
           "<label>order <select id=\"sort\">" +
           choices({{"run", "as they were done"},
                    {"name", "name"},
                    {"slow", "slowest first"},
                    {"large", "largest first"}}) +
           "<output id=\"shown\"></output>\n</form>\n";
}

struct StageRow {
    const char* key; ///< of the frame's object in the log
    std::size_t group;
};
constexpr StageRow stage_rows[] = {
    {"read_ms", 0},    {"compile_ms", 2},  {"upload_ms", 1}, {"setup_ms", 2}, {"enter_ms", 2},
    {"denoise_ms", 3}, {"search_ms", 4},   {"levels_ms", 4}, {"noise_ms", 3}, {"synthesis_ms", 4},
    {"leave_ms", 2},   {"download_ms", 1}, {"write_ms", 5},
};

/// The words of a status. An unknown status is shown as in the log.
std::string status_words(const std::string& status) {
    for (std::size_t i = 0; i < statuses; ++i)
        if (status == to_string(Status(i))) return count_words[i];
    return status;
}

std::string size_words(const Json& frame) {
    const std::int64_t width = frame.integer_of("width"), height = frame.integer_of("height");
    return width > 0 ? std::to_string(width) + " × " + std::to_string(height) : "";
}

/// "-> out/a.jpg, 6000 × 4000, jpeg:80 4:2:0, 1.24 s"
std::string facts_of(const Json& frame) {
    std::vector<std::string> facts;
    if (const std::string output = frame.text_of("output"); !output.empty())
        facts.push_back("→ <span class=\"output\">" + html_escaped(output) + "</span>");
    for (const std::string& words : {size_words(frame), frame.text_of("compression")})
        if (!words.empty()) facts.push_back(html_escaped(words));
    if (const double ms = frame.number_of("total_ms"); ms > 0) facts.push_back(time_text(ms));
    return "<p class=\"facts\">" + joined(facts, " · ") + "</p>\n";
}

std::string messages_html(const Json& frame) {
    std::string out;
    if (const std::string error = frame.text_of("error"); !error.empty())
        out += "<p class=\"error\">" + html_escaped(error) + "</p>\n";
    const auto warnings = frame.texts_of("warnings");
    if (warnings.empty()) return out;
    out += "<ul class=\"warnings\">";
    for (const std::string& warning : warnings) out += "<li>" + html_escaped(warning) + "</li>";
    return out + "</ul>\n";
}

/// Names and values of an object. Nested values are shown as JSON.
std::string settings_table(const Json& settings) {
    if (!settings.object()) return "";
    std::string rows;
    for (const auto& [name, value] : *settings.object())
        rows += "<tr><th>" + html_escaped(name) + "</th><td>" +
                html_escaped(value.string() ? *value.string() : value.dump()) + "</td></tr>";
    return "<table class=\"settings\">" + rows + "</table>";
}

std::string details_html(const Json& frame) {
    std::string inside;
    if (const Json* parts = frame.find("settings"); parts && parts->array())
        for (const Json& part : *parts->array()) inside += settings_table(part);
    if (inside.empty()) return "";
    return "<details><summary>settings</summary><div class=\"tables\">" + inside + "</div></details>\n";
}

std::string view_html(const char* which, const ShownCopy& copy) {
    return "<div class=\"view " + std::string(which) + "\"><img src=\"" + copy.source + "\" width=\"" +
           std::to_string(copy.size.width) + "\" height=\"" + std::to_string(copy.size.height) + "\" alt=\"" +
           which + "\" loading=\"lazy\" decoding=\"async\"/><span>" + which + "</span></div>";
}

} // namespace

std::string shell_words(const std::vector<std::string>& words) {
    constexpr const char* plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%+=:,./_-";
    std::string out;
    for (const std::string& word : words) {
        std::string quoted = word;
        for (std::size_t at = 0; (at = quoted.find('\'', at)) != std::string::npos; at += 4)
            quoted.replace(at, 1, "'\\''");
        const bool needs = word.empty() || word.find_first_not_of(plain) != std::string::npos;
        out += (out.empty() ? "" : " ") + (needs ? "'" + quoted + "'" : word);
    }
    return out;
}

bool is_page_name(const std::filesystem::path& path) {
    const std::string extension = lower(path.extension().string());
    return extension == ".html" || extension == ".htm";
}

std::string page_begin(const PageTotals& totals) {
    const std::string title = "atrous " + totals.run.text_of("command") + ": " +
                              std::to_string(totals.images) + " image" + (totals.images == 1 ? "" : "s");
    return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
           "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
           "style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n"
           "<title>" +
           html_escaped(title) + "</title>\n<style>\n" + embedded_text("report.css") +
           "</style>\n<script>document.documentElement.className = 'js';</script>\n</head>\n<body>\n<header>\n<h1>" +
           html_escaped(title) + "</h1>\n" + end_html(totals) + counts_html(totals) + facts_html(totals) +
           "</header>\n" + controls_html() + "<main>\n";
}

std::string page_end() {
    return "</main>\n<script>\n" + embedded_text("report.js") + "</script>\n</body>\n</html>\n";
}

GroupTimes group_times(const Json& frame) {
    GroupTimes times{};
    for (const StageRow& row : stage_rows) times[row.group] += frame.number_of(row.key);
    const double known = std::accumulate(times.begin(), times.end(), 0.0);
    times.back() = std::max(0.0, frame.number_of("total_ms") - known);
    return times;
}

std::string figure_html(const ShownCopy* before, const ShownCopy* after, const std::string& note) {
    const std::string caption = note.empty() ? "" : "<figcaption>" + html_escaped(note) + "</figcaption>";
    const ShownCopy* const shown = after ? after : before;
    if (!shown) return caption.empty() ? "" : "<figure>" + caption + "</figure>\n";
    std::string views;
    if (before) views += view_html("before", *before);
    if (after) views += view_html("after", *after);
    if (before && after)
        views += "<input type=\"range\" min=\"0\" max=\"100\" step=\"0.1\" value=\"50\" "
                 "aria-label=\"how much of the image is shown as it was before\"/>";
    return std::string("<figure") + (before && after ? "" : " class=\"single\"") +
           " style=\"--w:" + std::to_string(shown->size.width) +
           ";--h:" + std::to_string(shown->size.height) + "\"><div class=\"views\">" + views + "</div>" +
           caption + "</figure>\n";
}

std::string card_html(const Json& frame, std::size_t number, const std::string& figure) {
    const std::string status = frame.text_of("status");
    const double pixels = double(frame.integer_of("width")) * double(frame.integer_of("height"));
    return "<article id=\"p" + std::to_string(number) + "\" data-status=\"" + html_escaped(status) +
           "\" data-warnings=\"" + std::to_string(frame.texts_of("warnings").size()) + "\" data-ms=\"" +
           fixed(frame.number_of("total_ms"), 3) + "\" data-pixels=\"" + fixed(pixels, 0) +
           "\">\n<h2><span class=\"tag " + html_escaped(status) + "\">" + html_escaped(status_words(status)) +
           "</span> <a href=\"#p" + std::to_string(number) + "\">" + html_escaped(frame.text_of("input")) +
           "</a></h2>\n" + facts_of(frame) + messages_html(frame) + "<div class=\"body\">\n" + figure +
           (status == "ok" ? times_html(group_times(frame)) : std::string()) + details_html(frame) +
           "</div>\n</article>\n";
}

} // namespace atrous
