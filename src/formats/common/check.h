// What is looked at in a file's bytes before a library opens it.
#pragma once
#include "base/error.h"
#include "files/file_view.h"
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
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
    Sentences lost;   ///< what is damaged, and left out where the file is read
    Sentences unread; ///< what is sound, and left out where the file is read
    Sentences notes;  ///< what is sound, but may surprise: a chunk that is not known
};

/// Bits of a sample, and the number of a way to store it; why one is refused that is not read.
using StoredWay = std::pair<std::uint64_t, std::uint64_t>;
std::string not_stored(StoredWay own);

/// A number of bytes; of numbers whose product is more than any memory no less than that, so that sums of it are, too.
std::uint64_t capped_bytes(std::initializer_list<std::uint64_t> factors);

/// Whether what libjpeg said while it read a header is damage of the picture. What else is odd there does no harm: bytes
/// between segments, which some editors leave, or parameters of scans that cameras set wrongly.
bool is_jpeg_damage(std::string_view said);

/// The error of a file that is replaced, of what would be left out with a warning elsewhere.
Error lost_for_good(const std::filesystem::path& path, const std::string& what);

/// Why an XMP packet is refused: its size or the depth of its elements.
std::string check_xmp(std::string_view packet);

} // namespace atrous
