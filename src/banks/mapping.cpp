// The enumeration behind every conflict degree.
#include "banks/mapping.h"
#include <algorithm>
#include <utility>
#include <vector>

namespace atrous {

int layer_rows(const BankMapping& mapping) {
    return std::max(1, mapping.layer_bytes / mapping.element_bytes);
}

int layer_elements(const BankMapping& mapping) {
    return std::max(1, mapping.banks * mapping.layer_bytes / mapping.element_bytes);
}

int conflict_degree(const BankMapping& mapping, std::span<const std::int64_t> elements) {
    const std::int64_t bytes = mapping.element_bytes, word_bytes = mapping.access_bytes;
    const std::int64_t layer_words =
        std::int64_t(mapping.banks) * (mapping.layer_bytes / mapping.access_bytes);
    thread_local std::vector<std::pair<std::int64_t, std::int64_t>> touched; // bank, layer
    touched.clear();
    for (const auto element : elements) {
        const auto last = floor_div(element * bytes + bytes - 1, word_bytes);
        for (auto word = floor_div(element * bytes, word_bytes); word <= last; ++word)
            touched.emplace_back(floor_mod(word, mapping.banks), floor_div(word, layer_words));
    }
    std::ranges::sort(touched);
    int degree = 0, layers = 0;
    for (std::size_t i = 0; i < touched.size(); ++i) {
        if (i > 0 && touched[i] == touched[i - 1]) continue;
        layers = i > 0 && touched[i].first == touched[i - 1].first ? layers + 1 : 1;
        degree = std::max(degree, layers);
    }
    return degree;
}

} // namespace atrous
