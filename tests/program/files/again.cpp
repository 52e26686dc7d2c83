// Folders that are run again and again: outputs among the inputs, --exclude, --existing newer, --keep-times.
#include "batch/plan/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"
#include <sys/stat.h>

using namespace atrous;

namespace {

/// Number of outputs in a folder, because a run that writes one image prints no number.
std::size_t files_in(const Folder& folder, const std::string& name) {
    std::size_t count = 0;
    for (const auto& entry : fs::recursive_directory_iterator(folder.path / name))
        count += entry.path().extension() == ".ppm";
    return count;
}

void set_time(const Folder& folder, const std::string& name, const std::string& date) {
    REQUIRE(folder.shell("touch -d '" + date + "' " + name).code == 0);
}

timespec time_of(const fs::path& path) {
    struct stat info {};
    REQUIRE(::stat(path.c_str(), &info) == 0);
    return info.st_mtim;
}

} // namespace

TEST_CASE("outputs in a folder below the inputs' are not inputs of the next run") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/s/b.ppm");
    check(run_here(folder, "enhance -r in -o in/out --compare"), 0, {"2 images: 2 written;"});
    fs::rename(folder.path / "in/out/s", folder.path / "in/out/moved"); // is an output, whatever it is called
    const Ran again = run_here(folder, "enhance -r in -o in/out --compare --existing replace");
    expect(again, 0, {message(messages::earlier_outputs, anything, anything), "2 images: 2 written;"});
    CHECK_FALSE(folder.has("in/out/out"));
    // An explicitly named folder is an input.
    check(run_here(folder, "enhance in/out -o in/out --existing replace"), 0, {"2 images: 2 written;"});
}

TEST_CASE("outputs with a suffix next to the inputs, and their comparisons, are not inputs of the next run") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    const std::string run = "enhance in -o '{dir}/{stem}_x.{ext}' --compare ";
    check(run_here(folder, run), 0, {"2 images: 2 written;"});
    expect(run_here(folder, run + "--existing replace"), 0,
           {message(messages::earlier_outputs, 4, anything), "2 images: 2 written;"});
    CHECK(files_in(folder, "in") == 6);
    fs::remove(folder.path / "in/a.ppm"); // whose output is nobody's any more
    check(run_here(folder, run + "--existing skip"), 0, {"3 images: 2 written, 1 skipped;"});
}

TEST_CASE("nothing to do: all images are outputs of an earlier run, or are excluded") {
    const Folder folder;
    folder.ppm("in/out/a.ppm");
    expect(run_here(folder, "enhance -r in -o in/out"), 3,
           {message(messages::only_earlier_outputs, "in/out/a.ppm")});
    folder.ppm("in/a.ppm");
    expect(folder.run("enhance in -o out --exclude '*.ppm'"), 3, {message(messages::all_excluded, 1)});
}

TEST_CASE("--exclude: names, folders, paths below the folder; several times; named files, too") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name :
         {"in/a.ppm", "in/a_small.ppm", "in/old/b.ppm", "in/new/old/c.ppm", "in/new/d.ppm"})
        folder.ppm(name);
    const auto made = [&](const std::string& options) {
        const Ran ran = run_here(folder, "enhance -q -r in " + options + " -o out/");
        CHECK(ran.code == 0);
        std::string names;
        for (const char* name : {"a.ppm", "a_small.ppm", "old/b.ppm", "new/old/c.ppm", "new/d.ppm"})
            if (folder.has(std::string("out/") + name)) names += std::string(name) + " ";
        fs::remove_all(folder.path / "out");
        return names;
    };
    CHECK(made("--exclude '*_small.*'") == "a.ppm old/b.ppm new/old/c.ppm new/d.ppm ");
    CHECK(made("--exclude old --exclude 'a*'") == "new/d.ppm ");
    CHECK(made("--exclude 'old/*'") == "a.ppm a_small.ppm new/old/c.ppm new/d.ppm ");
    CHECK(made("in/a.ppm --exclude in/a.ppm --exclude '[!a]*'") == "a.ppm a_small.ppm ");
    CHECK(made("--exclude old/") == "a.ppm a_small.ppm new/d.ppm ");
    CHECK(made("--exclude ./new/old/ --exclude ./a.ppm") == "a_small.ppm old/b.ppm new/d.ppm ");
}

TEST_CASE("--exclude without effect gives a warning, also if it means a folder and matches a file") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    const Ran ran = folder.run("enhance -n in -o out --exclude '[' --exclude a.ppm/ --exclude b.ppm");
    expect(ran, 0, {message(messages::exclude_unused, "["), message(messages::exclude_unused, "a.ppm/")});
    CHECK_FALSE(ran.says("'b.ppm'"));
}

TEST_CASE("--existing newer writes new and changed images, and skips the rest") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    check(run_here(folder, "enhance in -o out --existing newer"), 0, {"2 images: 2 written;"});
    check(run_here(folder, "enhance in -o out --existing newer"), 0, {"2 images: 0 written, 2 skipped;"});
    folder.ppm("in/c.ppm");
    set_time(folder, "out/b.ppm", "2020-01-01");
    const Ran dry = run_here(folder, "enhance -n in -o out --existing newer");
    CHECK(dry.code == 0);
    CHECK(has_text(dry.out, "skipped"));
    check(run_here(folder, "enhance in -o out --existing newer"), 0, {"3 images: 2 written, 1 skipped;"});
}

TEST_CASE("--keep-times: the output is as old as its input, so that --existing newer leaves it") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    set_time(folder, "in/a.ppm", "2020-02-03 04:05:06.789");
    check(run_here(folder, "enhance -q -p in -o out"), 0, {});
    const timespec in = time_of(folder.path / "in/a.ppm"), out = time_of(folder.path / "out/a.ppm");
    CHECK(in.tv_sec == out.tv_sec);
    CHECK(in.tv_nsec == out.tv_nsec);
    check(run_here(folder, "enhance -q in -o out --existing newer"), 0, {});
    CHECK(time_of(folder.path / "out/a.ppm").tv_sec == in.tv_sec);
    check(run_here(folder, "enhance -q --in-place --keep-times in"), 0, {});
    CHECK(time_of(folder.path / "in/a.ppm").tv_sec == in.tv_sec);
}
