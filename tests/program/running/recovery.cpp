// Tests which job is blamed for the end of a worker, and the work of the next one. Starts no process.
#include "supervisor/recovery.h"
#include "base/error.h"
#include "supervisor/messages.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <csignal>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace atrous;

namespace {

constexpr std::uint64_t several = 3;

void begin(Recovery& recovery, std::uint64_t job, Step step = Step::decoding) {
    recovery.take({MessageKind::step, job, std::int64_t(step)});
}

/// The status of a process that ended by a signal equals that signal.
WorkerEnd by(int signal) { return {signal}; }

} // namespace

TEST_CASE("of several jobs in a step none is blamed; all up to the last are tried one at a time") {
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGKILL}) {
        Recovery recovery(0);
        for (std::uint64_t job = 0; job < several; ++job) begin(recovery, job);
        recovery.after(by(signal));
        CHECK(recovery.resume().careful == several);
        CHECK(recovery.resume().job_states.empty());
    }
}

TEST_CASE("a job whose step was the only one is tried again before it is blamed") {
    Recovery recovery(0);
    for (std::uint64_t job = 0; job < several; ++job) {
        begin(recovery, job);
        begin(recovery, job, Step::none);
    }
    for (int time = 0; time < 2; ++time) {
        CHECK(recovery.resume().kind(several) == JobState::Kind::open);
        begin(recovery, several, Step::filtering);
        recovery.after(by(SIGSEGV));
    }
    CHECK(recovery.resume().kind(several) == JobState::Kind::failed);
    CHECK(is_message(recovery.resume().job_states.at(several).error, messages::worker_crashed, "SIGSEGV",
                     "filtering"));
    CHECK_FALSE(recovery.resume().job_states.at(several).out_of_memory);
    CHECK(recovery.given_up().empty());
}

TEST_CASE("the finding of a job stays for later workers; recovery does not print") {
    Recovery recovery(0);
    begin(recovery, 1);
    recovery.take({MessageKind::finding, 1, 0, "a table"});
    begin(recovery, 1, Step::none);
    recovery.take({MessageKind::output, 0, 0, "printed"});
    begin(recovery, 2);
    recovery.after(by(SIGSEGV));
    CHECK(recovery.resume().kind(1) == JobState::Kind::reported);
    CHECK(recovery.resume().job_states.at(1).text == "a table");
    CHECK(recovery.resume().kind(2) == JobState::Kind::open);
    CHECK(recovery.resume().printed.empty());
    for (int time = 0; time < 2; ++time) recovery.take({MessageKind::printed, 0, 1, "W_A"});
    CHECK(recovery.resume().message_counts == std::map<std::string, int>{{"W_A", 2}});
    CHECK(recovery.resume().printed.empty());
    begin(recovery, 2);
    recovery.after(by(SIGKILL));
    REQUIRE(recovery.resume().kind(2) == JobState::Kind::failed);
    recovery.take({MessageKind::finding, 2, 0, "why"});
    CHECK(recovery.resume().kind(2) == JobState::Kind::reported);
    CHECK(recovery.resume().job_states.at(2).out_of_memory);
}

TEST_CASE(
    "a job that twice takes too much memory failed because of memory, by whatever process the worker was killed") {
    for (const WorkerEnd& end : {by(SIGKILL), WorkerEnd{SIGKILL, WorkerEnd::Cause::memory, 2000, 1000}}) {
        Recovery recovery(0);
        for (int time = 0; time < 2; ++time) {
            begin(recovery, 0);
            recovery.after(end);
        }
        REQUIRE(recovery.resume().kind(0) == JobState::Kind::failed);
        CHECK(recovery.resume().job_states.at(0).out_of_memory);
    }
}

TEST_CASE("a job without any activity is blamed at once if it is the only one") {
    Recovery recovery(0);
    begin(recovery, 5);
    recovery.after({SIGKILL, WorkerEnd::Cause::silence, 0, 0, 600});
    REQUIRE(recovery.resume().kind(5) == JobState::Kind::failed);
    CHECK(is_message(recovery.resume().job_states.at(5).error, messages::worker_silent, 600, "decoding"));
    CHECK_FALSE(recovery.resume().job_states.at(5).out_of_memory);
}

