// Tests inputs and outputs: folders, lists, templates, mirrors, files that are named twice, and refusals before any work.
#include "batch/plan/outputs.h"
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/messages.h"
#include "support/app_run.h"
#include "support/messages.h"

using namespace atrous;

namespace {

/// Empty files of these names, and their outputs.
struct Names {
    Folder folder;
    explicit Names(const std::vector<std::string>& names) {
        for (const std::string& name : names) spill(folder.path / name, "");
    }
    std::string path(const std::string& name) const { return (folder.path / name).string(); }
    Inputs found(const std::vector<std::string>& names, bool recursive = false) const {
        InputOptions options;
        for (const std::string& name : names) options.operands.push_back(path(name));
        options.recursive = recursive;
        return find_inputs(options);
    }
    /// "d/a.jpg d/b.jpg", as they are found.
    std::string listed(const std::vector<std::string>& names, bool recursive = false) const {
        std::vector<std::string> paths;
        for (const auto& input : found(names, recursive).files)
            paths.push_back(fs::relative(input.path, folder.path).string());
        return joined(paths, " ");
    }
    /// "d/a.jpg>a.jpg d/b.jpg>b.jpg", in the order of the jobs.
    std::string outputs(const std::vector<std::string>& names, const std::string& output = "out/") const {
        std::vector<std::string> all;
        for (const Job& job : plan_outputs(found(names), {path(output)}).jobs)
            all.push_back(job.input().lexically_relative(folder.path).string() + ">" +
                          job.output().filename().string());
        return joined(all, " ");
    }
    Message refusal(const std::vector<std::string>& names, const OutputOptions& options) const {
        return thrown_by([&] { plan_outputs(found(names), options); }, Exit::usage);
    }
    void link(const std::string& name, const std::string& target) const {
        fs::create_symlink(target, folder.path / name);
    }
};

} // namespace

TEST_CASE("folders: sorted, without hidden files, only images, sub-folders with -r") {
    const Names in(
        {"d/b.jpg", "d/a.PNG", "d/.hidden.jpg", "d/notes.txt", "d/s/c.exr", "d/.s/x.jpg", "d/none"});
    CHECK(in.listed({"d"}) == "d/a.PNG d/b.jpg");
    CHECK(in.listed({"d"}, true) == "d/a.PNG d/b.jpg d/s/c.exr");
    CHECK(in.listed({"d/s/c.exr", "missing.jpg"}) == "d/s/c.exr missing.jpg");
    CHECK(in.found({"d"}).from_folder);
    CHECK_FALSE(in.found({"d/b.jpg"}).from_folder);
}

TEST_CASE("-r leaves out folders that servers, systems and archives make, unless they are named") {
    const Names in({"d/a.jpg", "d/@eaDir/a.jpg/SYNOPHOTO_THUMB_M.jpg", "d/s/@eaDir/b.jpg",
                    "d/__MACOSX/._a.jpg", "d/#recycle/c.jpg", "d/$RECYCLE.BIN/d.jpg", "d/.AppleDouble/e.jpg",
                    "d/s/eaDir/f.jpg", "d/@tmp/g.jpg", "e/@eaDir/h.jpg"});
    CHECK(in.listed({"d"}, true) == "d/a.jpg d/@tmp/g.jpg d/s/eaDir/f.jpg");
    CHECK(in.listed({"d/#recycle", "d/s/@eaDir/b.jpg"}, true) == "d/#recycle/c.jpg d/s/@eaDir/b.jpg");
    const Ran ran = in.folder.run("enhance -n -r d -o out"); // the images are empty
    expect(ran, 1, {message(messages::folders_left_out, "1 #recycle, 1 $RECYCLE.BIN, 2 @eaDir, 1 __MACOSX")});
    const Ran excluded = in.folder.run("enhance -n -r d -o out --exclude @eaDir --exclude '#recycle/'");
    expect(excluded, 1, {message(messages::folders_left_out, "1 $RECYCLE.BIN, 1 __MACOSX")});
    CHECK_FALSE(prints(excluded, line(messages::exclude_unused)));
    CHECK_FALSE(prints(in.folder.run("enhance -n d -o out"), line(messages::folders_left_out)));
    for (const char* recursive : {"", "-r "})
        expect(in.folder.run(std::string("enhance -n ") + recursive + "e -o out"), 3,
               {line(messages::no_images, anything, "@eaDir is left out")});
}

