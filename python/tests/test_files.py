"""Files of the command line: nothing goes that was there, and what has no end is not begun."""

import os
import stat
import tempfile
import unittest
from pathlib import Path

from cdnasched import _files


class Files(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_what_is_written_can_be_read(self) -> None:
        file, link = self.folder / "file", self.folder / "link"
        link.symlink_to("file")
        for text in ("one\r\n", "another"):
            _files.write(link, text)
            self.assertEqual(_files.read(file), text)
        file.chmod(0o640)
        _files.write(file, "a third")
        self.assertEqual(stat.S_IMODE(file.stat().st_mode), 0o640)
        self.assertEqual(sorted(os.listdir(self.folder)), ["file", "link"])

    def test_a_write_that_fails_leaves_what_was_there(self) -> None:
        file = self.folder / "file"
        file.write_text("text")
        with self.assertRaises(UnicodeEncodeError):
            _files.write(file, "\ud800")
        with self.assertRaises(OSError):
            _files.write(self.folder, "text")
        self.assertEqual(file.read_text(), "text")
        self.assertEqual(os.listdir(self.folder), ["file"])

    def test_a_device_is_still_there_after_a_write_that_failed(self) -> None:
        full = self.folder / "full"
        try:
            # The test's own, for the machine's must not get lost by a fault.
            os.mknod(full, 0o600 | stat.S_IFCHR, os.makedev(1, 7))
            os.close(os.open(full, os.O_WRONLY))
        except OSError as error:
            self.skipTest(f"device nodes cannot be made or used here: {error}")
        with self.assertRaises(OSError):
            _files.write(full, "text")
        self.assertTrue(stat.S_ISCHR(full.stat().st_mode))

    def test_a_device_is_not_read(self) -> None:
        with self.assertRaisesRegex(OSError, "neither a file nor a pipe"):
            _files.read(Path("/dev/zero"))


if __name__ == "__main__":
    unittest.main()
