// Who is blamed for the end of a worker, and what the next one does; no process is made.
#include "app/start/course.h"
#include "base/error.h"
#include "support/app_run.h"
#include <csignal>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace atrous;

namespace {

constexpr std::uint64_t several = 3;

void begin(Course& course, std::uint64_t job, Step step = Step::decoding) {
    course.take({MessageKind::step, job, std::int64_t(step)});
}

/// The status of a process that a signal ended is that signal.
WorkerEnd by(int signal) { return {signal}; }

} // namespace

TEST_CASE("of several jobs in a step none is blamed; all up to the last are tried one at a time") {
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGKILL}) {
        Course course(0);
        for (std::uint64_t job = 0; job < several; ++job) begin(course, job);
        course.after(by(signal));
        CHECK(course.resume().careful == several);
        CHECK(course.resume().fates.empty());
    }
}

TEST_CASE("a job whose step was the only one is tried once more before it is blamed") {
    Course course(0);
    for (std::uint64_t job = 0; job < several; ++job) {
        begin(course, job);
        begin(course, job, Step::none);
    }
    for (int time = 0; time < 2; ++time) {
        CHECK(course.resume().kind(several) == Fate::Kind::open);
        begin(course, several, Step::filtering);
        course.after(by(SIGSEGV));
    }
    CHECK(course.resume().kind(several) == Fate::Kind::failed);
    CHECK(course.resume().fates[several].text == "crashed (SIGSEGV) while filtering; left out");
    CHECK_FALSE(course.resume().fates[several].out_of_memory);
    CHECK(course.given_up().empty());
}

TEST_CASE("a job that twice takes too much memory failed for want of memory, whoever killed the worker") {
    for (const WorkerEnd& end : {by(SIGKILL), WorkerEnd{SIGKILL, WorkerEnd::Cause::memory, 2000, 1000}}) {
        Course course(0);
        for (int time = 0; time < 2; ++time) {
            begin(course, 0);
            course.after(end);
        }
        REQUIRE(course.resume().kind(0) == Fate::Kind::failed);
        CHECK(course.resume().fates[0].out_of_memory);
    }
}

TEST_CASE("a job that does nothing is blamed at once where it is the only one") {
    Course course(0);
    begin(course, 5);
    course.after({SIGKILL, WorkerEnd::Cause::silence, 0, 0, 600});
    REQUIRE(course.resume().kind(5) == Fate::Kind::failed);
    CHECK(course.resume().fates[5].text ==
          "did nothing for 600 seconds (--timeout) while decoding; left out");
    CHECK_FALSE(course.resume().fates[5].out_of_memory);
}

TEST_CASE("workers that end with no job in work are started again three times at most, in a row") {
    Course course(0);
    course.after(by(SIGSEGV));
    course.after(by(SIGSEGV));
    course.take({MessageKind::told, 0, 1 << 8, "12"}); // one got on
    course.after(by(SIGSEGV));
    course.after(by(SIGSEGV));
    CHECK(course.given_up().empty());
    course.after(by(SIGSEGV));
    CHECK_FALSE(course.given_up().empty());
    CHECK(course.code_of_giving_up() == int(Exit::internal));
}

TEST_CASE("who is excused is not blamed") {
    Course course(0);
    for (int time = 0; time < 2; ++time) {
        begin(course, 0, Step::filtering);
        course.after(by(SIGABRT), true);
    }
    CHECK(course.resume().kind(0) == Fate::Kind::open);
}

TEST_CASE("a job whose output has its name is done, though it was not told of; else it is done again") {
    const Folder folder;
    const std::string target = (folder.path / "out.png").string();
    struct stat info {};
    spill(target, "whole");
    REQUIRE(::stat(target.c_str(), &info) == 0);
    const auto fate_of = [&](std::uint64_t inode, const std::string& path) {
        Course course(0);
        begin(course, 0, Step::writing);
        course.take({MessageKind::commit, 0, std::int64_t(inode), path + '\0' + "{\"record\":1}"});
        course.after(by(SIGSEGV));
        return course.resume().fates.empty() ? Fate{} : course.resume().fates[0];
    };
    CHECK(fate_of(info.st_ino, target).kind == Fate::Kind::written);
    CHECK(fate_of(info.st_ino, target).text == "{\"record\":1}");
    CHECK(fate_of(info.st_ino + 1, target).kind == Fate::Kind::open);
    CHECK(fate_of(info.st_ino, target + ".not").kind == Fate::Kind::open);
}

