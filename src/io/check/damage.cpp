// Counts what is not kept.
#include "io/check/damage.h"

namespace atrous {

void Sentences::add(const std::string& sentence) {
    constexpr std::size_t most = 20;
    if (first_.size() < most)
        first_.push_back(sentence);
    else
        ++more_;
}

std::vector<std::string> Sentences::list() const {
    std::vector<std::string> sentences = first_;
    if (more_ > 0) sentences.back() += ", and " + std::to_string(more_) + " more";
    return sentences;
}

} // namespace atrous
