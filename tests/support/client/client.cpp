// Runs the program in a fork of the process that support/warm.cpp made. The tests' shells call it as `atrous`.
#include "support/warm_message.h"
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

using namespace atrous;

namespace {

[[noreturn]] void fail(const char* what) {
    std::fprintf(stderr, "the tests' client: %s: %s\n", what, std::strerror(errno));
    ::_exit(125);
}

/// A descriptor outside of the standard streams, which may be closed.
int moved(int descriptor) {
    const int other = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (other < 0) fail("no descriptor");
    ::close(descriptor);
    return other;
}

std::string packet(int argc, char** argv, std::uint32_t open) {
    const mode_t mask = ::umask(0);
    const warm::Head head{mask, std::uint32_t(argc), open};
    std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
    for (int i = 0; i < argc; ++i) bytes.append(argv[i], std::strlen(argv[i]) + 1);
    for (char** one = environ; *one; ++one) bytes.append(*one, std::strlen(*one) + 1);
    return bytes;
}

void send(int to, std::string bytes, const std::vector<int>& descriptors) {
    iovec text{bytes.data(), bytes.size()};
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int) * warm::max_descriptors)] = {};
    const std::size_t size = sizeof(int) * descriptors.size();
    msghdr message{};
    message.msg_iov = &text;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = CMSG_SPACE(size);
    cmsghdr* const rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(size);
    std::memcpy(CMSG_DATA(rights), descriptors.data(), size);
    if (::sendmsg(to, &message, MSG_NOSIGNAL) < 0) fail("cannot send");
}

/// Ends with the exit code or signal of the program.
[[noreturn]] void end_as(int status) {
    if (!WIFSIGNALED(status)) ::_exit(WEXITSTATUS(status));
    const rlimit none{};
    ::setrlimit(RLIMIT_CORE, &none);
    std::signal(WTERMSIG(status), SIG_DFL);
    ::raise(WTERMSIG(status));
    ::_exit(125);
}

} // namespace

int main(int argc, char** argv) {
    const char* const number = std::getenv(warm::variable);
    if (!number) fail("there is no process to ask");
    std::vector<int> places;
    std::uint32_t open = 0;
    for (int place = 0; place < 3; ++place)
        if (::fcntl(place, F_GETFD) >= 0) {
            open |= 1U << place;
            places.push_back(place);
        }
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) fail("no socket");
    const int mine = moved(ends[0]), its = moved(ends[1]);
    const int folder = moved(::open(".", O_PATH | O_DIRECTORY));
    places.insert(places.begin(), {its, folder});
    send(std::atoi(number), packet(argc, argv, open), places);
    ::close(its);
    int status = 0;
    ssize_t count = 0;
    do count = ::read(mine, &status, sizeof status);
    while (count < 0 && errno == EINTR);
    if (count != sizeof status) fail("no answer");
    end_as(status);
}
