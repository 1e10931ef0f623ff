"""What `make cluster` says before it starts anything; tests/browser has it at work."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import cluster  # noqa: E402 - a script that is no package


def refused(place: Path, **settings: str) -> str:
    environment = os.environ | {"CLUSTER": str(place)} | settings
    command = [sys.executable, "tools/cluster.py"]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (1, "")
    return ran.stdout


@pytest.mark.parametrize("port", ["abc", "0", "65536", "8080.0", "-1"])
def test_a_port_that_is_none(tmp_path: Path, port: str) -> None:
    told = f"PULYA_PORT={port}: must be a whole number from 1 to 65535\n"
    assert refused(tmp_path, PULYA_PORT=port) == told


def test_what_is_left_of_an_earlier_cluster_is_named(tmp_path: Path) -> None:
    """It holds the file of their numbers as long as it lives; the dead are not named."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    with (tmp_path / "pids").open("w") as file:
        file.write(f"{gone.pid} {os.getpid()}")
        file.flush()
        fcntl.flock(file, fcntl.LOCK_EX)
        told = f"an earlier cluster still runs: kill {os.getpid()}\n"
        assert refused(tmp_path) == told


def test_no_two_nodes_have_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULYA_NODE", "mine")
    nodes = [cluster.node(number, 9000 + number, "database", "bell") for number in (1, 2, 3)]
    names = {node.settings["PULYA_NODE"] for node in nodes}
    assert len(names) == 3
    assert "mine" not in names
    assert {node.settings["PULYA_DB"] for node in nodes} == {"database"}
    assert {node.settings["PULYA_REDIS"] for node in nodes} == {"bell"}
