"""The book of `make book`, read from disk in a headless Chromium."""

import pathlib
import unittest

import browser

BOOK = pathlib.Path(__file__).resolve().parents[2] / "target" / "book"


class Book(unittest.TestCase):
    def test_it_is_read_and_searched_without_a_network(self) -> None:
        with browser.chromium() as chromium:
            context = chromium.new_context()
            page = context.new_page()
            complaints: list[str] = []
            requests: list[str] = []
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("request", lambda request: requests.append(request.url))
            page.goto((BOOK / "index.html").as_uri())
            self.assertIn("cdnasched", page.locator("main h1").first.inner_text())

            # The contents lead to a page, and its links to others.
            parts = page.locator("#mdbook-sidebar .part-title").all_inner_texts()
            self.assertEqual(parts, ["Tutorial", "How-to", "Reference", "Background"])
            page.locator("#mdbook-sidebar a", has_text="I have a slow kernel: HIP").click()
            page.locator("main a[href='../howto/page.html']").first.click()
            self.assertEqual(page.locator("main h1").inner_text(), "Read a page")

            # The search finds words of a page, once its script listens.
            page.wait_for_load_state("load")
            page.keyboard.press("s")
            bar = page.locator("#mdbook-searchbar")
            found = page.locator("#mdbook-searchresults a", has_text="lint").first
            # Key by key: it is searched when a key goes up, or when the index is loaded, whichever is later.
            bar.press_sequentially("wait-handover-own")
            found.wait_for(timeout=60000)
            self.assertEqual(complaints, [])
            self.assertEqual([url for url in requests if not url.startswith(("file:", "data:"))], [])


if __name__ == "__main__":
    unittest.main()
