"""The worker process: answers, deaths, hangs, forks."""

import os
import signal
import sys
import threading
import time
import unittest
from pathlib import Path
from typing import Any

from cdnasched import errors
from cdnasched.worker import Worker

FAKE = [sys.executable, str(Path(__file__).with_name("fake_worker.py"))]


def in_child(work: Any) -> int:
    """Runs something in a forked child; its exit code, 99 for an exception."""
    child = os.fork()
    if child == 0:
        code = 99
        signal.alarm(60)
        try:
            code = work()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


class WorkerTests(unittest.TestCase):
    def setUp(self) -> None:
        self.worker = Worker(FAKE)
        self.addCleanup(self.worker.close)

    def ask(self, op: str, timeout: float = 60.0, **fields: Any) -> dict[str, Any]:
        return self.worker.request({"op": op, **fields}, timeout)

    def test_one_process_answers_all_requests(self) -> None:
        first = self.ask("pid")
        self.assertEqual(first, self.ask("pid"))
        self.assertEqual(first["pid"], self.worker.pid)
        self.assertNotEqual(first["pid"], os.getpid())

    def test_large_requests_pass(self) -> None:
        text = "näher\n" * 1_000_000
        self.assertEqual(self.ask("echo", text=text), {"length": len(text), "text": text[:20]})

    def test_errors_have_their_types(self) -> None:
        kinds = {
            "bad_request": errors.BadRequest,
            "bad_input": errors.BadInput,
            "refused": errors.Refused,
            "internal": errors.InternalError,
            "of another version": errors.InternalError,
        }
        for kind, expected in kinds.items():
            with self.assertRaisesRegex(expected, "so it is"):
                self.ask("fail", kind=kind)

    def test_a_dead_worker_is_reported_and_replaced(self) -> None:
        for op, how in [("die", "signal 6: a fatal error"), ("leave", "exit code 4")]:
            before = self.ask("pid")
            with self.assertRaisesRegex(errors.WorkerDied, how):
                self.ask(op)
            self.assertIsNone(self.worker.pid)
            self.assertNotEqual(before, self.ask("pid"))

    def test_one_that_died_between_requests_is_replaced_silently(self) -> None:
        before = self.ask("last")["pid"]
        while self.worker.pid is not None:
            time.sleep(0.01)
        self.assertNotEqual(before, self.ask("pid")["pid"])

    def test_a_hanging_worker_is_ended(self) -> None:
        hanging = self.ask("pid")["pid"]
        with self.assertRaises(errors.WorkerTimeout):
            self.ask("hang", timeout=0.2)
        with self.assertRaises(ProcessLookupError):
            os.kill(hanging, 0)
        self.assertNotEqual(hanging, self.ask("pid")["pid"])

    def test_wrong_answers_end_the_worker(self) -> None:
        for op in ("wrong", "noise"):
            with self.assertRaises(errors.WorkerDied):
                self.ask(op)
            self.assertIsNone(self.worker.pid)

    def test_a_closed_worker_starts_again(self) -> None:
        before = self.ask("pid")["pid"]
        self.worker.close()
        with self.assertRaises(ProcessLookupError):
            os.kill(before, 0)
        self.assertNotEqual(before, self.ask("pid")["pid"])

    def test_a_forked_child_has_its_own(self) -> None:
        ours = self.ask("pid")["pid"]

        def work() -> int:
            theirs = self.ask("pid")["pid"]
            self.worker.close()
            return int(theirs == ours)

        self.assertEqual(in_child(work), 0)
        self.assertEqual(ours, self.ask("pid")["pid"])

    def test_a_child_forked_during_a_request_is_not_held_up(self) -> None:
        asking = threading.Thread(
            target=lambda: self.assertRaises(errors.WorkerTimeout, self.ask, "hang", 1.0)
        )
        asking.start()
        time.sleep(0.3)
        code = in_child(lambda: int(self.ask("pid", timeout=30.0)["pid"] == 0))
        asking.join()
        self.assertEqual(code, 0)

    def test_a_busy_worker_is_not_waited_for_longer_than_allowed(self) -> None:
        busy = self.ask("pid")["pid"]
        asking = threading.Thread(
            target=lambda: self.assertRaises(errors.WorkerTimeout, self.ask, "hang", 1.0)
        )
        asking.start()
        time.sleep(0.3)
        with self.assertRaisesRegex(errors.WorkerTimeout, "busy"):
            self.ask("pid", timeout=0.1)
        self.assertEqual(self.worker.pid, busy)
        asking.join()

    def test_threads_get_their_own_answers(self) -> None:
        wrong = []

        def work(name: str) -> None:
            for _ in range(50):
                if self.ask("echo", text=name)["text"] != name:
                    wrong.append(name)

        threads = [threading.Thread(target=work, args=(f"thread {n}",)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_a_worker_that_cannot_be_started_says_so(self) -> None:
        with self.assertRaisesRegex(errors.LibraryError, "cannot be started.*does not exist"):
            Worker(["/does not exist/worker"]).request({"op": "version"})


if __name__ == "__main__":
    unittest.main()
