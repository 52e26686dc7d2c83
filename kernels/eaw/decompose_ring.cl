// Runs one level of the downward pass, form `ring` (GPUs): a work-group of GROUP_X work-items, four pixels each, goes
// down ROWS rows. It copies each row to local memory once, a step before the row is needed, and work-items read the
// windows of a row and of the RADIUS rows below from there. Registers hold only the sums of these rows and two windows.
// From compute capability 8.0 on, copies run while the work-items compute, and need no registers. Dilated levels run in
// this form, too (the strongest dilated baseline of the bench): own pixels and rows belong to one residue class modulo
// STRIDE, and a work-group has RESIDUES neighbouring classes, so that copies read whole sectors. Columns and rows of the
// ring are cells (atrous/cells.h).
#include "eaw/own_pixels.h"

#ifndef GROUP_X
#define GROUP_X 64 // work-items
#endif
#ifndef RESIDUES
#define RESIDUES 1 // residue classes of columns per work-group; divides STRIDE, and GROUP_X at least twice
#endif
#ifndef ROWS
#define ROWS 31 // that a work-group goes down; RADIUS more are read above and below them
#endif
#define RING_ROWS 4 // RADIUS + 1 that are read, and one that is written; a power of two
#define PAD 4       // cells before the first own cell of a run, of which BESIDE are used
#define RUN_ITEMS (GROUP_X / RESIDUES)
#define RUN                                                                                                            \
    (PAD + RUN_ITEMS * COLUMNS + PAD + (RESIDUES > 1 ? 4 : 0)) // cells of a residue class; runs begin in other banks
#define ROW_PLANE (RESIDUES * RUN)
#define ROW_CELLS (PLANES * ROW_PLANE)
#define DELTA_PLANE (GROUP_X * COLUMNS)
#if STRIDE == 1
#define EACH_CELL NO_UNROLL // rare: of four cells that are no vector
#else
#define EACH_CELL EVERY
#endif

// Copies of four and of one sample to local memory, which COPIES_WAIT waits for.
#ifdef STORAGE_HALF
typedef ushort4 four_t;
#define FOUR_PTX "ca.shared.global [%0], [%1], 8"
#else
typedef float4 four_t;
#define FOUR_PTX "cg.shared.global [%0], [%1], 16"
#define ONE_PTX "ca.shared.global [%0], [%1], 4" // PTX copies at least 4 bytes, so a single half has no such copy
#endif
#define COPY_PLAIN(type, to, from) (*(local type *)(to) = *(global const type *)(from))
#if defined(ASYNC_PTX) && defined(NVIDIA_ASM)
#define COPY(type, how, to, from)                                                                                      \
    asm volatile("cp.async." how ";" : : "r"((uint)(size_t)(to)), "l"((ulong)(from)) : "memory")
#define COPIES_WAIT() asm volatile("cp.async.wait_all;" : : : "memory")
#else
#define COPY(type, how, to, from) COPY_PLAIN(type, to, from)
#define COPIES_WAIT()
#endif

// A work-item on its way down.
typedef struct {
    ScaledPass s;
    int x, whole, any; // of the own cells: vector_of, and whether all four or any are own ones
    local int *cells;  // the own cells, and their neighbours, in registers only while they are needed
    local float *ring; // own cells of row 0 of the ring
    local raw_t *raw;  // own cells of the row that is copied, as they are in memory, of floats: of row 0 of the ring
    local raw_t *kept; // the delta of the own pixels
    int beside;        // first of the two cells outside of the run that the work-item copies, too (0: none)
    int first, count;  // first row of the residue class, and number of its cells
} Ring;

INLINE local float *ring_row(const Ring *r, int t) { return r->ring + (t & (RING_ROWS - 1)) * ROW_CELLS; }

// The target of row t's copies. Halves become floats on their way into the ring.
INLINE local raw_t *raw_row(const Ring *r, int t) {
#ifdef STORAGE_HALF
    return r->raw;
#else
    return ring_row(r, t);
#endif
}

INLINE int row_at(const Ring *r, int t) { return cell_at(&r->s.pass.level.y, t, r->first); }

