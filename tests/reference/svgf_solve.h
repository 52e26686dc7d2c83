// Solves the local model of first order in 7 features: M z = r with M = sum w psi psi^T + .001 (sum w) diag(0, 1, .., 1).
#pragma once
#include <array>
#include <cmath>
#include <optional>
#include <vector>

namespace atrous::reference::svgf {

constexpr int order = 8;
using Psi = std::array<double, order>; // 1, then the features' differences to the centre
using Matrix = std::array<std::array<double, order>, order>;

inline Psi psi_of(const std::vector<std::vector<double>>& f, int p, int q) {
    Psi psi{1};
    for (std::size_t k = 0; k + 1 < order; ++k) psi[k + 1] = f[k][std::size_t(q)] - f[k][std::size_t(p)];
    return psi;
}

inline Matrix moments(const std::vector<Psi>& psi, const std::vector<double>& w) {
    Matrix m{};
    for (std::size_t t = 0; t < psi.size(); ++t)
        for (int i = 0; i < order; ++i)
            for (int k = 0; k < order; ++k) m[i][k] += w[t] * psi[t][i] * psi[t][k];
    for (int i = 1; i < order; ++i) m[i][i] += .001 * m[0][0];
    return m;
}

// z of M z = r by Cholesky's factors. None if a pivot is lost in rounding to single precision: below 1e-5 of
// its diagonal after the mean is removed.
inline std::optional<Psi> solved(Matrix m, Psi r) {
    Psi left{};
    for (int i = 0; i < order; ++i) left[i] = m[i][i] - (i > 0 ? m[i][0] * m[i][0] / m[0][0] : 0);
    for (int i = 0; i < order; ++i)
        for (int k = 0; k <= i; ++k) {
            double sum = m[i][k];
            for (int j = 0; j < k; ++j) sum -= m[i][j] * m[k][j];
            if (i == k && !(sum > 1e-5 * left[i])) return {};
            m[i][k] = i == k ? std::sqrt(sum) : sum / m[k][k];
        }
    for (int i = 0; i < order; ++i) {
        for (int k = 0; k < i; ++k) r[i] -= m[i][k] * r[k];
        r[i] /= m[i][i];
    }
    for (int i = order - 1; i >= 0; --i) {
        for (int k = i + 1; k < order; ++k) r[i] -= m[k][i] * r[k];
        r[i] /= m[i][i];
    }
    return r;
}

// The coefficients that fit `values` best. Only the weighted mean if there is no factor.
inline std::vector<double> fitted(const std::vector<Psi>& psi, const std::vector<double>& w,
                                  const std::vector<double>& values) {
    Psi r{};
    double sum = 0;
    for (std::size_t t = 0; t < psi.size(); ++t) {
        sum += w[t];
        for (int i = 0; i < order; ++i) r[i] += w[t] * psi[t][i] * values[t];
    }
    const Psi mean{r[0] / sum};
    const Psi z = solved(moments(psi, w), r).value_or(mean);
    return {z.begin(), z.end()};
}

} // namespace atrous::reference::svgf
