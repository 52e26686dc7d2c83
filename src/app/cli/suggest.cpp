// Edit distance over short words; hides how near is near enough.
#include "app/cli/suggest.h"
#include <algorithm>
#include <numeric>

namespace atrous {
namespace {

/// Levenshtein's distance, one row at a time.
std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
        }
    }
    return row.back();
}

} // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
    std::string best;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const auto& candidate : candidates) {
        const bool begins = word.size() >= 3 && candidate.starts_with(word);
        const std::size_t d = begins ? 1 : distance(word, candidate);
        if (d < least) least = d, best = candidate;
    }
    return best;
}

} // namespace atrous
