// Folders that are run again and again: outputs among the inputs, --exclude, --newer, --in-place, --keep-times.
#include "support/app_run.h"
#include "support/skip.h"
#include <algorithm>
#include <array>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace atrous;

namespace {

/// What a run says of how many images it made; "1 image" is said nowhere, so outputs are counted.
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

TEST_CASE("outputs in a folder below the inputs' are none of the inputs of the next run") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/s/b.ppm");
    check(folder.run("enhance -r in -o in/out --compare"), 0, {"2 images: 2 written;"});
    fs::rename(folder.path / "in/out/s", folder.path / "in/out/moved"); // is an output, whatever it is called
    const Ran again = folder.run("enhance -r in -o in/out --compare --overwrite");
    check(again, 0, {"outputs of an earlier run: left out", "2 images: 2 written;"});
    CHECK_FALSE(folder.has("in/out/out"));
    // A folder that is named itself is an input.
    check(folder.run("enhance in/out -o in/out --overwrite"), 0, {"2 images: 2 written;"});
}

TEST_CASE(
    "small copies in a folder below the inputs', or beside inputs that were replaced, are no inputs of the next run") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/s/b.ppm");
    const std::string run = "enhance -r in -o out --overwrite --proxy 8:in/small";
    check(folder.run(run), 0, {"2 images: 2 written;"});
    CHECK(folder.has("in/small/s/b.ppm"));
    check(folder.run(run), 0,
          {"2 images like in/small/", "outputs of an earlier run: left out", "2 images: 2 written;"});
    check(folder.run("enhance -r in -o out --overwrite"), 0,
          {"4 images: 4 written;"}); // who has none asked for none
    folder.ppm("own/a.ppm");
    check(folder.run("enhance --in-place --proxy 8 own"), 0, {});
    check(folder.run("enhance --in-place --proxy 8 own"), 1,
          {"own/a_proxy.ppm is an output", "own/a_proxy.ppm: exists already"});
    CHECK_FALSE(folder.has("own/a_proxy_proxy.ppm"));
}

TEST_CASE(
    "outputs with a suffix beside the inputs, and their comparisons, are none of the inputs of the next run") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    const std::string run = "enhance in -o '{dir}/{stem}_x.{ext}' --compare ";
    check(folder.run(run), 0, {"2 images: 2 written;"});
    check(folder.run(run + "--overwrite"), 0, {"4 images like in/", "left out", "2 images: 2 written;"});
    CHECK(files_in(folder, "in") == 6);
    fs::remove(folder.path / "in/a.ppm"); // whose output is nobody's any more
    check(folder.run(run + "--skip-existing"), 0, {"3 images: 2 written, 1 skipped;"});
}

TEST_CASE(
    "refused: an output that is another input, where names differ in the extension alone, or both were named") {
    const Folder folder;
    folder.image("in/a.png");
    folder.ppm("in/a.ppm");
    folder.ppm("in/a_x.ppm");
    check(folder.run("enhance in -o '{dir}/{stem}.{ext}' --format png --overwrite"), 2, {"the same output"});
    fs::remove(folder.path / "in/a_x.ppm");
    folder.image("in/b.png");
    check(folder.run("enhance in/a.ppm in/a.png -o '{dir}/{stem}.png' --overwrite"), 2, {"is another input"});
    folder.ppm("c.ppm");
    folder.ppm("c_x.ppm");
    check(folder.run("enhance c.ppm c_x.ppm -o '{stem}_x.{ext}' --overwrite"), 2, {"is another input"});
}

TEST_CASE("nothing to do: all images are outputs of an earlier run, or are excluded") {
    const Folder folder;
    folder.ppm("in/out/a.ppm");
    check(folder.run("enhance -r in -o in/out"), 3, {"in/out/a.ppm is an output of an earlier run"});
    folder.ppm("in/a.ppm");
    check(folder.run("enhance in -o out --exclude '*.ppm'"), 3, {"--exclude leaves out all 1 images"});
}

TEST_CASE("--exclude: names, folders, paths below the folder; several times; named files, too") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name :
         {"in/a.ppm", "in/a_small.ppm", "in/old/b.ppm", "in/new/old/c.ppm", "in/new/d.ppm"})
        folder.ppm(name);
    const auto made = [&](const std::string& options) {
        const Ran ran = folder.run("enhance -q -r in " + options + " -o out/");
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

TEST_CASE("--exclude that leaves nothing out: a warning, also where a folder is meant and a file is there") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    const Ran ran = folder.run("enhance -n in -o out --exclude '[' --exclude a.ppm/ --exclude b.ppm");
    check(ran, 0, {"--exclude '[' has no effect", "--exclude 'a.ppm/' has no effect"});
    CHECK_FALSE(ran.says("'b.ppm'"));
}

TEST_CASE("--newer: what is new or changed since, the rest is skipped") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("in/b.ppm");
    check(folder.run("enhance in -o out --newer"), 0, {"2 images: 2 written;"});
    check(folder.run("enhance in -o out --newer"), 0, {"2 images: 0 written, 2 skipped;"});
    folder.ppm("in/c.ppm");
    set_time(folder, "out/b.ppm", "2020-01-01");
    const Ran dry = folder.run("enhance -n in -o out --newer");
    CHECK(dry.code == 0);
    CHECK(dry.out.find("skipped") != std::string::npos);
    check(folder.run("enhance in -o out --newer"), 0, {"3 images: 2 written, 1 skipped;"});
}

