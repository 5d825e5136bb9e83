"""Thread traces with a rocprofv3 that is a script."""

import json
import os
import stat
import sys
import unittest

from support import KitTest

from cdnakit import att

STATS = """CodeObj,Vaddr,Instruction,Hitcount,Latency,Stall,Idle,Source
5,0,"; add_kernel(int*, int*)",0,0,0,0,
5,5888,"s_load_dwordx4 s[40:43], s[0:1], 0x18",48,276,96,48,kernel.ll:391
5,5896,"v_mfma_f32_32x32x8_f16 a[0:15], v[0:1], v[2:3], a[0:15]",10,640,560,0,kernel.ll:392
5,5904,"s_nop 0",10,40,0,10
5,5908,"s_endpgm",0,0,0,0,kernel.ll:395
"""

TOOL = """#!{python}
import json, os, subprocess, sys
arguments = sys.argv[1:]
folder = arguments[arguments.index("-d") + 1]
program = arguments[arguments.index("--") + 1:]
with open({record!r}, "a") as stream:
    stream.write(json.dumps(arguments) + "\\n")
code = subprocess.call(program)
if code == 0 and {stats!r}:
    os.makedirs(os.path.join(folder, "sub"))
    with open(os.path.join(folder, "sub", "stats_ui_output_agent_1_dispatch_3.csv"), "w") as stream:
        stream.write({stats!r})
print("last words in {record}")
sys.exit(code)
"""


class Parse(unittest.TestCase):
    def test_rows_by_hit(self) -> None:
        rows = att.parse_stats(STATS.splitlines())
        self.assertEqual(
            [(row["address"], row["hits"], row["latency"], row["stall"], row["idle"]) for row in rows],
            [(5888, 48, 5.75, 2.0, 1.0), (5896, 10, 64.0, 56.0, 0.0), (5904, 10, 4.0, 0.0, 1.0)],
        )
        self.assertEqual(rows[0]["text"], "s_load_dwordx4 s[40:43], s[0:1], 0x18")

    def test_spelling_of_the_document(self) -> None:
        self.assertEqual(len(att.parse_stats(STATS.replace("CodeObj", "Codeobj").splitlines())), 3)

    def test_another_table(self) -> None:
        with self.assertRaisesRegex(att.NotTraced, "no column latency, stall"):
            att.parse_stats(["Vaddr,Instruction,Hitcount,Idle", "1,x,1,1"])

    def test_join(self) -> None:
        rows = att.parse_stats(STATS.splitlines())
        clocks = {
            "instructions": [
                {"address": 5888, "text": "s_load", "clocks": 4},
                {"address": 5896, "text": "v_mfma", "clocks": 32},
                {"address": 1, "text": "?", "clocks": 1},
            ]
        }
        joined, unknown = att.join(rows, clocks)
        self.assertEqual(unknown, 1)
        self.assertEqual(
            [(row["address"], row["measured"], row["modelled"]) for row in joined],
            [(5896, 64.0, 32.0), (5888, 6.75, 4.0)],
        )

    def test_command(self) -> None:
        command = att.tool_command("rocprofv3", "a.kd", "/d", "/lib", ["python3", "x"])
        self.assertEqual(
            command,
            [
                "rocprofv3",
                "--att",
                "--att-library-path",
                "/lib",
                "--mangled-kernels",
                "--kernel-include-regex",
                "a\\.kd",
                "--kernel-iteration-range",
                "[3-3]",
                "-d",
                "/d",
                "--",
                "python3",
                "x",
            ],
        )


