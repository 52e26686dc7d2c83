// One picture of a page.
#include "base/html.h"
#include "base/text.h"
#include "batch/report/page.h"

namespace atrous {
namespace {

/// The words of a status, where these differ from the log's.
std::string status_words(const std::string& status) {
    return status == "ok" ? "written" : status == "interrupted" ? "not done" : status;
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
    if (const double ms = number_of(frame, "total_ms"); ms > 0) facts.push_back(time_text(ms));
    return "<p class=\"facts\">" + joined(facts, " · ") + "</p>\n";
}

std::vector<std::string> warnings_of(const Json& frame) {
    std::vector<std::string> warnings;
    if (const Json* list = frame.find("warnings"); list && list->array())
        for (const Json& one : *list->array())
            if (one.string()) warnings.push_back(*one.string());
    return warnings;
}

std::string messages_html(const Json& frame) {
    std::string out;
    if (const std::string error = frame.text_of("error"); !error.empty())
        out += "<p class=\"error\">" + html_escaped(error) + "</p>\n";
    const auto warnings = warnings_of(frame);
    if (warnings.empty()) return out;
    out += "<ul class=\"warnings\">";
    for (const std::string& warning : warnings) out += "<li>" + html_escaped(warning) + "</li>";
    return out + "</ul>\n";
}

/// Names and values of an object; what is inside of these as JSON.
std::string settings_table(const Json& settings) {
    if (!settings.object()) return "";
    std::string rows;
    for (const auto& [name, value] : *settings.object())
        rows += "<tr><th>" + html_escaped(name) + "</th><td>" +
                html_escaped(value.string() ? *value.string() : value.dump()) + "</td></tr>";
    return "<table class=\"settings\">" + rows + "</table>";
}

std::string details_html(const Json& frame) {
    std::string inside = stages_html(frame);
    if (const Json* parts = frame.find("settings"); parts && parts->array())
        for (const Json& part : *parts->array()) inside += settings_table(part);
    if (inside.empty()) return "";
    return "<details><summary>times and settings</summary><div class=\"tables\">" + inside +
           "</div></details>\n";
}

std::string view_html(const char* which, const ShownCopy& copy) {
    return "<div class=\"view " + std::string(which) + "\"><img src=\"" + copy.source + "\" width=\"" +
           std::to_string(copy.size.width) + "\" height=\"" + std::to_string(copy.size.height) + "\" alt=\"" +
           which + "\" loading=\"lazy\" decoding=\"async\"/><span>" + which + "</span></div>";
}

} // namespace

std::string figure_html(const ShownCopy* before, const ShownCopy* after, const std::string& note) {
    const std::string caption = note.empty() ? "" : "<figcaption>" + html_escaped(note) + "</figcaption>";
    const ShownCopy* const shown = after ? after : before;
    if (!shown) return caption.empty() ? "" : "<figure>" + caption + "</figure>\n";
    std::string views;
    if (before) views += view_html("before", *before);
    if (after) views += view_html("after", *after);
    if (before && after)
        views += "<input type=\"range\" min=\"0\" max=\"100\" step=\"0.1\" value=\"50\" "
                 "aria-label=\"how much of the picture is shown as it was before\"/>";
    return std::string("<figure") + (before && after ? "" : " class=\"single\"") +
           " style=\"--w:" + std::to_string(shown->size.width) +
           ";--h:" + std::to_string(shown->size.height) + "\"><div class=\"views\">" + views + "</div>" +
           caption + "</figure>\n";
}

std::string card_html(const Json& frame, std::size_t number, const std::string& figure) {
    const std::string status = frame.text_of("status");
    const double pixels = double(frame.integer_of("width")) * double(frame.integer_of("height"));
    return "<article id=\"p" + std::to_string(number) + "\" data-status=\"" + html_escaped(status) +
           "\" data-warnings=\"" + std::to_string(warnings_of(frame).size()) + "\" data-ms=\"" +
           fixed(number_of(frame, "total_ms"), 3) + "\" data-pixels=\"" + fixed(pixels, 0) +
           "\">\n<h2><span class=\"tag " + html_escaped(status) + "\">" + html_escaped(status_words(status)) +
           "</span> <a href=\"#p" + std::to_string(number) + "\">" + html_escaped(frame.text_of("input")) +
           "</a></h2>\n" + facts_of(frame) + messages_html(frame) + "<div class=\"body\">\n" + figure +
           (status == "ok" ? times_html(group_times(frame)) : std::string()) + details_html(frame) +
           "</div>\n</article>\n";
}

} // namespace atrous
