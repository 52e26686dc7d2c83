// Tests bindings of ports: refusals, and the numbers in them. Needs no device.
#include "base/error.h"
#include "opencl/binding.h"
#include "opencl/messages.h"
#include "support/messages.h"
#include <array>
#include <doctest/doctest.h>
#include <vector>

using namespace atrous;

namespace {

/// A plan with an input, a buffer with content, and an output.
Plan plan_with_ports() {
    Plan plan;
    const int image = plan.add(Buffer::Kind::samples, "image", 12);
    const int inner = plan.add_constants("inner", std::vector<std::byte>(16));
    const int result = plan.add(Buffer::Kind::samples, "result", 12);
    plan.inputs = {{"image", image}, {"inner", inner}};
    plan.outputs = {{"image", result}};
    return plan;
}

Message refusal(const Plan& plan, const std::vector<Binding>& bindings) {
    return thrown_by([&] { bound_ports(plan, bindings); }, Exit::internal);
}

} // namespace

TEST_CASE("ports are found by side and name; inputs with content need no binding") {
    const Plan plan = plan_with_ports();
    std::array<std::byte, 12> in{}, out{};
    std::array<std::byte, 16> inner{};
    const std::vector<Binding> two{bind_output("image", out), bind_input("image", in)};
    const auto ports = bound_ports(plan, two);
    REQUIRE(ports.size() == 2);
    CHECK(ports[0].buffer == std::size_t(plan.input("image")));
    CHECK(ports[0].to == &two[1]);
    CHECK(ports[1].buffer == std::size_t(plan.output("image")));
    CHECK(ports[1].to == &two[0]);
    const std::vector<Binding> three{two[0], two[1], bind_input("inner", inner)};
    CHECK(bound_ports(plan, three).size() == 3);
}

TEST_CASE("ports that are not bound, bound twice, of another size, or of no plan are refused") {
    const Plan plan = plan_with_ports();
    std::array<std::byte, 12> in{}, out{};
    std::array<std::byte, 13> more{};
    const Binding good_in = bind_input("image", in), good_out = bind_output("image", out);
    CHECK(is_message(refusal(plan, {}), messages::port_bindings, "input", "image", 0));
    CHECK(is_message(refusal(plan, {good_in}), messages::port_bindings, "output", "image", 0));
    CHECK(is_message(refusal(plan, {good_in, good_in, good_out}), messages::port_bindings, "input", "image",
                     2));
    CHECK(is_message(refusal(plan, {good_in, good_out, good_out}), messages::port_bindings, "output", "image",
                     2));
    CHECK(is_message(refusal(plan, {bind_input("image", more), good_out}), messages::port_bytes, "input",
                     "image", 12, 13));
    CHECK(is_message(refusal(plan, {good_in, bind_output("image", more)}), messages::port_bytes, "output",
                     "image", 12, 13));
    CHECK(is_message(refusal(plan, {good_in, good_out, bind_input("inner", in)}), messages::port_bytes,
                     "input", "inner", 16, 12));
    CHECK(is_message(refusal(plan, {good_in, good_out, bind_output("thresholds", out)}),
                     messages::port_unknown, "output", "thresholds"));
    const DeviceArray nothing;
    CHECK(is_message(refusal(plan, {bind_input("image", nothing), good_out}), messages::port_bytes, "input",
                     "image", 12, 0));
}
