// A folder of real life: names that would become one, files that are named twice.
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "batch/plan/letter_case.h"
#include "batch/plan/outputs.h"
#include "batch/plan/repeated.h"
#include "support/app_run.h"
#include "support/files/raw_file.h"
#include <algorithm>

using namespace atrous;

namespace {

/// Files of these names, and what they become in the folder out/.
struct Names {
    Folder folder;
    Verbosity before = verbosity();
    explicit Names(const std::vector<std::string>& names) {
        for (const std::string& name : names) spill(folder.path / name, "");
        set_verbosity(Verbosity::quiet);
    }
    Names(const Names&) = delete;
    Names& operator=(const Names&) = delete;
    ~Names() { set_verbosity(before); }
    Inputs found(const std::vector<std::string>& names) const {
        InputOptions options;
        for (const std::string& name : names) options.operands.push_back((folder.path / name).string());
        Inputs inputs = find_inputs(options);
        leave_out_repeated(inputs);
        return inputs;
    }
    /// "a.psd>a.tif b.psd>b.tif", in the order of the inputs' names.
    std::string outputs(const std::vector<std::string>& names, const std::string& format = {}) const {
        const OutputPlan plan = plan_outputs(found(names), {(folder.path / "out/").string(), false, format});
        std::vector<std::string> all;
        for (const Job& job : plan.jobs)
            all.push_back(job.input().filename().string() + ">" + job.output().filename().string());
        std::ranges::sort(all);
        return joined(all, " ");
    }
    std::string inputs(const std::vector<std::string>& names) const {
        std::vector<std::string> all;
        for (const Input& input : found(names).files)
            all.push_back(input.path.lexically_relative(folder.path).string());
        return joined(all, " ");
    }
    void link(const std::string& name, const std::string& target) const {
        fs::create_directories((folder.path / name).parent_path());
        fs::create_symlink(target, folder.path / name);
    }
};

} // namespace

TEST_CASE(
    "outputs of one name in a folder: whose input is called so keeps it, the others keep their extension") {
    struct Row {
        std::vector<std::string> inputs;
        std::string format, outputs;
    };
    const Row rows[] = {
        {{"i.tif", "i.psd"}, "", "i.psd>i.psd.tif i.tif>i.tif"},
        {{"i.psd", "i.NEF"}, "", "i.NEF>i.NEF.tif i.psd>i.psd.tif"},
        {{"i.psd", "j.NEF", "k.tif"}, "", "i.psd>i.tif j.NEF>j.tif k.tif>k.tif"},
        {{"i.jpg", "i.JPG"}, "png", "i.JPG>i.JPG.png i.jpg>i.jpg.png"},
        {{"i.jpg", "I.JPG"}, "png", "I.JPG>I.png i.jpg>i.png"},
        {{"i.jpg", "i.JPG"}, "", "i.JPG>i.JPG i.jpg>i.jpg"},
        {{"i.tif", "i.psd", "i.NEF"}, "", "i.NEF>i.NEF.tif i.psd>i.psd.tif i.tif>i.tif"},
        // A name that is made so may be another input's.
        {{"i.tif", "i.psd", "i.psd.tif"}, "", "i.psd.tif>i.psd.tif i.psd>i.psd.psd.tif i.tif>i.tif"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.outputs);
        const Names in(row.inputs);
        std::vector<std::string> names = row.inputs;
        std::ranges::sort(names);
        do CHECK(in.outputs(names, row.format) == row.outputs); // whatever their order
        while (std::ranges::next_permutation(names).found);
    }
}

TEST_CASE(
    "a file that is named twice is one input: another spelling, a link beside it, a folder and a name") {
    const Names in({"d/a.jpg", "d/b.jpg", "x/c.jpg"});
    in.link("d/link.jpg", "a.jpg");
    in.link("d/to_c.jpg", "../x/c.jpg");
    CHECK(in.inputs({"d/a.jpg", "d/./a.jpg", "x/../d/a.jpg"}) == "d/a.jpg");
    CHECK(in.inputs({"d/link.jpg", "d/b.jpg", "d/a.jpg"}) == "d/a.jpg d/b.jpg");
    CHECK(in.inputs({"d"}) == "d/a.jpg d/b.jpg d/to_c.jpg");
    CHECK(in.inputs({"d", "x"}) == "d/a.jpg d/b.jpg x/c.jpg");
    CHECK(in.inputs({"d/link.jpg"}) == "d/link.jpg");
    CHECK(in.inputs({"d/none.jpg", "d/none.jpg"}) == "d/none.jpg");
}

TEST_CASE("hard links and held frames are pictures of their own") {
    const Names in({"d/a.jpg", "s/b.0001.ppm"});
    fs::create_hard_link(in.folder.path / "d/a.jpg", in.folder.path / "d/hard.jpg");
    in.link("s/b.0002.ppm", "b.0001.ppm");
    CHECK(in.inputs({"d"}) == "d/a.jpg d/hard.jpg");
    CHECK(in.inputs({"s"}) == "s/b.0001.ppm s/b.0002.ppm");
    CHECK(in.inputs({"s/b.####.ppm"}) == "s/b.0001.ppm s/b.0002.ppm");
    CHECK(in.inputs({"s/b.####.ppm", "s/b.0002.ppm", "s/b.####.ppm"}) == "s/b.0001.ppm s/b.0002.ppm");
}

