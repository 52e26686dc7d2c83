// Runs the commands on pages of the manual, one after the other in one folder, and compares their output with the page. In a
// literal block a line "$ COMMAND" begins a command, a backslash at its end continues it, and its output follows. "..." stands
// for anything, and lines may be broken anywhere. Comments add hidden preparations:
//   .\" with COMMAND         is run before the next one
//   .\" disk FOLDER SIZE     the next command finds a disk of that size at FOLDER
#include "support/app_run.h"
#include "support/manual.h"
#include "support/skip.h"
#include <algorithm>
#include <sstream>

using namespace atrous;

namespace {

struct Step {
    std::string command;
    std::string printed{}; ///< output on the page
    bool shown = true;     ///< false: the step prepares the next one
    std::string disk{};    ///< folder and size, or empty
};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
}

/// A line of a literal block in its displayed form.
std::string without_escapes(const std::string& line) {
    return replaced(replaced(line, "\\&", ""), "\\e", "\\");
}

std::vector<Step> steps_of(const std::string& page) {
    const std::string with = ".\\\" with ", disk = ".\\\" disk ";
    std::vector<Step> steps;
    std::string next_disk;
    bool inside = false, goes_on = false, prints = false;
    std::istringstream in(page);
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with(with)) steps.push_back({line.substr(with.size()), "", false});
        if (line.starts_with(disk)) next_disk = line.substr(disk.size());
        if (line.starts_with(".Bd")) prints = goes_on = false;
        if (line.starts_with(".Bd") || line.starts_with(".Ed")) inside = line.starts_with(".Bd");
        if (!inside || line.starts_with(".")) continue;
        line = without_escapes(line);
        const bool begins = line.starts_with("$ ");
        if (begins) {
            steps.push_back({line.substr(2), "", true, next_disk});
            next_disk.clear();
            prints = true;
        } else if (prints) {
            (goes_on ? steps.back().command : steps.back().printed) += "\n" + line;
        }
        goes_on = (begins || goes_on) && line.ends_with("\\");
    }
    return steps;
}

/// The words with one blank between them.
std::string in_one_line(const std::string& text) {
    std::istringstream in(text);
    std::string line;
    for (std::string word; in >> word;) line += (line.empty() ? "" : " ") + word;
    return line;
}

/// True if that was printed. "..." is anything.
bool is_printed(const std::string& page, const std::string& printed) {
    const std::string text = in_one_line(printed), wanted = in_one_line(page);
    std::size_t at = 0, begin = 0;
    while (true) {
        const std::size_t dots = wanted.find("...", begin);
        const bool last = dots == std::string::npos;
        const std::string part = in_one_line(wanted.substr(begin, last ? std::string::npos : dots - begin));
        if (begin == 0 && !text.starts_with(part)) return false;
        if (last) return begin == 0 ? text == part : text.size() >= at + part.size() && text.ends_with(part);
        at = text.find(part, at);
        if (at == std::string::npos) return false;
        at += part.size();
        begin = dots + 3;
    }
}

bool has_command(const std::string& name) { return std::system((name + " >/dev/null 2>&1").c_str()) == 0; }

/// Reason why a step cannot run on this machine, or empty.
std::string missing_for(const Step& step) {
    static const bool jq = has_command("jq --version"), disks = has_command("unshare -Urm true");
    if (step.command.starts_with("jq ") && !jq) return "jq is not installed";
    return step.disk.empty() || disks ? "" : "no user and mount namespaces here, so no small disks";
}

std::string shell_text(const Step& step) {
    if (step.disk.empty()) return step.command;
    std::istringstream in(step.disk);
    std::string folder, size;
    in >> folder >> size;
    return "unshare -Urm sh -c \"mkdir -p " + folder + " && mount -t tmpfs -o size=" + size + " none " +
           folder + " && '" + program() + "' " + step.command.substr(std::string("atrous ").size()) + "\"";
}

/// Runs a page. Returns the number of its commands.
int run_page(const std::string& name) {
    const Folder folder;
    int shown = 0, code = 0;
    const std::string samples = "SAMPLES='" + source_dir() + "/data/samples'\n";
    for (const Step& step : steps_of(manual_page(name))) {
        if (const std::string missing = missing_for(step); !missing.empty()) {
            test::skip(step.command + ": " + missing);
            continue;
        }
        const Ran ran = folder.shell("{ " + samples + "(exit " + std::to_string(code) + ")\n" +
                                     shell_text(step) + "\n} 2>&1");
        code = ran.code;
        const std::string said = ran.out + ran.err;
        if (!step.shown) {
            CHECK_MESSAGE(code == 0, (name + " cannot prepare: " + step.command + "\n" + said));
            continue;
        }
        ++shown;
        CHECK_MESSAGE(is_printed(step.printed, said), (name + ": $ " + step.command + "\nthe page says:" +
                                                       step.printed + "\nprinted is:\n" + said));
    }
    return shown;
}

} // namespace

TEST_CASE("the text of a page is compared with the printed text: dots are anything, lines may be broken") {
    CHECK(is_printed("a b", "a\n  b\n"));
    CHECK(is_printed("", ""));
    CHECK(is_printed("3 images: 3 written; ... s", "3 images: 3 written; 1.2 s\n"));
    CHECK(is_printed("a ... c ... e", "a b c d e"));
    CHECK_FALSE(is_printed("a b", "a b c"));
    CHECK_FALSE(is_printed("a ... c", "a b c d"));
    CHECK_FALSE(is_printed("... c", "a b"));
    CHECK_FALSE(is_printed("a ... a", "a"));
    CHECK_FALSE(is_printed("", "a"));
    CHECK_FALSE(is_printed("a", ""));
}

TEST_CASE("commands of a page are read with their continuations and escapes") {
    const auto steps =
        steps_of(".\\\" with true\n.Bd -literal\n$ a \\e\n  b\nc\n$ d\n.Ed\nnot e\n.Bd\nf\n.Ed\n");
    REQUIRE(steps.size() == 3);
    CHECK_FALSE(steps[0].shown);
    CHECK(steps[1].command == "a \\\n  b");
    CHECK(in_one_line(steps[1].printed) == "c");
    CHECK(steps[2].command == "d");
    CHECK(steps[2].printed.empty());
}

TEST_CASE("atrous-trouble: each fault prints the text of the page, and its advice helps") {
    if (has_device()) CHECK(run_page("atrous-trouble") >= 25);
}

TEST_CASE("atrous-photographs: the commands work as on the page") {
    if (has_device()) CHECK(run_page("atrous-photographs") >= 10);
}

TEST_CASE("atrous-renders: the commands work as on the page") {
    if (has_device()) CHECK(run_page("atrous-renders") >= 10);
}

TEST_CASE("atrous-faq: the page has 25 questions and more, and the commands work as on the page") {
    const std::string page = manual_page("atrous-faq");
    std::istringstream in(page);
    int questions = 0;
    for (std::string line; std::getline(in, line);)
        questions += line.starts_with(".Ss ") && line.ends_with("?");
    CHECK(questions >= 25);
    if (has_device()) CHECK(run_page("atrous-faq") >= 10);
}
