// Names the run, counts images, and leaves the last line to the signal handlers if the run cannot write it.
#include "batch/log/run_log.h"
#include "base/error.h"
#include "batch/log/interrupt.h"
#include "files/temporaries.h"
#include "supervisor/protocol/worker_protocol.h"
#include <chrono>
#include <cmath>
#include <ctime>
#include <fstream>
#include <unistd.h>

namespace atrous {
namespace {

/// Returns a key that is equal in two records of one event.
std::string key(const Json& frame) {
    return frame.text_of("input") + '\0' + frame.text_of("output") + '\0' + frame.text_of("status");
}

std::int64_t now() {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Returns the start by the steady clock, which all processes of the run share.
std::int64_t start_of_run() {
    static const std::int64_t own = now();
    return resumed().start != 0 ? resumed().start : own;
}

std::string date_now() {
    const std::time_t time = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&time, &local);
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S %z", &local)};
}

} // namespace

std::string name_of_this_run() {
    const bool supervised = resumed().start != 0;
    std::array<char, 24> time{};
    std::snprintf(time.data(), time.size(), "%llx", static_cast<unsigned long long>(start_of_run()));
    return host_name() + "-" + std::to_string(supervised ? ::getppid() : ::getpid()) + "-" + time.data();
}

RunLog::RunLog(const std::filesystem::path& path, Json run, std::size_t images, bool named)
    : file_(path, named), run_(name_of_this_run()), images_(images) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] = resumed().counts[i];
    // A worker can die after its plan and before its header.
    if (!resumed().begun || !take_earlier(path)) {
        run["run"] = run_;
        run["images"] = images;
        run["began"] = date_now();
        file_.write(run);
    }
    Json last = line();
    last["end"]["exit"] = -1; // cut off: the handler knows the code
    const std::string text = last.dump();
    add_last_line(file_.descriptor(), text.substr(0, text.rfind("-1")));
}

RunLog::~RunLog() { remove_last_line(file_.descriptor()); }

Json RunLog::line() const {
    Json object;
    object["run"] = run_;
    return object;
}

bool RunLog::take_earlier(const std::filesystem::path& path) {
    std::error_code ec;
    if (!std::filesystem::is_regular_file(path, ec)) return true;
    bool has_header = false;
    std::ifstream in(path, std::ios::binary);
    for (std::string text; std::getline(in, text);) try {
            if (text.find(run_) == std::string::npos) continue;
            const Json object = parse_json(text, path.string());
            if (object.text_of("run") != run_) continue;
            has_header |= object.find("images") != nullptr;
            checks_ += object.find("check") != nullptr;
            tells_of_device_ |= object.find("device_lost") != nullptr;
            earlier_.insert(key(object));
        } catch (const Error&) { // cut: it counts for nothing
        }
    return has_header;
}

void RunLog::add(const FrameRecord& record) {
    if (!record.job.outputs.empty()) ++counts_[std::size_t(record.status)];
    const Json frame = frame_json(record);
    if (earlier_.contains(key(frame))) return;
    Json object = line();
    for (const auto& [name, value] : *frame.object())
        if (name != "run") object[name] = value;
    file_.write(object);
}

void RunLog::print_device(const Json& device) {
    const auto print = [&](const char* reason, Json value) {
        Json object = line();
        object[reason] = std::move(value);
        object["device"] = device;
        file_.write(object);
    };
    if (const auto& lost = resumed().device_lost; !lost.empty() && !tells_of_device_)
        print("device_lost", lost);
    for (const auto& verdicts = resumed().verdicts; checks_ < verdicts.size(); ++checks_)
        print("check", parse_json(verdicts[checks_], "check"));
}

void RunLog::end(int code) {
    std::size_t done = 0;
    for (const std::size_t count : counts_) done += count;
    // Images that were never begun were not counted.
    if (images_ > done) counts_[std::size_t(Status::interrupted)] += images_ - done;
    Json object = line();
    Json& end = object["end"];
    end["exit"] = code;
    end["seconds"] = std::round(double(now() - start_of_run()) / 1e6) / 1e3;
    end["images"] = images_;
    for (std::size_t i = 0; i < counts_.size(); ++i) end[to_string(Status(i))] = counts_[i];
    remove_last_line(file_.descriptor());
    file_.write(object);
}

} // namespace atrous