TEST_CASE("--keep-times: the output is as old as its input, so that --newer leaves it") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    set_time(folder, "in/a.ppm", "2020-02-03 04:05:06.789");
    check(folder.run("enhance -q -p in -o out"), 0, {});
    const timespec in = time_of(folder.path / "in/a.ppm"), out = time_of(folder.path / "out/a.ppm");
    CHECK(in.tv_sec == out.tv_sec);
    CHECK(in.tv_nsec == out.tv_nsec);
    check(folder.run("enhance -q in -o out --newer"), 0, {});
    CHECK(time_of(folder.path / "out/a.ppm").tv_sec == in.tv_sec);
    check(folder.run("enhance -q --in-place --keep-times in"), 0, {});
    CHECK(time_of(folder.path / "in/a.ppm").tv_sec == in.tv_sec);
}

TEST_CASE("--in-place: inputs become their results; with a suffix the old file stays, link, mode and all") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("b.ppm");
    const std::string before = slurp(folder.path / "in/a.ppm");
    fs::create_symlink("../b.ppm", folder.path / "in/b.ppm");
    fs::permissions(folder.path / "in/a.ppm", fs::perms(0640));
    check(folder.run("enhance -q in -o out"), 0, {});
    check(folder.run("enhance in --in-place=.orig"), 0, {"2 images: 2 written;"});
    check(folder.run("enhance -n in --in-place=.orig"), 1,
          {".orig: exists already, as after an earlier --in-place"});
    CHECK_FALSE(folder.has("in/b.ppm.orig"));
    CHECK(slurp(folder.path / "in/a.ppm") == slurp(folder.path / "out/a.ppm"));
    CHECK(slurp(folder.path / "in/a.ppm.orig") == before);
    CHECK(fs::status(folder.path / "in/a.ppm").permissions() == fs::perms(0640));
    CHECK(fs::is_symlink(folder.path / "in/b.ppm"));
    CHECK(folder.has("b.ppm.orig"));
    check(folder.run("enhance -q in --in-place"), 0, {});
    CHECK(slurp(folder.path / "in/a.ppm") != slurp(folder.path / "out/a.ppm"));
    CHECK_FALSE(folder.has("in/a.ppm.orig.orig"));
}

TEST_CASE("--in-place with a backup that exists: that picture fails and stays, the others are done") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    folder.ppm("b.ppm");
    spill(folder.path / "a.ppm.bak", "the first original");
    const std::string before = slurp(folder.path / "a.ppm");
    check(folder.run("enhance a.ppm b.ppm --in-place=.bak"), 1,
          {"a.ppm.bak: exists already", "a.ppm stays as it is", "2 images: 1 written, 1 failed;"});
    CHECK(slurp(folder.path / "a.ppm") == before);
    CHECK(slurp(folder.path / "a.ppm.bak") == "the first original");
    CHECK(folder.has("b.ppm.bak"));
}

TEST_CASE(
    "a picture that is replaced keeps owner, permissions, ACL and extended attributes; its backup has them, too") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const fs::path path = folder.path / "a.ppm";
    // user::rw- user:1234:r-- group::--- mask::r-- other::---, as the kernel has it
    constexpr const char* of_acl = "system.posix_acl_access";
    const std::string nobody = "\xff\xff\xff\xff", version("\2\0\0\0", 4);
    const auto entry = [](char tag, char rights, const std::string& id) {
        return std::string{tag, 0, rights, 0} + id;
    };
    const std::string acl = version + entry(1, 6, nobody) + entry(2, 4, std::string("\xd2\4\0\0", 4)) +
                            entry(4, 0, nobody) + entry(16, 4, nobody) + entry(32, 0, nobody);
    if (::setxattr(path.c_str(), of_acl, acl.data(), acl.size(), 0) != 0 ||
        ::setxattr(path.c_str(), "user.rating", "5", 1, 0) != 0)
        return test::skip("the file system of " + folder.path.string() + " keeps no ACLs or attributes");
    const uid_t owner = ::geteuid() == 0 ? 65534 : ::geteuid();
    if (::geteuid() == 0) REQUIRE(::chown(path.c_str(), owner, owner) == 0);
    for (const char* options :
         {"--in-place=.bak a.ppm", "--overwrite a.ppm.bak -o a.ppm", "--newer a.ppm.bak -o a.ppm"}) {
        CAPTURE(std::string(options));
        if (std::string(options).starts_with("--newer")) set_time(folder, "a.ppm", "2001-01-01");
        check(folder.run("enhance -q " + std::string(options)), 0, {});
        for (const char* name : {"a.ppm", "a.ppm.bak"}) {
            std::array<char, 100> value{};
            const fs::path file = folder.path / name;
            const ssize_t size = ::getxattr(file.c_str(), of_acl, value.data(), value.size());
            CHECK(std::string(value.data(), std::size_t(std::max<ssize_t>(size, 0))) == acl);
            CHECK(::getxattr(file.c_str(), "user.rating", value.data(), value.size()) == 1);
            struct stat info {};
            REQUIRE(::stat(file.c_str(), &info) == 0);
            CHECK(info.st_uid == owner);
            CHECK((info.st_mode & 07777) == 0640);
        }
    }
}

