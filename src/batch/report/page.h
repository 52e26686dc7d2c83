// The page of a report, from what logs say: one file that needs no other, readable without scripts; and where the time of
// pictures went, as it shows it.
#pragma once
#include "base/json.h"
#include "batch/log/record.h"
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace atrous {

constexpr std::size_t time_groups = 7;
/// Milliseconds by group of stages; the last one is what is in no stage: waiting, for the most part.
using GroupTimes = std::array<double, time_groups>;

/// A frame, from its object in the log.
GroupTimes group_times(const Json& frame);

/// "830 ms", "1.24 s", "3 min 31 s".
std::string time_text(double ms);

/// A bar of their shares, and what each took in words; empty where none took any.
std::string times_html(const GroupTimes& times);

/// The text above the pictures.
struct PageTotals {
    Json run;                                   ///< its object in the log
    std::vector<std::string> devices{};         ///< names of those that computed
    std::size_t images = 0;                     ///< that the run was to make
    std::array<std::size_t, statuses> counts{}; ///< those that came to an end, by Status
    std::size_t warnings = 0;
    double pixels = 0;         ///< of those that were written
    double seconds = 0;        ///< of the run; 0: not known
    GroupTimes times{};        ///< of all of them
    std::optional<int> exit{}; ///< the run's exit code; none: its log has no end
};

/// Whether a file of this name is taken for a page.
bool is_page_name(const std::filesystem::path& path);

/// All in front of the first picture.
std::string page_begin(const PageTotals& totals);
/// One picture: its object in the log, its number in the page from 1, and what figure_html() made of its copies, or nothing.
std::string card_html(const Json& frame, std::size_t number, const std::string& figure);
/// The rest of the page, after the last picture.
std::string page_end();

/// A copy of a picture, as a page shows it.
struct ShownCopy {
    std::string source; ///< a URI
    Size size;
};
/// Two copies side by side, or with scripts as one on the other; where one is null, the other alone. `note`: what has to be
/// said of them; empty: nothing.
std::string figure_html(const ShownCopy* before, const ShownCopy* after, const std::string& note);

/// A command line as a shell takes it.
std::string shell_words(const std::vector<std::string>& words);

} // namespace atrous
