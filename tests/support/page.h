// Reads pages of reports as a strict reader would.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// A page in parts.
struct Page {
    std::string text;
    std::string flaw{};               ///< reason why it is not well-formed, or empty
    std::string head{};               ///< the text before the first card
    std::vector<std::string> cards{}; ///< of each image
};
/// Checks that tags are balanced, attributes quoted and characters escaped. Elements without content are
/// closed (XHTML's way). The contents of style and script are ignored.
Page page_of(const std::string& text);
/// The card whose text contains that. Unless there is exactly one, a check fails and the card is empty.
std::string card_of(const Page& page, const std::string& part);
/// The values of an attribute, in order.
std::vector<std::string> attributes_in(const std::string& html, const std::string& name);

} // namespace atrous
