// Sends messages as a head of fixed size, then the text.
#include "supervisor/protocol/message.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace atrous {
namespace {

struct Head {
    std::uint64_t job, length;
    std::int64_t value;
    MessageKind kind;
};

} // namespace

void send(int pipe, const WorkerMessage& message) {
    Head head{};
    head.job = message.job;
    head.length = message.text.size();
    head.value = message.value;
    head.kind = message.kind;
    std::string bytes(sizeof head, '\0');
    std::memcpy(bytes.data(), &head, sizeof head);
    bytes += message.text;
    for (std::size_t at = 0; at < bytes.size();) {
        const ssize_t count = ::write(pipe, bytes.data() + at, bytes.size() - at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return;
        at += std::size_t(count);
    }
}

std::optional<WorkerMessage> MessageReader::next() {
    Head head{};
    if (bytes_.size() - at_ < sizeof head) return {};
    std::memcpy(&head, bytes_.data() + at_, sizeof head);
    if (bytes_.size() - at_ - sizeof head < head.length) return {};
    WorkerMessage message{head.kind, head.job, head.value, bytes_.substr(at_ + sizeof head, head.length)};
    at_ += sizeof head + head.length;
    if (at_ == bytes_.size()) bytes_.clear(), at_ = 0;
    return message;
}

} // namespace atrous
