// Tests inputs and outputs: folders, lists, templates, mirrors, and refusals before any work.
#include "batch/plan/outputs.h"
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/messages.h"
#include "support/app_run.h"
#include "support/messages.h"

using namespace atrous;

namespace {

struct Named {
    Folder folder;
    Inputs find(std::vector<std::string> names, bool recursive = false) const {
        for (auto& name : names) name = (folder.path / name).string();
        return find_inputs({names, "", false, recursive});
    }
    std::string found(std::vector<std::string> names, bool recursive = false) const {
        std::vector<std::string> paths;
        for (const auto& input : find(std::move(names), recursive).files)
            paths.push_back(fs::relative(input.path, folder.path).string());
        return joined(paths, " ");
    }
    std::string out(const std::string& name) const { return (folder.path / name).string(); }
};

std::string refusal(const Inputs& inputs, const std::string& output, bool overwrite = false) {
    try {
        plan_outputs(inputs, {output, overwrite});
    } catch (const Error& error) {
        CHECK(error.kind == Exit::usage);
        return error.what();
    }
    return "no refusal";
}

bool contains(const std::string& text, std::initializer_list<std::string> parts) {
    return std::ranges::all_of(parts, [&](const auto& part) { return text.find(part) != std::string::npos; });
}

} // namespace

TEST_CASE("folders: sorted, without hidden files, images alone, sub-folders with -r") {
    const Named in;
    for (const char* name :
         {"d/b.jpg", "d/a.PNG", "d/.hidden.jpg", "d/notes.txt", "d/s/c.exr", "d/.s/x.jpg", "d/none"})
        spill(in.folder.path / name, "");
    CHECK(in.found({"d"}) == "d/a.PNG d/b.jpg");
    CHECK(in.found({"d"}, true) == "d/a.PNG d/b.jpg d/s/c.exr");
    CHECK(in.found({"d/s/c.exr", "missing.jpg"}) == "d/s/c.exr missing.jpg");
    CHECK(in.find({"d"}).from_folder);
    CHECK_FALSE(in.find({"d/b.jpg"}).from_folder);
}

TEST_CASE("a link that makes a folder its own child is not followed for ever") {
    const Named in;
    spill(in.folder.path / "d/a.jpg", "");
    fs::create_directory_symlink("..", in.folder.path / "d/loop");
    CHECK(in.found({"d"}, true) == "d/a.jpg");
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
    const Ran empty = folder.run("enhance --files-from empty -o out/");
    CHECK(empty.code == 3);
    CHECK(empty.says("empty"));
    const Ran missing = folder.run("enhance --files-from missing -o out/");
    CHECK(missing.code == 2);
    CHECK(missing.says("missing"));
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
    const Named in;
    for (const char* name : {"d/a.jpg", "d/s/b.jpg"}) spill(in.folder.path / name, "");
    fs::create_directories(in.folder.path / "there");
    const auto output = [&](const Inputs& inputs, const std::string& to) {
        return plan_outputs(inputs, {in.out(to)}).jobs.back().output();
    };
    CHECK(output(in.find({"d/a.jpg"}), "x.png") == in.out("x.png"));
    CHECK(output(in.find({"d/a.jpg"}), "new/") == in.out("new/a.jpg"));
    CHECK(output(in.find({"d/a.jpg"}), "there") == in.out("there/a.jpg"));
    CHECK(output(in.find({"d"}, true), "new") == in.out("new/s/b.jpg"));
    CHECK(output(in.find({"d/a.jpg", "d/s/b.jpg"}), "new") == in.out("new/b.jpg"));
}

TEST_CASE("two inputs with the same output") {
    const Named in;
    for (const char* name : {"p/a.jpg", "q/a.jpg"}) spill(in.folder.path / name, "");
    const auto inputs = in.find({"p/a.jpg", "q/a.jpg"});
    CHECK(contains(refusal(inputs, in.out("out/")), {"same output", "p/a.jpg", "q/a.jpg"}));
    CHECK(contains(refusal(inputs, in.out("out/{stem}.jpg")), {"same output", "p/a.jpg", "q/a.jpg"}));
    CHECK(refusal(inputs, "{dir}/{stem}_new.{ext}") == "no refusal");
}

TEST_CASE("an output that is the input itself needs --existing replace") {
    const Named in;
    spill(in.folder.path / "p/a.jpg", "");
    const auto inputs = in.find({"p/a.jpg"});
    for (const char* output : {"p/a.jpg", "p/../p/"})
        CHECK(prints(refusal(inputs, in.out(output)), line(messages::output_is_input)));
    CHECK(refusal(inputs, in.out("p/"), true) == "no refusal");
}

TEST_CASE("an output that is another input is refused even with --existing replace") {
    const Named in;
    for (const char* name : {"p/a.jpg", "p/a_x.jpg"}) spill(in.folder.path / name, "");
    CHECK(contains(refusal(in.find({"p/a.jpg", "p/a_x.jpg"}), "{dir}/{stem}_x.{ext}", true),
                   {"another input", "a_x.jpg"}));
}

TEST_CASE("one output file for several inputs") {
    const Named in;
    for (const char* name : {"p/a.jpg", "p/b.jpg"}) spill(in.folder.path / name, "");
    CHECK(contains(refusal(in.find({"p/a.jpg", "p/b.jpg"}), in.out("x.png")), {"is one file", "2 inputs"}));
    CHECK(contains(refusal(in.find({"p"}), in.out("p/a.jpg")), {"is one file"}));
}
