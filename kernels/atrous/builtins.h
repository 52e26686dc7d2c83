// Declares the built-in functions that the kernels call, with all their overloads for float, int and uint. Only PoCL 3.1
// compiles this file, before each program (src/opencl/programs.cpp). Its own header has 18,000 lines, which it reads for
// each program, even a cached one. Compiled kernels are the same with both. A new call may need its declaration here.
#define BUILTIN __attribute__((overloadable, const))
#define BUILTIN_LOAD __attribute__((overloadable, pure))
#define BUILTIN_STORE __attribute__((overloadable))

BUILTIN size_t get_global_id(uint), get_global_size(uint), get_group_id(uint), get_local_id(uint), get_local_size(uint),
    get_num_groups(uint);
__attribute__((overloadable, convergent)) void barrier(cl_mem_fence_flags);

#define BUILTINS_OF_TYPE(type, mask)                                                                                   \
    BUILTIN type min(type, type), max(type, type), clamp(type, type, type);                                            \
    BUILTIN type select(type, type, int##mask), select(type, type, uint##mask);
#define BUILTINS_OF_WIDTH(n)                                                                                           \
    BUILTINS_OF_TYPE(float##n, n)                                                                                      \
    BUILTINS_OF_TYPE(int##n, n)                                                                                        \
    BUILTINS_OF_TYPE(uint##n, n)                                                                                       \
    BUILTIN float##n exp2(float##n), fabs(float##n), floor(float##n), log(float##n), log2(float##n);                   \
    BUILTIN float##n native_exp2(float##n), native_recip(float##n), rsqrt(float##n), sqrt(float##n);                   \
    BUILTIN float##n fmax(float##n, float##n), fmin(float##n, float##n);                                               \
    BUILTIN float##n fma(float##n, float##n, float##n), mix(float##n, float##n, float##n);                             \
    BUILTIN uint##n abs(int##n), abs(uint##n), clz(uint##n);                                                           \
    BUILTIN int##n clz(int##n), isfinite(float##n), convert_int##n(float##n), convert_int##n(uint##n);                 \
    BUILTIN int any(int##n);                                                                                           \
    BUILTIN float##n convert_float##n(float##n), convert_float##n(int##n), convert_float##n(uint##n);                  \
    BUILTIN uchar##n convert_uchar##n##_sat_rte(float##n);                                                             \
    BUILTIN ushort##n convert_ushort##n##_sat_rte(float##n);                                                           \
    BUILTIN_LOAD float##n vload_half##n(size_t, const global half *), vload_half##n(size_t, const local half *);       \
    BUILTIN_LOAD float##n vload_half##n(size_t, const private half *);                                                 \
    BUILTIN_STORE void vstore_half##n##_rte(float##n, size_t, global half *);                                          \
    BUILTIN_STORE void vstore_half##n##_rte(float##n, size_t, local half *);
#define BUILTINS_OF_VECTOR(n)                                                                                          \
    BUILTIN float##n fmax(float##n, float), fmin(float##n, float), clamp(float##n, float, float);                      \
    BUILTIN float##n min(float##n, float), max(float##n, float), mix(float##n, float##n, float);                       \
    BUILTIN int##n min(int##n, int), max(int##n, int), clamp(int##n, int, int);                                        \
    BUILTIN uint##n min(uint##n, uint), max(uint##n, uint), clamp(uint##n, uint, uint);                                \
    BUILTIN_LOAD float##n vloada_half##n(size_t, const global half *), vloada_half##n(size_t, const local half *);     \
    BUILTIN_STORE void vstorea_half##n##_rte(float##n, size_t, global half *);                                         \
    BUILTIN_STORE void vstorea_half##n##_rte(float##n, size_t, local half *);                                          \
    BUILTINS_OF_MEMORY(float, n)                                                                                       \
    BUILTINS_OF_MEMORY(int, n)                                                                                         \
    BUILTINS_OF_MEMORY(ushort, n)
#define BUILTINS_OF_MEMORY(type, n)                                                                                    \
    BUILTIN_LOAD type##n vload##n(size_t, const global type *), vload##n(size_t, const local type *);                  \
    BUILTIN_LOAD type##n vload##n(size_t, const private type *), vload##n(size_t, const constant type *);              \
    BUILTIN_STORE void vstore##n(type##n, size_t, global type *), vstore##n(type##n, size_t, local type *);            \
    BUILTIN_STORE void vstore##n(type##n, size_t, private type *);
#define BUILTINS_ATOMIC(type, space)                                                                                   \
    BUILTIN_STORE type atomic_add(volatile space type *, type), atomic_max(volatile space type *, type);               \
    BUILTIN_STORE type atomic_inc(volatile space type *);

BUILTINS_OF_WIDTH()
BUILTINS_OF_WIDTH(2)
BUILTINS_OF_WIDTH(4)
BUILTINS_OF_WIDTH(8)
BUILTINS_OF_WIDTH(16)
BUILTINS_OF_VECTOR(2)
BUILTINS_OF_VECTOR(4)
BUILTINS_OF_VECTOR(8)
BUILTINS_OF_VECTOR(16)
BUILTIN float dot(float2, float2), dot(float4, float4);
BUILTIN float ldexp(float, int);
BUILTINS_ATOMIC(int, global)
BUILTINS_ATOMIC(int, local)
BUILTINS_ATOMIC(uint, global)
BUILTINS_ATOMIC(uint, local)