class Trace(KitTest):
    def tool(self, stats: str = STATS) -> str:
        path, self.record = os.path.join(self.folder, "rocprofv3"), os.path.join(self.folder, "record")
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(TOOL.format(python=sys.executable, record=self.record, stats=stats))
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return path

    def test_both_variants_are_traced_and_joined(self) -> None:
        self.add()
        with open(os.path.join(self.objects, "gfx942", "add.ours.clocks.json"), "w", encoding="utf-8") as stream:
            json.dump({"instructions": [{"address": 5896, "text": "v_mfma", "clocks": 32.0}]}, stream)
        ran = self.run_process(
            "--att", "--no-timing", "--att-library-path", "/lib", environment={"CDNAKIT_ROCPROFV3": self.tool()}
        )
        self.assertEqual(ran.code, 0, ran.err)
        assert ran.report is not None
        llvm, ours = ran.report["att"]["traces"]
        self.assertEqual(
            (llvm["variant"], llvm["problem"], llvm["modelled"], llvm["instructions"]), ("llvm", "", False, 3)
        )
        self.assertEqual(llvm["rows"][0]["address"], 5896)
        self.assertEqual((ours["modelled"], ours["not_in_model"], len(ours["rows"])), (True, 2, 1))
        self.assertEqual((ours["rows"][0]["measured"], ours["rows"][0]["modelled"]), (64.0, 32.0))
        self.assertIn("0x1708       64.0 measured       32.0 modelled      10 hits  v_mfma_f32_32x32x8_f16", ran.err)
        with open(self.record, encoding="utf-8") as stream:
            calls = [json.loads(line) for line in stream]
        self.assertEqual([call[-1] for call in calls], ["add:llvm", "add:ours"])
        # The log is the last child's: it launched our code as often as the trace needs.
        self.assertEqual([launch[0] for launch in ran.launches()], ["add.ours#1"] * att.LAUNCHES)

    def test_what_was_recorded_is_kept_if_asked_for(self) -> None:
        self.add()
        kept = os.path.join(self.folder, "kept")
        arguments = ("--att", "--no-timing", "--att-keep", kept)
        ran = self.run_process(*arguments, environment={"CDNAKIT_ROCPROFV3": self.tool()})
        assert ran.report is not None
        self.assertEqual([trace["problem"] for trace in ran.report["att"]["traces"]], ["", ""])
        self.assertEqual(sorted(os.listdir(kept)), ["add-llvm", "add-ours"])
        for folder in ("add-llvm", "add-ours"):
            files = [name for _, _, names in os.walk(os.path.join(kept, folder)) for name in names]
            self.assertTrue(any(name.startswith("stats_") for name in files), files)
        # A second run would be mixed with it.
        again = self.run_process(*arguments, environment={"CDNAKIT_ROCPROFV3": self.tool()})
        assert again.report is not None
        self.assertIn("name another one", again.report["att"]["traces"][0]["problem"])

    def test_absent(self) -> None:
        self.add()
        ran = self.run_process(
            "--att", "--no-timing", environment={"CDNAKIT_ROCPROFV3": os.path.join(self.folder, "none")}
        )
        assert ran.report is not None
        self.assertEqual((ran.code, ran.report["ended"]), (0, "complete"))
        self.assertIn("rocprofv3 is not installed", ran.report["att"]["problem"])

    def test_nothing_traced(self) -> None:
        self.add()
        ran = self.run_process("--att", "--no-timing", environment={"CDNAKIT_ROCPROFV3": self.tool(stats="")})
        assert ran.report is not None
        self.assertEqual(ran.code, 0)
        problem = ran.report["att"]["traces"][0]["problem"]
        self.assertEqual(problem, "rocprofv3 (exit code 0) traced no instruction")
        self.assertIn(f"rocprofv3: last words in {self.record}", ran.err)

    def test_the_report_has_no_words_of_tools(self) -> None:
        self.add()
        tool = self.tool()
        columns = STATS.splitlines()[0]
        for stats, problem in (
            (f"{columns}\n5,/home/a b@c/~x,v_nop,1,1,1,1\n", "ValueError"),
            ("a,b\n", "no column vaddr"),
        ):
            with open(tool, "w", encoding="utf-8") as stream:
                stream.write(TOOL.format(python=sys.executable, record=self.record, stats=stats))
            ran = self.run_process("--att", "--no-timing", environment={"CDNAKIT_ROCPROFV3": tool})
            assert ran.report is not None
            self.assertIn(problem, ran.report["att"]["traces"][0]["problem"])
            self.assertNotIn("a b@c", json.dumps(ran.report))
        with open(tool, "w", encoding="utf-8") as stream:
            stream.write("#!/no/such/interpreter of me\n")
        ran = self.run_process("--att", "--no-timing", environment={"CDNAKIT_ROCPROFV3": tool})
        assert ran.report is not None
        self.assertEqual(ran.report["att"]["traces"][0]["problem"], "FileNotFoundError")
        self.assertIn(tool, ran.err)


if __name__ == "__main__":
    unittest.main()
