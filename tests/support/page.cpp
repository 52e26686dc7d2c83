// Reads tags by a regular expression, with a stack.
#include "support/page.h"
#include <doctest/doctest.h>
#include <regex>

namespace atrous {
namespace {

/// Takes the text from `at` to the end of a tag, and updates the stack of open tags. Returns the fault, or "".
std::string take_tag(const std::string& tag, std::vector<std::string>& open) {
    static const std::regex opening(R"(<([a-z][a-z0-9]*)((\s+[a-z][a-z-]*="[^"<>]*")*)\s*(/?)>)"),
        closing(R"(</([a-z][a-z0-9]*)>)");
    std::smatch match;
    if (std::regex_match(tag, match, closing)) {
        if (open.empty() || open.back() != match[1]) return "closes what is not open: " + tag;
        open.pop_back();
        return "";
    }
    if (!std::regex_match(tag, match, opening)) return "no tag: " + tag.substr(0, 200);
    if (match[4].length() == 0) open.push_back(match[1]);
    return "";
}

std::string flaw_in_words(const std::string& words) {
    static const std::regex entity("&(amp|lt|gt|quot|#39);");
    if (words.find('>') != std::string::npos) return "a > outside of tags: " + words.substr(0, 80);
    const std::string rest = std::regex_replace(words, entity, "");
    return rest.find('&') == std::string::npos ? "" : "a & that begins no entity: " + words.substr(0, 80);
}

std::string flaw_of(const std::string& text) {
    constexpr const char* type = "<!DOCTYPE html>\n";
    if (!text.starts_with(type)) return "does not begin with its type";
    std::vector<std::string> open;
    for (std::size_t at = std::string(type).size(); at < text.size();) {
        const std::size_t tag = std::min(text.find('<', at), text.size());
        const bool code = !open.empty() && (open.back() == "style" || open.back() == "script");
        if (code && !text.substr(tag).starts_with("</")) return "a < inside of " + open.back();
        if (!code)
            if (std::string flaw = flaw_in_words(text.substr(at, tag - at)); !flaw.empty()) return flaw;
        if (tag == text.size()) break;
        const std::size_t end = text.find('>', tag);
        if (end == std::string::npos) return "a tag without an end";
        // Sources of images are too long for regular expressions.
        static const std::string source = "src=\"data:";
        std::string whole = text.substr(tag, end + 1 - tag);
        if (const auto from = whole.find(source); from != std::string::npos)
            whole.erase(from + 5, whole.find('"', from + source.size()) - from - 5);
        if (std::string flaw = take_tag(whole, open); !flaw.empty()) return flaw;
        at = end + 1;
    }
    return open.empty() ? "" : open.back() + " is not closed";
}

} // namespace

Page page_of(const std::string& text) {
    Page page{text, flaw_of(text)};
    std::size_t at = std::min(text.find("<article "), text.size());
    page.head = text.substr(0, at);
    while (at < text.size()) {
        const std::size_t end = std::min(text.find("</article>", at), text.size());
        page.cards.push_back(text.substr(at, end - at));
        at = std::min(text.find("<article ", end), text.size());
    }
    return page;
}

std::string card_of(const Page& page, const std::string& part) {
    std::string found;
    int count = 0;
    for (const std::string& card : page.cards)
        if (card.find(part) != std::string::npos) found = card, ++count;
    CAPTURE(part);
    CHECK(count == 1);
    return found;
}

std::vector<std::string> attributes_in(const std::string& html, const std::string& name) {
    std::vector<std::string> values;
    const std::string begin = " " + name + "=\"";
    for (std::size_t at = 0; (at = html.find(begin, at)) != std::string::npos;) {
        at += begin.size();
        values.push_back(html.substr(at, html.find('"', at) - at));
    }
    return values;
}

} // namespace atrous
