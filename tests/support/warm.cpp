// Waits for packets and for the end of programs in one process. Each packet's program is a fork of it.
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
#include <utility>
#include <vector>

extern "C" int program_main(int argc, char** argv); // main() of src/main.cpp, see CMakeLists.txt

namespace atrous {
namespace {

struct Request {
    std::string text{}; ///< a Head and words
    std::array<int, warm::max_descriptors> descriptors{};
    std::size_t count = 0; ///< of descriptors
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
    request.count = (rights->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    std::memcpy(request.descriptors.data(), CMSG_DATA(rights), request.count * sizeof(int));
    return true;
}

/// Gives this process the state of the client.
void become(const Request& request, std::vector<char*>& words) {
    std::size_t next = 2; // after the descriptors of the answer and the folder
    for (int place = 0; place < 3; ++place) {
        if ((request.head.open >> place & 1) != 0)
            ::dup2(request.descriptors[next++], place);
        else
            ::close(place);
    }
    if (::fchdir(request.descriptors[1]) != 0) ::_exit(125);
    ::umask(request.head.umask);
    for (std::size_t i = 0; i < request.count; ++i) ::close(request.descriptors[i]);
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

/// A program that runs for a client.
struct Running {
    pid_t process;
    int ended, answer; ///< descriptors: readable when the process has ended, and the connection to the client
};

/// Starts the program of a request that came from a socket, next to others. A fork takes five milliseconds, so there is only this one.
Running start(Request& request, int from, const std::vector<Running>& others) {
    const pid_t process = ::fork();
    if (process == 0) {
        ::close(from);
        for (const Running& one : others) {
            ::close(one.ended);
            ::close(one.answer);
        }
        run_program(request);
    }
    for (std::size_t i = 1; i < request.count; ++i) ::close(request.descriptors[i]);
    const int ended = int(::syscall(SYS_pidfd_open, process, 0));
    if (ended < 0) ::_exit(1); // or there is no process: closes the clients' connections
    return {process, ended, request.descriptors[0]};
}

/// Sends the status of a program that has ended to its client.
void answer(const Running& one) {
    int status = 0;
    if (::waitpid(one.process, &status, 0) == one.process)
        ::send(one.answer, &status, sizeof status, MSG_NOSIGNAL);
    ::close(one.ended);
    if (one.answer >= 0) ::close(one.answer);
}

/// Runs the programs of all requests, several at the same time, and ends a program whose client is gone.
[[noreturn]] void serve(int from, pid_t tests) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != tests) ::_exit(0);
    std::vector<Running> running;
    while (from >= 0 || !running.empty()) {
        std::vector<pollfd> watched{{from, POLLIN, 0}}; // poll() ignores -1
        for (const Running& one : running) {
            watched.push_back({one.ended, POLLIN, 0});
            watched.push_back({one.answer, 0, 0});
        }
        ::poll(watched.data(), watched.size(), -1);
        for (std::size_t i = running.size(); i-- > 0;) {
            if (watched[2 * i + 2].revents != 0) {
                ::kill(running[i].process, SIGKILL);
                ::close(std::exchange(running[i].answer, -1));
            }
            if (watched[2 * i + 1].revents == 0) continue;
            answer(running[i]);
            running.erase(running.begin() + std::ptrdiff_t(i));
        }
        if (watched[0].revents == 0) continue;
        Request request;
        if (receive(from, request)) {
            ::dlopen("libpocl.so.2", RTLD_LAZY); // PoCL with its compiler, which commands with a device load
            running.push_back(start(request, from, running));
        } else {
            ::close(from);
            from = -1;
        }
    }
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
