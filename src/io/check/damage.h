// What is found in a file's bytes beside its picture; hides how much of it there is.
#pragma once
#include <string>
#include <vector>

namespace atrous {

/// Sentences about a file, without its name: as many as somebody may read, whatever the file holds.
class Sentences {
  public:
    void add(const std::string& sentence);
    /// The first 20; the last of them says how many more there are.
    std::vector<std::string> list() const;

  private:
    std::vector<std::string> first_;
    std::size_t more_ = 0;
};

struct Damage {
    Sentences lost;  ///< what is damaged, and left out where the file is read
    Sentences notes; ///< what is sound, but may surprise: a chunk that is not known
};

} // namespace atrous
