"""Intervals whose ends are known, and the rules of the verdicts."""

import unittest

import support  # noqa: F401  (sets the path)

from cdnakit import statistics, verdict
from cdnakit.statistics import Interval


class Bootstrap(unittest.TestCase):
    def test_constant_samples_have_no_width(self) -> None:
        self.assertEqual(statistics.bootstrap_ratio([100.0] * 9, [87.0] * 9), Interval(0.87, 0.87, 0.87))

    def test_drift_that_touches_both_drops_out(self) -> None:
        # Every pair has the same ratio, but the level moves: drawn in pairs the ratio stays, drawn apart it would not.
        a = [float(2**i) for i in range(9)]
        interval = statistics.bootstrap_ratio(a, [0.5 * value for value in a])
        self.assertEqual((interval.low, interval.mid, interval.high), (0.5, 0.5, 0.5))

    def test_two_values(self) -> None:
        # a is 1; b is 1 or 2, once each in two rounds: the median of two draws is 1, 1.5 or 2 with 1/4, 1/2, 1/4.
        interval = statistics.bootstrap_ratio([1.0, 1.0], [1.0, 2.0])
        self.assertEqual((interval.low, interval.mid, interval.high), (1.0, 1.5, 2.0))
        narrow = statistics.bootstrap_ratio([1.0, 1.0], [1.0, 2.0], level=0.3)
        self.assertEqual((narrow.low, narrow.high), (1.5, 1.5))

    def test_order_statistics(self) -> None:
        # The bootstrap median of n values lies between order statistics of the binomial: for 0..100 and 95 %, about 40 and 60.
        interval = statistics.bootstrap_ratio([1.0] * 101, [float(i) for i in range(101)])
        self.assertEqual(interval.mid, 50.0)
        self.assertAlmostEqual(interval.low, 40, delta=2)
        self.assertAlmostEqual(interval.high, 60, delta=2)

    def test_is_deterministic_and_the_seed_matters(self) -> None:
        a, b = [float(i % 7 + 10) for i in range(40)], [float(i % 5 + 10) for i in range(40)]
        self.assertEqual(statistics.bootstrap_ratio(a, b, seed=3), statistics.bootstrap_ratio(a, b, seed=3))

    def test_refuses(self) -> None:
        for a, b in (([], []), ([1.0], [1.0, 2.0]), ([0.0], [1.0])):
            with self.assertRaises(ValueError):
                statistics.bootstrap_ratio(a, b)

    def test_geometric_mean(self) -> None:
        self.assertAlmostEqual(statistics.geometric_mean([0.5, 2.0]), 1.0)


def judged(modelled: float, low: float, high: float, noise: float = 0.0, rounds: int = 60) -> verdict.Verdict:
    measured = Interval(low, (low + high) / 2, high)
    return verdict.judge(verdict.Claim(modelled, rounds, measured, Interval(1 - noise, 1.0, 1 + noise)))


class Rules(unittest.TestCase):
    def test_table(self) -> None:
        c, r, u = verdict.CONFIRMED, verdict.REFUTED, verdict.UNDECIDED
        table = [
            # modelled, low, high, noise, verdict, words of the reason
            (0.80, 0.79, 0.82, 0.00, c, "at least half"),
            (0.80, 0.85, 0.899, 0.00, c, "at least half"),
            (0.80, 0.85, 0.899, 0.01, u, "both half"),  # the same, but the control is wide
            (0.80, 0.89, 0.91, 0.00, u, "both half"),
            (0.80, 0.905, 0.95, 0.00, r, "less than half"),
            (0.80, 0.905, 0.95, 0.01, u, "both half"),
            (0.80, 1.02, 1.05, 0.01, r, "slower"),
            (0.80, 0.60, 0.65, 0.00, c, "larger than modelled"),
            (0.80, 0.60, 1.20, 0.00, u, "both half"),
            (0.98, 0.975, 0.985, 0.00, c, "at least half"),
            (0.98, 0.975, 0.985, 0.01, u, "both half"),
            (0.98, 0.999, 0.9999, 0.00, r, "less than half"),
            (1.00, 0.99, 1.01, 0.00, c, "within 3 points"),
            (1.00, 0.99, 1.01, 0.03, u, "reaches over"),
            (1.00, 1.04, 1.06, 0.00, r, "claims no gain"),
            (1.00, 0.90, 0.95, 0.00, r, "claims no gain"),
            (1.05, 1.03, 1.07, 0.00, c, "within 3 points"),
        ]
        for modelled, low, high, noise, want, reason in table:
            got = judged(modelled, low, high, noise)
            self.assertEqual(got.verdict, want, (modelled, low, high, noise, got))
            self.assertIn(reason, got.why, (modelled, low, high, noise))

    def test_too_few_rounds_and_no_measurement(self) -> None:
        self.assertIn("7 of 8", judged(0.8, 0.79, 0.81, rounds=7).why)
        self.assertEqual(judged(0.8, 0.79, 0.81, rounds=8).verdict, verdict.CONFIRMED)
        self.assertEqual(verdict.judge(verdict.Claim(0.8, 0, None, None)).verdict, verdict.UNDECIDED)

    def test_control_off_one_decides_nothing(self) -> None:
        for control in (Interval(1.01, 1.02, 1.03), Interval(0.95, 0.96, 0.97), Interval(1.004, 1.005, 1.006)):
            got = verdict.judge(verdict.Claim(0.8, 60, Interval(0.79, 0.8, 0.81), control))
            self.assertEqual(got.verdict, verdict.UNDECIDED)
            self.assertIn(f"{control.low:.4f} to {control.high:.4f}", got.why)

    def test_control_off_one_by_next_to_nothing_is_noise(self) -> None:
        control = Interval(1.003, 1.003, 1.004)
        table = ((0.80, verdict.CONFIRMED), (0.895, verdict.CONFIRMED), (0.897, verdict.UNDECIDED))
        for high, want in table:
            got = verdict.judge(verdict.Claim(0.8, 60, Interval(0.79, 0.79, high), control))
            self.assertEqual(got.verdict, want)

    def test_no_interval_is_both_confirmed_and_refuted(self) -> None:
        # Confirmed and refuted at once would mean that the order of the rules decides.
        confirming = [rule for rule in verdict.RULES if rule[1] == verdict.CONFIRMED]
        refuting = [rule for rule in verdict.RULES if rule[1] == verdict.REFUTED]
        for m in range(60, 111):
            for low in range(50, 120):
                for width in (0, 1, 5, 20):
                    for noise in (0.0, 0.02):
                        interval = Interval(low / 100, low / 100, (low + width) / 100)
                        claim = verdict.Claim(m / 100, 60, interval, Interval(1 - noise, 1, 1 + noise))
                        yes = any(rule[0](claim) for rule in confirming)
                        self.assertFalse(yes and any(rule[0](claim) for rule in refuting), claim)

    def test_of_a_kernel(self) -> None:
        c, r, u = verdict.CONFIRMED, verdict.REFUTED, verdict.UNDECIDED
        for claims, want in (([c, c], c), ([c, u], u), ([r, c], r), ([u, r], r)):
            self.assertEqual(verdict.of_kernel(claims), want)


if __name__ == "__main__":
    unittest.main()
