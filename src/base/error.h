// The one error type. Who detects an error words it (what, where, both numbers, what to do); others pass it on.
#pragma once
#include "base/message.h"
#include <stdexcept>
#include <string>

namespace atrous {

/// Exit codes of the program, as the man page lists them.
enum class Exit {
    ok = 0,
    some_failed = 1,    ///< at least one file failed, the others are written
    usage = 2,          ///< the command line is wrong
    nothing = 3,        ///< there was nothing to do
    no_device = 4,      ///< no usable OpenCL device
    internal = 5,       ///< a bug or a broken driver
    hung_up = 129,      ///< by SIGHUP
    out_of_memory = 33, ///< at least one file failed for want of memory (render farms try again with more)
    interrupted = 130,  ///< by SIGINT
    terminated = 143    ///< by SIGTERM
};

/// What a run ends with whose files so far led to `so_far`, and one more to `one`: some failed, or one of these for want of memory.
constexpr Exit with_one_more(Exit so_far, Exit one) {
    return so_far == Exit::out_of_memory || one == Exit::ok ? so_far : one;
}

/// Whether a device failed, and when: where it had not begun to write results, what they go into is as it was.
enum class DeviceFailure { none, before_results, among_results };

/// An error with the exit code that it leads to when nothing handles it before `main`.
/// A file's error has kind `some_failed` or `out_of_memory`: the batch reports it and goes on.
struct Error : std::runtime_error {
    Error(Exit exit, Message words, DeviceFailure of_device = DeviceFailure::none, bool of_loss = false)
        : std::runtime_error(words.text), message(std::move(words)), kind(exit), device(of_device),
          loss(of_loss) {}
    Message message; ///< its text is what()
    Exit kind;
    DeviceFailure device;
    /// A file is not replaced, since it would lose for good what is left out with a warning elsewhere.
    bool loss;
};

/// The error of one file: the batch goes on with the next one.
inline Error file_error(const Message& message) { return {Exit::some_failed, message}; }
inline Error memory_error(const Message& message) { return {Exit::out_of_memory, message}; }
inline Error usage_error(const Message& message) { return {Exit::usage, message}; }
inline Error internal_error(const Message& message) { return {Exit::internal, message}; }

/// The same of a row and its values: throw file_error(messages::cannot_read, path, reason).
template <class... Values>
Error file_error(RowFor<std::type_identity_t<Values>...> row, const Values&... values) {
    return file_error(message(row, values...));
}
template <class... Values>
Error memory_error(RowFor<std::type_identity_t<Values>...> row, const Values&... values) {
    return memory_error(message(row, values...));
}
template <class... Values>
Error usage_error(RowFor<std::type_identity_t<Values>...> row, const Values&... values) {
    return usage_error(message(row, values...));
}
template <class... Values>
Error internal_error(RowFor<std::type_identity_t<Values>...> row, const Values&... values) {
    return internal_error(message(row, values...));
}

/// Does `work`; an error of it is led by this text.
template <class Work>
auto with_lead(const std::string& lead, Work work) {
    try {
        return work();
    } catch (const Error& error) {
        Message led = error.message;
        led.text = lead + led.text;
        throw Error(error.kind, std::move(led), error.device, error.loss);
    }
}

/// The same, led by "name: ", what it is about.
template <class Work>
auto with_context(const std::string& name, Work work) {
    return with_lead(name + ": ", work);
}

} // namespace atrous
