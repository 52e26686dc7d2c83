// --report: a page about a run, with small copies of its pictures before and after. Its pieces are added to a file without
// a name that all workers of a run share, so that one that dies leaves them to the next; the page is written at the end,
// whole or not at all.
#pragma once
#include "batch/pipeline/batch.h"
#include "batch/report/page.h"
#include "cli/tables.h"
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
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

/// The first picture of the first file that has one; nothing where there is none.
struct FrameCopy {
    ShownCopy shown;
    double clipped = 0; ///< as SmallCopy::clipped
};
std::optional<FrameCopy> copy_of_picture(const std::vector<ImageFile>& files, const ShownPart& part);

/// Both as a page shows them.
std::string pair_html(const FrameCopy& before, const FrameCopy& after);

/// Throws a usage error for a report that would be written into another file of the run, or where it cannot be, and one for a
/// name that is there already without --existing replace. Of a dry run, says where it would be.
void check_report(const SessionOptions& options, const OutputPlan& plan);

class Report {
  public:
    /// `run`: the run's object in the log. `images`: that it is to make. Throws an internal error where nothing can be kept.
    Report(const SessionOptions& options, Json run, std::size_t images);
    ~Report();
    Report(const Report&) = delete;
    Report& operator=(const Report&) = delete;

    /// The run is to make so many more images than it was known to.
    void expect(std::size_t more);
    /// Makes copies of the frame's picture before and after the work, which makes its results of its files. What cannot be
    /// copied is a warning of the frame.
    void show(Frame& frame, const ShownPart& part, const std::function<void()>& work);
    void add(const FrameRecord& record);
    /// Writes the page. Returns how the run ends: as it is, or as failed where the page could not be written, which is said.
    Exit end(Exit code, const std::string& why);

  private:
    void keep(PieceKind kind, const std::string& text);

    int file_;
    bool own_; ///< no supervisor has it
    PieceFile pieces_;
    std::set<std::string> earlier_{}; ///< frames that other workers of this run told of
    std::atomic<int> problem_ = 0;    ///< error number of a piece that could not be kept
};

/// Writes the page of what is in there, for a run that ended with this exit code; nothing where no run began. `why`: an error
/// that ended it. Throws file errors.
void write_page(const PieceFile& pieces, int code, const std::string& why);

/// The command that a supervisor has done where no worker lived to write the page: an exit code, and why.
int run_last_report(const CommandCall& call);

} // namespace atrous
