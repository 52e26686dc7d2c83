// Catches both standard outputs of a command, and turns its errors into exit codes as main() does.
#include "support/called.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/plan/plan_files.h"
#include "supervisor/protocol/worker_protocol.h"
#include <algorithm>
#include <array>
#include <csignal>
#include <fcntl.h>
#include <iostream>
#include <sstream>
#include <sys/mman.h>
#include <unistd.h>

namespace atrous {
namespace {

/// Signals whose handling a batch changes (catch_interrupts), for its process and the children of it.
constexpr int handled[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};

/// The file that catches images for the standard output: one for all runs, because a process reserves that output only once
/// (reserve_standard_output), for all runs after it.
int caught_output() {
    static const int file = ::memfd_create("output", MFD_CLOEXEC);
    return file;
}

/// While it lives, the folder is the current one, and both standard outputs are caught. Then signals are handled as before.
class Caught {
  public:
    explicit Caught(const Folder& folder)
        : before_(fs::current_path()), cout_descriptor_(dup(STDOUT_FILENO)), cerr_(dup(STDERR_FILENO)) {
        fs::current_path(folder.path);
        for (std::size_t i = 0; i < actions_.size(); ++i) ::sigaction(handled[i], nullptr, &actions_[i]);
        const int file = ::open(".err", O_CREAT | O_TRUNC | O_WRONLY, 0600);
        dup2(file, STDERR_FILENO);
        close(file);
        REQUIRE((::ftruncate(caught_output(), 0) == 0 && ::lseek(caught_output(), 0, SEEK_SET) == 0));
        dup2(caught_output(), STDOUT_FILENO);
        cout_ = std::cout.rdbuf(out_.rdbuf());
    }
    ~Caught() {
        for (std::size_t i = 0; i < actions_.size(); ++i) ::sigaction(handled[i], &actions_[i], nullptr);
        std::cout.rdbuf(cout_);
        dup2(cout_descriptor_, STDOUT_FILENO);
        dup2(cerr_, STDERR_FILENO);
        close(cout_descriptor_);
        close(cerr_);
        fs::current_path(before_);
    }
    Caught(const Caught&) = delete;
    Caught& operator=(const Caught&) = delete;
    Ran result(int code) const {
        return {code, out_.str() + slurp("/proc/self/fd/" + std::to_string(caught_output())), slurp(".err")};
    }

  private:
    fs::path before_;
    int cout_descriptor_, cerr_;
    std::ostringstream out_;
    std::streambuf* cout_ = nullptr;
    std::array<struct sigaction, std::size(handled)> actions_{};
};

} // namespace

namespace {

/// The words of a command line. Text between single quotes is one word.
std::vector<std::string> split_words(std::string_view arguments) {
    std::vector<std::string> words;
    const std::vector<std::string> parts = split(std::string(arguments), '\'');
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::vector<std::string> more = i % 2 ? std::vector{parts[i]} : split(parts[i], ' ');
        words.insert(words.end(), more.begin(), more.end());
    }
    std::erase(words, "");
    return words;
}

struct Row {
    const char* name;
    int (*run)(const CommandCall&);
    const OptionTable& (*table)();
};
constexpr Row rows[] = {
#define ATROUS_COMMAND_ROW(name, ...) {#name, run_##name, name##_table},
    ATROUS_IO_COMMANDS(ATROUS_COMMAND_ROW){"bench", run_bench, bench_table}};
#undef ATROUS_COMMAND_ROW

/// Runs a command as main() does.
int run(const Row& row, const std::vector<std::string>& words) {
    CommandCall call{parse_options(row.table(), words), words};
    set_verbosity(call.line.has("quiet") ? Verbosity::quiet : Verbosity::normal);
    work_under(nullptr); // forgets the messages that an earlier run printed
    FilePlan plan;
    if (plans_files(row.table(), call.line)) {
        plan = plan_files(row.table(), call.line);
        if (plan.jobs.empty()) return 0;
        call.plan = &plan;
    }
    return row.run(call);
}

Ran caught_run(const Row& row, const Folder& folder, const std::vector<std::string>& words) {
    const Caught caught(folder);
    try {
        return caught.result(run(row, words));
    } catch (const Error& error) { // as main() does
        log_error(error.what());
        return caught.result(int(error.kind));
    }
}

} // namespace

Ran called(int (*command)(const CommandCall&), const Folder& folder, std::string_view arguments) {
    return caught_run(*std::ranges::find(rows, command, &Row::run), folder, split_words(arguments));
}

Ran run_here(const Folder& folder, std::string_view command_line) {
    REQUIRE(command_line.find_first_of("\"&<>\\") == std::string_view::npos);
    std::vector<std::string> words = split_words(command_line);
    const auto* const row = std::ranges::find(rows, words.front(), &Row::name);
    REQUIRE(row != std::end(rows));
    words.erase(words.begin());
    return caught_run(*row, folder, words);
}

} // namespace atrous