TEST_CASE("where capitals are small letters, one of two outputs stays, whatever their order") {
    std::vector<Job> jobs;
    for (const char* name : {"a.jpg", "A.JPG", "b.jpg"})
        jobs.push_back({{{std::string("in/") + name}}, {{std::string("out/") + name}}});
    for (const int order : {0, 1}) {
        CAPTURE(order);
        std::vector<Job> all = jobs;
        if (order == 1) std::ranges::reverse(all);
        refuse_other_cases(all);
        for (const Job& job : all) CHECK(job.refused.empty() == (job.input() != "in/a.jpg"));
    }
    const Folder folder;
    CHECK_FALSE(folds_case(folder.path / "new/below")); // a Linux file system
}

TEST_CASE(
    "a run over such a folder: all are written, each is said once, and a second run skips what is there") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"a", "b", "c"}) {
        folder.image("in/" + std::string(name) + ".tif");
        spill(folder.path / ("in/" + std::string(name) + ".dng"), raw_file::dng(1));
    }
    fs::create_symlink("a.tif", folder.path / "in/link.tif");
    const Ran first = folder.run("enhance in in/a.tif -o out");
    check(
        first, 0,
        {"in/a.dng and in/a.tif would both become out/a.tif: 3 such outputs will keep the input's extension, like "
         "out/a.dng.tif\n",
         "2 inputs are named already, like ", "6 images: 6 written;"});
    CHECK(std::ranges::count(first.err, '\n') == 3);
    CHECK(folder.list("out") == "a.dng.tif a.tif atrous-timings.jsonl b.dng.tif b.tif c.dng.tif c.tif");
    CHECK(folder.run("verify out").out == "6 outputs: 6 whole, 0 not\n");
    check(folder.run("enhance in -o out --existing skip"), 0, {"6 images: 0 written, 6 skipped;"});
    check(folder.run("enhance in -o out --existing replace"), 0, {"6 images: 6 written;"});
    for (const char* chunk : {"0/2", "1/2"})
        check(folder.run("enhance in -o chunks --chunk " + std::string(chunk)), 0, {"3 images: 3 written;"});
    CHECK(folder.list("chunks").starts_with("a.dng.tif a.tif "));
}

TEST_CASE("an input that came later: what was made of another one is not taken for its output") {
    if (!has_device()) return;
    const Folder folder;
    spill(folder.path / "in/a.dng", raw_file::dng(1));
    check(folder.run("enhance -q in -o out"), 0, {});
    const std::string before = slurp(folder.path / "out/a.tif");
    folder.image("in/a.tif");
    check(folder.run("enhance in -o out --existing skip"), 1,
          {"out/a.tif: is of a.dng by the log, not of in/a.tif; --existing replace",
           "2 images: 1 written, 1 failed;"});
    CHECK(slurp(folder.path / "out/a.tif") == before);
    CHECK(slurp(folder.path / "out/a.dng.tif") == before);
    check(folder.run("enhance in -o out --existing replace"), 0, {"2 images: 2 written;"});
    check(folder.run("enhance in -o out --existing skip"), 0, {"2 images: 0 written, 2 skipped;"});
}

TEST_CASE("frames of a sequence with the same name in two formats, through denoise") {
    if (!has_device()) return;
    const Folder folder;
    for (const char* name : {"in/b.0001.exr", "in/b.0002.exr", "in/b.0001.hdr"}) folder.image(name);
    check(folder.run("denoise -q in -o out --format exr"), 0, {});
    CHECK(folder.list("out") == "atrous-timings.jsonl b.0001.exr b.0001.hdr.exr b.0002.exr");
}

TEST_CASE("refused: one name by a template without {inext}; by a folder, of files with one name") {
    const Names in({"p/a.tif", "p/a.psd", "q/a.tif"});
    const auto refusal = [&](const std::vector<std::string>& names, const std::string& output) {
        try {
            plan_outputs(in.found(names), {output});
        } catch (const Error& error) {
            CHECK(error.kind == Exit::usage);
            return std::string(error.what());
        }
        return std::string("no refusal");
    };
    const std::string why = refusal({"p"}, "{dir}/{stem}_x.{ext}");
    for (const char* part : {"the same output", "p/a.tif", "p/a.psd", "{inext}"})
        CHECK(why.find(part) != std::string::npos);
    CHECK(refusal({"p"}, "{dir}/{stem}_x.{inext}.{ext}") == "no refusal");
    CHECK(refusal({"p"}, "{dir}/{stem}_x.{inext}") ==
          "no refusal"); // of a format that is only read, a file fails
    const std::string folders = refusal({"p/a.tif", "q"}, (in.folder.path / "out/").string());
    CHECK(folders.find("-r with the folder above") != std::string::npos);
    CHECK(folders.find("{inext}") == std::string::npos);
}
