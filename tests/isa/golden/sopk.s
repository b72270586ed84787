; SOPK: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
s_movk_i32 s10, 0xcae4                                       ; e4 ca 0a b0
s_movk_i32 ttmp14, 0x1905                                    ; 05 19 7a b0
s_movk_i32 vcc_lo, 0x9f65                                    ; 65 9f 6a b0
s_version 1                                                  ; 01 00 80 b0
s_version UC_VERSION_GFX10                                   ; 04 00 80 b0
s_version 25                                                 ; 19 00 80 b0
s_cmovk_i32 null, 0xb                                        ; 0b 00 7c b1
s_cmovk_i32 ttmp11, 0x225b                                   ; 5b 22 77 b1
s_cmovk_i32 ttmp2, 0xfe19                                    ; 19 fe 6e b1
s_cmpk_eq_i32 ttmp9, 0x0                                     ; 00 00 f5 b1
s_cmpk_eq_i32 m0, 0x0                                        ; 00 00 fd b1
s_cmpk_eq_i32 s79, 0x0                                       ; 00 00 cf b1
s_cmpk_lg_i32 s87, 0x1                                       ; 01 00 57 b2
s_cmpk_gt_i32 ttmp8, 0x0                                     ; 00 00 f4 b2
s_cmpk_ge_i32 s82, 0x1                                       ; 01 00 52 b3
s_cmpk_lt_i32 null, 0x0                                      ; 00 00 fc b3
s_cmpk_le_i32 ttmp5, 0x1                                     ; 01 00 71 b4
s_cmpk_eq_u32 s39, 0x9c4b                                    ; 4b 9c a7 b4
s_cmpk_eq_u32 s20, 0xbfb6                                    ; b6 bf 94 b4
s_cmpk_eq_u32 null, 0x16                                     ; 16 00 fc b4
s_cmpk_lg_u32 ttmp4, 0x18                                    ; 18 00 70 b5
s_cmpk_gt_u32 s39, 0xf                                       ; 0f 00 a7 b5
s_cmpk_ge_u32 null, 0x0                                      ; 00 00 7c b6
s_cmpk_lt_u32 s29, 0x46d2                                    ; d2 46 9d b6
s_cmpk_le_u32 vcc_hi, 0x2                                    ; 02 00 6b b7
s_addk_i32 s84, 0xef15                                       ; 15 ef d4 b7
s_addk_i32 exec_lo, 0xf2b9                                   ; b9 f2 fe b7
s_addk_i32 s95, 0xe8a4                                       ; a4 e8 df b7
s_mulk_i32 s46, 0x5bb8                                       ; b8 5b 2e b8
s_mulk_i32 ttmp14, 0xb239                                    ; 39 b2 7a b8
s_mulk_i32 s11, 0x4490                                       ; 90 44 0b b8
s_getreg_b32 exec_lo, hwreg(50, 7, 5)                        ; f2 21 fe b8
s_getreg_b32 ttmp4, hwreg(0, 0, 1)                           ; 00 00 f0 b8
s_getreg_b32 s37, hwreg(HW_REG_MODE, 0, 1)                   ; 01 00 a5 b8
s_setreg_b32 hwreg(HW_REG_PERF_SNAPSHOT_PC_HI, 0, 1), ttmp5  ; 13 00 71 b9
s_setreg_b32 hwreg(43, 24, 16), vcc_hi                       ; 2b 7e 6b b9
s_setreg_b32 hwreg(0, 0, 1), s48                             ; 00 00 30 b9
s_setreg_imm32_b32 hwreg(HW_REG_FLAT_SCR_HI, 0, 1), 0x140b   ; 15 00 80 b9 0b 14 00 00
s_setreg_imm32_b32 hwreg(14, 0, 1), 1.0                      ; 0e 00 80 b9 00 00 80 3f
s_setreg_imm32_b32 hwreg(HW_REG_PERF_SNAPSHOT_DATA, 0, 1), 1.0 ; 1b 00 80 b9 00 00 80 3f
s_call_b64 exec, 13                                          ; 0d 00 7e ba
s_call_b64 s[92:93], 1                                       ; 01 00 5c ba
s_call_b64 s[100:101], 27                                    ; 1b 00 64 ba
s_subvector_loop_begin s5, 5                                 ; 05 00 05 bb
s_subvector_loop_begin exec_lo, 16                           ; 10 00 7e bb
s_subvector_loop_begin null, 65535                           ; ff ff 7c bb
s_subvector_loop_end s4, 65533                               ; fd ff 84 bb
s_subvector_loop_end vcc_lo, 1                               ; 01 00 ea bb
s_subvector_loop_end exec_hi, 3                              ; 03 00 ff bb
s_waitcnt_vscnt exec_lo, 0x43b1                              ; b1 43 7e bc
s_waitcnt_vscnt m0, 0x19                                     ; 19 00 7d bc
s_waitcnt_vscnt s78, 0x1                                     ; 01 00 4e bc
s_waitcnt_vmcnt m0, 0x4c66                                   ; 66 4c fd bc
s_waitcnt_expcnt null, 0x0                                   ; 00 00 7c bd
s_waitcnt_lgkmcnt m0, 0xa7f2                                 ; f2 a7 fd bd
