"""The report's file: whole or as it was, and a device stays a device."""

import os
import shutil
import stat
import tempfile
import unittest

import support  # noqa: F401  (finds the kit)

from cdnakit import report

EMPTY = {"format": 1, "kernels": []}


class Save(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder, True)

    def test_what_a_link_leads_to_is_replaced(self) -> None:
        file, link = os.path.join(self.folder, "file"), os.path.join(self.folder, "link")
        os.symlink("file", link)
        report.save(EMPTY, link)
        self.assertTrue(os.path.islink(link))
        self.assertTrue(os.path.getsize(file) > 0)
        self.assertEqual(sorted(os.listdir(self.folder)), ["file", "link"])

    def test_a_device_is_still_there_after_a_write(self) -> None:
        for number, fails in ((3, False), (7, True)):
            # The test's own, for the machine's must not get lost by a fault.
            node = os.path.join(self.folder, str(number))
            try:
                os.mknod(node, 0o600 | stat.S_IFCHR, os.makedev(1, number))
                os.close(os.open(node, os.O_WRONLY))
            except OSError as error:
                self.skipTest("device nodes cannot be made or used here: {}".format(error))
            if fails:
                self.assertRaises(OSError, report.save, EMPTY, node)
            else:
                report.save(EMPTY, node)
            self.assertTrue(stat.S_ISCHR(os.stat(node).st_mode))


if __name__ == "__main__":
    unittest.main()
