// Defines OpenCL functions of the counted kernels for compilers without an OpenCL library, as short as a device's own.
#define asm __asm__ // the name for NVIDIA's compiler
#define BUILTIN __attribute__((overloadable, always_inline))
#if defined(__NVPTX__) || defined(__AMDGCN__)
#define ROOT(a) a // an instruction, which vectors do not have
#else
#define ROOT(a) __builtin_elementwise_ceil(a) // as long as a root
#endif
#define OF_VECTORS(F, I)                                                                                     \
    BUILTIN F fma(F a, F b, F c) { return a * b + c; }                                                       \
    BUILTIN F sqrt(F a) { return ROOT(a); }                                                                  \
    BUILTIN F fmax(F a, F b) { return a > b ? a : b; }                                                       \
    BUILTIN F fmin(F a, F b) { return a < b ? a : b; }                                                       \
    BUILTIN F fabs(F a) { return a < 0.0f ? -a : a; }                                                        \
    BUILTIN F clamp(F a, F least, F most) { return fmin(fmax(a, least), most); }                             \
    BUILTIN F select(F a, F b, I c) { return c ? b : a; }                                                    \
    BUILTIN I select(I a, I b, I c) { return c ? b : a; }
#define OF_MEMORY(N, A)                                                                                      \
    typedef float##N unaligned_float##N##A __attribute__((aligned(4)));                                      \
    typedef int##N unaligned_int##N##A __attribute__((aligned(4)));                                          \
    BUILTIN float##N vload##N(size_t i, const A float* p) {                                                  \
        return *(const A unaligned_float##N##A*)(p + i * N);                                                 \
    }                                                                                                        \
    BUILTIN int##N vload##N(size_t i, const A int* p) { return *(const A unaligned_int##N##A*)(p + i * N); } \
    BUILTIN void vstore##N(float##N v, size_t i, A float* p) { *(A unaligned_float##N##A*)(p + i * N) = v; }
OF_VECTORS(float, int)
OF_VECTORS(float2, int2)
OF_VECTORS(float4, int4)
OF_VECTORS(float8, int8)
OF_VECTORS(float16, int16)
OF_MEMORY(4, global)
OF_MEMORY(8, global)
OF_MEMORY(16, global)
OF_MEMORY(8, local)
OF_MEMORY(16, local)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
BUILTIN float vload_half(size_t i, const global half* p) { return p[i]; }
BUILTIN float2 vloada_half2(size_t i, const global half* p) {
    return __builtin_convertvector(((const global half2*)p)[i], float2);
}
BUILTIN float4 vloada_half4(size_t i, const global half* p) {
    return __builtin_convertvector(((const global half4*)p)[i], float4);
}
BUILTIN float2 vloada_half2(size_t i, const local half* p) {
    return __builtin_convertvector(((const local half2*)p)[i], float2);
}
BUILTIN float4 vloada_half4(size_t i, const local half* p) {
    return __builtin_convertvector(((const local half4*)p)[i], float4);
}
BUILTIN void vstore_half_rte(float v, size_t i, global half* p) { p[i] = v; }
BUILTIN void vstorea_half2_rte(float2 v, size_t i, global half* p) {
    ((global half2*)p)[i] = __builtin_convertvector(v, half2);
}
BUILTIN void vstorea_half4_rte(float4 v, size_t i, global half* p) {
    ((global half4*)p)[i] = __builtin_convertvector(v, half4);
}
#ifdef __AMDGCN__
BUILTIN float native_exp2(float a) { return __builtin_exp2f(a); }
BUILTIN float native_recip(float a) { return __builtin_amdgcn_rcpf(a); }
BUILTIN size_t get_global_id(uint axis) {
    return axis ? __builtin_amdgcn_workgroup_id_y()
                : 64 * __builtin_amdgcn_workgroup_id_x() + __builtin_amdgcn_workitem_id_x();
}
#elif defined(__NVPTX__)
BUILTIN size_t get_global_id(uint axis) {
    return axis ? __nvvm_read_ptx_sreg_ctaid_y()
                : 64 * __nvvm_read_ptx_sreg_ctaid_x() + __nvvm_read_ptx_sreg_tid_x();
}
BUILTIN size_t get_local_id(uint axis) {
    return axis ? __nvvm_read_ptx_sreg_tid_y() : __nvvm_read_ptx_sreg_tid_x();
}
BUILTIN size_t get_group_id(uint axis) {
    return axis ? __nvvm_read_ptx_sreg_ctaid_y() : __nvvm_read_ptx_sreg_ctaid_x();
}
BUILTIN size_t get_local_size(uint axis) {
    return axis ? __nvvm_read_ptx_sreg_ntid_y() : __nvvm_read_ptx_sreg_ntid_x();
}
BUILTIN size_t get_num_groups(uint axis) { return 64; }
BUILTIN void barrier(cl_mem_fence_flags flags) { __syncthreads(); }
BUILTIN float native_recip(float a) {
    float r;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(a));
    return r;
}
BUILTIN float native_exp2(float a) { return __nvvm_ex2_approx_ftz_f(a); }
BUILTIN float exp2(float a) { return __nvvm_ex2_approx_ftz_f(a); }
BUILTIN float log(float a) { return 0.6931472f * __nvvm_lg2_approx_ftz_f(a); }
BUILTIN float rsqrt(float a) { return __nvvm_rsqrt_approx_ftz_f(a); }
BUILTIN float floor(float a) { return __nvvm_floor_f(a); }
BUILTIN int convert_int(float a) { return (int)a; }
BUILTIN float convert_float(int a) { return (float)a; }
BUILTIN uchar convert_uchar_sat_rte(float a) { return (uchar)(int)a; }
BUILTIN float mix(float a, float b, float t) { return a + (b - a) * t; }
BUILTIN float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
BUILTIN uint abs(int a) { return a < 0 ? -a : a; }
#define OF_ATOMICS(NAME, A, OPERATION)                                                                       \
    BUILTIN uint NAME(volatile A uint* p, uint a) {                                                          \
        uint before;                                                                                         \
        asm volatile("atom." #A "." OPERATION ".u32 %0, [%1], %2;" : "=r"(before) : "l"(p), "r"(a));         \
        return before;                                                                                       \
    }
OF_ATOMICS(atomic_add, global, "add")
OF_ATOMICS(atomic_max, global, "max")
BUILTIN uint atomic_inc(volatile local uint* p) { return (*p)++; }
#else
BUILTIN size_t get_global_id(uint axis) { return axis; }
#endif
BUILTIN size_t get_global_size(uint axis) { return 1 + axis; }
BUILTIN int any(int a) { return a < 0; }
BUILTIN int any(int8 a) { return a.s0 < 0; }
BUILTIN int any(int16 a) { return a.s0 < 0; }
BUILTIN int max(int a, int b) { return a > b ? a : b; }
BUILTIN int min(int a, int b) { return a < b ? a : b; }
BUILTIN int clamp(int a, int least, int most) { return min(max(a, least), most); }
BUILTIN int clz(int a) { return a == 0 ? 32 : __builtin_clz(a); }
