// Finds filled rows in text.
#include "support/messages.h"
#include "base/text.h"
#include "support/app_run.h"
#include <algorithm>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace atrous {
namespace {

/// True if the pieces of an expected text, between unknown values, follow each other in the line.
bool has_pieces(const std::string& line, const std::vector<std::string>& pieces) {
    std::size_t at = 0;
    for (const std::string& piece : pieces) {
        at = line.find(piece, at);
        if (at == std::string::npos) return false;
        at += piece.size();
    }
    return true;
}

} // namespace

std::string stderr_of(const std::function<void()>& work) {
    const Folder folder;
    const fs::path path = folder.path / "err";
    const pid_t child = fork();
    if (child == 0) {
        const int file = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
        ::dup2(file, STDERR_FILENO);
        work();
        ::_exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    return slurp(path);
}

void expect(const Ran& ran, int code, std::initializer_list<Message> messages) {
    CAPTURE(ran.err);
    CHECK(ran.code == code);
    for (const Message& message : messages) {
        CAPTURE(message.text);
        CAPTURE(joined(message.values));
        CHECK(prints(ran, message));
    }
}

bool prints(const std::string& text, const Message& message) {
    const auto pieces = split(message.text, anything[0]);
    if (message.text.find('\n') != std::string::npos) return has_pieces(text, pieces);
    return std::ranges::any_of(split(text, '\n'), [&](const std::string& line) {
        const auto has = [&](const std::string& part) {
            return part.find(anything[0]) != std::string::npos || line.find(part) != std::string::npos;
        };
        return has_pieces(line, pieces) && std::ranges::all_of(message.values, has);
    });
}

int count_messages(const std::string& text, const MessageRow& row, const std::vector<std::string>& values) {
    const auto pieces = split(Message(row, values).text, anything[0]);
    return int(std::ranges::count_if(split(text, '\n'),
                                     [&](const std::string& line) { return has_pieces(line, pieces); }));
}

bool has_message(const std::string& text, const MessageRow& row, const std::vector<std::string>& values) {
    return count_messages(text, row, values) > 0;
}

bool is_message(const Message& message, const MessageRow& row, const std::vector<std::string>& values) {
    return message.id == row.id &&
           std::ranges::equal(message.values, values,
                              [](const std::string& got, const std::string& expected) {
                                  return expected == anything || got == expected;
                              });
}

} // namespace atrous
