// Looks at every output, several at a time, and tells of those that are not as they should be.
#include "app/verify/verify.h"
#include "app/cli/tables.h"
#include "app/verify/expected.h"
#include "base/error.h"
#include "base/json.h"
#include "base/size.h"
#include "base/text.h"
#include <algorithm>
#include <atomic>
#include <iostream>
#include <thread>

namespace atrous {
namespace {

namespace fs = std::filesystem;

std::string words(const FileShape& shape) {
    return to_string(shape.size) + " with " + std::to_string(shape.channels) + " channels in " +
           std::to_string(shape.parts) + " parts";
}

/// Why a file is not what it should be; empty where it is.
std::string problem_of(const ExpectedFile& file) {
    std::error_code bad;
    if (!file.unwritten.empty()) return "was not written (" + file.unwritten + ")";
    if (!fs::exists(file.path, bad)) return "is not there";
    try {
        Decoder decoder(file.path);
        const FileShape shape = decoder.shape();
        if (file.shape && shape != *file.shape)
            return "is " + words(shape) + "; the log says " + words(*file.shape);
        decoder.check();
    } catch (const Error& error) {
        const std::string why = error.what(), name = file.path.string() + ": ";
        return why.starts_with(name) ? why.substr(name.size()) : why;
    } catch (const std::bad_alloc&) {
        return "needs more memory than there is";
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

std::vector<std::string> problems_of(const std::vector<ExpectedFile>& files, int jobs) {
    std::vector<std::string> problems(files.size());
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < files.size(); i = next++) problems[i] = problem_of(files[i]);
    };
    std::vector<std::jthread> threads;
    const int count = jobs > 0 ? jobs : std::max(1, int(std::thread::hardware_concurrency()));
    for (int i = 1; i < count; ++i) threads.emplace_back(work);
    work();
    threads.clear();
    return problems;
}

/// The files of an operand: those of a log, or of the logs in a folder.
Expectation files_of(const std::vector<std::string>& operands) {
    std::vector<fs::path> logs;
    for (const std::string& operand : operands) {
        std::error_code bad;
        if (!fs::is_directory(operand, bad)) {
            logs.emplace_back(operand);
            continue;
        }
        const auto found = logs_in(operand);
        if (found.empty())
            throw usage_error(operand +
                              ": has no timing log (atrous-timings*.jsonl); name the log of its run");
        logs.insert(logs.end(), found.begin(), found.end());
    }
    return expected_files(logs);
}

Json list_of(const std::vector<UnfinishedRun>& runs) {
    Json list = Json::Array{};
    for (const UnfinishedRun& run : runs) {
        Json object;
        object["log"] = run.log.string();
        object["run"] = run.run;
        object["problem"] = run.problem;
        list.push_back(std::move(object));
    }
    return list;
}

void print(const Expectation& expected, const std::vector<std::string>& problems, bool json) {
    const std::vector<ExpectedFile>& files = expected.files;
    const auto whole = std::ranges::count(problems, std::string());
    Json list = Json::Array{};
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (problems[i].empty()) continue;
        if (!json) std::cout << one_line(files[i].path.string() + ": " + problems[i]) << '\n';
        Json object;
        object["output"] = files[i].path.string();
        object["problem"] = problems[i];
        list.push_back(std::move(object));
    }
    for (const UnfinishedRun& run : expected.runs)
        if (!json) std::cout << one_line(run.log.string() + ": run " + run.run + " " + run.problem) << '\n';
    Json all;
    all["outputs"] = files.size();
    all["whole"] = std::int64_t(whole);
    all["problems"] = std::move(list);
    all["unfinished"] = list_of(expected.runs);
    if (json)
        std::cout << all.dump(2) << '\n';
    else
        std::cout << files.size() << " outputs: " << whole << " whole, " << std::int64_t(files.size()) - whole
                  << " not\n";
}

} // namespace

int run_verify(const std::vector<std::string>& arguments) {
    const CommandLine line = parse_options(verify_table(), arguments);
    if (line.operands.empty())
        throw usage_error("verify takes logs, or folders with logs ('atrous verify --help')");
    const Expectation expected = files_of(line.operands);
    const std::vector<ExpectedFile>& files = expected.files;
    if (files.empty() && expected.runs.empty())
        throw Error(Exit::nothing, joined(line.operands) + ": no log names an output");
    const std::vector<std::string> problems = problems_of(files, int(to_number(line.value("jobs", "0"))));
    print(expected, problems, line.has("json"));
    const bool all = expected.runs.empty() &&
                     std::ranges::all_of(problems, [](const std::string& why) { return why.empty(); });
    return int(all ? Exit::ok : Exit::some_failed);
}

} // namespace atrous
