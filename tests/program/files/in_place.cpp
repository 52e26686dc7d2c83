// Tests --in-place: replaced inputs, their attributes, and backups of old files.
#include "batch/messages.h"
#include "batch/pipeline/messages.h"
#include "batch/plan/messages.h"
#include "cli/messages.h"
#include "files/deflate.h"
#include "files/messages.h"
#include "formats/common/messages.h"
#include "formats/png/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/png_file.h"
#include "support/files/raw_file.h"
#include "support/messages.h"
#include "support/skip.h"
#include <algorithm>
#include <array>
#include <map>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

using namespace atrous;

namespace {

/// A PNG of 3 frames, repeated endlessly.
std::string animated_png(const Folder& folder) {
    folder.image("still.png");
    constexpr std::size_t after_header = 8 + 25;
    const std::string control = "acTL" + files::big(3) + files::big(0);
    return slurp(folder.path / "still.png")
        .insert(after_header, files::big(8) + control + files::big(crc_of(control)));
}

} // namespace

TEST_CASE("--in-place: inputs become their results; with a suffix the old file stays, link, mode and all") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("in/a.ppm");
    folder.ppm("b.ppm");
    const std::string before = slurp(folder.path / "in/a.ppm");
    fs::create_symlink("../b.ppm", folder.path / "in/b.ppm");
    fs::permissions(folder.path / "in/a.ppm", fs::perms(0640));
    check(run_here(folder, "enhance -q in -o out"), 0, {});
    check(run_here(folder, "enhance in --in-place=.orig"), 0, {"2 images: 2 written;"});
    expect(run_here(folder, "enhance -n in --in-place=.orig"), 1,
           {message(messages::backup_exists, "in/a.ppm.orig", "in/a.ppm")});
    CHECK_FALSE(folder.has("in/b.ppm.orig"));
    CHECK(slurp(folder.path / "in/a.ppm") == slurp(folder.path / "out/a.ppm"));
    CHECK(slurp(folder.path / "in/a.ppm.orig") == before);
    CHECK(fs::status(folder.path / "in/a.ppm").permissions() == fs::perms(0640));
    CHECK(fs::is_symlink(folder.path / "in/b.ppm"));
    CHECK(folder.has("b.ppm.orig"));
    check(run_here(folder, "enhance -q in --in-place"), 0, {});
    CHECK(slurp(folder.path / "in/a.ppm") != slurp(folder.path / "out/a.ppm"));
    CHECK_FALSE(folder.has("in/a.ppm.orig.orig"));
}

TEST_CASE(
    "an image that is replaced keeps owner, permissions, ACL and extended attributes, and so does its backup") {
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
    for (const char* options : {"--in-place=.bak a.ppm", "--existing replace a.ppm.bak -o a.ppm",
                                "--existing newer a.ppm.bak -o a.ppm"}) {
        CAPTURE(std::string(options));
        if (std::string(options).starts_with("--existing newer"))
            REQUIRE(folder.shell("touch -d 2001-01-01 a.ppm").code == 0);
        check(run_here(folder, "enhance -q " + std::string(options)), 0, {});
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

TEST_CASE("--in-place: a link with the name of a backup is no backup; a hard link comes from a killed run") {
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
        expect(run_here(folder, "enhance " + std::string(dry) + "--in-place=.bak a.ppm b.ppm c.ppm d.ppm"), 1,
               {line(messages::backup_exists, "a.ppm.bak"), line(messages::backup_exists, "b.ppm.bak"),
                line(messages::backup_exists, "c.ppm.bak")});
        for (const char* name : {"a.ppm", "b.ppm", "c.ppm", "d.ppm.bak"})
            CHECK(slurp(folder.path / name) == before);
    }
    CHECK(slurp(folder.path / "d.ppm") != before);
    CHECK(fs::is_symlink(folder.path / "a.ppm.bak"));
    CHECK(fs::is_symlink(folder.path / "b.ppm.bak"));
}

TEST_CASE("--in-place: an image that fails, or a run that is interrupted, leaves the file as it was") {
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
    "--in-place=SUFFIX --existing skip continues after a crash: files with an original stay, others are replaced") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    const std::string before = slurp(folder.path / "a.ppm");
    fs::copy_file(folder.path / "a.ppm", folder.path / "b.ppm");
    check(run_here(folder, "enhance -q --in-place=.bak a.ppm"), 0, {});
    const std::string after = slurp(folder.path / "a.ppm");
    expect(run_here(folder, "enhance --in-place=.bak a.ppm b.ppm"), 1,
           {line(messages::backup_exists, "a.ppm.bak")});
    fs::remove(folder.path / "b.ppm.bak");
    spill(folder.path / "b.ppm", before);
    for (const char* dry : {"-n ", "", ""})
        check(run_here(folder, "enhance " + std::string(dry) + "--in-place=.bak --existing skip a.ppm b.ppm"),
              0, {});
    CHECK(slurp(folder.path / "a.ppm") == after);
    CHECK(slurp(folder.path / "b.ppm") == after);
    CHECK(slurp(folder.path / "b.ppm.bak") == before);
    spill(folder.path / "b.ppm", before); // as after a crash between the copy of the backup and the renaming
    check(run_here(folder, "enhance --in-place=.bak --existing skip b.ppm"), 0, {});
    CHECK(slurp(folder.path / "b.ppm") == after);
    CHECK(slurp(folder.path / "b.ppm.bak") == before);
}

