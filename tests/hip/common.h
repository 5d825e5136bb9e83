#define GLOBAL extern "C" __attribute__((global))
#define DEV static inline __attribute__((device, always_inline))
#define SHARED __attribute__((shared))
typedef _Float16 half4 __attribute__((ext_vector_type(4)));
typedef _Float16 half8 __attribute__((ext_vector_type(8)));
typedef _Float16 half2 __attribute__((ext_vector_type(2)));
typedef float float4_ __attribute__((ext_vector_type(4)));
typedef float float16_ __attribute__((ext_vector_type(16)));
typedef int int4_ __attribute__((ext_vector_type(4)));
typedef unsigned u32;
typedef __attribute__((address_space(3))) char lds_char;
DEV __amdgpu_buffer_rsrc_t resource(const void *p, int bytes) {
  return __builtin_amdgcn_make_buffer_rsrc((void *)p, 0, bytes, 0x00027000);
}
DEV u32 lds_address(const void *p) { return (u32)(__SIZE_TYPE__)(lds_char *)p; }
