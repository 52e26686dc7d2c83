// Checks the READMEs of the folders of src: each folder with sources has a short one, and the files and functions that
// it names exist.
#include "support/app_run.h"
#include <regex>
#include <set>

using namespace atrous;

namespace {

fs::path src() { return fs::path(source_dir()) / "src"; }

std::vector<std::string> folders_with_sources() {
    std::set<std::string> folders;
    for (const auto& entry : fs::recursive_directory_iterator(src()))
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
            folders.insert(fs::relative(entry.path().parent_path(), src()).string());
    folders.erase("."); // src/README.md is the architecture
    return {folders.begin(), folders.end()};
}

/// True if a file of this name lies below one of the places. A name that ends in .* has any extension.
bool exists_in(const std::vector<fs::path>& places, const std::string& name) {
    for (const fs::path& place : places) {
        if (fs::exists(place / name)) return true;
        const fs::path stem = place / (name.ends_with(".*") ? name.substr(0, name.size() - 2) : name);
        for (const char* end : {".h", ".cpp", ".cl"})
            if (fs::exists(stem.string() + end)) return true;
    }
    return false;
}

/// The names in backquotes that a README uses for files, and the first cells of its tables of files.
std::vector<std::string> files_named(const std::string& text) {
    static const std::regex file("`([a-z][\\w/-]*\\.(?:cpp|h|cl|py|sh|md|\\*))`"), quoted("`([\\w/.*-]+)`");
    std::vector<std::string> names;
    for (std::sregex_iterator at(text.begin(), text.end(), file), end; at != end; ++at)
        names.push_back((*at)[1]);
    bool in_table = false;
    for (const std::string& line : split(text, '\n')) {
        if (line.starts_with("| file ") || !line.starts_with("|")) in_table = line.starts_with("| file ");
        if (!in_table) continue;
        const std::string cell = line.substr(0, line.find('|', 1));
        for (std::sregex_iterator at(cell.begin(), cell.end(), quoted), end; at != end; ++at)
            names.push_back((*at)[1]);
    }
    return names;
}

} // namespace

TEST_CASE("each folder with sources has a README of at most 40 lines") {
    const auto folders = folders_with_sources();
    CHECK(folders.size() > 60);
    for (const std::string& folder : folders) {
        const fs::path readme = src() / folder / "README.md";
        CAPTURE(readme);
        REQUIRE(fs::exists(readme));
        const std::string text = slurp(readme);
        CHECK(std::ranges::count(text, '\n') <= 40);
        CHECK(text.starts_with("# "));
    }
}

TEST_CASE("the files that READMEs of src name exist") {
    std::size_t named = 0;
    const fs::path root = source_dir();
    for (const std::string& folder : folders_with_sources()) {
        const fs::path here = src() / folder, kernels = root / "kernels" / here.filename();
        if (!fs::exists(here / "README.md")) continue;
        for (const std::string& name : files_named(slurp(here / "README.md"))) {
            ++named;
            if (has_text(name, "NAME") || has_text(name, "MODULE")) continue;
            CAPTURE(folder);
            CAPTURE(name);
            CHECK(exists_in({here, here.parent_path(), src(), root, kernels}, name));
        }
    }
    CHECK(named > 150);
}

TEST_CASE("the functions that READMEs of src name exist") {
    std::string sources;
    for (const char* folder : {"src", "kernels"})
        for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_dir()) / folder))
            if (entry.is_regular_file() && entry.path().extension() != ".md") sources += slurp(entry.path());
    static const std::regex function("`([a-z]\\w*)\\(\\)`");
    std::size_t named = 0;
    for (const std::string& folder : folders_with_sources()) {
        if (!fs::exists(src() / folder / "README.md")) continue;
        const std::string text = slurp(src() / folder / "README.md");
        for (std::sregex_iterator at(text.begin(), text.end(), function), end; at != end; ++at, ++named) {
            const std::string name = (*at)[1];
            CAPTURE(folder);
            CAPTURE(name);
            CHECK(has_text(sources, name + "("));
        }
    }
    CHECK(named > 50);
}

TEST_CASE("names of files in a README are found") {
    CHECK(files_named("see `a/b.h`, `c()` and `d.*`") == std::vector<std::string>{"a/b.h", "d.*"});
    CHECK(files_named("| file | task |\n| --- | --- |\n| `e`, `f.*` | g |\n\n| h |\n| `i` |\n") ==
          std::vector<std::string>{"f.*", "e", "f.*"});
}
