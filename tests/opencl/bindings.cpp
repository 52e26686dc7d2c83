// Tests bindings of ports: refusals, and the numbers in them. Needs no device.
#include "base/error.h"
#include "opencl/binding.h"
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

void refuses(const Plan& plan, const std::vector<Binding>& bindings,
             std::initializer_list<const char*> says) {
    try {
        bound_ports(plan, bindings);
        FAIL("accepted");
    } catch (const Error& error) {
        CHECK(error.kind == Exit::internal);
        const std::string text = error.what();
        CAPTURE(text);
        for (const char* part : says) CHECK(text.find(part) != std::string::npos);
    }
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

TEST_CASE("refused: ports that are not bound, bound twice, of another size, or of no plan") {
    const Plan plan = plan_with_ports();
    std::array<std::byte, 12> in{}, out{};
    std::array<std::byte, 13> more{};
    const Binding good_in = bind_input("image", in), good_out = bind_output("image", out);
    refuses(plan, {}, {"input 'image'", "not bound"});
    refuses(plan, {good_in}, {"output 'image'", "not bound"});
    refuses(plan, {good_in, good_in, good_out}, {"input 'image'", "2 times"});
    refuses(plan, {good_in, good_out, good_out}, {"output 'image'", "2 times"});
    refuses(plan, {bind_input("image", more), good_out}, {"input 'image'", "12", "13"});
    refuses(plan, {good_in, bind_output("image", more)}, {"output 'image'", "12", "13"});
    refuses(plan, {good_in, good_out, bind_input("inner", in)}, {"input 'inner'", "16", "12"});
    refuses(plan, {good_in, good_out, bind_output("thresholds", out)},
            {"output 'thresholds'", "none of that name"});
    const DeviceArray nothing;
    refuses(plan, {bind_input("image", nothing), good_out}, {"input 'image'", "12", "0"});
}
