// Checks of a file's bytes before a library opens it.
#pragma once
#include "base/error.h"
#include "files/file_view.h"
#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace atrous {

/// Messages about a file, without its name: as many as a person reads, whatever the file holds.
class Findings {
  public:
    void add(Message finding);
    /// The first 20, the last of which gives the number of further ones.
    Messages list() const;

  private:
    Messages first_;
    std::size_t more_ = 0;
};

/// Plain --in-place refuses a file with data that are not read, except data that hold only for the unchanged file.
struct Damage {
    Findings lost;   ///< damaged data that reading leaves out
    Findings unread; ///< sound data that reading leaves out: an unknown chunk
    Findings notes;  ///< data that hold only for the unchanged file, and others that may surprise
};

/// Bits of a sample, and the number of its layout. not_stored() returns the reason to refuse an unsupported layout.
using StoredWay = std::pair<std::uint64_t, std::uint64_t>;
Message not_stored(StoredWay own);

/// A number of bytes. If the product exceeds any memory, so does the result, and sums of results do, too.
std::uint64_t capped_bytes(std::initializer_list<std::uint64_t> factors);

/// True if a warning of libjpeg about a header means a damaged image. Its other warnings are harmless: bytes
/// between segments, which some editors leave, or parameters of scans that cameras set wrongly.
bool is_jpeg_damage(std::string_view complaint);

/// The error of a file to be replaced, for a loss that is a warning elsewhere.
Error lost_for_good(const std::filesystem::path& path, const Message& what);

/// The reason to refuse an XMP packet: its size or the depth of its elements.
Message check_xmp(std::string_view packet);

} // namespace atrous
