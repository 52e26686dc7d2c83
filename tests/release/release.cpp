// Tests releases without a build: the changelog's section, refusals, and workflows whose scripts exist.
#include "base/embedded.h"
#include "support/app_run.h"
#include <regex>
#include <set>

using namespace atrous;

namespace {

Ran release(const Folder& folder, const std::string& arguments) {
    return folder.shell("'" + source_dir() + "/data/release.sh' " + arguments);
}

} // namespace

TEST_CASE("the notes of a release are the changelog's section of its version, or the unreleased section") {
    const Folder folder;
    const Ran first = release(folder, "--notes 0.1.0"), next = release(folder, "--notes 99.0.0"),
              now = release(folder, std::string("--notes ") + version());
    CHECK(first.code == 0);
    CHECK(first.out.starts_with("The first version."));
    CHECK(first.out.find("## [") == std::string::npos);
    CHECK(now.code == 0);
    CHECK(now.out != first.out);
    const std::string changes = slurp(fs::path(source_dir()) / "CHANGELOG.md");
    const std::string unreleased = "## [Unreleased]\n";
    const auto begin = changes.find(unreleased);
    REQUIRE(begin != std::string::npos);
    const auto from = begin + unreleased.size(), to = changes.find("\n## [", from);
    const bool is_empty = changes.substr(from, to - from).find_first_not_of(" \n") == std::string::npos;
    CHECK(next.code == (is_empty ? 1 : 0));
    if (!is_empty) CHECK(changes.substr(from, to - from + 1).find(next.out) != std::string::npos);
    if (is_empty) CHECK(next.says("the changelog says nothing of 99.0.0"));
}

TEST_CASE("a release is refused of a machine that is not known, of no tag, and into a folder that is there") {
    const Folder folder;
    check(release(folder, "--only sparc v1 out"), 1, {"'sparc' is neither amd64 nor arm64"});
    check(release(folder, "--all v1 out"), 1, {"unknown option --all"});
    check(release(folder, "v1"), 2, {"usage: data/release.sh"});
    check(release(folder, "v99.0.0 '" + folder.path.string() + "'"), 1, {"is there already"});
    check(release(folder, "v99.0.0 out"), 1, {"there is no tag v99.0.0"});
    CHECK_FALSE(folder.has("out"));
}

TEST_CASE("the scripts that workflows run are there, and so are the options of tests/run.sh that they give") {
    const fs::path root = source_dir();
    const std::regex script("(?:tests|data)/[a-z_/-]+\\.sh"), option("tests/run\\.sh (--[a-z]+)");
    const std::string options = slurp(root / "tests/run.sh");
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(root / ".github/workflows")) {
        const std::string text = slurp(entry.path());
        for (std::sregex_iterator at(text.begin(), text.end(), script), end; at != end; ++at) {
            CAPTURE(at->str());
            CHECK(fs::exists(root / at->str()));
            found.insert(at->str());
        }
        for (std::sregex_iterator at(text.begin(), text.end(), option), end; at != end; ++at)
            CHECK(options.find("\n    " + (*at)[1].str() + ")") != std::string::npos);
    }
    CHECK(found ==
          std::set<std::string>{"data/demo.sh", "data/release.sh", "tests/run.sh", "tests/workflow.sh"});
}
