// Tests realistic folders: names that would become one, files that are named twice.
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/messages.h"
#include "batch/plan/outputs.h"
#include "support/app_run.h"
#include "support/messages.h"
#include <algorithm>

using namespace atrous;

namespace {

/// Files of these names, and their outputs.
struct Names {
    Folder folder;
    explicit Names(const std::vector<std::string>& names) {
        for (const std::string& name : names) spill(folder.path / name, "");
    }
    Inputs found(const std::vector<std::string>& names) const {
        InputOptions options;
        for (const std::string& name : names) options.operands.push_back((folder.path / name).string());
        return find_inputs(options);
    }
    /// "d/a.jpg>a.jpg d/b.jpg>b.jpg", in the order of the jobs.
    std::string outputs(const std::vector<std::string>& names, const std::string& output = "out/") const {
        std::vector<std::string> all;
        for (const Job& job : plan_outputs(found(names), {(folder.path / output).string()}).jobs)
            all.push_back(job.input().lexically_relative(folder.path).string() + ">" +
                          job.output().filename().string());
        return joined(all, " ");
    }
    std::string refusal(const std::vector<std::string>& names, const std::string& output = "out/",
                        const std::string& format = {}) const {
        try {
            plan_outputs(found(names), {(folder.path / output).string(), false, format});
        } catch (const Error& error) {
            CHECK(error.kind == Exit::usage);
            return error.what();
        }
        return "no refusal";
    }
    void link(const std::string& name, const std::string& target) const {
        fs::create_symlink(target, folder.path / name);
    }
};

} // namespace

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
        CHECK(prints(in.refusal(row.inputs, "out/", row.format),
                     line(messages::outputs_clash, row.inputs[0], row.inputs[1], row.output, row.remedy)));
    }
    const Names in({"i.psd", "i.tif", "j.NEF", "k.tif"});
    CHECK(in.outputs({"i.psd", "i.tif"}, "{stem}_x.{inext}.{ext}") == "i.psd>i_x.psd.tif i.tif>i_x.tif.tif");
    CHECK(in.outputs({"i.psd", "j.NEF", "k.tif"}) == "i.psd>i.tif j.NEF>j.tif k.tif>k.tif");
}

TEST_CASE("a file that is named twice is done once: another spelling, a folder and a name") {
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
    "hard links and held frames are pictures of their own; a frame that is named, too, stays in its sequence") {
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
