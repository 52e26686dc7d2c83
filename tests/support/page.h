// Pages of reports, read as a strict reader would.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// A page in parts.
struct Page {
    std::string text;
    std::string flaw{};               ///< why it is not well-formed, empty where it is
    std::string head{};               ///< all in front of the first card
    std::vector<std::string> cards{}; ///< of each picture
};
/// Tags balanced, attributes quoted, no character escaped wrongly; elements without content are closed (XHTML's way), and what
/// is inside of style and script is not looked at.
Page page_of(const std::string& text);
/// The card whose text contains that; an empty one and a failed check where there is not exactly one.
std::string card_of(const Page& page, const std::string& part);
/// The values of an attribute, in order.
std::vector<std::string> attributes_in(const std::string& html, const std::string& name);

} // namespace atrous