TEST_CASE("a link that makes a folder its own child is followed only once") {
    const Names in({"d/a.jpg"});
    fs::create_directory_symlink("..", in.folder.path / "d/loop");
    CHECK(in.listed({"d"}, true) == "d/a.jpg");
}

TEST_CASE("lists: lines, NUL bytes, blank lines, DOS lines") {
    const Folder folder;
    spill(folder.path / "lines", "a.jpg\r\n\nb c.jpg\n");
    spill(folder.path / "nulls", std::string("a.jpg\0new\nline.jpg\0", 19));
    const auto lines = find_inputs({{}, (folder.path / "lines").string(), false, false}).files;
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].path == "a.jpg");
    CHECK(lines[1].path == "b c.jpg");
    const auto nulls = find_inputs({{}, (folder.path / "nulls").string(), true, false}).files;
    REQUIRE(nulls.size() == 2);
    CHECK(nulls[1].path == "new\nline.jpg");
}

TEST_CASE("an empty list is nothing to do, a missing one is a usage error") {
    const Folder folder;
    spill(folder.path / "empty", "\n");
    check(folder.run("enhance --files-from empty -o out/"), 3, {"empty"});
    check(folder.run("enhance --files-from missing -o out/"), 2, {"missing"});
}

TEST_CASE("templates: each field, frame numbers keep their digits") {
    CHECK(expand_template("{dir}/{stem}_atrous.{ext}", "x/y/a.b.jpg") == "x/y/a.b_atrous.jpg");
    CHECK(expand_template("{dir}/out.{ext}", "a.jpg") == "./out.jpg");
    CHECK(expand_template("o/{frame}.exr", "shot2/v3_beauty.0042.exr") == "o/0042.exr");
    CHECK(expand_template("o/{frame}.exr", "f007b.exr") == "o/007.exr");
    CHECK(expand_template("plain", "a.jpg") == "plain");
    CHECK(expand_template("{stem}.{inext}.{ext}", "a.b.NEF", {}, ".tif") == "a.b.NEF.tif");
    CHECK(expand_template("{stem}.{inext}", "a.jpg") == "a.jpg");
    CHECK(expand_template("{stem}_{inext}", "a") == "a_");
    CHECK_THROWS_WITH_AS(
        expand_template("{name}.jpg", "a.jpg"),
        text_of(messages::field_unknown, "{name}.jpg", "{name}", "{dir} {stem} {ext} {inext} {frame}")
            .c_str(),
        Error);
    CHECK_THROWS_AS(expand_template("{frame}.jpg", "a.jpg"), Error);
    CHECK_THROWS_WITH_AS(expand_template("{stem.png", "a.jpg"), doctest::Contains("'{' without '}'"), Error);
    CHECK_THROWS_WITH_AS(expand_template("{stem}}.png", "a.jpg"), doctest::Contains("'}' without '{'"),
                         Error);
}

TEST_CASE("one file, a folder by its slash, a folder by its existence, a mirror of sub-folders") {
    const Names in({"d/a.jpg", "d/s/b.jpg"});
    fs::create_directories(in.folder.path / "there");
    const auto output = [&](const Inputs& inputs, const std::string& to) {
        return plan_outputs(inputs, {in.path(to)}).jobs.back().output();
    };
    CHECK(output(in.found({"d/a.jpg"}), "x.png") == in.path("x.png"));
    CHECK(output(in.found({"d/a.jpg"}), "new/") == in.path("new/a.jpg"));
    CHECK(output(in.found({"d/a.jpg"}), "there") == in.path("there/a.jpg"));
    CHECK(output(in.found({"d"}, true), "new") == in.path("new/s/b.jpg"));
    CHECK(output(in.found({"d/a.jpg", "d/s/b.jpg"}), "new") == in.path("new/b.jpg"));
}