TEST_CASE("workers that end with no job in progress are started again three times at most, in a row") {
    Recovery recovery(0);
    recovery.after(by(SIGSEGV));
    recovery.after(by(SIGSEGV));
    recovery.take({MessageKind::result, 0, 1 << 8, "12"}); // one got on
    recovery.after(by(SIGSEGV));
    recovery.after(by(SIGSEGV));
    CHECK(recovery.given_up().empty());
    recovery.after(by(SIGSEGV));
    CHECK_FALSE(recovery.given_up().empty());
    CHECK(recovery.code_of_giving_up() == int(Exit::internal));
}

TEST_CASE("a run that gives up prints a remedy, also for workers that were killed because of memory") {
    for (const auto& [signal, advice] :
         {std::pair{SIGSEGV, ""}, {SIGKILL, "free memory or lower --max-memory, then "}}) {
        Recovery recovery(0);
        for (int time = 0; time < 3; ++time) recovery.after(by(signal));
        CHECK(is_message(recovery.given_up(), messages::workers_given_up, anything, 3, advice));
    }
}

TEST_CASE("a job whose output has its name is done, even without a report; otherwise it is done again") {
    const Folder folder;
    const std::string target = (folder.path / "out.png").string();
    struct stat info {};
    spill(target, "whole");
    REQUIRE(::stat(target.c_str(), &info) == 0);
    const auto fate_of = [&](std::uint64_t inode, const std::string& path) {
        Recovery recovery(0);
        begin(recovery, 0, Step::writing);
        recovery.take({MessageKind::commit, 0, std::int64_t(inode), path + '\0' + "{\"record\":1}"});
        recovery.after(by(SIGSEGV));
        return recovery.resume().job_states.empty() ? JobState{} : recovery.resume().job_states.at(0);
    };
    CHECK(fate_of(info.st_ino, target).kind == JobState::Kind::written);
    CHECK(fate_of(info.st_ino, target).text == "{\"record\":1}");
    CHECK(fate_of(info.st_ino + 1, target).kind == JobState::Kind::open);
    CHECK(fate_of(info.st_ino, target + ".not").kind == JobState::Kind::open);
}

TEST_CASE("the reports of workers add up to one run") {
    Recovery recovery(77);
    recovery.take({MessageKind::begun});
    for (std::uint64_t job = 0; job < 4; ++job)
        recovery.take({MessageKind::result, job, std::int64_t(1 << 8 | (job == 3 ? 2 << 8 | 1 : 0)), "10"});
    recovery.after(by(SIGSEGV));
    const Resume& resume = recovery.resume();
    CHECK(resume.begun);
    CHECK(resume.counts[0] == 3);
    CHECK(resume.counts[1] == 1);
    CHECK(resume.failed);
    CHECK_FALSE(resume.out_of_memory);
    CHECK(resume.pixels == 40);
    CHECK(resume.start == 77);
    for (std::size_t job = 0; job < 4; ++job) CHECK(resume.kind(job) == JobState::Kind::reported);
}

TEST_CASE("messages that arrive in pieces are the messages that were sent") {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const std::vector<WorkerMessage> sent{{MessageKind::printed, 0, 0, std::string("a\0b\n", 4)},
                                          {MessageKind::step, 7, -3},
                                          {MessageKind::result, 1U << 31, 1LL << 40, std::string(3000, 'x')}};
    for (const WorkerMessage& message : sent) send(ends[1], message);
    ::close(ends[1]);
    for (const std::size_t piece : {1, 7, 5000}) {
        CAPTURE(piece);
        static std::string all;
        char bytes[8192];
        for (ssize_t count; (count = ::read(ends[0], bytes, sizeof bytes)) > 0;)
            all.append(bytes, std::size_t(count));
        MessageReader reader;
        std::vector<WorkerMessage> got;
        for (std::size_t at = 0; at < all.size(); at += piece) {
            reader.add(all.data() + at, std::min(piece, all.size() - at));
            while (auto message = reader.next()) got.push_back(*message);
        }
        REQUIRE(got.size() == sent.size());
        for (std::size_t i = 0; i < sent.size(); ++i) {
            CHECK(got[i].kind == sent[i].kind);
            CHECK(got[i].job == sent[i].job);
            CHECK(got[i].value == sent[i].value);
            CHECK(got[i].text == sent[i].text);
        }
    }
    ::close(ends[0]);
}

