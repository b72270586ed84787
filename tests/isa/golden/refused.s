; Bytes that are no instruction, and the reason that is given. Written by hand; manual sections
; in the comments above each group.

; leading bits and opcodes that chapter 15 does not assign
00 00 00 cf ! no format has these leading bits
00 00 00 fe ! no format has these leading bits
00 01 00 ee 00 00 00 00 ! no format has these leading bits
00 00 7f bf ! no instruction of this format has this opcode
80 40 47 be ! no instruction of this format has this opcode
00 00 10 d7 01 05 02 00 ! no instruction of this format has this opcode
00 00 64 da 02 00 00 01 ! no instruction of this format has this opcode
; lengths: literal (15.1), DPP dword (7.7), formats of two dwords
ff 00 00 06 ! needs 8 bytes
fa 00 00 06 ! needs 8 bytes
ff 04 08 80 ! needs 8 bytes
00 00 50 dc ! needs 8 bytes
00 00 00 f4 ! needs 8 bytes
00 00 80 bf 00 00 80 bf ! 4 bytes follow the instruction
01 05 00 06 00 ! 1 bytes follow the instruction
; reserved source values, table of SRC0 in 15.3
d1 00 80 be ! source value 209..232 is reserved
ef 00 80 be ! source value is reserved
fc 00 80 be ! source value is reserved
e9 00 80 be ! DPP is only possible in src0 of an instruction that takes it
; DPP: controls of 7.7.1, instructions of table 30
fa 04 00 06 01 30 01 00 ! dpp_ctrl is reserved
fa 04 00 06 01 00 01 00 ! dpp_ctrl is reserved
fa 04 00 36 01 00 10 00 ! the DPP dword has modifiers that the instruction does not
fa 04 00 5a 01 e4 00 ff ! this instruction does not take DPP
; fields that an instruction has no use for
05 00 bd bf ! this instruction cannot have this value in simm16
00 01 25 d5 01 05 02 00 ! this instruction cannot have this value in abs
00 80 0a d5 01 05 02 00 ! this instruction cannot have this value in clamp
00 00 25 d5 01 05 02 08 ! this instruction cannot have this value in omod
00 20 03 d7 01 05 02 00 ! this instruction cannot have this value in opsel
00 00 d8 d8 00 01 00 00 ! this instruction cannot have this value in data0
00 00 68 d8 00 00 00 00 ! this instruction cannot have this value in gds
00 00 52 dc 00 00 80 00 ! this instruction cannot have this value in sve
00 00 50 dc 00 00 00 00 ! FLAT has no scalar address: saddr must be NULL
00 04 02 ca 01 01 00 00 ! vsrc1 must be 0 where it is not used
; operands of the wrong kind
02 04 02 7e ! the source must be a VGPR
00 00 00 cd 01 00 00 00 ! the source must be a VGPR
00 00 5b d6 01 04 0c 00 ! the source must be a VGPR
05 00 60 d7 01 05 03 00 ! the lane select must be a scalar
7d 00 60 d7 01 05 00 00 ! M0 cannot be the destination
7d 1f 00 f4 00 00 00 f8 ! the destination must be SGPRs or VCC
80 1f 04 f4 00 00 00 f8 ! the destination must be SGPRs or VCC
00 00 52 dc 01 00 7e 00 ! the address must be in SGPRs
00 00 5b d6 01 01 0e 04 ! the lane select must be a scalar
00 00 61 d7 01 05 00 00 ! the source must be a scalar
80 00 60 d7 01 05 00 00 ! the destination must be an SGPR
40 00 40 cc 00 05 1a 00 ! the third source must be a VGPR or an inline constant
7d 01 80 be ! the register range leaves the SGPRs
6b 01 80 be ! the register range leaves the SGPRs
