"""Pages of kernels, opened from disk in a real browser and used with mouse and keyboard."""

import html
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from browser import Opened, becomes_true, chromium
from long_loop import long_loop
from recorded import ITERATION, KERNEL, STALL, trace

ROOT = pathlib.Path(__file__).resolve().parents[2]
KERNELS = ROOT / "tests/kernels/gfx942"
# A function for the page: the pixels of a row of the canvas, by way of a copy, so that the canvas itself is never read.
PIXELS = """(y, from, width) => {
    const copy = new OffscreenCanvas(width, 1).getContext('2d', { willReadFrequently: true });
    copy.drawImage(document.getElementById('canvas'), from, y * devicePixelRatio, width, 1, 0, 0, width, 1);
    return Array.from(copy.getImageData(0, 0, width, 1).data);
}"""
# Milliseconds that the first picture of a loop of 3,000 instructions may take.
FIRST_PAINT = 2000


class Pages(unittest.TestCase):
    """Tests share one browser and one page of each kernel."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.browser = cls.enterClassContext(chromium())
        long = cls.folder / "long_loop.s"
        long.write_text(long_loop(3000))
        sources = {
            "gemm": KERNELS / "gemm_bf16_128x128x64_w4_s2.ll",
            "attention": KERNELS / "fa_f16_d64_128x64.ll",
            "softmax": KERNELS / "softmax_f16_1k.ll",
            "debug": KERNELS / "dbg_gemm_f16_64x64x32.ll",
            "long": long,
        }
        cls.pages = {name: cls.make(name, source) for name, source in sources.items()}

    @classmethod
    def make(cls, name: str, source: pathlib.Path) -> pathlib.Path:
        page = cls.folder / f"{name}.html"
        gpu = [] if source.suffix == ".s" else ["--mcpu", "gfx942"]
        subprocess.run([os.environ["CDNASCHED_CLI"], "view", *gpu, str(source), "-o", str(page)], check=True)
        return page

    def open(self, name: str, **context) -> Opened:
        opened = self.enterContext(Opened(self.browser, self.pages[name], **context))
        self.addCleanup(lambda: self.assertEqual(opened.complaints, []))
        return opened

    def explained_wait(self, opened: Opened, side: int) -> dict:
        """A wait or nop of the loop with a producer that is in the loop too."""
        return opened.page.evaluate(
            """side => {
                const kernel = cdnaschedView.data.kernels[0];
                const version = kernel.versions[side];
                const shown = new Set(kernel.regions[0].versions[side].timelines.at(-1).events.inst);
                for (const [inst, instruction] of version.instructions.entries()) {
                    const explanation = version.explanations[instruction.explanation];
                    const reason = explanation && explanation.reasons.find((one) => shown.has(one.producer) && shown.has(one.consumer));
                    if (reason && shown.has(inst)) {
                        return { inst, text: instruction.text, reason, producer: version.instructions[reason.producer].text };
                    }
                }
                return null;
            }""",
            side,
        )

    def click_bar(self, opened: Opened, side: int, inst: int) -> None:
        """Clicks with the mouse on the bar of an instruction in the issue lane, after zooming to where it is."""
        opened.page.evaluate(
            """([side, inst]) => {
                const { issue, inst: insts } = cdnaschedView.data.kernels[0].regions[0].versions[side].timelines.at(-1).events;
                const at = issue[insts.indexOf(inst)];
                cdnaschedView.zoom(Math.max(0, at - 60), at + 60);
            }""",
            [side, inst],
        )
        place = opened.view(f"places({side}, {inst})")[0]
        frame = opened.page.locator("#canvas").bounding_box()
        opened.page.mouse.click(frame["x"] + place["at"] + 3, frame["y"] + place["y"] + place["height"] / 2)

    def test_every_page_opens_without_complaint_and_without_network(self) -> None:
        for name in self.pages:
            with self.subTest(page=name):
                opened = self.open(name)
                self.assertEqual([url for url in opened.requests if not url.startswith(("file:", "data:"))], [])
                lanes = opened.view("lanes()")
                names = {lane["lane"] for lane in lanes}
                self.assertEqual(names, {"issue", "matrix", "valu", "lds", "vmem", "scalar"})
                for side in {lane["side"] for lane in lanes}:
                    issued = next(lane for lane in lanes if lane["side"] == side and lane["lane"] == "issue")
                    self.assertGreater(issued["bars"], 10)
                self.assertIn("clocks", opened.page.locator("#verdicts").inner_text())

    def test_what_was_measured_stands_below_the_model_on_one_axis(self) -> None:
        kernel, recorded, page = (self.folder / name for name in ("looped.s", "looped.json", "measured.html"))
        kernel.write_text(KERNEL)
        recorded.write_text(trace())
        command = [os.environ["CDNASCHED_CLI"], "view", str(kernel), "--att", str(recorded), "-o", str(page)]
        subprocess.run(command, check=True)
        self.pages["measured"] = page
        self.addCleanup(self.pages.pop, "measured")
        opened = self.open("measured")
        labels = opened.page.evaluate("cdnaschedView.data.kernels[0].versions.map((version) => version.label)")
        self.assertEqual(labels, ["looped.s (model)", "measured"])
        self.assertEqual({lane["side"] for lane in opened.view("lanes()")}, {0, 1})
        verdicts = opened.page.locator("#verdicts").inner_text()
        self.assertIn(str(ITERATION), verdicts)
        self.assertIn("the median of 7 iterations", verdicts)
        # The fifth instruction waits for the unit: the trace does not say so.
        self.assertIn("not said", opened.page.locator("body").inner_text())
        self.click_bar(opened, 1, 3)
        details = opened.page.locator("#details").inner_text()
        self.assertIn("s_waitcnt lgkmcnt(0)", details)
        self.assertIn(str(STALL), details)
        # What would be otherwise is asked of the model alone.
        self.assertIn("modelled beside measured", opened.page.locator("#subtitle").inner_text())
        self.assertEqual(opened.page.locator("#verdicts .reach").count(), 0)
        opened.page.locator("#tab-whatif").click()
        whatif = opened.page.locator("#whatif").inner_text()
        self.assertIn("A measurement has no numbers that could be others.", whatif)
        self.assertIn("looped.s (model)", whatif)

    def test_nothing_of_the_network_is_in_the_page(self) -> None:
        text = self.pages["gemm"].read_text()
        self.assertIn("default-src 'none'", text)
        self.assertNotRegex(text, r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""")

    def test_bars_are_painted_in_the_colours_of_their_kinds(self) -> None:
        opened = self.open("gemm")
        lane = next(lane for lane in opened.view("lanes()") if lane["lane"] == "matrix")
        blue = opened.page.evaluate(
            f"""y => {{
                const row = ({PIXELS})(y, 90, document.getElementById('canvas').width - 90);
                let blue = 0;
                for (let i = 0; i < row.length; i += 4) {{
                    blue += row[i] < 60 && row[i + 2] > 140;
                }}
                return blue;
            }}""",
            lane["y"] + lane["height"] // 2,
        )
        self.assertGreater(blue, 100)

    def test_a_click_on_a_wait_says_why_it_is_there(self) -> None:
        opened = self.open("gemm")
        for side in (0, 1):
            wait = self.explained_wait(opened, side)
            self.assertIsNotNone(wait)
            self.click_bar(opened, side, wait["inst"])
            self.assertEqual(opened.view("state()")["inst"], wait["inst"])
            details = opened.page.locator("#details")
            self.assertEqual(details.locator("h2").inner_text(), wait["text"])
            text = details.inner_text()
            self.assertIn("Why it is here", text)
            self.assertIn(wait["producer"], text)
            self.assertIn(wait["reason"]["counter"] or wait["reason"]["rule"], text)
            self.assertIn(wait["reason"]["document"], text)
            selected = opened.page.locator("#listing .selected")
            self.assertEqual(selected.get_attribute("data-inst"), str(wait["inst"]))
            self.assertGreater(opened.page.locator("#listing .producer, #listing .consumer").count(), 0)

    def test_arrows_lead_from_the_producer_to_the_wait(self) -> None:
        opened = self.open("gemm")
        wait = self.explained_wait(opened, 0)
        lanes = [lane for lane in opened.view("lanes()") if lane["side"] == 0 and lane["lane"] == "matrix"]

        def orange() -> int:
            return opened.page.evaluate(
                f"""y => {{
                    const row = ({PIXELS})(y, 90, document.getElementById('canvas').width - 90);
                    let count = 0;
                    for (let i = 0; i < row.length; i += 4) {{
                        count += row[i] - row[i + 1] > 50 && row[i] - row[i + 2] > 80;
                    }}
                    return count;
                }}""",
                # The gap between two lanes, which is grey: an arrow from a unit to the issue lane crosses it.
                lanes[0]["y"] - 3,
            )

        opened.view(f"select(0, 0, {wait['inst']}, 0)")
        event = opened.view("state()")["event"]
        issue = opened.page.evaluate(f"cdnaschedView.data.kernels[0].regions[0].versions[0].timelines.at(-1).events.issue[{event}]")
        opened.view(f"zoom({issue} - 150, {issue} + 150)")
        self.assertTrue(becomes_true(opened.page, lambda: orange() > 0))
        opened.page.keyboard.press("Escape")
        self.assertTrue(becomes_true(opened.page, lambda: orange() == 0))

    def test_the_tooltip_shows_what_the_pointer_is_on(self) -> None:
        opened = self.open("attention")
        inst = opened.page.evaluate(
            "cdnaschedView.data.kernels[0].versions[0].instructions.findIndex((one, i) => one.kind === 'matrix' && cdnaschedView.places(0, i).length)"
        )
        opened.view(f"select(0, 0, {inst})")
        opened.view("zoom(0, 400)")
        opened.view(f"select(0, 0, {inst})")
        places = opened.view(f"places(0, {inst})")
        event = opened.view("state()")["event"]
        place = next(place for place in places if not place["issue"] and place["event"] == event)
        frame = opened.page.locator("#canvas").bounding_box()
        opened.page.mouse.move(frame["x"] + place["x"] + 2, frame["y"] + place["y"] + place["height"] / 2)
        tooltip = opened.page.locator("#tooltip")
        self.assertTrue(tooltip.is_visible())
        text = opened.page.evaluate(f"cdnaschedView.data.kernels[0].versions[0].instructions[{inst}].text")
        self.assertIn(text, tooltip.inner_text())
        self.assertIn("issue", tooltip.inner_text())
        opened.page.mouse.move(2, 2)
        self.assertFalse(tooltip.is_visible())

    def test_search_finds_and_steps(self) -> None:
        opened = self.open("gemm")
        opened.page.keyboard.press("/")
        opened.page.keyboard.type("mfma")
        count = int(opened.page.locator("#hits").inner_text())
        self.assertGreater(count, 10)
        seen = []
        for _ in range(2):
            opened.page.keyboard.press("Enter")
            seen.append(opened.view("state()")["inst"])
        opened.page.keyboard.press("Shift+Enter")
        self.assertNotEqual(seen[0], seen[1])
        self.assertEqual(opened.view("state()")["inst"], seen[0])
        self.assertIn("mfma", opened.page.locator("#details h2").inner_text())
        self.assertGreater(opened.page.locator("#listing .found").count(), 0)
        opened.page.locator("#search").fill("no such thing")
        self.assertEqual(opened.page.locator("#hits").inner_text(), "nothing")

    def test_a_register_is_found_inside_a_range(self) -> None:
        opened = self.open("gemm")
        wide = opened.page.evaluate(
            """() => {
                const kernel = cdnaschedView.data.kernels[0];
                const shown = new Set(kernel.regions[0].versions[0].timelines.at(-1).events.inst);
                for (const inst of shown) {
                    const match = /^v\\[(\\d+):(\\d+)\\]$/.exec(kernel.versions[0].instructions[inst].writes[0] || '');
                    if (match && match[2] - match[1] > 1) {
                        return [`v${Number(match[1]) + 1}`, inst];
                    }
                }
                return null;
            }"""
        )
        register, inst = wide
        opened.page.locator("#search").fill(register)
        found = set()
        for _ in range(int(opened.page.locator("#hits").inner_text())):
            opened.page.keyboard.press("Enter")
            state = opened.view("state()")
            found.add((state["side"], state["inst"]))
        self.assertIn((0, inst), found)

    def test_wheel_drag_and_keys_change_the_range(self) -> None:
        opened = self.open("gemm")
        frame = opened.page.locator("#canvas").bounding_box()
        middle = (frame["x"] + frame["width"] / 2, frame["y"] + 60)
        whole = opened.view("state()")["range"]
        opened.page.mouse.move(*middle)
        opened.page.mouse.wheel(0, -600)
        width = lambda: (shown := opened.view("state()")["range"])[1] - shown[0]  # noqa: E731
        self.assertTrue(becomes_true(opened.page, lambda: width() < (whole[1] - whole[0]) * 0.7))
        near = opened.view("state()")["range"]
        opened.page.mouse.down()
        opened.page.mouse.move(middle[0] - 120, middle[1], steps=4)
        opened.page.mouse.up()
        dragged = opened.view("state()")["range"]
        self.assertGreater(dragged[0], near[0])
        self.assertAlmostEqual(dragged[1] - dragged[0], near[1] - near[0], delta=1)
        opened.page.locator("#canvas").focus()
        opened.page.keyboard.press("ArrowLeft")
        self.assertLess(opened.view("state()")["range"][0], dragged[0])
        opened.page.keyboard.press("+")
        self.assertLess((lambda shown: shown[1] - shown[0])(opened.view("state()")["range"]), dragged[1] - dragged[0])
        opened.page.keyboard.press("0")
        self.assertEqual(opened.view("state()")["range"], whole)

    def test_the_keyboard_alone_reaches_a_wait(self) -> None:
        opened = self.open("gemm")
        for _ in range(30):
            opened.page.keyboard.press("Tab")
            if opened.page.evaluate("document.activeElement.id") == "canvas":
                break
        self.assertEqual(opened.page.evaluate("document.activeElement.id"), "canvas")
        opened.page.keyboard.press("w")
        first = opened.view("state()")["inst"]
        self.assertIsNotNone(first)
        self.assertTrue(opened.page.locator("#tooltip").is_visible())
        self.assertIn("Why it is here", opened.page.locator("#details").inner_text())
        opened.page.keyboard.press("j")
        self.assertNotEqual(opened.view("state()")["inst"], first)
        opened.page.keyboard.press("k")
        self.assertEqual(opened.view("state()")["inst"], first)
        opened.page.keyboard.press("Enter")
        self.assertEqual(opened.page.evaluate("document.activeElement.id"), "details")
        opened.page.keyboard.press("?")
        self.assertTrue(opened.page.locator("dialog#keys").is_visible())
        opened.page.keyboard.press("Escape")
        self.assertFalse(opened.page.locator("dialog#keys").is_visible())

    def test_dark_and_light(self) -> None:
        corner = f"({PIXELS})(4, 4, 1).slice(0, 3)"
        light, dark = (self.open("gemm", color_scheme=scheme) for scheme in ("light", "dark"))

        def becomes(opened: Opened, bright: bool) -> bool:
            return becomes_true(opened.page, lambda: sum(opened.page.evaluate(corner)) in (range(601, 766) if bright else range(150)))

        self.assertTrue(becomes(light, bright=True))
        self.assertTrue(becomes(dark, bright=False))
        dark.page.locator("#theme").click()
        self.assertTrue(becomes(dark, bright=True))
        light.page.emulate_media(color_scheme="dark")
        self.assertTrue(becomes(light, bright=False))

    def test_one_click_says_what_was_moved(self) -> None:
        opened = self.open("gemm")
        opened.page.locator("#tab-order").click()
        order = opened.page.locator("#order")
        self.assertRegex(order.inner_text(), r"\d+ of \d+ moved")
        self.assertGreater(order.locator(".curve").count(), 0)
        order.locator("button.moved").first.click()
        self.assertIsNotNone(opened.view("state()")["inst"])

    def test_what_binds_the_loop_is_said_without_a_click(self) -> None:
        opened = self.open("gemm")
        advice = opened.page.evaluate("cdnaschedView.data.kernels[0].regions[0].versions.map((part) => part.advice)")
        verdicts = opened.page.locator("#verdicts .advice").all_inner_texts()
        self.assertEqual(verdicts, [" ".join(text.split()) for text in advice])
        self.assertTrue(all(verdicts))

    def test_every_panel_has_its_contents(self) -> None:
        opened = self.open("attention")
        for tab, expected in {
            "clocks": "Where the clocks of an iteration go",
            "whatif": "How sure the difference is",
            "registers": "live registers",
            "figures": "VGPRs",
            "about": "modelled, not measured",
        }.items():
            opened.page.locator(f"#tab-{tab}").click()
            self.assertIn(expected, opened.page.locator(f"#{tab}").inner_text())
        opened.page.locator("#tab-registers").click()
        self.assertEqual(opened.page.locator("#registers svg.chart").count(), 2)
        self.assertGreater(opened.page.locator("#registers .step").count(), 1)

    def test_own_waves_come_first_and_each_has_a_row(self) -> None:
        opened = self.open("gemm")
        issue = lambda: [lane for lane in opened.view("lanes()") if lane["lane"] == "issue" and lane["side"] == 0]  # noqa: E731
        own = opened.page.evaluate("cdnaschedView.data.kernels[0].versions[0].occupancy.waves")
        self.assertGreater(own, 1)
        self.assertEqual(opened.page.locator("#waves [aria-checked=true]").inner_text(), f"{own} waves")
        self.assertEqual(len(issue()), own)
        wait = self.explained_wait(opened, 0)
        opened.view(f"select(0, 0, {wait['inst']}, 0)")
        self.assertIn("wave 0", opened.page.locator("#details").inner_text())
        opened.page.locator("#waves button").nth(1).click()
        self.assertEqual(opened.page.locator("#waves [aria-checked=true]").inner_text(), "1 wave")
        self.assertEqual(len(issue()), 1)
        self.assertTrue(becomes_true(opened.page, lambda: "w=0" in opened.page.url))

    def test_clocks_are_said_to_be_modelled_and_how_far_they_are_off(self) -> None:
        opened = self.open("softmax")
        self.assertEqual(opened.page.locator("#subtitle").inner_text(), "gfx942, modelled")
        accuracy = opened.page.evaluate("cdnaschedView.data.accuracy")
        self.assertRegex(accuracy, r"modelled, not measured.* off by \d+\.\d %.*docs/timing.md")
        self.assertIn(accuracy, opened.page.locator("#subtitle").get_attribute("title"))
        opened.page.locator("#tab-about").click()
        self.assertIn(accuracy, opened.page.locator("#about").inner_text())

    def test_a_difference_stands_between_those_of_the_perturbed_models(self) -> None:
        opened = self.open("attention")
        least, most, models = opened.page.evaluate(
            """() => {
                const [llvm, ours] = cdnaschedView.data.kernels[0].regions[0].versions;
                const all = ours.perturbed.map(({ name, clocks }) => {
                    const reference = llvm.perturbed.find((other) => other.name === name).clocks.at(-1);
                    return (clocks.at(-1) - reference) / reference * 100;
                });
                return [Math.max(...all), Math.min(...all), all.length];
            }"""
        )
        self.assertGreater(models, 10)
        self.assertLess(most, least - 2)
        signed = lambda value: f"\u2212{round(-value)}"  # noqa: E731
        reach = opened.page.locator("#verdicts .reach")
        self.assertEqual(reach.inner_text(), f"({signed(least)} to {signed(most)})")
        reach.click()
        panel = opened.page.locator("#whatif")
        self.assertIn("How sure the difference is: cdnasched against LLVM", panel.inner_text())
        changes = [float(text.replace("\u2212", "-").rstrip("%")) for text in panel.locator(".dots .figure").all_inner_texts()]
        self.assertEqual(changes, sorted(changes))
        self.assertAlmostEqual(changes[0], most, delta=0.06)
        self.assertAlmostEqual(changes[-1], least, delta=0.06)
        self.assertEqual(panel.locator(".dots .assumed th").inner_text(), "as assumed")

    def test_another_latency_of_memory_is_chosen_by_keyboard_and_kept_in_the_address(self) -> None:
        opened = self.open("attention")
        opened.page.keyboard.press("4")
        points = opened.page.evaluate("cdnaschedView.data.kernels[0].regions[0].versions.map((part) => part.latency.points.map((point) => [point.clocks, point.loops.at(-1).period]))")
        assumed = opened.page.evaluate("cdnaschedView.data.kernels[0].regions[0].versions[0].latency.assumed")
        at = next(index for index, (clocks, _) in enumerate(points[0]) if clocks == assumed)
        shown = lambda: [int(text.replace(",", "")) for text in opened.page.locator("#verdicts .period b").all_inner_texts()]  # noqa: E731
        self.assertEqual(shown(), [round(side[at][1]) for side in points])
        opened.page.locator("#latency").focus()
        for _ in range(3):
            opened.page.keyboard.press("ArrowRight")
        self.assertEqual(opened.page.evaluate("document.activeElement.id"), "latency")
        self.assertEqual(shown(), [round(side[at + 3][1]) for side in points])
        more = round(points[0][at + 3][0] - assumed)
        self.assertIn(f"{more} more than assumed", opened.page.locator(".slider output").inner_text())
        self.assertIn(f"memory +{more}", opened.page.locator("#verdicts").inner_text())
        self.assertTrue(becomes_true(opened.page, lambda: f"l={more}" in opened.page.url))
        opened.page.reload()
        self.assertEqual(shown(), [round(side[at + 3][1]) for side in points])
        opened.page.locator("#latency-back").click()
        self.assertEqual(shown(), [round(side[at][1]) for side in points])

    def test_what_is_in_the_way_of_more_waves_is_said(self) -> None:
        opened = self.open("attention")
        opened.page.locator("#tab-whatif").click()
        text = opened.page.locator("#whatif").inner_text()
        for version in opened.page.evaluate("cdnaschedView.data.kernels[0].versions"):
            more = version["occupancy"]["more"]
            self.assertGreater(more["waves"], version["occupancy"]["waves"])
            self.assertIn(f"In the way of {more['waves']}:", text)
            for obstacle in more["obstacles"]:
                self.assertIn(f"at most {obstacle['most']}: {obstacle['used'] - obstacle['most']} vector registers too many", text)

    def test_what_to_change_names_lines_that_lead_to_the_instructions(self) -> None:
        opened = self.open("debug")
        opened.page.locator("#tab-whatif").click()
        suggestions = opened.page.evaluate("cdnaschedView.data.kernels[0].regions[0].versions[1].suggestions")
        layout = next(one for one in suggestions if one["what"] == "layout")
        self.assertLess(layout["change"], -5)
        self.assertIn(layout["sentence"], opened.page.locator("#whatif").inner_text())
        link = opened.page.locator(f"#whatif .link[data-inst='{layout['instructions'][0]}']").last
        link.click()
        self.assertEqual(opened.view("state()")["inst"], layout["instructions"][0])

    def test_a_page_in_the_frame_of_a_notebook_works(self) -> None:
        outer = self.folder / "notebook.html"
        page = html.escape(self.pages["softmax"].read_text())
        outer.write_text(f'<!doctype html><meta charset="utf-8"><iframe sandbox="allow-scripts" style="width: 1100px; height: 700px" srcdoc="{page}"></iframe>')
        context = self.browser.new_context(viewport={"width": 1280, "height": 720})
        self.addCleanup(context.close)
        opened = context.new_page()
        complaints: list[str] = []
        opened.on("console", lambda message: complaints.append(message.text))
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.goto(outer.as_uri())
        frame = opened.frame_locator("iframe")
        frame.locator("#tab-order").click()
        self.assertTrue(becomes_true(opened, lambda: "moved" in frame.locator("#order").inner_text()))
        frame.locator("#listing .line.instruction").first.click()
        self.assertEqual(frame.locator("#listing .selected").count(), 1)
        self.assertEqual(complaints, [])

    def test_a_link_shows_the_same_and_back_goes_back(self) -> None:
        opened = self.open("gemm")
        wait = self.explained_wait(opened, 1)
        self.click_bar(opened, 1, wait["inst"])
        self.assertTrue(becomes_true(opened.page, lambda: f"i={wait['inst']}" in opened.page.url))
        state = opened.view("state()")
        again = self.enterContext(Opened(self.browser, self.pages["gemm"]))
        again.page.goto(opened.page.url)
        again.page.reload()
        shown = again.view("state()")
        self.assertEqual([shown[key] for key in ("side", "inst", "event")], [state[key] for key in ("side", "inst", "event")])
        self.assertAlmostEqual(shown["range"][0], state["range"][0], delta=1)
        opened.page.locator("#tab-order").click()
        opened.page.go_back()
        self.assertTrue(becomes_true(opened.page, lambda: opened.view("state()")["tab"] == "details"))
        self.assertEqual(opened.view("state()")["inst"], wait["inst"])

    def test_a_broken_link_is_not_an_error(self) -> None:
        opened = self.open("softmax")
        opened.page.evaluate("location.hash = '#k=99&r=7&i=123456789&e=-1&t=9-1&p=nothing&q=%E0%A4%A'")
        opened.page.wait_for_timeout(100)
        self.assertIsNone(opened.view("state()")["inst"])

    def test_the_assembly_and_the_timeline_select_and_scroll_together(self) -> None:
        opened = self.open("gemm")
        opened.view("zoom(0, 300)")
        line = opened.page.locator("#listing .line.instruction:not(.outside)").nth(12)
        inst = int(line.get_attribute("data-inst"))
        line.click()
        self.assertEqual(opened.view("state()")["inst"], inst)
        opened.page.keyboard.press("Escape")
        before = opened.view("state()")["range"]
        box = opened.page.locator("#listing").bounding_box()
        opened.page.mouse.move(box["x"] + 40, box["y"] + 100)
        opened.page.wait_for_timeout(300)
        opened.page.mouse.wheel(0, 900)
        self.assertTrue(becomes_true(opened.page, lambda: opened.view("state()")["range"] != before))

    def test_only_the_users_scrolling_moves_the_timeline(self) -> None:
        opened = self.open("gemm")
        opened.view("zoom(0, 300)")
        # A busy machine: the browser tells of the scrolling long after the page scrolled.
        shown = opened.page.evaluate(
            """async () => {
                const { events } = cdnaschedView.data.kernels[0].regions[0].versions[0].timelines.at(-1);
                const listing = document.getElementById('listing');
                const before = listing.scrollTop;
                cdnaschedView.select(0, 0, events.inst[events.inst.length >> 1]);
                const { range } = cdnaschedView.state();
                const until = performance.now() + 500;
                while (performance.now() < until) {}
                await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
                return { scrolled: listing.scrollTop !== before, range, later: cdnaschedView.state().range };
            }"""
        )
        self.assertTrue(shown["scrolled"])
        self.assertEqual(shown["later"], shown["range"])

    def test_source_lines_stand_beside_the_assembly(self) -> None:
        opened = self.open("debug")
        self.assertTrue(opened.page.locator("#source").is_visible())
        self.assertGreater(opened.page.locator("#listing .line.source").count(), 0)
        opened.page.locator("#source").uncheck()
        self.assertEqual(opened.page.locator("#listing .line.source").count(), 0)

    def test_a_loop_of_3000_instructions_is_painted_in_two_seconds(self) -> None:
        opened = self.open("long")
        self.assertEqual(opened.page.evaluate("new Set(cdnaschedView.data.kernels[0].regions[0].versions[0].timelines.at(-1).events.inst).size"), 3000)
        ours = opened.page.evaluate("performance.getEntriesByName('cdnasched-first-paint')[0].startTime")
        browsers = opened.page.evaluate(
            """() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntriesByName('first-contentful-paint')[0].startTime))
                .observe({ type: 'paint', buffered: true }))"""
        )
        self.assertLess(ours, FIRST_PAINT)
        self.assertLess(browsers, FIRST_PAINT)
        opened.page.mouse.move(400, 300)
        for _ in range(6):
            opened.page.mouse.wheel(0, -300)
            opened.page.wait_for_timeout(30)
        self.assertLess(opened.view("timing()")["paint"], 300)

    def test_data_with_gaps_is_shown_as_far_as_it_goes(self) -> None:
        text = self.pages["gemm"].read_text()
        before, rest = text.split('id="cdnasched-data">', 1)
        data, after = rest.split("</script>", 1)

        def changed(change) -> dict:
            copy = json.loads(data)
            change(copy["kernels"])
            return copy

        cases = {
            "no functions": lambda kernels: kernels.clear(),
            "no loops": lambda kernels: kernels[0].update(regions=[]),
            "only before": lambda kernels: kernels[0]["regions"][0]["versions"].__setitem__(1, None),
            "only after": lambda kernels: kernels[0]["regions"][0]["versions"].__setitem__(0, None),
        }
        for name, change in cases.items():
            with self.subTest(case=name):
                page = self.folder / "gaps.html"
                page.write_text(f'{before}id="cdnasched-data">{json.dumps(changed(change))}</script>{after}')
                with Opened(self.browser, page) as opened:
                    for tab in opened.page.locator("#tabs button").all():
                        tab.click()
                    for key in ["j", "k", "w", "W", "v", "+", "-", "0", "ArrowLeft", "n", "Enter", "e", "d", "Escape"]:
                        opened.page.keyboard.press(key)
                    self.assertEqual(opened.complaints, [])

    def test_names_of_the_data_are_text(self) -> None:
        source = self.folder / "named.html"
        text = self.pages["softmax"].read_text()
        source.write_text(text.replace('"title":"', '"title":"\\u003cimg src=x onerror=console.error(1)>', 1))
        opened = self.enterContext(Opened(self.browser, source))
        self.assertIn("<img", opened.page.locator("#title").inner_text())
        self.assertEqual(opened.page.locator("#title img").count(), 0)
        self.assertEqual(opened.complaints, [])


if __name__ == "__main__":
    unittest.main()
