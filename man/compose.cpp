// Writes the manual pages of the folder MAN into the folder OUT. In a page and in man/options, a line
//   .\" @options TABLE [GROUP]   becomes a table's options: all, a group, or the settings of presets ("preset"),
//   .\" part NAME                becomes parts/NAME.mdoc,
//   .\" message ID [VALUE, ...]  becomes an item of a list of diagnostics: the message without its remedy, and
//   .Sx SECTION PUNCTUATION      (or .See) refers to a section of this page, or of another one.
// .Os gets the VERSION.
// Uses the tables of the commands, of shared options ("common", "pictures") and of subcommands ("banks").
// Heads, ranges and defaults come from the option rows, the texts from options/TABLE.mdoc, where each begins with a line
//   .\" option NAME...
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "batch/pipeline/messages.h"
#include "batch/plan/messages.h"
#include "cli/file_rows.h"
#include "cli/tables.h"
#include "commands/completion/shell.h"
#include "commands/denoise/messages.h"
#include "lab/banks/commands/banks.h"
#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

namespace atrous {
namespace {

namespace fs = std::filesystem;
using Rows = std::vector<OptionRow>;
using Names = std::vector<std::string>;

struct ManualTable {
    Rows rows;
    Names shared{}; ///< tables whose options are listed apart
    Names texts{};  ///< further tables whose texts it uses
};

struct Text {
    Names options;
    std::string mdoc;
    mutable bool used = false;
};

struct Manual {
    std::map<std::string, std::string> pages; ///< by file name
    std::map<std::string, ManualTable> tables;
    std::map<std::string, std::vector<Text>> texts; ///< by table
    std::string version;
    std::set<std::pair<std::string, std::string>> listed{}; ///< table and option
};

std::string slurp(const fs::path& file) {
    const auto text = read_text(file);
    if (!text) throw usage_error(file.string() + ": cannot be read");
    return *text;
}

Rows both(Rows first, const Rows& second) {
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

std::map<std::string, ManualTable> all_tables() {
    std::map<std::string, ManualTable> tables;
    tables["common"] = {both(file_rows(), running_rows())};
    tables["pictures"] = {picture_file_rows()};
    std::vector<const OptionTable*> commands{&devices_table(), &bench_table(), &presets_table(),
                                             &completion_table()};
#define ATROUS_ADD_TABLE(name, ...) commands.push_back(&name##_table());
    ATROUS_IO_COMMANDS(ATROUS_ADD_TABLE)
#undef ATROUS_ADD_TABLE
    for (const OptionTable* table : commands) {
        ManualTable& made = tables[table->command] = {table->rows, {}, {"reading"}};
        if (find_option(table->rows, "files-from")) made.shared.emplace_back("common");
        if (find_option(table->rows, "cmyk")) made.shared.emplace_back("pictures");
    }
    tables["probe"].texts = {"denoise", "reading"};
    Rows& banks = tables["banks"].rows;
    for (const OptionTable* table : banks_tables()) {
        std::string name = table->command;
        std::ranges::replace(name, ' ', '-');
        tables[name] = {table->rows, {"banks"}};
        for (const char* option : {"json", "help"})
            if (const OptionRow* row = find_option(table->rows, option); row && !find_option(banks, option))
                banks.push_back(*row);
    }
    return tables;
}

std::vector<Text> read_texts(const fs::path& file) {
    std::vector<Text> texts;
    const std::string mark = ".\\\" option ";
    for (const std::string& line : split(trimmed(slurp(file)), '\n'))
        if (line.starts_with(mark))
            texts.push_back({split(line.substr(mark.size()), ' '), ""});
        else if (texts.empty())
            throw usage_error(file.string() + ": does not begin with an option");
        else
            texts.back().mdoc += line + "\n";
    return texts;
}

/// A placeholder in macros: "NAME|all" as "Ar name | Cm all".
std::string value_macros(const OptionRow& row) {
    if (row.kind == ValueKind::attached) return "Ns Op = Ns Ar suffix";
    std::string out, last;
    for (std::string word : split(row.value, '|')) {
        if (word.ends_with(",..")) word += '.';
        const bool capitals = std::ranges::any_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
        const bool small = std::ranges::any_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
        if (!out.empty()) out += " | ";
        const auto colon = word.find(':');
        if (capitals && small && colon != std::string::npos && word.find('[') == std::string::npos) {
            out += "Cm " + word.substr(0, colon + 1) + " Ns Ar " + lower(word.substr(colon + 1));
            last = "Ar";
            continue;
        }
        const std::string macro = capitals ? "Ar" : "Cm";
        if (macro != last) out += macro + " ";
        last = macro;
        out += small && word.find('.') == std::string::npos ? word : lower(word);
    }
    return out;
}

std::string head_of(const OptionRow& row) {
    std::string head = row.letter ? std::string("Fl ") + row.letter + " , " : "";
    head += std::string("Fl -") + row.name;
    return *row.value ? head + " " + value_macros(row) : head;
}

/// Returns a line with range and default. It begins with `name` if several options share a text.
std::string facts_of(const OptionRow& row, const std::string& name) {
    using enum ValueKind;
    const bool is_number = row.kind == integer || row.kind == number || row.kind == curve;
    std::string facts;
    if (is_number && std::isfinite(row.least)) facts = "range" + name + ": " + option_range(row);
    if (*row.fallback && row.kind != flag)
        facts += (facts.empty() ? "default" : "; default") + name + ": " + row.fallback;
    if (facts.empty()) return {};
    facts[0] = char(std::toupper(static_cast<unsigned char>(facts[0])));
    return facts + ".\n";
}

const Text& text_of(const Manual& manual, const std::string& table, const OptionRow& option) {
    Names places{table};
    for (const std::string& more : manual.tables.at(table).texts) places.push_back(more);
    for (const std::string& place : places)
        if (const auto texts = manual.texts.find(place); texts != manual.texts.end())
            for (const Text& text : texts->second)
                if (std::ranges::count(text.options, option.name) > 0) return text;
    throw usage_error("man/options/" + table + ".mdoc: lacks the option " + option.name);
}

bool is_shared(const Manual& manual, const ManualTable& table, const std::string& option) {
    return std::ranges::any_of(table.shared, [&](const std::string& name) {
        return find_option(manual.tables.at(name).rows, option) != nullptr;
    });
}

bool belongs(const OptionRow& row, const std::string& group) {
    if (group == "preset") return row.level == OptionLevel::preset;
    return is_listed(row) && (group.empty() || group == row.group);
}

std::string option_list(Manual& manual, const std::string& name, const std::string& group) {
    const auto table = manual.tables.find(name);
    if (table == manual.tables.end()) throw usage_error("@options " + name + ": there is no such table");
    std::string items;
    std::set<const Text*> done;
    for (const OptionRow& row : table->second.rows) {
        if (!belongs(row, group) || is_shared(manual, table->second, row.name)) continue;
        manual.listed.emplace(name, row.name);
        const Text& text = text_of(manual, name, row);
        text.used = true;
        if (!done.insert(&text).second) continue;
        std::string heads, facts;
        for (const std::string& option : text.options) {
            const OptionRow* const own = find_option(table->second.rows, option);
            if (!own) throw usage_error("man/options: " + option + " is no option of " + name);
            heads += (heads.empty() ? "" : " , ") + head_of(*own);
            facts += facts_of(*own, text.options.size() > 1 ? " of " + option : "");
        }
        items += ".It " + heads + "\n" + text.mdoc + facts;
    }
    if (items.empty()) throw usage_error("@options " + name + " " + group + ": there are none");
    return ".Bl -tag -width Ds\n" + items + ".El\n";
}

/// ".Sx SECTION ." where a page has that section: this one, or another one, which is named then.
std::string reference(const Manual& manual, const std::string& page, const std::string& words) {
    const std::string section =
        trimmed(words.substr(0, words.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ ")));
    const std::string rest = words.substr(section.size()), heading = "\n.Sh " + section + "\n";
    if (section.size() < 2 || (!rest.empty() && rest[0] != ' '))
        return ".Sx " + words + "\n"; // in small letters
    if (manual.pages.at(page).find(heading) != std::string::npos) return ".Sx " + words + "\n";
    std::vector<std::string> places{"atrous-options.7", "atrous-files.7", "atrous-enhance.1", "atrous.1"};
    for (const auto& [name, text] : manual.pages) places.push_back(name);
    for (const std::string& name : places)
        if (const auto place = manual.pages.find(name);
            place != manual.pages.end() && place->second.find(heading) != std::string::npos) {
            const auto dot = name.rfind('.');
            return ".Sx " + section + "\nin\n.Xr " + name.substr(0, dot) + " " + name.substr(dot + 1) + rest +
                   "\n";
        }
    throw usage_error("man/" + page + ": no page has the section " + section);
}

/// True if the next lines name the page of a section already: "in", ".Xr atrous 1".
bool names_page(const std::vector<std::string>& lines, std::size_t next) {
    return next + 1 < lines.size() && (lines[next] == "in" || lines[next] == "of") &&
           lines[next + 1].starts_with(".Xr ");
}

/// The messages that pages explain.
const MessageRow* const explained[] = {
    &messages::role_layer_unknown, &messages::no_linear_light, &messages::guides_as_images,
    &messages::neighbour_failed,   &messages::guides_shared,   &messages::neighbour_unlike,
    &messages::albedo_unlike,      &messages::normal_unlike,   &messages::guide_misplaced,
    &messages::guide_foreign,      &messages::half_unlike,     &messages::guides_absent};

/// Returns the item for "FILE: W_ID VALUE, VALUE", "E_ID" ...
std::string diagnostic(const std::string& line) {
    const std::size_t at = line.starts_with("FILE: ") ? 6 : 0,
                      space = std::min(line.find(' ', at), line.size());
    const std::string id = line.substr(at, space - at), values = line.substr(space);
    const auto row = std::ranges::find(explained, id, &MessageRow::id);
    if (row == std::end(explained)) throw usage_error(id + ": is not in explained[]");
    std::string text = (*row)->text;
    text.resize(std::min(text.size(), text.find("; ")));
    for (const std::string& value : split(values, ',')) {
        const std::size_t place = text.find("{}");
        if (place == std::string::npos) throw usage_error(id + ": takes fewer values");
        text.replace(place, 2, trimmed(value));
    }
    if (text.find("{}") != std::string::npos) throw usage_error(id + ": lacks a value: " + text);
    return ".It " + std::string(id[0] == 'W' ? "warning: " : "") + line.substr(0, at) + text + "\n";
}

std::string composed(Manual& manual, const fs::path& folder, const std::string& page,
                     const std::string& text) {
    const std::string options = ".\\\" @options ", part = ".\\\" part ", quote = ".\\\" message ";
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    std::string out;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string& line = lines[i];
        const bool refers = line.starts_with(".See ") || line.starts_with(".Sx ");
        if (line.starts_with(options)) {
            const std::string words = line.substr(options.size());
            const auto space = words.find(' ');
            const std::string group = space == std::string::npos ? "" : words.substr(space + 1);
            out += composed(manual, folder, page, option_list(manual, words.substr(0, space), group));
        } else if (line.starts_with(part)) {
            out += composed(manual, folder, page,
                            slurp(folder / "parts" / (line.substr(part.size()) + ".mdoc")));
        } else if (line.starts_with(quote)) {
            out += diagnostic(line.substr(quote.size()));
        } else if (refers && !names_page(lines, i + 1)) {
            out += reference(manual, page, line.substr(line.find(' ') + 1));
        } else {
            out += line == ".Os" ? ".Os \"atrous " + manual.version + "\"\n" : line + "\n";
        }
    }
    return out;
}

/// Throws for an option that no page lists, and for a text that no list uses.
void check_complete(const Manual& manual) {
    for (const auto& [name, table] : manual.tables)
        for (const OptionRow& row : table.rows)
            if (row.level != OptionLevel::hidden && !is_shared(manual, table, row.name) &&
                !manual.listed.contains({name, row.name}))
                throw usage_error("no manual page lists --" + std::string(row.name) + " of " + name);
    for (const auto& [name, texts] : manual.texts)
        for (const Text& text : texts)
            if (!text.used)
                throw usage_error("man/options/" + name + ".mdoc: nothing lists " + text.options.front());
}

void compose(const fs::path& folder, const fs::path& out, const std::string& version) {
    Manual manual{{}, all_tables(), {}, version};
    for (const auto& file : fs::directory_iterator(folder))
        if (const std::string type = file.path().extension(); type == ".1" || type == ".3" || type == ".7")
            manual.pages[file.path().filename()] = slurp(file.path());
    for (const auto& file : fs::directory_iterator(folder / "options"))
        manual.texts[file.path().stem()] = read_texts(file.path());
    std::map<std::string, std::string> made;
    for (const auto& [name, text] : manual.pages) made[name] = composed(manual, folder, name, text);
    check_complete(manual);
    fs::create_directories(out);
    for (const auto& [name, text] : made)
        if (!(std::ofstream(out / name) << text))
            throw usage_error((out / name).string() + ": cannot be written");
}

} // namespace
} // namespace atrous

int main(int count, char** arguments) {
    try {
        if (count != 4) throw atrous::usage_error("usage: compose-manual MAN OUT VERSION");
        atrous::compose(arguments[1], arguments[2], arguments[3]);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "compose-manual: " << error.what() << '\n';
        return 1;
    }
}
