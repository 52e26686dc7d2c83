// What a report is made of, in a file without a name that all workers of a run share: pieces are only added. Hides how they lie
// in it, and the half piece of a worker that died.
#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace atrous {

enum class PieceKind : std::uint32_t {
    run,      ///< JSON: the run's object in the log, and what is known of the page
    place,    ///< the page's path, whose bytes may be no text
    more,     ///< JSON: how many more images there are than was known
    pictures, ///< an output, a NUL, and how its pictures are shown, as HTML
    frame,    ///< JSON: the frame's object in the log
    written   ///< nothing: the page is there
};

/// Where the text of a piece lies.
struct ReportPiece {
    PieceKind kind{};
    std::uint64_t at = 0, size = 0;
};

class PieceFile {
  public:
    /// Finds the pieces that are there. The file stays its owner's.
    explicit PieceFile(int descriptor);
    /// Adds one; 0 or the error number, from then on the same. May be called by several threads at once.
    int add(PieceKind kind, const std::string& text);
    const std::vector<ReportPiece>& pieces() const { return pieces_; }
    /// The text of a piece, or its first bytes.
    std::string text(const ReportPiece& piece, std::uint64_t most = UINT64_MAX) const;

  private:
    int file_;
    std::mutex lock_;
    std::vector<ReportPiece> pieces_;
    std::uint64_t end_ = 0;
    int problem_ = 0;
};

} // namespace atrous
