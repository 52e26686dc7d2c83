// Tests batches as a user runs them: bad files among good ones, existing outputs, memory, interruption.
#include "base/messages.h"
#include "batch/log/interrupt.h"
#include "batch/pipeline/frame_memory.h"
#include "engine/messages.h"
#include "files/atomic_file.h"
#include "files/messages.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <cmath>
#include <csignal>
#include <cstring>
#include <limits>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace atrous;

TEST_CASE("one image in flight, little memory, one core: all images are written") {
    if (!has_device()) return;
    const Folder folder;
    for (int i = 0; i < 8; ++i) folder.ppm("in/" + std::to_string(i) + ".ppm", 60 + i, 50);
    const std::string one_core =
        "timeout 120 taskset -c 0 '" + program() + "'"; // which cannot run the shell's function
    for (const std::string& command :
         {std::string("atrous enhance -j 1"), std::string("atrous enhance --max-memory 1K -j 8"),
          one_core + " enhance --max-memory 1K -j 4"}) {
        CAPTURE(command);
        check(folder.shell(command + " --log none --existing replace in -o out"), 0, {});
        CHECK(folder.list("out") == "0.ppm 1.ppm 2.ppm 3.ppm 4.ppm 5.ppm 6.ppm 7.ppm");
        fs::remove_all(folder.path / "out");
    }
}

TEST_CASE("images in parallel are the same as one by one") {
    if (!has_device()) return;
    const Folder folder;
    for (int i = 0; i < 12; ++i) folder.ppm("in/" + std::to_string(i) + ".ppm", 30 + 17 * i, 90 - 5 * i);
    CHECK(folder.run("enhance --log none -j 1 in -o one").code == 0);
    CHECK(folder.run("enhance --log none -j 6 in -o six").code == 0);
    for (int i = 0; i < 12; ++i) {
        const std::string name = std::to_string(i) + ".ppm";
        CHECK(slurp(folder.path / "one" / name) == slurp(folder.path / "six" / name));
    }
}

TEST_CASE("interrupted: exit 130, 143 or 129, no temporary files, and an end in the log") {
    if (!has_device()) return;
    for (const auto& [signal, code] :
         {std::pair("INT", 130), std::pair("TERM", 143), std::pair("HUP", 129)}) {
        const Folder folder;
        folder.ppm("in/1000.ppm", 300, 200);
        for (int i = 1; i < 200; ++i)
            fs::create_hard_link(folder.path / "in/1000.ppm",
                                 folder.path / ("in/" + std::to_string(1000 + i) + ".ppm"));
        const Ran ran =
            folder.shell("'" + program() +
                         "' enhance in -o out & pid=$!\n"
                         "while [ ! -e out/1001.ppm ]; do sleep 0.01; kill -0 $pid || break; done\n"
                         "kill -" +
                         std::string(signal) + " $pid\n wait $pid\n");
        check(ran, code, {});
        CHECK(ran.says("atrous: interrupted: the images in progress are not finished\n")); // no key to press
        CHECK_FALSE(folder.has("out/1199.ppm"));
        for (const auto& entry : fs::directory_iterator(folder.path / "out")) {
            CAPTURE(entry.path());
            const std::string name = entry.path().filename().string();
            CHECK((name == "atrous-timings.jsonl" || name.size() == std::string("1000.ppm").size()));
        }
    }
}

TEST_CASE("interrupted twice: the process ends at once, by the signal, and leaves no temporary files") {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        const Folder folder;
        const pid_t child = fork();
        if (child == 0) {
            catch_interrupts();
            AtomicFile half(folder.path / "a.png", false), other(folder.path / "b.png", false);
            half.write("x", 1);
            std::raise(SIGINT);
            if (!interrupted()) _exit(1);
            std::raise(signal);
            _exit(2);
        }
        int status = 0;
        REQUIRE(waitpid(child, &status, 0) == child);
        CHECK(WIFSIGNALED(status));
        CHECK(WTERMSIG(status) == signal);
        CHECK(folder.list(".").empty());
    }
}

TEST_CASE("the budget holds back frames that do not fit, and always lets one frame through") {
    MemoryBudget budget(100);
    static std::atomic<bool> cancel = false;
    const auto cancelled = [] { return cancel.load(); };
    Reservation large = budget.acquire(1000, 0, cancelled);
    CHECK(large);
    cancel = true;
    CHECK_FALSE(budget.acquire(1, 0, cancelled));
    large.reset();
    Reservation small = budget.acquire(40, 50, cancelled);
    CHECK(small);
    const Reservation fits = budget.acquire(10, 20, cancelled);
    CHECK(fits);
    CHECK_FALSE(budget.acquire(1, 0, cancelled)); // 40 + 10 + the shared 50 are the whole
    cancel = false;
    std::thread other([&] { small.reset(); });
    CHECK(budget.acquire(30, 0, cancelled)); // waits for the release
    other.join();
}

TEST_CASE(
    "of hundreds or thousands of names that are not there each is an error line, a line of the log and of the count") {
    if (!has_device()) return;
    for (const auto& [command, names] :
         {std::pair<const char*, std::size_t>{"denoise", 300}, {"scale --factor 2", 1000}}) {
        const Folder folder;
        folder.image("a.exr");
        std::string list = "a.exr\n";
        for (std::size_t i = 0; i < names; ++i) list += "none/" + std::to_string(i) + ".ppm\n";
        spill(folder.path / "list", list);
        const Ran ran = folder.run(command + std::string(" --files-from list -o out"));
        CHECK(ran.code == 1);
        CHECK(std::ranges::count(ran.err, '\n') < 20); // denoise warns about missing roles
        CHECK(count_messages(ran.err, messages::file_absent, anything) == 5);
        CHECK(prints(ran, message(messages::more_errors, names - 5, messages::file_absent.id)));
        CHECK(ran.says(std::to_string(names + 1) + " images: 1 written, " + std::to_string(names) +
                       " failed;"));
        CHECK(images_in(folder.path / "out/atrous-timings.jsonl").size() == 1);
        CHECK(read_log(folder.path / "out/atrous-timings.jsonl").size() == names + 3);
    }
}