TEST_CASE("the device is under suspicion while it becomes ready, and while any job is filtered") {
    Recovery recovery(0);
    CHECK_FALSE(recovery.on_device());
    recovery.take({MessageKind::begun});
    CHECK(recovery.on_device());
    recovery.take({MessageKind::ready, 0, 1000});
    CHECK_FALSE(recovery.on_device());
    begin(recovery, 1, Step::decoding);
    CHECK_FALSE(recovery.on_device());
    begin(recovery, 0, Step::filtering);
    CHECK(recovery.on_device());
}

TEST_CASE(
    "a worker that gave up its device is followed by one that gets the reason, once, and no job is blamed") {
    Recovery recovery(0);
    recovery.take({MessageKind::begun});
    begin(recovery, 0, Step::filtering);
    recovery.take({MessageKind::device_lost, 0, 0, "lost"});
    recovery.take({MessageKind::ended, 0, 5});
    CHECK_FALSE(recovery.code());
    CHECK(is_message(recovery.after({5 << 8}), messages::device_fallback, "lost"));
    CHECK(recovery.resume().device_lost == "lost");
    CHECK(recovery.resume().kind(0) == JobState::Kind::open);
    CHECK(recovery.resume().careful == 0);
    CHECK(recovery.given_up().empty());
    recovery.take({MessageKind::ended, 0, 5});
    CHECK(recovery.code() == 5);
}

TEST_CASE("a message that a worker printed once is not printed by the next one") {
    Recovery recovery(0);
    recovery.take({MessageKind::printed, 0, 0, "a"});
    recovery.after(by(SIGSEGV));
    recovery.take({MessageKind::printed, 0, 0, "b"});
    recovery.after(by(SIGSEGV));
    CHECK(recovery.resume().printed == std::set<std::string>{"a", "b"});
}

TEST_CASE("a worker that ends in a check of kernels leaves a verdict, and no job is blamed") {
    Recovery recovery(0);
    recovery.take({MessageKind::begun});
    begin(recovery, 0, Step::filtering);
    recovery.take({MessageKind::check, 0, int(CheckState::begun), "crashes"});
    CHECK(recovery.after({SIGSEGV}, true).empty()); // a compiled kernel may be damaged
    CHECK(recovery.resume().verdicts.empty());
    CHECK(recovery.resume().careful == 0);
    recovery.take({MessageKind::begun});
    begin(recovery, 0, Step::filtering);
    recovery.take({MessageKind::check, 0, int(CheckState::begun), "crashes"});
    CHECK(recovery.after({SIGSEGV}).empty());
    CHECK(recovery.resume().verdicts == std::vector<std::string>{"crashes"});
    CHECK(recovery.resume().kind(0) == JobState::Kind::open);
    CHECK(recovery.resume().careful == 0);
    // Wrong results: the worker ends with an exit code, which is not the run's.
    begin(recovery, 0, Step::filtering);
    recovery.take({MessageKind::check, 0, int(CheckState::begun), "crashes"});
    recovery.take({MessageKind::check, 0, int(CheckState::not_right), "wrong"});
    recovery.take({MessageKind::ended, 0, 5});
    CHECK_FALSE(recovery.code());
    CHECK(recovery.after({5 << 8}).empty());
    CHECK(recovery.resume().verdicts.back() == "wrong");
    // A right one has no part in a later crash, nor has a check next to a decoder.
    begin(recovery, 0, Step::filtering);
    recovery.take({MessageKind::check, 0, int(CheckState::begun), "crashes"});
    recovery.take({MessageKind::check, 0, int(CheckState::ended), ""});
    CHECK(is_message(recovery.after({SIGSEGV}), messages::worker_restarted, anything, anything));
    begin(recovery, 0, Step::filtering);
    begin(recovery, 1, Step::decoding);
    recovery.take({MessageKind::check, 0, int(CheckState::begun), "crashes"});
    CHECK_FALSE(recovery.after({SIGSEGV}).empty());
    CHECK(recovery.resume().verdicts.size() == 2);
}
