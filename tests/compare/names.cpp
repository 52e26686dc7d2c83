// Tests `atrous compare` on folders whose files have no numbers or equal ones: pairs, and files without a pair.
#include "base/error.h"
#include "base/text.h"
#include "commands/compare/by_name.h"
#include "commands/compare/frames.h"
#include "compare/fixture.h"
#include <chrono>
#include <set>
#include <sstream>

using namespace compare_test;

TEST_CASE("inputs of one name are paired with the names of their outputs") {
    struct Row {
        const char *in, *out, *pairs;
    };
    for (const Row& row : {
             Row{"IMG_1.psd IMG_1.tif IMG_2.tif", "IMG_1.psd.tif IMG_1.tif IMG_2.tif",
                 "IMG_1.psd>IMG_1.psd.tif IMG_1.tif>IMG_1.tif IMG_2.tif>IMG_2.tif"},
             Row{"IMG_1.psd IMG_1.tif", "IMG_1.psd.jpg IMG_1.tif.jpg",
                 "IMG_1.psd>IMG_1.psd.jpg IMG_1.tif>IMG_1.tif.jpg"},
             Row{"a.NEF a.jpg b.NEF", "a.tif a.jpg b.tif", "a.NEF>a.tif a.jpg>a.jpg b.NEF>b.tif"},
             Row{"a.psd a.psd.tif", "a.psd a.psd.tif", "a.psd.tif>a.psd.tif a.psd>a.psd"},
             Row{"1.tif 2.tif", "1.png 2.png", "1.tif>1.png 2.tif>2.png"},
             Row{"x.psd x.psd.tif", "x.jpg x.psd.jpg", "x.psd.tif>x.psd.jpg x.psd>x.jpg"},
             Row{"a.psd a.psd.tif a.tif", "a.psd.psd.tif a.psd.tif a.tif",
                 "a.psd.tif>a.psd.tif a.psd>a.psd.psd.tif a.tif>a.tif"},
             Row{"a.psd a.psd.tif a.tif", "a.psd.psd.jpg a.psd.tif.jpg a.tif.jpg",
                 "a.psd.tif>a.psd.tif.jpg a.psd>a.psd.psd.jpg a.tif>a.tif.jpg"},
             Row{"a.psd a.psd.tif a.tif", "a.psd a.psd.tif a.tif",
                 "a.psd.tif>a.psd.tif a.psd>a.psd a.tif>a.tif"},
             Row{"a.psd a.tif", "a.jpg a.tif.jpg", "a.psd>a.jpg a.tif>a.tif.jpg"},
         }) {
        const Folder folder;
        const auto spill_all = [&](const std::string& side, const std::string& names) {
            std::istringstream words(names);
            for (std::string name; words >> name;) spill(folder.path / side / name, "");
        };
        spill_all("in", row.in), spill_all("out", row.out);
        for (const bool turned : {false, true}) {
            const std::string in = (folder.path / "in").string(), out = (folder.path / "out").string();
            std::set<std::string> pairs;
            for (const ComparedFrame& frame : pair_frames({turned ? out : in, turned ? in : out}).frames)
                pairs.insert((turned ? frame.b : frame.a).filename().string() + ">" +
                             (turned ? frame.a : frame.b).filename().string());
            CHECK(joined({pairs.begin(), pairs.end()}, " ") == row.pairs);
        }
    }
}

TEST_CASE("files whose names may mean several others are refused, each of them named") {
    const Folder folder;
    for (const char* name : {"a/x.psd", "a/x.tif", "a/y.tif", "b/x.png", "b/x.jpg", "b/y.png"})
        spill(folder.path / name, "");
    check_refused(run(folder, "a b"), 2,
                  {"a has 3 frames (x.psd, x.tif, y)", "only in the first: x.psd, x.tif",
                   "only in the second: x.jpg, x.png", "names do not match"});
}

TEST_CASE(
    "motion vectors and a limit of flicker are refused for files that are paired by name, with the reason") {
    const Folder folder;
    for (const char* name : {"a/valley.png", "a/street.png", "b/valley.png", "b/street.png"})
        folder.image(name);
    spill(folder.path / "v/junk.exr", "");
    check_refused(
        run(folder, "a b --motion-from v"), 2,
        {"--motion-from v: motion vectors are for frames with numbers, but the files of a and b do not"});
    check_refused(run(folder, "a b --max-flicker 1"), 2,
                  {"--max-flicker: flicker is of frames with numbers, but the files of a and b do not"});
    for (const char* name : {"c/s.1.psd", "c/s.1.tif", "d/s.1.psd.tif", "d/s.1.tif"})
        spill(folder.path / name, "");
    check_refused(run(folder, "c d --motion-from v"), 2, {"s.1.psd and s.1.tif are both frame 1", "####"});
}

TEST_CASE("many files are paired by name in time that grows as they do") {
    constexpr int count = 40000;
    Paths a, b;
    for (int i = 0; i < count; ++i) {
        const std::string stem = "IMG_" + std::to_string(i);
        if (i % 2 == 0) {
            a.emplace_back(stem + ".nef"), b.emplace_back(stem + ".tif");
            continue;
        }
        for (const char* input : {".psd", ".tif"}) a.emplace_back(stem + input); // two of one name
        for (const char* output : {".psd.tif", ".tif"}) b.emplace_back(stem + output);
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto [of_a, of_b] = paired_names(a, b);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    CHECK(took.count() < 30); // less than one with maps. Minutes if each file is searched in the whole list
    CHECK(of_a == of_b);
    CHECK(std::set(of_a.begin(), of_a.end()).size() == a.size());
}
