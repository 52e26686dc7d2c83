// Waits for packets in one process. A separate process runs each, waits for the program's process and answers.
#include "support/warm.h"
#include "support/paths.h"
#include "support/warm_message.h"
#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <iostream>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

int program_main(int argc, char** argv); // src/main.cpp, see CMakeLists.txt

namespace atrous {
namespace {

struct Request {
    std::string text{}; ///< a Head and words
    std::array<int, warm::max_descriptors> descriptors{};
    warm::Head head{};
};

/// False if all possible senders are gone.
bool receive(int from, Request& request) {
    request.text.resize(warm::max_bytes);
    iovec text{request.text.data(), request.text.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * warm::max_descriptors)] = {};
    msghdr message{};
    message.msg_iov = &text;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    const ssize_t size = ::recvmsg(from, &message, MSG_CMSG_CLOEXEC);
    const cmsghdr* const rights = CMSG_FIRSTHDR(&message);
    if (size < ssize_t(sizeof request.head) || !rights || (message.msg_flags & MSG_TRUNC) != 0) return false;
    request.text.resize(std::size_t(size));
    std::memcpy(&request.head, request.text.data(), sizeof request.head);
    std::memcpy(request.descriptors.data(), CMSG_DATA(rights), rights->cmsg_len - CMSG_LEN(0));
    return true;
}

/// Gives this process the state of the client.
void become(const Request& request, std::vector<char*>& words) {
    int next = 2; // after the descriptors of the answer and the folder
    for (int place = 0; place < 3; ++place) {
        if ((request.head.open >> place & 1) != 0)
            ::dup2(request.descriptors[std::size_t(next++)], place);
        else
            ::close(place);
    }
    if (::fchdir(request.descriptors[1]) != 0) ::_exit(125);
    ::umask(request.head.umask);
    for (int i = 0; i < next; ++i) ::close(request.descriptors[std::size_t(i)]);
    for (std::size_t i = request.head.arguments; i < words.size(); ++i)
        if (std::strncmp(words[i], warm::variable, std::strlen(warm::variable)) != 0) ::putenv(words[i]);
    words.resize(request.head.arguments);
    words.push_back(nullptr);
}

/// Ends the process after the exit handlers of the program and its module. A library's handlers would wait
/// for threads that a fork does not have. The leak sanitizer is skipped, because it would report the missing
/// threads on stderr. It checks runs of the program's file.
void leave(int status, void* /*unused*/) {
    std::cout.flush();
    std::fflush(nullptr);
    ::_exit(status);
}

[[noreturn]] void run_program(Request& request) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::vector<char*> words;
    for (std::size_t at = sizeof request.head; at < request.text.size(); at += std::strlen(words.back()) + 1)
        words.push_back(request.text.data() + at);
    ::on_exit(leave, nullptr);
    ::clearenv();
    become(request, words);
    std::exit(program_main(int(request.head.arguments), words.data()));
}

/// Runs the program, ends it if the client is gone, and answers.
[[noreturn]] void handle(Request& request) {
    const pid_t child = ::fork();
    if (child == 0) run_program(request);
    if (child < 0) ::_exit(1); // closes the client's connection
    const int ended = int(::syscall(SYS_pidfd_open, child, 0)), answer = request.descriptors[0];
    std::array<pollfd, 2> both{pollfd{ended, POLLIN, 0}, pollfd{answer, 0, 0}};
    if (ended >= 0) ::poll(both.data(), both.size(), -1);
    if (ended >= 0 && both[0].revents == 0) ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    const bool told = ::send(answer, &status, sizeof status, MSG_NOSIGNAL) == sizeof status;
    ::_exit(told ? 0 : 1);
}

[[noreturn]] void serve(int from, pid_t tests) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != tests) ::_exit(0);
    for (Request request; receive(from, request);) {
        ::dlopen("libpocl.so.2", RTLD_LAZY); // PoCL with its compiler, which commands with a device load
        if (::fork() == 0) {
            ::close(from);
            handle(request);
        }
        int count = 2;
        for (int place = 0; place < 3; ++place) count += int(request.head.open >> place & 1);
        for (int i = 0; i < count; ++i) ::close(request.descriptors[std::size_t(i)]);
        while (::waitpid(-1, nullptr, WNOHANG) > 0) {}
    }
    while (::waitpid(-1, nullptr, 0) > 0) {}
    ::_exit(0);
}

} // namespace

WarmProgram::WarmProgram() {
    std::array<int, 2> ends{};
    const pid_t tests = ::getpid();
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends.data()) != 0) return;
    std::fflush(nullptr);
    process_ = ::fork();
    if (process_ == 0) {
        ::close(ends[1]);
        serve(ends[0], tests);
    }
    ::close(ends[0]);
    socket_ = ends[1];
    ::setenv(warm::variable, std::to_string(socket_).c_str(), 1);
}

WarmProgram::~WarmProgram() {
    if (socket_ >= 0) ::shutdown(socket_, SHUT_RDWR); // for all other holders
    if (process_ > 0) ::waitpid(process_, nullptr, 0);
}

} // namespace atrous