// Copies the samples of all planes that cells show to `to`, where planes are `apart`. `x`: as vector_of gives it.
INLINE void copy_cells(const Ring *r, local raw_t *to, int apart, global const plane_t *row, local const int *cells,
                       int x, int count) {
    const size_t plane = r->s.pass.p->planes.plane;
    EVERY
    for (int i = 0; x >= 0 && i < PLANES; ++i) COPY(four_t, FOUR_PTX, to + i * apart, row + i * plane + x);
    if (x >= 0) return;
    EACH_CELL
    for (int c = 0; c < count; ++c) {
        global const plane_t *from = row + shown_position(cells[c]);
        EVERY
        for (int i = 0; i < PLANES; ++i) {
#ifdef ONE_PTX
            COPY(float, ONE_PTX, to + c + i * apart, from + i * plane);
#else
            COPY_PLAIN(raw_t, to + c + i * apart, from + i * plane);
#endif
        }
    }
}

// Begins to copy row t, which shows `row` (cell_at).
INLINE void begin_copy(const Ring *r, int row, int t) {
    const PlaneStack planes = r->s.pass.p->planes;
    global const plane_t *from = r->s.pass.coarse + plane_index(0, 0, max(shown_position(row), 0), planes);
    local raw_t *const to = raw_row(r, t);
    copy_cells(r, to, ROW_PLANE, from, r->cells, r->x, COLUMNS);
    if (r->beside) copy_cells(r, to + r->beside, ROW_PLANE, from, r->cells + r->beside, -1, BESIDE);
}

// Hides the cells of a row (cell_at) of the ring that show nothing.
INLINE void hide_cells(const Ring *r, local float *to, int row) {
    EACH_CELL
    for (int c = min(r->beside, 0), end = r->beside > 0 ? COLUMNS + BESIDE : COLUMNS; c < end; ++c) {
        if ((r->cells[c] | row) >= 0) continue;
        EVERY
        for (int i = 0; i < PLANES; ++i) to[i * ROW_PLANE + c] = FAR_AWAY;
    }
}

// Multiplies the work-item's copied samples by the scale, after they have arrived.
INLINE void end_copy(const Ring *r, int row, int t) {
    local const raw_t *const from = raw_row(r, t);
    local float *const to = ring_row(r, t);
    EVERY
    for (int i = 0; i < PLANES; ++i)
        *(local float4 *)(to + i * ROW_PLANE) = LOCAL_FOUR(from + i * ROW_PLANE) * SCALE_OF(&r->s, i);
    if (r->beside) {
        EVERY
        for (int i = 0; i < PLANES; ++i)
            *(local float2 *)(to + i * ROW_PLANE + r->beside) =
                LOCAL_TWO(from + i * ROW_PLANE + r->beside) * SCALE_OF(&r->s, i);
    }
    if (BORDER == BORDER_DROP && (r->beside || !r->whole || row < 0)) hide_cells(r, to, row);
}

INLINE void read_window(Window *to, local const float *row) {
    EVERY
    for (int i = 0; i < PLANES; ++i, row += ROW_PLANE) {
        const float2 left = *(local const float2 *)(row - BESIDE), right = *(local const float2 *)(row + COLUMNS);
        const float4 own = *(local const float4 *)row;
        const float values[WINDOW] = {left.x, left.y, own.x, own.y, own.z, own.w, right.x, right.y};
        EVERY
        for (int c = 0; c < WINDOW; ++c) to->plane[i][c] = values[c];
    }
}

// Pairs of row t with itself and with the RADIUS rows below it. `sums`: of these rows.
INLINE void sum_row(const Ring *r, const Window *row, Sums *sums, int t) {
    begin_row(&sums[RADIUS]);
    add_in_row(row, &sums[0]);
    EVERY
    for (int d = 1; d <= RADIUS; ++d) {
        Window other;
        read_window(&other, ring_row(r, t + d));
        add_between(row, &sums[0], &other, &sums[d], AXIS_WEIGHT(d));
    }
    EVERY
    for (int d = 0; d <= RADIUS; ++d) keep_sums(&sums[d]);
}

// Residue classes of rows.
INLINE int row_classes(const EawLevel *p) { return min(STRIDE, p->planes.height); }

