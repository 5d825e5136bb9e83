"""A headless Chromium, and pages opened in it from disk."""

import contextlib
import os
import pathlib
import time
from collections.abc import Callable, Iterator

from playwright.sync_api import Browser, Page, sync_playwright

# How long a page is given to show what it shall, in seconds: far more than a loaded machine needs.
PATIENCE = 20
# Without these Chromium talks to its maker.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """The system's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def becomes_true(page: Page, found: Callable[[], bool]) -> bool:
    """Whether something comes true before the patience ends: what a page draws or writes to its address comes some time after
    the event that asks for it."""
    end = time.monotonic() + PATIENCE
    while not found():
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(20)
    return True


class Opened:
    """A page that was opened from disk, and what it complained of or asked for."""

    def __init__(self, browser: Browser, path: pathlib.Path, **context) -> None:
        self.context = browser.new_context(viewport=context.pop("viewport", {"width": 1280, "height": 720}), **context)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.requests: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(path.as_uri())
        self.page.wait_for_function("window.cdnaschedView && window.cdnaschedView.timing().first > 0")

    def __enter__(self) -> "Opened":
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def view(self, call: str):
        """What `window.cdnaschedView` answers."""
        return self.page.evaluate(f"window.cdnaschedView.{call}")
