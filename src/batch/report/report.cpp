// Runs `atrous report LOG`, which makes a page about the last run of a log. Reads the log twice, first for
// the head of the page, then for its images, so that a log of any length takes little memory. Reads inputs
// and outputs again, as small copies.
#include "base/error.h"
#include "base/file.h"
#include "base/log.h"
#include "base/messages.h"
#include "base/svg.h"
#include "base/text.h"
#include "base/utf8.h"
#include "batch/plan/log_file.h"
#include "batch/report/messages.h"
#include "batch/report/page.h"
#include "cli/tables.h"
#include "colour/profile.h"
#include "files/atomic_file.h"
#include "formats/jpeg/jpeg.h"
#include "formats/read/decoder.h"
#include "formats/write/small_copy.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <deque>
#include <functional>
#include <future>
#include <optional>
#include <thread>
#include <unistd.h>

namespace atrous {
namespace {

constexpr int enough = 960;         // pixels along the longer axis: twice the pixels of a small copy
constexpr unsigned max_at_once = 4; // frames whose images are read at the same time

/// The last run of a log.
struct LoggedRun {
    std::string name{};
    PageTotals totals{};
    CommandLine options{}; ///< its command line, with some options for reading images
};

/// Calls `take` with the objects of all lines that are whole. Throws a usage error for a log that cannot be read.
void for_each_line(const fs::path& log, const std::function<void(const Json&)>& take) {
    const auto parsed = [&](const std::string& text) {
        try {
            return parse_json(text, log.string());
        } catch (const Error&) { // cut: a run was killed
            return Json();
        }
    };
    if (!LogFile(log).read([&](const std::string& text, int) { take(parsed(text)); }, true))
        throw usage_error(messages::text_unreadable, log, unreadable_reason(log));
}

const OptionTable& table_of(const std::string& command) {
#define ATROUS_TAKE_TABLE(name, ...)                                                                         \
    if (command == #name) return name##_table();
    ATROUS_IO_COMMANDS(ATROUS_TAKE_TABLE)
    return enhance_table(); // of a log that names another one
}

/// Returns the command line of a run as its options, or none if this version does not support it.
CommandLine line_of_run(const Json& run) {
    const std::string command = run.text_of("command");
    std::vector<std::string> arguments = run.texts_of("arguments");
    for (std::string& argument : arguments) argument = name_of_text(argument);
    try {
        return parse_options(table_of(command), arguments);
    } catch (const Error&) {
        return {};
    }
}

std::size_t status_of(const Json& frame) {
    for (std::size_t i = 0; i < statuses; ++i)
        if (frame.text_of("status") == to_string(Status(i))) return i;
    return std::size_t(Status::failed);
}

/// True if the line is about a frame with its own output, and not only about a neighbour of others.
bool is_card(const Json& line) { return line.find("status") && line.find("output"); }

void take_device(PageTotals& totals, const Json& line) {
    const Json* const device = line.find("device");
    const std::string name = !device ? "" : device->string() ? *device->string() : device->text_of("name");
    if (!name.empty() && std::ranges::count(totals.devices, name) == 0) totals.devices.push_back(name);
}

void take_frame(PageTotals& totals, const Json& frame) {
    ++totals.counts[status_of(frame)];
    if (const Json* warnings = frame.find("warnings"); warnings && warnings->array())
        totals.warnings += warnings->array()->size();
    if (status_of(frame) == std::size_t(Status::ok))
        totals.pixels += double(frame.integer_of("width")) * double(frame.integer_of("height"));
    const GroupTimes times = group_times(frame);
    for (std::size_t i = 0; i < times.size(); ++i) totals.times[i] += times[i];
}

void take_end(PageTotals& totals, const Json& end) {
    totals.exit = int(end.integer_of("exit"));
    totals.seconds = end.number_of("seconds");
    totals.images = std::max(totals.images, std::size_t(end.integer_of("images")));
}

/// Throws a usage error for a log that names no run.
LoggedRun last_run(const fs::path& log) {
    LoggedRun run;
    for_each_line(log, [&](const Json& line) {
        if (line.find("command") && !line.text_of("run").empty()) {
            run = {line.text_of("run"), {}, line_of_run(line)};
            run.totals.run = line;
            run.totals.images = std::size_t(line.integer_of("images"));
        }
        if (run.name.empty() || line.text_of("run") != run.name) return;
        if (is_card(line))
            take_frame(run.totals, line);
        else if (const Json* end = line.find("end"))
            take_end(run.totals, *end);
        else
            take_device(run.totals, line);
    });
    if (run.name.empty()) throw usage_error(messages::report_no_log, log);
    return run;
}

/// The part of the input that the output shows, unless it shows all.
std::optional<PixelsPart> crop_of(const Json& frame) {
    const Json* const settings = frame.find("settings");
    if (!settings || !settings->array() || settings->array()->empty()) return {};
    const Json* const crop = settings->array()->front().find("crop");
    PixelsPart part{};
    if (!crop || std::sscanf(crop->text_of("pixels").c_str(), "%dx%d+%d+%d", &part.size.width,
                             &part.size.height, &part.x, &part.y) != 4)
        return {};
    return part;
}

struct FrameCopy {
    ShownCopy shown;
    double clipped = 0; ///< as SmallCopy::clipped
};

/// Returns the first image of a file. Throws the errors of reading it.
std::optional<FrameCopy> read_copy(const fs::path& path, const ReadOptions& options,
                                   const std::optional<PixelsPart>& crop) {
    const ImageFile file = Decoder(path, options).read();
    for (const Part& part : file.parts)
        for (const PictureView& picture : pictures_of(part)) {
            const PixelsPart all{0, 0, picture.pixels.size};
            if (all.size.pixels() == 0) continue;
            const SmallCopy copy =
                small_copy(picture.pixels, crop.value_or(all), part_place(part).orientation);
            return FrameCopy{{data_uri("image/webp", copy.webp), copy.size}, copy.clipped};
        }
    return {};
}

/// Returns the run's options for reading its images. JPEGs are decoded as small as a page needs them.
ReadOptions read_options_of(const CommandLine& line, bool whole) {
    ReadOptions options;
    options.to_rgb = true;
    options.layer = line.value("layer", "");
    if (const std::string* name = line.find("assume-profile"))
        options.assumed = find_profile(*name, "--assume-profile");
    if (!whole)
        options.reduction = [](const ImageWindow& place) {
            for (const int times : jpeg_reductions)
                if (std::max(place.size.width, place.size.height) / times >= enough) return times;
            return 1;
        };
    return options;
}

/// Returns the present path of the image from before the run. If there is none, returns an empty path and
/// adds the reason to `notes`.
fs::path input_of(const LoggedRun& run, const Json& frame, std::vector<std::string>& notes) {
    const fs::path input = name_of_text(frame.text_of("input"));
    const std::string* const suffix = run.options.find("in-place");
    if (is_standard_input(input))
        notes.emplace_back("the input came through the standard input, so it is not shown");
    else if (suffix && suffix->empty())
        notes.emplace_back("the output has replaced the input, so there is no image of before "
                           "(--in-place=SUFFIX keeps it)");
    else
        return suffix ? fs::path(input.string() + *suffix) : input;
    return {};
}

/// The images of a card, with notes.
std::string pictures_html(const LoggedRun& run, const Json& frame) {
    if (frame.text_of("status") != to_string(Status::ok)) return "";
    std::vector<std::string> notes;
    const auto copy = [&](const char* which, const fs::path& path, const std::optional<PixelsPart>& crop) {
        std::optional<FrameCopy> made;
        if (path.empty()) return made;
        try {
            made = read_copy(path, read_options_of(run.options, crop.has_value()), crop);
        } catch (const std::exception& error) {
            notes.push_back(std::string(which) + " is not shown: " + error.what());
        }
        return made;
    };
    const fs::path output = name_of_text(frame.text_of("output"));
    const auto before = copy("the input", input_of(run, frame, notes), crop_of(frame));
    const bool left = is_standard_output(output);
    const auto after = left ? std::nullopt : copy("the output", output, {});
    if (left) notes.emplace_back("the output went to the standard output, so it is not shown");
    if (const double clipped = std::max(before ? before->clipped : 0, after ? after->clipped : 0);
        clipped > 0)
        notes.push_back(significant(100 * clipped, 2) +
                        " % of the values are above white, which is clipped here");
    return figure_html(before ? &before->shown : nullptr, after ? &after->shown : nullptr,
                       joined(notes, "; "));
}

/// Text, into a file that gets its name once all of it is there.
class PageFile {
  public:
    PageFile(const fs::path& path, bool overwrite) : file_(path, overwrite) {}
    void put(const std::string& text) {
        if (const int problem = file_.put(text.data(), text.size(), at_)) throw file_.cannot_write(problem);
        at_ += text.size();
    }
    void commit() {
        file_.commit();
        if (const Message lost = file_.not_kept(); !lost.empty()) log_warning(lost);
    }

  private:
    AtomicFile file_;
    std::uint64_t at_ = 0;
};

/// Writes the cards, whose images are read by some threads. A line on a terminal shows the progress.
void put_cards(PageFile& file, const fs::path& log, const LoggedRun& run) {
    const bool shows = verbosity() != Verbosity::quiet && ::isatty(STDERR_FILENO) == 1;
    const std::size_t at_once = std::clamp(std::thread::hardware_concurrency(), 1U, max_at_once);
    std::deque<std::future<std::string>> cards;
    std::size_t count = 0;
    const auto put_first = [&] {
        file.put(cards.front().get());
        cards.pop_front();
    };
    for_each_line(log, [&](const Json& line) {
        if (line.text_of("run") != run.name || !is_card(line)) return;
        if (cards.size() == at_once) put_first();
        cards.push_back(std::async(std::launch::async, [&run, line, number = ++count] {
            return card_html(line, number, pictures_html(run, line));
        }));
        if (shows)
            set_status_line("report: image " + std::to_string(count) + " of " +
                            std::to_string(run.totals.images));
    });
    while (!cards.empty()) put_first();
    if (shows) set_status_line("");
}

/// Returns the path of the page: from -o, otherwise from the run's --report, otherwise the log's name with
/// .html.
fs::path page_of(const CommandLine& line, const LoggedRun& run, const fs::path& log) {
    const std::string wanted = run.totals.run.text_of("report");
    fs::path page = line.has("output") ? *line.find("output")
                    : wanted.empty()   ? fs::path(log).replace_extension(".html").string()
                                       : name_of_text(wanted);
    if (!is_page_name(page)) throw usage_error(messages::report_output, page);
    std::error_code unknown;
    if (fs::equivalent(page, log, unknown)) throw usage_error(messages::report_is_log, page);
    return page;
}

} // namespace

int run_report(const CommandCall& call) {
    const CommandLine& line = call.line;
    if (line.has("quiet")) set_verbosity(Verbosity::quiet);
    if (line.has("verbose")) set_verbosity(Verbosity::verbose);
    if (line.operands.size() != 1) throw usage_error(messages::report_operands, line.operands.size());
    const fs::path log = logs_of(line.operands[0]).back();
    const LoggedRun run = last_run(log);
    const fs::path page = page_of(line, run, log);
    if (run.totals.counts[std::size_t(Status::ok)] == 0) log_info(message(messages::report_no_images));
    std::error_code ec; // reported by the file
    fs::create_directories(page.parent_path(), ec);
    PageFile file(page, line.value("existing", "error") == "replace");
    file.put(page_begin(run.totals));
    put_cards(file, log, run);
    file.put(page_end());
    file.commit();
    log_verbose(message(messages::report_written, page));
    return int(Exit::ok);
}

} // namespace atrous