INLINE Ring ring_of(const EawPass *e, local int *cells, local float *ring, local raw_t *raw, local raw_t *kept) {
    const int lane = get_local_id(0), item = lane / RESIDUES, residue = lane - item * RESIDUES;
    const int group = get_group_id(0), classes = STRIDE / RESIDUES, run = group / classes;
    const int left = (group - run * classes) * RESIDUES + residue, four = run * RUN_ITEMS + item;
    const int cell = residue * RUN + PAD + item * COLUMNS, first = get_group_id(1) % row_classes(e->p);
    const Axis *columns = &e->level.x;
    const ScaledPass scaled = scaled_pass(e);
    const Cells own = cells_at(columns, four, scaled.columns, left);
    const Cells others = cells_at(columns, item == 0 ? four - 1 : four + 1, scaled.columns, left);
    cells += cell;
    EVERY
    for (int c = 0; c < COLUMNS; ++c) cells[c] = own.cell[c];
    const int x = vector_of(&own), beside = item == 0 ? -BESIDE : item == RUN_ITEMS - 1 ? COLUMNS : 0;
    if (beside) {
        cells[beside] = beside < 0 ? others.cell[COLUMNS - 2] : others.cell[0];
        cells[beside + 1] = beside < 0 ? others.cell[COLUMNS - 1] : others.cell[1];
    }
    const Ring r = {.s = scaled,
                    .x = x,
                    .whole = STRIDE == 1 ? x >= 0 : are_own(&own),
                    .any = own_any(&own),
                    .cells = cells,
                    .ring = ring + cell,
                    .raw = raw + cell,
                    .kept = kept + lane * COLUMNS,
                    .beside = beside,
                    .first = first,
                    .count = STRIDE == 1 ? scaled.rows : (e->p->planes.height - first + STRIDE - 1) / STRIDE};
    return r;
}

// Arguments as in eaw/decompose.cl.
kernel void eaw_decompose_ring(global const plane_t *restrict coarse, global const plane_t *restrict delta_in,
                               global const int *restrict tables, global const plane_t *restrict edges,
                               global plane_t *restrict coarse_out, global plane_t *restrict delta_out,
                               const EawLevel p) {
    local float ring[RING_ROWS * ROW_CELLS] __attribute__((aligned(16)));
    local raw_t kept[PLANES * DELTA_PLANE] __attribute__((aligned(16)));
    local int cells[ROW_PLANE] __attribute__((aligned(16)));
#ifdef STORAGE_HALF
    local raw_t raw[ROW_CELLS] __attribute__((aligned(16)));
#else
    local raw_t *const raw = ring;
#endif
    const EawPass e = {.p = &p,
                       .level = level_of(p.planes, tables, p.x, p.y, p.level, STRIDE),
                       .coarse = coarse,
                       .delta_in = delta_in,
                       .edges = edges,
                       .coarse_out = coarse_out,
                       .delta_out = delta_out};
    const Ring r = ring_of(&e, cells, ring, raw, kept);
    const int top = get_group_id(1) / row_classes(&p) * ROWS, end = min(top + ROWS, r.count);
    const int adds = !(p.flags & (EAW_FIRST | EAW_STORED | EAW_COARSE));
    Sums sums[RADIUS + 1];
    int own = 0; // rows t to t + RADIUS in which the work-item has results, as bits
    EVERY
    for (int d = 0; d <= RADIUS; ++d) {
        const int t = top - RADIUS + d, row = row_at(&r, t);
        begin_copy(&r, row, t);
        COPIES_WAIT();
        end_copy(&r, row, t);
        begin_row(&sums[d]);
        own |= (t >= top && is_own(row) & r.any) << d;
    }
    int coming = row_at(&r, top + 1); // looked up one row early
    NO_UNROLL
    for (int t = top - RADIUS; t < end; ++t) {
        const int copied = coming, y = shown_position(row_at(&r, t)), stores = own & 1;
        barrier(CLK_LOCAL_MEM_FENCE); // row t + RADIUS is complete, and no work-item reads the row that is overwritten
        begin_copy(&r, copied, t + RADIUS + 1);
        if (adds && stores)
            copy_cells(&r, r.kept, DELTA_PLANE, delta_in + plane_index(0, 0, y, p.planes), r.cells, r.x, COLUMNS);
        coming = row_at(&r, t + RADIUS + 2);
        Window row;
        read_window(&row, ring_row(&r, t));
        if (own) sum_row(&r, &row, sums, t);
        else begin_row(&sums[RADIUS]); // between two runs of rows or columns
        COPIES_WAIT();
        end_copy(&r, copied, t + RADIUS + 1);
        if (stores) {
            const int4 all = *(local const int4 *)r.cells;
            const Cells own_cells = {{all.x, all.y, all.z, all.w}};
            float4 before[PLANES];
            EVERY
            for (int i = 0; i < PLANES; ++i) before[i] = adds ? LOCAL_FOUR(r.kept + i * DELTA_PLANE) : (float4)(0.0f);
            finish_row(&r.s, &own_cells, &row, &sums[0], before, y);
        }
        EVERY
        for (int d = 0; d < RADIUS; ++d) sums[d] = sums[d + 1];
        own = own >> 1 | (is_own(copied) & r.any) << RADIUS;
    }
}
