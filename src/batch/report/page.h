// Makes the page of a report from logs, as one file that needs no other and is readable without scripts. Also
// computes the shown times of stages.
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
/// Milliseconds by group of stages. The last is the time outside all stages, mostly waiting.
using GroupTimes = std::array<double, time_groups>;

/// A frame, from its object in the log.
GroupTimes group_times(const Json& frame);

/// The text above the images.
struct PageTotals {
    Json run;                                   ///< its object in the log
    std::vector<std::string> devices{};         ///< names of the devices that computed
    std::size_t images = 0;                     ///< that the run was to make
    std::array<std::size_t, statuses> counts{}; ///< finished images, by Status
    std::size_t warnings = 0;
    double pixels = 0;         ///< of the written images
    double seconds = 0;        ///< of the run, or 0 if not known
    GroupTimes times{};        ///< of all of them
    std::optional<int> exit{}; ///< the run's exit code, or none if its log has no end
};

/// True if a file of this name is taken for a page.
bool is_page_name(const std::filesystem::path& path);

/// The page up to the first image.
std::string page_begin(const PageTotals& totals);
/// One image: its object in the log, its number in the page from 1, and the figure_html() of its copies, or
/// nothing.
std::string card_html(const Json& frame, std::size_t number, const std::string& figure);
/// The rest of the page, after the last image.
std::string page_end();

/// A copy of an image, as a page shows it.
struct ShownCopy {
    std::string source; ///< a URI
    Size size;
};
/// Two copies next to each other, or one over the other with scripts. If one is null, only the other copy.
/// `note`: text about them, or empty.
std::string figure_html(const ShownCopy* before, const ShownCopy* after, const std::string& note);

/// A command line as a shell takes it.
std::string shell_words(const std::vector<std::string>& words);

} // namespace atrous
