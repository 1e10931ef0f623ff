"""The files of deploy/ are valid, and speak of settings that the server has."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from server.settings import OTHERS, SETTINGS

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
COMPOSE = ("compose.yaml", "compose.cluster.yaml")
ADDRESSES = {"BIND": "127.0.0.1:8080"} | {
    f"NODE{number}": f"127.0.0.1:{8080 + number}" for number in (1, 2, 3)
}


def ran(*command: str | Path) -> str:
    """What a program that must succeed prints."""
    found = shutil.which(command[0], path=f"{os.environ['PATH']}:/usr/sbin")
    assert found is not None, f"{command[0]} is missing"
    done = subprocess.run(
        [found, *command[1:]],
        env=os.environ | ADDRESSES,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("name", COMPOSE)
def test_a_compose_file_is_one(name: str) -> None:
    ran("check-jsonschema", "--builtin-schema", "vendor.compose-spec", DEPLOY / name)


def test_the_image_is_built_by_the_book() -> None:
    ran("hadolint", DEPLOY / "Dockerfile")


def test_the_proxy_takes_its_configuration() -> None:
    ran("haproxy", "-c", "-f", DEPLOY / "haproxy.cfg")


def test_the_image_has_every_file_that_the_server_needs() -> None:
    copied = re.findall(r"^COPY (?:--\S+ )?(.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.M)
    own = {file for line in copied for file in line.split() if not file.startswith("/")}
    assert {"game", "lobby", "server", "requirements.txt"} <= own
    kept = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.M)
    for file in own:
        assert (ROOT / file).exists(), file
        assert any(Path(file).is_relative_to(each) for each in kept), f"{file} is ignored"


def test_only_settings_that_there_are() -> None:
    known = {setting.variable for setting in SETTINGS} | OTHERS
    for file in DEPLOY.iterdir():
        named = set(re.findall(r"PULYA_[A-Z_]+", file.read_text()))
        assert named <= known, f"{file.name}: {named - known}"


def test_no_secret_is_written_down() -> None:
    for file in DEPLOY.iterdir():
        for value in re.findall(r"^ *\w*PASSWORD: *(.+)$", file.read_text(), re.M):
            assert value.startswith("${"), file.name


def test_the_proxy_sees_that_a_node_drains_before_the_node_hangs_up() -> None:
    cluster = (DEPLOY / "compose.cluster.yaml").read_text()
    drain = float(re.findall(r"PULYA_DRAIN: (\S+)", cluster)[0])
    checks = re.findall(r"inter (\d+)s fall (\d+)", (DEPLOY / "haproxy.cfg").read_text())
    assert [int(every) * int(times) < drain for every, times in checks] == [True]
    grace = re.findall(r"stop_grace_period: (\d+)s", cluster)
    assert [int(seconds) > 10 for seconds in grace] == [True]
