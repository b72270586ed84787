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
        for text in ("v_add_f32: ", "Manual section 16.7", "writes  d", "VOP2, 4 bytes, opcode 3",
                     "VOP3, 8 bytes, opcode 259", "  d = a + b\n"):
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

    def test_mnemonic_alone(self):
        """Of whichever set has it."""
        self.assertNotIn("later chips", self.done("isa", "v_fmac_f32").out)
        self.assertIn("\nOn gfx1150 and later chips.\n", self.done("isa", "s_add_f32").out)  # LLVM: not for gfx1100
        self.assertEqual(self.done("isa", "v_fmac_f32").out, self.done("isa", "rdna3", "v_fmac_f32").out)
        self.assertEqual(self.done("isa", "vadd.vv").out, self.done("isa", "ventus", "vadd.vv").out)
        self.assertEqual(self.done("isa", "v_fmac_f32", "--json").out, self.done("isa", "rdna3", "v_fmac_f32", "--json").out)

    def test_prefix(self):
        lines = self.done("isa", "rdna3").out.splitlines()
        self.assertEqual(self.done("isa", "v_wmma").out.splitlines(), [x for x in lines if x.startswith("v_wmma")])
        rows = json.loads(self.done("isa", "v_wmma", "--json").out)
        self.assertEqual(len(rows), 6)  # 7.9
        self.assertIn("v_trig_preop_f64: ", self.done("isa", "v_trig").out)  # one alone: its page
        self.assertEqual(json.loads(self.done("isa", "v_trig", "--json").out)[0]["mnemonic"], "v_trig_preop_f64")

    def test_page_of_matrices(self):
        """7.9: column n of C is in lanes n and n + 16; rows alternate between the halves of a wave32."""
        out = self.done("isa", "v_wmma_f32_16x16x16_f16").out
        self.assertIn("  VGPR  a in lanes 0-15  b in lanes 0-15  c, d in lanes 0-15  c, d in lanes 16-31\n"
                      "    +0  A[n][0..1]       B[0..1][n]       C[0][n]             C[1][n]\n"
                      "    +1  A[n][2..3]       B[2..3][n]       C[2][n]             C[3][n]\n", out)
        self.assertIn("    +3  A[n][6..7]       B[6..7][n]       C[12][n]            C[13][n]             C[14][n]"
                      "             C[15][n]\n", out)

    def test_page_has_everything(self):
        for isa in ("rdna3", "ventus"):
            for row in json.loads(self.done("isa", isa, "--json").out):
                self.assertTrue(row["operation"], row["mnemonic"])
                for o in row["operands"]:
                    self.assertTrue(o["meaning"], (row["mnemonic"], o))
                    self.assertEqual("place" in o, o["field"] is not None, (row["mnemonic"], o))

    def test_counters(self):
        """5.6: what counts which instructions; 5.2: what waits."""
        rows = {r["mnemonic"]: r for r in json.loads(self.done("isa", "rdna3", "--json").out)}
        for name, raises in {"s_load_b32": ["lgkmcnt"], "ds_load_b32": ["lgkmcnt"], "global_load_b32": ["vmcnt"],
                             "global_store_b32": ["vscnt"], "flat_load_b32": ["vmcnt", "lgkmcnt"], "exp": ["expcnt"],
                             "global_atomic_add_u32": ["vmcnt", "vscnt"], "s_sendmsg": ["lgkmcnt"]}.items():
            self.assertEqual([c for c in rows[name]["raises"] if c != "depctr"], raises, name)
        self.assertEqual(rows["s_waitcnt"]["waits"], ["vmcnt", "lgkmcnt", "expcnt"])

    def test_hazards(self):
        """7.2.8, 7.9, and LLVM's GCNHazardRecognizer for gfx1100."""
        hazards = {r["mnemonic"]: {h["name"]: h for h in r["hazards"]}
                   for r in json.loads(self.done("isa", "rdna3", "--json").out)}
        cmpx, permlane = (hazards[n]["vcmpx-permlane"] for n in ("v_cmpx_lt_f32", "v_permlane16_b32"))
        self.assertEqual((cmpx["first"], cmpx["second"], permlane["first"], permlane["second"]), (True, False, False, True))
        self.assertTrue(hazards["v_permlane64_b32"]["vcmpx-permlane"]["second"])  # LLVM
        wmma = hazards["v_wmma_f32_16x16x16_f16"]["wmma-overlap"]
        self.assertTrue(wmma["first"] and wmma["second"])
        self.assertEqual((hazards["v_rcp_f32"]["trans-use"]["valu"], hazards["v_rcp_f32"]["trans-use"]["trans"]), (6, 2))
        self.assertFalse(hazards["v_add_f32"]["trans-use"]["first"])
        self.assertTrue(hazards["v_cndmask_b32"]["mask-write"]["wave64_only"])
        self.assertIn("mad64-overlap", hazards["v_mad_u64_u32"])
        self.assertEqual(hazards["s_nop"], {})

    def test_modifiers(self):
        rows = {r["mnemonic"]: r["modifiers"] for r in json.loads(self.done("isa", "rdna3", "--json").out)}
        self.assertEqual(rows["s_bfe_i32"], [])
        self.assertEqual(rows["ds_permute_b32"], ["gds: must be 0"])
        self.assertIn("glc: d gets the value from before", rows["global_atomic_add_u32"])
        self.assertIn("dmask: which components", rows["image_load"])

    def test_notation(self):
        """Names every function and name that a formula uses."""
        import re
        text = self.done("isa", "--notation").out
        words = set(re.findall(r"\w+", text))
        for isa in ("rdna3", "ventus"):
            for row in json.loads(self.done("isa", isa, "--json").out):
                formula = re.sub(r'"[^"]*"', "", row["operation"])
                own = set(re.findall(r"let (\w+)", formula))
                for name in set(re.findall(r"([a-z]\w*)\(", formula)) - own - {"sum", "for", "in", "if"}:
                    plain = re.sub(r"(f16|bf16|f32|f64|[iu]\d+)(_rtz)?$", "", name)
                    known = name in words or plain in ("", "sat_", "as_", "flush_", "class_")
                    self.assertTrue(known, f"{row['mnemonic']} uses {name}(), which --notation does not explain")

    def test_unknown(self):
        self.refused("shoal isa: which instruction, or instruction set? There are: rdna3, ventus", "isa")
        self.refused("shoal isa: no instruction or instruction set is called 'rdna4'; did you mean 'rdna3'?",
                     "isa", "rdna4")
        self.refused("shoal isa: no instruction set is called 'rdna4'; there are: rdna3, ventus",
                     "isa", "rdna4", "v_nop")
        self.refused("shoal isa: no instruction or instruction set is called 'v_fmac_f23'; did you mean "
                     "'v_fmac_f32'?", "isa", "v_fmac_f23")
        self.refused("shoal isa: no rdna3 instruction is called 'v_add_f23'; did you mean "
                     "'v_add_f32'?", "isa", "rdna3", "v_add_f23")
        self.refused("shoal isa: no rdna3 instruction is called 'frobnicate_b128_e64'; see "
                     "'shoal isa rdna3'", "isa", "rdna3", "frobnicate_b128_e64")
        self.refused("shoal isa: one mnemonic at a time; 's_nop' is too many", "isa", "rdna3",
                     "v_nop", "s_nop")