TEST_CASE("--in-place: a link in the place of a backup is none; a hard link is what a killed run left") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const std::string before = slurp(folder.path / "a.ppm");
    for (const char* name : {"b.ppm", "c.ppm", "d.ppm"})
        fs::copy_file(folder.path / "a.ppm", folder.path / name);
    fs::create_symlink(nowhere(), folder.path / "a.ppm.bak");
    fs::create_symlink("b.ppm", folder.path / "b.ppm.bak");
    fs::create_directory(folder.path / "c.ppm.bak");
    fs::create_hard_link(folder.path / "d.ppm", folder.path / "d.ppm.bak");
    for (const char* dry : {"-n ", ""}) {
        check(folder.run("enhance " + std::string(dry) + "--in-place=.bak a.ppm b.ppm c.ppm d.ppm"), 1,
              {"a.ppm.bak: exists already", "b.ppm.bak: exists already", "c.ppm.bak: exists already"});
        for (const char* name : {"a.ppm", "b.ppm", "c.ppm", "d.ppm.bak"})
            CHECK(slurp(folder.path / name) == before);
    }
    CHECK(slurp(folder.path / "d.ppm") != before);
    CHECK(fs::is_symlink(folder.path / "a.ppm.bak"));
    CHECK(fs::is_symlink(folder.path / "b.ppm.bak"));
}

TEST_CASE("--in-place: a picture that fails, or a run that is interrupted, leaves it as it was") {
    if (!has_device()) return;
    const Folder folder;
    folder.truncated("a.png");
    folder.ppm("killer.ppm");
    const std::string before = slurp(folder.path / "a.png"), killer = slurp(folder.path / "killer.ppm");
    const Ran ran = folder.shell(
        "export ATROUS_HARM='writing:killer:11'; atrous enhance a.png killer.ppm --in-place=.bak");
    CHECK(ran.code == 1);
    CHECK(slurp(folder.path / "a.png") == before);
    CHECK(slurp(folder.path / "killer.ppm") == killer);
    CHECK(folder.list(".").find(".bak") == std::string::npos);
    CHECK(folder.list(".").find(".atrous") == std::string::npos);
}

TEST_CASE(
    "refused: --in-place with what it makes void, a suffix with a folder, an empty suffix, RAW, and sequences") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    for (const char* other : {"-o out/", "--overwrite", "--skip-existing", "--newer", "--format png"})
        check(folder.run("enhance --in-place a.ppm " + std::string(other)), 2, {"--in-place", "contradict"});
    check(folder.run("enhance --in-place=/tmp/x a.ppm"), 2, {"--in-place=/tmp/x", "'/'"});
    check(folder.run("enhance --in-place= a.ppm"), 2, {"--in-place=", "SUFFIX"});
    check(folder.shell("cat a.ppm | atrous enhance --in-place -"), 2,
          {"the standard input cannot be replaced"});
    spill(folder.path / "a.cr2", "raw");
    check(folder.run("enhance --in-place a.cr2"), 1, {"a.cr2: cannot be replaced"});
    CHECK(slurp(folder.path / "a.cr2") == "raw");
    folder.image("s.0001.exr");
    folder.image("s.0002.exr");
    check(folder.run("denoise --in-place s.0001.exr s.0002.exr"), 2, {"is the input itself", "neighbours"});
}

TEST_CASE("refused: --newer with other answers to what happens with outputs that exist") {
    const Folder folder;
    folder.ppm("a.ppm");
    for (const char* other : {"--overwrite", "--skip-existing"})
        check(folder.run("enhance --newer a.ppm -o b.png " + std::string(other)), 2,
              {"--newer", "contradict"});
}

TEST_CASE("several presets: a later one overrides what it names, in its own spaces; the log says so") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    spill(folder.path / "one.preset", "luma = 2\nchroma = 2\n[lab]\nedges = 5\n[log]\nedges = 1\n");
    spill(folder.path / "two.preset", "luma = 3\n[lab]\nedges = 7\n");
    const Ran dump = folder.run("enhance --preset one.preset --preset two.preset --dump-preset");
    CHECK(dump.out ==
          "# one.preset + two.preset\nchroma = 2\nluma = 3\n\n[log]\nedges = 1\n\n[lab]\nedges = 7\n");
    check(folder.run("enhance -v --preset one.preset --preset two.preset a.ppm -o out/"), 0,
          {"a later one says otherwise of luma, edges"});
    const Json run = read_log(folder.path / "out/atrous-timings.jsonl").front();
    CHECK(run.text_of("preset") == "one.preset + two.preset");
    CHECK(run.find("preset_overrides")->array()->size() == 2);
    check(folder.run("enhance --preset sharpen --preset none.preset a.ppm -o b.ppm"), 2, {"none.preset"});
}
