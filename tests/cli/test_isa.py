"""`shoal isa`: lists and explains. Facts come from the manual's chapter 16."""

import json

from support import CliTest


class Isa(CliTest):
    def test_json_lists_every_instruction(self):
        rows = json.loads(self.done("isa", "rdna3", "--json").out)
        names = [row["mnemonic"] for row in rows]
        self.assertEqual(len(names), len(set(names)))
        for row in rows:
            self.assertTrue(row["encodings"] and row["section"] and row["about"], row)
            self.assertIsInstance(row["implemented"], bool)
        by_name = dict(zip(names, rows))
        # 16.7, V_ADD_F32: VOP2 opcode 3, VOP3 opcode 259; 16.1, S_ADD_U32: SOP2 opcode 0.
        opcodes = {o["encoding"]: o.get("opcode") for o in by_name["v_add_f32"]["opcodes"]}
        self.assertEqual((opcodes["VOP2"], opcodes["VOP3"]), (3, 259))
        self.assertEqual(by_name["s_add_u32"]["opcodes"][0],
                         {"encoding": "SOP2", "opcode": 0, "bytes": 4})

    def test_instructions_are_implemented(self):
        rows = {r["mnemonic"]: r["implemented"]
                for r in json.loads(self.done("isa", "rdna3", "--json").out)}
        self.assertEqual([name for name, done in rows.items() if not done], [])

    def test_text_has_a_line_per_instruction(self):
        lines = self.done("isa", "rdna3").out.splitlines()
        rows = json.loads(self.done("isa", "rdna3", "--json").out)
        self.assertEqual([line.split()[0] for line in lines], [r["mnemonic"] for r in rows])

    def test_explains_one(self):
        out = self.done("isa", "rdna3", "v_add_f32").out
        for text in ("v_add_f32: ", "Manual section 16.7", "writes d", "VOP2, 4 bytes, opcode 3",
                     "VOP3, 8 bytes, opcode 259"):
            self.assertIn(text, out)
        for name in ("v_add_f32_e32", "v_add_f32_e64", "v_add_f32_dpp", "v_dual_add_f32"):
            self.assertEqual(self.done("isa", "rdna3", name).out, out, name)
        row, = json.loads(self.done("isa", "rdna3", "v_add_f32", "--json").out)
        self.assertEqual(row["mnemonic"], "v_add_f32")

    def test_ventus(self):
        rows = {r["mnemonic"]: r for r in json.loads(self.done("isa", "ventus", "--json").out)}
        self.assertGreater(len(rows), 480)
        self.assertEqual((rows["mma64"]["own_encoding"], rows["mma64"]["dialect"]), (True, "manual"))
        self.assertEqual((rows["vadd.vv"]["match"], rows["vadd.vv"]["mask"]), ("0x00000057", "0xfc00707f"))
        line, = [x for x in self.done("isa", "ventus").out.splitlines() if x.startswith("vsw12d.v ")]
        self.assertIn(" ours ", line)
        out = self.done("isa", "ventus", "vbeq").out
        self.assertIn("12..14  000", out)
        self.assertEqual(self.done("isa", "ventus", "beqz").out, self.done("isa", "ventus", "beq").out)

    def test_unknown(self):
        self.refused("shoal isa: which instruction set? There are: rdna3, ventus", "isa")
        self.refused("shoal isa: no instruction set is called 'rdna4'; there are: rdna3, ventus",
                     "isa", "rdna4")
        self.refused("shoal isa: no rdna3 instruction is called 'v_add_f23'; did you mean "
                     "'v_add_f32'?", "isa", "rdna3", "v_add_f23")
        self.refused("shoal isa: no rdna3 instruction is called 'frobnicate_b128_e64'; see "
                     "'shoal isa rdna3'", "isa", "rdna3", "frobnicate_b128_e64")
        self.refused("shoal isa: one mnemonic at a time; 's_nop' is too many", "isa", "rdna3",
                     "v_nop", "s_nop")
