// Makes completion scripts for bash, zsh and fish, from the tables that also parse the options. Hides the
// shells' quoting.
#include "base/text.h"
#include "cli/messages.h"
#include "cli/preset.h"
#include "commands/completion/shell.h"
#include "graph/tables.h"
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <span>

namespace atrous {
namespace {

using Commands = std::vector<CompletedCommand>;

/// The words that a value may be, if there are any.
std::vector<std::string> values_of(const OptionRow& row) {
    if (row.name == std::string("preset")) return preset_names();
    auto words = split(value_words(row), '|');
    std::erase(words, "");
    return words;
}

/// Returns the possible words after `atrous`: names of commands. The first word of two-word commands appears
/// once.
std::vector<std::string> first_words(const Commands& commands) {
    std::vector<std::string> names;
    for (const auto& command : commands) {
        const auto name = command.name.substr(0, command.name.find(' '));
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
    return names;
}

/// The second words of commands like `banks`.
std::vector<std::string> second_words(const Commands& commands, const std::string& first) {
    std::vector<std::string> names;
    for (const auto& command : commands)
        if (command.name.starts_with(first + " ")) names.push_back(command.name.substr(first.size() + 1));
    return names;
}

/// The first sentence or clause of a help text, without what shells take for syntax.
std::string brief(std::string text) {
    text = text.substr(0, text.find_first_of(".:;("));
    std::erase_if(text,
                  [](char c) { return std::string_view("[]'\"\\`$").find(c) != std::string_view::npos; });
    return trimmed(text);
}

std::string dashed(const OptionRow& row) { return std::string("--") + row.name; }

/// Cases of "COMMAND --option" whose values are words, or of "COMMAND order" for a part of another option, as in
/// --execution order=split, where bash completes the value after "order" and the equals sign.
std::string bash_values(const Commands& commands) {
    std::string cases;
    for (const auto& command : commands)
        for (const auto& row : command.rows) {
            const auto words = values_of(row);
            if (words.empty()) continue;
            const std::string also = row.letter ? "|\"" + command.name + " -" + row.letter + "\"" : "";
            cases += "    \"" + command.name + " " + (*row.part_of ? row.name : dashed(row)) + "\"" + also +
                     ") words='" + joined(words, " ") + "' ;;\n";
        }
    return cases;
}

std::string bash_script(const Commands& commands) {
    std::string options, seconds;
    for (const auto& command : commands) {
        std::string names;
        for (const auto& row : command.rows)
            if (is_listed(row)) names += " " + dashed(row);
        options += "    \"" + command.name + "\") words='" + names.substr(1) + "' ;;\n";
    }
    for (const auto& first : first_words(commands))
        if (const auto second = second_words(commands, first); !second.empty())
            seconds += "    " + first + ") words='" + joined(second, " ") + "' at=3 ;;\n";
    return "# Completion of atrous for bash, made by `atrous completion bash`.\n"
           "_atrous() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words='' at=2\n"
           "    COMPREPLY=()\n"
           "    if [[ $cur == = ]]; then cur=''; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
           "    if ((COMP_CWORD == 1)); then\n"
           "        COMPREPLY=($(compgen -W '" +
           joined(first_words(commands), " ") +
           " help --help --version' -- \"$cur\"))\n"
           "        return\n"
           "    fi\n"
           "    case $command in\n" +
           seconds +
           "    esac\n"
           "    if ((at == 3)); then\n"
           "        if ((COMP_CWORD == 2)); then COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")); return; fi\n"
           "        command+=\" ${COMP_WORDS[2]}\" words=''\n"
           "    fi\n"
           "    case \"$command $prev\" in\n" +
           bash_values(commands) +
           "    esac\n"
           "    if [[ -z $words && $cur == -* ]]; then\n"
           "        case $command in\n" +
           options +
           "        esac\n"
           "    fi\n"
           "    if [[ -n $words ]]; then COMPREPLY=($(compgen -W \"$words\" -- \"$cur\")); fi\n"
           "}\n"
           "complete -o default -F _atrous atrous\n";
}

std::string zsh_option(const OptionRow& row) {
    const std::string text = "[" + brief(help_of(row)) + "]";
    const auto words = values_of(row);
    std::string value;
    if (takes_next(row))
        value = ":" + brief(row.value) + ":" + (words.empty() ? "_files" : "(" + joined(words, " ") + ")");
    const std::string names = row.letter ? std::string("'(-") + row.letter + " " + dashed(row) + ")'{-" +
                                               row.letter + "," + dashed(row) + "}'"
                                         : "'" + dashed(row);
    return "            " + names + text + value + "' \\\n";
}

std::string zsh_script(const Commands& commands) {
    std::string names, cases, seconds;
    for (const auto& first : first_words(commands)) {
        const auto at = std::ranges::find(commands, first, &CompletedCommand::name);
        names += "        '" + first + (at == commands.end() ? "" : ":" + brief(at->summary)) + "'\n";
        if (const auto second = second_words(commands, first); !second.empty())
            seconds += "    if [[ $words[2] == " + first +
                       " ]]; then\n        if (( CURRENT == 3 )); then compadd " + joined(second, " ") +
                       "; return; fi\n        command=\"$words[2] $words[3]\"\n    fi\n";
    }
    for (const auto& command : commands) {
        cases += "    '" + command.name + "')\n        _arguments -s \\\n";
        for (const auto& row : command.rows) cases += zsh_option(row);
        cases += "            '*:file:_files' ;;\n";
    }
    return "#compdef atrous\n"
           "# Completion of atrous for zsh, made by `atrous completion zsh`.\n"
           "_atrous() {\n"
           "    local command=$words[2]\n"
           "    local -a commands=(\n" +
           names +
           "    )\n"
           "    if (( CURRENT == 2 )); then _describe command commands; return; fi\n" +
           seconds + "    case $command in\n" + cases +
           "    esac\n"
           "}\n"
           "_atrous \"$@\"\n";
}

std::string fish_script(const Commands& commands) {
    std::string out = "# Completion of atrous for fish, made by `atrous completion fish`.\n";
    for (const auto& first : first_words(commands)) {
        const auto at = std::ranges::find(commands, first, &CompletedCommand::name);
        const std::string what = at == commands.end() ? first : brief(at->summary);
        out += "complete -c atrous -n __fish_use_subcommand -f -a " + first + " -d '" + what + "'\n";
        if (const auto second = second_words(commands, first); !second.empty())
            out += "complete -c atrous -n '__fish_seen_subcommand_from " + first +
                   "; and not __fish_seen_subcommand_from " + joined(second, " ") + "' -f -a '" +
                   joined(second, " ") + "'\n";
    }
    for (const auto& command : commands)
        for (const auto& row : command.rows) {
            std::string seen;
            for (const auto& word : split(command.name, ' '))
                seen += (seen.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + word);
            out += "complete -c atrous -n '" + seen + "' -l " + row.name;
            if (row.letter) out += std::string(" -s ") + row.letter;
            if (takes_next(row)) out += " -r";
            if (const auto words = values_of(row); !words.empty()) out += " -a '" + joined(words, " ") + "'";
            out += " -d '" + brief(help_of(row)) + "'\n";
        }
    return out;
}

struct Shell {
    std::string name;
    std::string (*script)(const Commands&);
};
const std::array shells{Shell{"bash", bash_script}, Shell{"zsh", zsh_script}, Shell{"fish", fish_script}};

} // namespace

std::string completion_script(const std::string& shell, Commands commands) {
    if (shell != "bash")
        for (auto& command : commands) std::erase_if(command.rows, std::not_fn(is_listed));
    for (const auto& row : shells)
        if (row.name == shell) return row.script(commands);
    throw usage_error(messages::shell_unknown, shell, joined(names_of(std::span<const Shell>(shells))));
}

const OptionTable& completion_table() {
    static const OptionTable table{
        "completion",
        "bash|zsh|fish",
        "Prints a script that completes the commands, options and values of atrous. An installation puts them where the "
        "shells look.",
        {{.group = "Output", .name = "help", .letter = 'h', .help = "Print this help"}},
        "examples: source <(atrous completion bash)\n"
        "          atrous completion fish > ~/.config/fish/completions/atrous.fish\n"};
    return table;
}

int run_completion(const std::vector<std::string>& arguments, const Commands& commands) {
    const CommandLine line = parse_options(completion_table(), arguments);
    if (line.has("help")) return std::cout << help_text(completion_table()), 0;
    if (line.operands.size() != 1) throw usage_error(messages::shell_missing);
    std::cout << completion_script(line.operands.front(), commands);
    return 0;
}

} // namespace atrous
