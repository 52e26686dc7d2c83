// Runs a level of the framelet transform on a GPU, a column per work-item. Part of framelet/level.cl.
#ifndef ATROUS_FRAMELET_LEVEL_COLUMN_H
#define ATROUS_FRAMELET_LEVEL_COLUMN_H

// A column in registers.
typedef struct {
    float coarse[TAPS][TAPS]; // per row, the oldest first, all filters along x of c
    float back[TAPS][TAPS];   // of rows from the one that is done next on, the adjoint along y as far as rows went in
#if PASS == 2
    float oracle[TAPS][TAPS];
    float energy[3][BANDS];
#endif
} Registers;

// All filters along x of a row that came in.
INLINE void filter_row(float (*rows)[TAPS], local const float *row) {
    float a[TAPS];
    UNROLL
    for (int k = 0; k < TAPS; ++k) {
        a[k] = row[k - REACH];
        UNROLL
        for (int i = 0; i < TAPS && k + 1 < TAPS; ++i) rows[k][i] = rows[k + 1][i];
    }
    linear_analysis(a, rows[TAPS - 1]);
}

// Applies all filters along y to the result of filter i along x.
INLINE void filter_column(float (*rows)[TAPS], int i, float *d) {
    float a[TAPS];
    UNROLL
    for (int k = 0; k < TAPS; ++k) a[k] = rows[k][i];
    linear_analysis(a, d);
}

#if PASS == 2
// The squares of the oracle's details of a row, as sums 1 2 1 along x. Returns the oracle's lowpass.
INLINE float add_energies(Registers *s, local float (*squares)[SHARED], int lane) {
    float coarse = 0.0f;
    UNROLL
    for (int i = 0; i < TAPS; ++i) {
        float d[TAPS];
        filter_column(s->oracle, i, d);
        if (i == 0) coarse = d[0];
        UNROLL
        for (int j = 0; j < TAPS; ++j) squares[j * TAPS + i][AROUND + lane] = d[j] * d[j];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    UNROLL
    for (int band = 0; band < BANDS; ++band) {
        local const float *at = squares[band] + AROUND + lane;
        s->energy[0][band] = s->energy[1][band];
        s->energy[1][band] = s->energy[2][band];
        s->energy[2][band] = at[-1] + at[1] + at[0] + at[0];
    }
    return coarse;
}
#endif

// Shrinks the details of a row, adds their adjoint along y, and returns the lowpass.
INLINE float shrink_column(Registers *s, float map, const FrameletLevel *p) {
    float coarse = 0.0f;
    UNROLL
    for (int i = 0; i < TAPS; ++i) {
        float d[TAPS], a[TAPS];
        filter_column(s->coarse, i, d);
        if (i == 0) coarse = d[0];
        UNROLL
        for (int j = 0; j < TAPS; ++j) {
            const int band = j * TAPS + i;
            float energy = 0.0f;
#if PASS == 2
            energy = s->energy[0][band] + s->energy[2][band] + s->energy[1][band] + s->energy[1][band];
#endif
            d[j] = shrunk_detail(d[j], energy, map, band, p);
        }
        if (i == 0) d[0] = 0.0f; // the lowpass goes its own way
        linear_adjoint(d, a);
        UNROLL
        for (int k = 0; k < TAPS; ++k) s->back[k][i] = k == TAPS - 1 ? a[k] : a[k] + s->back[k + 1][i];
    }
    return coarse;
}

// The adjoint along x: D of a row, from the column and its neighbours.
INLINE float synthesize(local float (*back)[SHARED], int lane) {
    float sum = 0.0f;
    UNROLL
    for (int i = 0; i < TAPS; ++i) UNROLL
    for (int k = 0; k < TAPS; ++k)
        if (framelet_linear[i][k] != 0.0f) sum = fma(framelet_linear[i][k], back[i][AROUND + lane - (k - REACH)], sum);
    return sum;
}

// Arguments as in level.cl.
kernel __attribute__((reqd_work_group_size(FRAMELET_LANES, 1, 1))) void
framelet_level(global const float *restrict coarse, global const float *restrict oracle,
               global const float *restrict map, global const int *restrict tables, global float *restrict coarse_out,
               global float *restrict other_out, global float *restrict details, const FrameletLevel p) {
    // Memory shared by work-items: rows of c and of the oracle, squares, adjoints. Rows alternate between two buffers.
    local float rows[2][PASS][SHARED], back[TAPS][SHARED];
#if PASS == 2
    local float squares[BANDS][SHARED];
#endif
    const Column c = column_here(p.planes, p.level, p.strips);
    if (c.ax.count == 0 || c.ay.count == 0) return;
    const Placed here = column_at(&c, tables, p.x, p.y, p.level), away = column_at(&c, tables, p.x, p.y, p.to);
    const int ahead = PASS == 2;       // rows that the oracle is ahead of c
    const int moves = p.to != p.level; // 0: this level is the last, and nothing reads the next oracle and map
    Registers s = {0};
    for (int i = 0; i < 2 * PASS; ++i) begin_shared(rows[i / PASS][i % PASS], c.lane);
    for (int i = 0; i < TAPS; ++i) begin_shared(back[i], c.lane);
#if PASS == 2
    for (int band = 0; band < BANDS; ++band) begin_shared(squares[band], c.lane);
#endif
    // In step t row t - MARGIN of the strip comes in.
    NO_UNROLL
    for (int t = 0; t < c.rows + 2 * MARGIN; ++t) {
        const int in = c.ay.first + t - MARGIN;
        local float(*row)[SHARED] = rows[t % 2];
        row[0][AROUND + c.lane] = coarse[pixel_of(&c, &here, 0, in - ahead, p.planes)];
#if PASS == 2
        row[1][AROUND + c.lane] = oracle[pixel_of(&c, &here, 0, in, p.planes)];
#endif
        barrier(CLK_LOCAL_MEM_FENCE);
        filter_row(s.coarse, row[0] + AROUND + c.lane);
#if PASS == 2
        filter_row(s.oracle, row[1] + AROUND + c.lane);
        const float next_oracle = add_energies(&s, squares, c.lane);
        const int lowpassed = t - 2 * REACH - (MARGIN - REACH); // row of the strip
        if (moves && c.is_own && lowpassed >= 0 && lowpassed < c.rows)
            other_out[pixel_of(&c, &away, 0, c.ay.first + lowpassed, p.planes)] = next_oracle;
#endif
        const int y = t - 2 * ahead - 2 * REACH, at = y - REACH; // steps of shrinkage, and its row of the strip
        if (y >= 0) {
            const float here_map = map[pixel_of(&c, &here, 0, c.ay.first + at, p.planes)];
            const float next = shrink_column(&s, here_map, &p);
            if (c.is_own && at >= 0 && at < c.rows) {
                const size_t to = pixel_of(&c, &away, 0, c.ay.first + at, p.planes);
                coarse_out[to] = next;
                if (PASS == 1 && moves) other_out[to] = here_map;
            }
            UNROLL
            for (int i = 0; i < TAPS; ++i) back[i][AROUND + c.lane] = s.back[0][i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (c.is_own && y >= 2 * REACH)
            details[pixel_of(&c, &here, 0, c.ay.first + at - REACH, p.planes)] = synthesize(back, c.lane);
    }
}

#endif