TEST_CASE(
    "an output that is the input, unless it is replaced, or another input, and one output for several inputs are refused") {
    const Names in({"p/a.jpg", "p/a_x.jpg"});
    for (const char* output : {"p/a.jpg", "p/../p/"})
        CHECK(in.refusal({"p/a.jpg"}, {in.path(output)}).id == messages::output_is_input.id);
    CHECK(in.refusal({"p/a.jpg"}, {in.path("p/"), true}).empty());
    CHECK(in.refusal({"p/a.jpg", "p/a_x.jpg"}, {"{dir}/{stem}_x.{ext}", true}).id ==
          messages::output_is_other_input.id);
    CHECK(in.refusal({"p/a.jpg", "p/a_x.jpg"}, {in.path("x.png")}).id == messages::output_one_file.id);
    CHECK(in.refusal({"p"}, {in.path("p/a.jpg")}).id == messages::output_one_file.id);
}

TEST_CASE("two inputs with one output: the error names both, the output and what keeps them apart") {
    struct Row {
        std::vector<std::string> inputs;
        const char *format, *output, *remedy;
    };
    const Row rows[] = {{{"i.psd", "i.tif"}, "", "out/i.tif", "{inext}"},
                        {{"i.NEF", "i.psd"}, "", "out/i.tif", "{inext}"},
                        {{"i.bmp", "i.jpg"}, "png", "out/i.png", "{inext}"},
                        {{"I.JPG", "i.jpg"}, "png", "out/i.png", "differ only in letter case"},
                        {{"I.JPG", "i.jpg"}, "", "out/i.jpg", "differ only in letter case"},
                        {{"D/i.jpg", "d/i.jpg"}, "", "out/i.jpg", "-r with the folder above"}};
    for (const Row& row : rows) {
        const Names in(row.inputs);
        CHECK(prints(in.refusal(row.inputs, {in.path("out/"), false, row.format}).text,
                     line(messages::outputs_clash, row.inputs[0], row.inputs[1], row.output, row.remedy)));
    }
    const Names in({"i.psd", "i.tif", "j.NEF", "k.tif"});
    CHECK(in.outputs({"i.psd", "i.tif"}, "{stem}_x.{inext}.{ext}") == "i.psd>i_x.psd.tif i.tif>i_x.tif.tif");
    CHECK(in.outputs({"i.psd", "j.NEF", "k.tif"}) == "i.psd>i.tif j.NEF>j.tif k.tif>k.tif");
}

TEST_CASE("a file that is named twice is done once: another form of its path, a folder and a name") {
    const Names in({"d/a.jpg", "d/b.jpg", "x/c.jpg"});
    CHECK(in.outputs({"d/a.jpg", "d/./a.jpg", "x/../d/a.jpg"}) == "d/a.jpg>a.jpg");
    CHECK(in.outputs({"d/b.jpg", "d"}) == "d/b.jpg>b.jpg d/a.jpg>a.jpg");
    CHECK(in.outputs({"d/none.jpg", "d/none.jpg"}) == "d/none.jpg>none.jpg");
    in.link("d/link.jpg", "a.jpg"); // has an output of its own
    CHECK(in.outputs({"d"}) == "d/a.jpg>a.jpg d/b.jpg>b.jpg d/link.jpg>link.jpg");
    OutputOptions replacing;
    replacing.in_place = true;
    CHECK(plan_outputs(in.found({"d"}), replacing).jobs.size() == 2);
}

TEST_CASE(
    "hard links and held frames are separate images; a frame that is named, too, stays in its sequence") {
    const Names in({"d/a.jpg", "s/b.0001.ppm"});
    fs::create_hard_link(in.folder.path / "d/a.jpg", in.folder.path / "d/hard.jpg");
    in.link("s/b.0002.ppm", "b.0001.ppm");
    CHECK(in.outputs({"d"}) == "d/a.jpg>a.jpg d/hard.jpg>hard.jpg");
    const std::string both = "s/b.0001.ppm>b.0001.ppm s/b.0002.ppm>b.0002.ppm";
    CHECK(in.outputs({"s"}) == both);
    CHECK(in.outputs({"s/b.####.ppm", "s/b.0002.ppm", "s/b.####.ppm"}) == both);
    const OutputPlan plan =
        plan_outputs(in.found({"s/b.0001.ppm", "s/b.####.ppm"}), {(in.folder.path / "out/").string()});
    REQUIRE(plan.jobs.size() == 2);
    for (const Job& job : plan.jobs) CHECK(job.shot == 1);
}
