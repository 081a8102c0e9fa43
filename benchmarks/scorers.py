"""Running the stand-alone scorers of the benchmark folder with an adapter of ours."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from data import bench_root

ADAPTERS = Path(__file__).resolve().parent / "adapters"


def run(scorer: str, adapter: str, *options: str) -> Any:
    """Run a scorer, let it print its table, and give back what it wrote as JSON."""
    root = bench_root()
    if root is None:
        raise FileNotFoundError(scorer)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        call = [sys.executable, str(root / scorer), str(ADAPTERS / adapter), "--json", str(out), *options]
        subprocess.run(call, check=True)
        return json.loads(out.read_text(encoding="utf-8"))