TEST_CASE(
    "--in-place refuses options that it makes void, a suffix with a folder, an empty suffix, RAW, and sequences") {
    if (!has_device()) return;
    const Folder folder;
    folder.ppm("a.ppm");
    for (const char* other : {"-o out/", "--format png"})
        expect(run_here(folder, "enhance --in-place a.ppm " + std::string(other)), 2,
               {line(messages::options_contradict, "--in-place")});
    for (const char* how : {"--in-place --existing skip", "--in-place=.bak --existing replace",
                            "--in-place=.bak --existing newer"})
        expect(run_here(folder, "enhance a.ppm " + std::string(how)), 2, {line(messages::in_place_existing)});
    expect(run_here(folder, "enhance --in-place=/tmp/x a.ppm"), 2, {line(messages::backup_slash, "/tmp/x")});
    expect(run_here(folder, "enhance --in-place=jpg a.ppm"), 2,
           {message(messages::backup_plain, "jpg", "jpg")});
    check(run_here(folder, "enhance --in-place= a.ppm"), 2, {"--in-place=", "SUFFIX"});
    expect(folder.shell("cat a.ppm | atrous enhance --in-place -"), 2, {line(messages::stdin_in_place)});
    spill(folder.path / "a.cr2", "raw");
    expect(run_here(folder, "enhance --in-place a.cr2"), 1, {line(messages::read_only_in_place, "a.cr2")});
    CHECK(slurp(folder.path / "a.cr2") == "raw");
    folder.image("s.0001.exr");
    folder.image("s.0002.exr");
    expect(run_here(folder, "denoise --in-place s.0001.exr s.0002.exr"), 2,
           {message(messages::output_needs_neighbours, "s.0001.exr")});
}

TEST_CASE(
    "--in-place: a file keeps the format of its bytes, for each name; a read-only format is refused by its bytes, too") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.jpg");
    folder.image("b.png");
    folder.image("c.tif");
    const std::pair<const char*, const char*> names[] = {
        {"a.jpg", "jpeg.png"}, {"a.jpg", "noextension"}, {"b.png", "png.jpg"}, {"c.tif", "tiff.webp"}};
    for (const auto& [from, to] : names)
        fs::copy_file(folder.path / from, folder.path / "in" / to,
                      (fs::create_directories(folder.path / "in"), fs::copy_options::none));
    const auto kept = [](const char* name, const char* format) {
        return message(messages::format_kept, format, format).about(name);
    };
    expect(
        run_here(
            folder,
            "enhance --log none --levels 1 in/jpeg.png in/noextension in/png.jpg in/tiff.webp --in-place"),
        0,
        {kept("in/jpeg.png", "JPEG"), kept("in/png.jpg", "PNG"), kept("in/tiff.webp", "TIFF"), "4 written"});
    CHECK(Decoder(folder.path / "in/jpeg.png").format() == "jpeg");
    CHECK(Decoder(folder.path / "in/noextension").format() == "jpeg");
    CHECK(Decoder(folder.path / "in/png.jpg").format() == "png");
    CHECK(Decoder(folder.path / "in/tiff.webp").format() == "tiff");
    for (const auto& [from, to] : names) CHECK(slurp(folder.path / from) != slurp(folder.path / "in" / to));
    check(run_here(folder, "enhance --log none --levels 1 in/jpeg.png -o out/"), 0, {});
    CHECK(Decoder(folder.path / "out/jpeg.png").format() == "png"); // elsewhere its name says what it becomes
    spill(folder.path / "photoshop.tif", "8BPS" + std::string(40, '\0'));
    spill(folder.path / "gif.png", "GIF89a" + std::string(40, '\0'));
    spill(folder.path / "raw.tif", raw_file::dng(1));
    const char* const read_only[] = {"photoshop.tif", "gif.png", "raw.tif"};
    std::vector<std::string> before;
    for (const char* name : read_only) before.push_back(slurp(folder.path / name));
    expect(run_here(folder, "enhance --log none --in-place photoshop.tif gif.png raw.tif"), 1,
           {message(messages::read_only_in_place, "photoshop.tif", "Photoshop"),
            message(messages::read_only_in_place, "gif.png", "GIF"),
            message(messages::raw_in_place, "raw.tif")});
    for (std::size_t i = 0; i < before.size(); ++i) CHECK(slurp(folder.path / read_only[i]) == before[i]);
}

