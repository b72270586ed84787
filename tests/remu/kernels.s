// kernels.s: code for test_remu.c, one kernel every 256 bytes.
.text
// 0: out[linear work-item] = group id x, y, z packed 8 bits each; old interface, 3-D (s13..s15).
// args: u64 out. block is (4, 2, 2), so v0 = x | y << 10 | z << 20.
ids3:
  s_load_b64 s[2:3], s[0:1], 0x0
  v_and_b32 v1, 0x3ff, v0
  v_bfe_u32 v2, v0, 10, 10
  v_bfe_u32 v3, v0, 20, 10
  v_lshl_add_u32 v4, v2, 2, v1
  v_lshl_add_u32 v4, v3, 3, v4
  s_lshl_b32 s4, s14, 1
  s_add_u32 s4, s4, s13
  s_lshl_b32 s5, s15, 2
  s_add_u32 s4, s4, s5
  v_lshl_add_u32 v4, s4, 4, v4
  v_lshlrev_b32 v4, 2, v4
  s_lshl_b32 s6, s14, 8
  s_or_b32 s6, s6, s13
  s_lshl_b32 s7, s15, 16
  s_or_b32 s6, s6, s7
  v_mov_b32 v5, s6
  s_waitcnt lgkmcnt(0)
  global_store_b32 v4, v5, s[2:3]
  s_endpgm
.p2align 8
// 0x100: out[group * 32 + lane] = s15 (only gx counts)
ids1:
  s_load_b64 s[2:3], s[0:1], 0x0
  v_lshl_add_u32 v1, s15, 5, v0
  v_lshlrev_b32 v1, 2, v1
  v_mov_b32 v2, s15
  s_waitcnt lgkmcnt(0)
  global_store_b32 v1, v2, s[2:3]
  s_endpgm
.p2align 8
// 0x200: modes: out[0] = f32 denormal + 0 (flushed), out[1] = f16 denormal + 0 (kept),
// out[2] = lds[60 KiB] before it is written, out[3] = MODE
modes:
  s_load_b64 s[2:3], s[0:1], 0x0
  v_mov_b32 v1, 1
  v_add_f32 v1, 0, v1
  v_mov_b32 v2, 1
  v_pk_add_f16 v2, v2, 0
  v_mov_b32 v5, 0xf000
  ds_load_b32 v3, v5
  v_mov_b32 v6, 7
  s_waitcnt lgkmcnt(0)
  ds_store_b32 v5, v6
  s_getreg_b32 s4, hwreg(HW_REG_MODE)
  v_mov_b32 v4, s4
  v_mov_b32 v0, 0
  global_store_b128 v0, v[1:4], s[2:3]
  s_endpgm
.p2align 8
// 0x300: stores to the address in s[2:3] (user data)
store_to:
  v_mov_b32 v0, 0
  v_mov_b32 v1, s4
  global_store_b32 v0, v1, s[2:3]
  s_endpgm
.p2align 8
// 0x400: run_asm_ex: user data s[0:1] = out, ids in s2; scratch of 16 bytes; LDS of 512 bytes
scratch:
  s_mov_b32 s33, 0
  scratch_store_b32 off, v0, off offset:8
  scratch_load_b32 v1, off, off offset:8
  v_lshl_add_u32 v2, s2, 5, v0
  v_lshlrev_b32 v2, 2, v2
  v_add_nc_u32 v1, 100, v1
  s_waitcnt vmcnt(0)
  global_store_b32 v2, v1, s[0:1]
  s_endpgm
