"""Checks of a wrapper against pages of today, and its repair (``verify.repairing``, which loads all learners)."""

from unweave.verify.drift import FieldVerdict, Verdict, check, sharpened
from unweave.wrapper import Gates

__all__ = ["FieldVerdict", "Gates", "Verdict", "check", "sharpened"]
