; SOPP: recorded from llvm-mc 22 -disassemble --mcpu=gfx1100 by golden.py --bless
s_nop 0xbb2d                                                 ; 2d bb 80 bf
s_nop 0x65f9                                                 ; f9 65 80 bf
s_nop 0x26a0                                                 ; a0 26 80 bf
s_setkill 1                                                  ; 01 00 81 bf
s_sethalt 19                                                 ; 13 00 82 bf
s_sleep 19                                                   ; 13 00 83 bf
s_set_inst_prefetch_distance 0x0                             ; 00 00 84 bf
s_set_inst_prefetch_distance 0x4354                          ; 54 43 84 bf
s_set_inst_prefetch_distance 0x8532                          ; 32 85 84 bf
s_clause 0x0                                                 ; 00 00 85 bf
s_delay_alu instid0(VALU_DEP_4) | instskip(/* invalid instskip value */) | instid1(TRANS32_DEP_1) ; e4 12 87 bf
s_delay_alu instid0(/* invalid instid value */) | instskip(NEXT) ; 1f 00 87 bf
s_delay_alu instid0(SALU_CYCLE_3) | instskip(NEXT)           ; 1b 00 87 bf
s_waitcnt_depctr depctr_hold_cnt(0) depctr_va_vdst(0) depctr_va_sdst(0) depctr_va_ssrc(0) depctr_va_vcc(0) depctr_vm_vsrc(0) ; 01 00 88 bf
s_waitcnt_depctr 0x752                                       ; 52 07 88 bf
s_waitcnt_depctr depctr_hold_cnt(0) depctr_va_vdst(0) depctr_va_sdst(0) depctr_va_ssrc(0) depctr_vm_vsrc(3) ; 0f 00 88 bf
s_waitcnt vmcnt(0) expcnt(1) lgkmcnt(1)                      ; 19 00 89 bf
s_waitcnt vmcnt(3) expcnt(2) lgkmcnt(27)                     ; b2 0d 89 bf
s_waitcnt vmcnt(14) expcnt(6) lgkmcnt(2)                     ; 26 38 89 bf
s_wait_idle                                                  ; 00 00 8a bf
s_wait_event 0x1                                             ; 01 00 8b bf
s_trap 0x93f1                                                ; f1 93 90 bf
s_round_mode 0x9843                                          ; 43 98 91 bf
s_denorm_mode 0xb942                                         ; 42 b9 92 bf
s_code_end                                                   ; 00 00 9f bf
s_branch 52447                                               ; df cc a0 bf
s_branch 0                                                   ; 00 00 a0 bf
s_cbranch_scc0 0                                             ; 00 00 a1 bf
s_cbranch_scc0 1                                             ; 01 00 a1 bf
s_cbranch_scc1 46529                                         ; c1 b5 a2 bf
s_cbranch_vccz 1                                             ; 01 00 a3 bf
s_cbranch_vccz 7                                             ; 07 00 a3 bf
s_cbranch_vccz 26288                                         ; b0 66 a3 bf
s_cbranch_vccnz 21                                           ; 15 00 a4 bf
s_cbranch_execz 62788                                        ; 44 f5 a5 bf
s_cbranch_execz 1                                            ; 01 00 a5 bf
s_cbranch_execz 21607                                        ; 67 54 a5 bf
s_cbranch_execnz 36848                                       ; f0 8f a6 bf
s_cbranch_cdbgsys 0                                          ; 00 00 a7 bf
s_cbranch_cdbgsys 26                                         ; 1a 00 a7 bf
s_cbranch_cdbgsys 29335                                      ; 97 72 a7 bf
s_cbranch_cdbguser 29                                        ; 1d 00 a8 bf
s_cbranch_cdbgsys_or_user 1                                  ; 01 00 a9 bf
s_cbranch_cdbgsys_and_user 1                                 ; 01 00 aa bf
s_endpgm 9580                                                ; 6c 25 b0 bf
s_endpgm                                                     ; 00 00 b0 bf
s_endpgm 23                                                  ; 17 00 b0 bf
s_endpgm_saved                                               ; 00 00 b1 bf
s_endpgm_ordered_ps_done                                     ; 00 00 b2 bf
s_wakeup                                                     ; 00 00 b4 bf
s_setprio 0xf84f                                             ; 4f f8 b5 bf
s_sendmsg 10192                                              ; d0 27 b6 bf
s_sendmsg sendmsg(MSG_INTERRUPT)                             ; 01 00 b6 bf
s_sendmsg sendmsg(28, 0, 0)                                  ; 1c 00 b6 bf
s_sendmsghalt sendmsg(8, 0, 0)                               ; 08 00 b7 bf
s_incperflevel 25                                            ; 19 00 b8 bf
s_decperflevel 0                                             ; 00 00 b9 bf
s_ttracedata                                                 ; 00 00 ba bf
s_ttracedata_imm 0x0                                         ; 00 00 bb bf
s_ttracedata_imm 0x1234                                      ; 34 12 bb bf
s_ttracedata_imm 0xffff                                      ; ff ff bb bf
s_icache_inv                                                 ; 00 00 bc bf
s_barrier                                                    ; 00 00 bd bf
