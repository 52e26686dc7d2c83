// Tests that several names of one file are recognised, with one look-up of folders per name or for all names.
#include "base/text.h"
#include "batch/plan/job.h"
#include "support/files/io_files.h"
#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace atrous;

TEST_CASE("a file has the same identity one by one and among many, through each form of its path") {
    namespace fs = std::filesystem;
    const files::Folder folder;
    const fs::path before = fs::current_path();
    fs::create_directories(folder / "real/below");
    fs::create_directory_symlink("real", folder / "link");
    fs::create_directory_symlink("nowhere", folder / "dangling");
    for (const char* name : {"real/a.png", "real/below/b.png", "c.png"}) files::write_all(folder / name, "x");
    fs::create_symlink("../c.png", folder / "real/to_c.png");
    fs::create_symlink("nowhere.png", folder / "real/to_nowhere.png");
    fs::create_symlink("itself.png", folder / "real/itself.png");
    fs::create_symlink("below", folder / "real/to_below");
    fs::current_path(folder / "real");
    const std::string all =
        "a.png ./a.png ../link/a.png ../real/a.png below/../a.png none/../a.png to_c.png ../c.png "
        "to_nowhere.png itself.png to_below/b.png below/b.png to_below none.png none/none.png "
        "../dangling/a.png a.png/b.png .. . - -.png ./- ./-.png below/ none/ / /none.png //none.png "
        "../link/below/../to_c.png";
    const std::vector<std::string> names = split(all, ' ');
    Identities identities;
    for (int again = 0; again < 2; ++again)
        for (const std::string& name : names) {
            CAPTURE(name);
            CHECK(identities(name) == identity(name));
        }
    CHECK(identities("../link/a.png") == identities("a.png"));
    CHECK(identities("to_c.png") == identities("../c.png"));
    CHECK(identities.of_folder("a.png") == identities.of_folder("../link/none.png"));
    CHECK(identities.of_folder("a.png") != identities.of_folder("below/a.png"));
    fs::current_path(before);
}