TEST_CASE(
    "an output that is the input by another form of its path is the input: it keeps its format, and is not lost") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("a.jpg");
    fs::create_directories(folder.path / "photos");
    fs::create_directory_symlink("photos", folder.path / "link");
    const auto put = [&] {
        fs::copy_file(folder.path / "a.jpg", folder.path / "photos/a.png",
                      fs::copy_options::overwrite_existing);
    };
    const std::string run = "enhance --log none --levels 1 photos/a.png --existing replace -o ";
    const Message kept = message(messages::format_kept, "JPEG", "JPEG");
    for (const std::string& output :
         {std::string("photos/"), std::string("photos/../photos/"), std::string("link"),
          std::string("./photos/a.png"), (folder.path / "photos").string(),
          std::string("./photos/{stem}.{ext}")}) {
        CAPTURE(output);
        put();
        expect(run_here(folder, run + output), 0, {kept});
        CHECK(Decoder(folder.path / "photos/a.png").format() == "jpeg");
    }
    const std::string moving = animated_png(folder);
    spill(folder.path / "photos/a.png", moving);
    expect(run_here(folder, run + "link"), 1, {line(messages::lost_for_good), line(messages::png_animation)});
    CHECK(slurp(folder.path / "photos/a.png") == moving);
    // Through a link: the given name decides the format, except for files with other bytes.
    put();
    fs::create_symlink("photos/a.png", folder.path / "other.png");
    expect(run_here(folder, run + "other.png"), 0, {kept});
    CHECK(Decoder(folder.path / "photos/a.png").format() == "jpeg");
    fs::create_hard_link(folder.path / "photos/a.png", folder.path / "hard.png"); // which keeps what it has
    check(run_here(folder, run + "hard.png"), 0, {});
    CHECK(Decoder(folder.path / "photos/a.png").format() == "jpeg");
    CHECK(Decoder(folder.path / "hard.png").format() == "png");
}

TEST_CASE("--in-place: a clean PNG gains no chunk, and others keep their chunks") {
    if (!has_device()) return;
    const Folder folder;
    const files::Chunk time{"tIME", files::big(2020, 2) + "\1\2\3\4\5"}, gamma{"gAMA", files::big(55556)};
    std::map<std::string, std::vector<std::string>> names;
    for (const int type : {0, 2, 3, 4, 6})
        for (const std::vector<files::Chunk>& chunks : {std::vector<files::Chunk>{}, {gamma, time}}) {
            const std::string name = "in/" + std::to_string(type) + (chunks.empty() ? ".png" : "x.png");
            spill(folder.path / name, files::png({type, 8, chunks}));
            names[name] = files::chunk_names(slurp(folder.path / name));
            std::erase(names[name], "PLTE"); // colours of a palette become samples
        }
    for (const std::string how : {"neutral", "clarity"}) {
        check(run_here(folder, "enhance --log none --in-place in --preset " + how), 0, {});
        for (const auto& [name, chunks] : names) {
            CAPTURE(name);
            CHECK(files::chunk_names(slurp(folder.path / name)) == chunks);
        }
    }
}

TEST_CASE("--in-place: an animated PNG, which would lose its frames, is replaced only with a backup") {
    if (!has_device()) return;
    const Folder folder;
    const std::string file = animated_png(folder);
    spill(folder.path / "a.png", file);
    expect(run_here(folder, "enhance --log none --levels 1 --in-place a.png"), 1,
           {"a.png: " + words(messages::png_animation, 3), line(messages::lost_for_good)});
    CHECK(slurp(folder.path / "a.png") == file);
    expect(run_here(folder, "enhance --log none --levels 1 --in-place=.bak a.png"), 0,
           {"warning", words(messages::png_animation, 3)});
    CHECK(slurp(folder.path / "a.png.bak") == file);
}
