// Regular expressions whose matcher needs neither recursion nor backtracking: time grows with text times expression, the
// stack with neither.
#pragma once
#include <bitset>
#include <string>
#include <string_view>
#include <vector>

namespace atrous {

/// What ECMAScript offers and names of rows need: literals, . * + ? | (...) (?:...) [...] [^a-z] ^ $, \ before a sign, and \d \w
/// \s \D \W \S. No counts, no references, no look-around.
class RegularExpression {
  public:
    /// Throws a usage error "NAME: ...": what is wrong, at which character. At most 10,000 characters, 200 groups deep.
    RegularExpression(std::string_view text, const std::string& name);
    /// Whether it matches any part of the text.
    bool matches_in(std::string_view text) const;

    /// A state of the machine (Thompson's): a byte leads to the next one, or nothing does.
    struct State {
        enum class Kind { bytes, empty, fork, begin, end, accept } kind;
        int next = -1, other = -1;
        std::bitset<256> bytes{};
    };

  private:
    std::vector<State> states_{};
    int start_ = 0;
};

} // namespace atrous
