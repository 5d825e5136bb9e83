"""Takes the picture of a page: `python -m picture PAGE PNG`."""

import pathlib
import sys

from browser import Opened, chromium


def main() -> None:
    page, picture = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
    with chromium() as browser, Opened(browser, page, viewport={"width": 1600, "height": 1000}) as opened:
        # The wait that stalls longest, with what it waits for.
        opened.page.locator("#details .worst .link", has_text="s_waitcnt").first.click()
        state = opened.view("state()")
        issue = opened.page.evaluate(
            f"cdnaschedView.data.kernels[0].regions[0].versions[{state['side']}].timelines.at(-1).events.issue[{state['event']}]"
        )
        opened.view(f"zoom({issue} - 800, {issue} + 1400)")
        opened.page.wait_for_timeout(300)
        opened.page.mouse.move(5, 5)
        opened.page.screenshot(path=picture)
        if opened.complaints:
            sys.exit("\n".join(opened.complaints))


if __name__ == "__main__":
    main()
