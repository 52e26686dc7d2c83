// Values of options, and words and layout of the text that several subcommands print.
#include "lab/banks/commands/commands.h"
#include "base/error.h"
#include "base/text.h"
#include "graph/tables.h"
#include <algorithm>
#include <cmath>

namespace atrous {
namespace {

std::vector<std::string> bank_device_names() { return names_of(std::span(bank_devices())); }

} // namespace

std::vector<std::int64_t> BankOptions::integers(const std::string& name) const {
    std::vector<std::int64_t> values;
    for (const double value : to_numbers(text(name))) {
        if (value != std::floor(value) || std::abs(value) > double(std::int64_t(1) << 40))
            throw usage_error("--" + name + ": '" + text(name) + "' must hold whole numbers up to 2^40");
        values.push_back(std::int64_t(value));
    }
    return values;
}

void BankOptions::refuse(const std::vector<std::string>& names, const std::string& why) const {
    for (const auto& name : names)
        if (has(name)) throw usage_error("--" + name + " " + why);
}

std::string labelled(const std::string& label, const std::string& sentence, std::size_t indent) {
    std::string out = label;
    out.resize(std::max(indent, label.size()), ' ');
    return out + joined(wrapped(sentence, most_columns - indent), "\n" + std::string(indent, ' ')) + "\n";
}

std::string degree_words(std::int64_t degree) {
    return degree <= 1 ? "free of conflicts" : std::to_string(degree) + "-way";
}

const char* device_names() {
    static const std::string names = joined(bank_device_names(), "|");
    return names.c_str();
}

const char* device_help() {
    static const std::string help =
        "A device instead, with the lanes that it serves together: " + joined(bank_device_names());
    return help.c_str();
}

} // namespace atrous