TEST_CASE("what workers told adds up to one run") {
    Course course(77);
    course.take({MessageKind::plan, 0, 0, "plan"});
    for (std::uint64_t job = 0; job < 4; ++job)
        course.take({MessageKind::told, job, std::int64_t(1 << 8 | (job == 3 ? 2 << 8 | 1 : 0)), "10"});
    course.after(by(SIGSEGV));
    const Resume& resume = course.resume();
    CHECK(resume.again());
    CHECK(resume.counts[0] == 3);
    CHECK(resume.counts[1] == 1);
    CHECK(resume.failed);
    CHECK_FALSE(resume.out_of_memory);
    CHECK(resume.pixels == 40);
    CHECK(resume.start == 77);
    for (std::size_t job = 0; job < 4; ++job) CHECK(resume.kind(job) == Fate::Kind::told);
}

TEST_CASE("messages that arrive in pieces are the messages that were sent") {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    const std::vector<Message> sent{{MessageKind::plan, 0, 0, std::string("a\0b\n", 4)},
                                    {MessageKind::step, 7, -3},
                                    {MessageKind::told, 1U << 31, 1LL << 40, std::string(3000, 'x')}};
    for (const Message& message : sent) send(ends[1], message);
    ::close(ends[1]);
    for (const std::size_t piece : {1, 7, 5000}) {
        CAPTURE(piece);
        static std::string all;
        char bytes[8192];
        for (ssize_t count; (count = ::read(ends[0], bytes, sizeof bytes)) > 0;)
            all.append(bytes, std::size_t(count));
        MessageReader reader;
        std::vector<Message> got;
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
    Course course(0);
    CHECK_FALSE(course.on_device());
    course.take({MessageKind::plan, 0, 0, "plan"});
    CHECK(course.on_device());
    course.take({MessageKind::ready, 0, 1000});
    CHECK_FALSE(course.on_device());
    begin(course, 1, Step::decoding);
    CHECK_FALSE(course.on_device());
    begin(course, 0, Step::filtering);
    CHECK(course.on_device());
}

TEST_CASE(
    "a worker that gave its device up is followed by one that is told why, once, and nobody is blamed") {
    Course course(0);
    course.take({MessageKind::plan, 0, 0, "plan"});
    begin(course, 0, Step::filtering);
    course.take({MessageKind::device_lost, 0, 0, "lost"});
    course.take({MessageKind::ended, 0, 5});
    CHECK_FALSE(course.code());
    CHECK(course.after({5 << 8}) == "lost; the rest is computed on the device of --device-fallback");
    CHECK(course.resume().device_lost == "lost");
    CHECK(course.resume().kind(0) == Fate::Kind::open);
    CHECK(course.resume().careful == 0);
    CHECK(course.given_up().empty());
    course.take({MessageKind::ended, 0, 5});
    CHECK(course.code() == 5);
}

TEST_CASE("what a worker said once, the next one knows") {
    Course course(0);
    course.take({MessageKind::said, 0, 0, "a"});
    course.after(by(SIGSEGV));
    course.take({MessageKind::said, 0, 0, "b"});
    course.after(by(SIGSEGV));
    CHECK(course.resume().said == std::set<std::string>{"a", "b"});
}

TEST_CASE("what was read of a list and stands in no plan is kept, and so are the plans before the last one") {
    Course course(0);
    const auto take = [&](MessageKind kind, const std::string& text) { course.take({kind, 0, 0, text}); };
    take(MessageKind::names, "a.p");
    take(MessageKind::names, "pm\n");
    course.after(by(SIGKILL));
    CHECK_FALSE(course.resume().again());
    CHECK(course.resume().names == "a.ppm\n");
    take(MessageKind::plan, "first");
    CHECK(course.resume().names.empty());
    CHECK(course.resume().earlier.empty());
    take(MessageKind::names, "b.ppm");
    course.after(by(SIGKILL));
    CHECK(course.resume().names == "b.ppm");
    take(MessageKind::plan, "second");
    CHECK(course.resume().names.empty());
    CHECK(course.resume().plan == "second");
    CHECK(course.resume().earlier == std::vector<std::string>{"first"});
}
