"""Checks of a wrapper against pages of today, and its repair."""

from unweave.verify.drift import FieldVerdict, Verdict, check, sharpened
from unweave.verify.repairing import repair
from unweave.wrapper import Gates

__all__ = ["FieldVerdict", "Gates", "Verdict", "check", "repair", "sharpened"]
