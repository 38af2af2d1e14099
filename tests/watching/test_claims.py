from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from picrosser.watching.claims import Claim, Claims


class Elsewhere(Claims):
    """The claims of another process that runs: of the one that started the tests."""

    def __init__(self) -> None:
        super().__init__()
        self._owner = f"{socket.gethostname()} {os.getppid()}"


def hidden(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if file.name.startswith(".")]


def test_one_of_two_gets_a_picture(tmp_path):
    answer = tmp_path / "a-solved.png"
    with Claims() as ours, Elsewhere() as theirs:
        assert ours.claim(answer) is Claim.OURS
        assert theirs.claim(answer) is Claim.OTHERS
        answer.touch()
        ours.release(answer)
        assert theirs.claim(answer) is Claim.ANSWERED
        assert hidden(tmp_path) == []


def test_a_picture_without_an_answer_is_not_done_again(tmp_path):
    answer = tmp_path / "a-solved.png"
    with Elsewhere() as theirs:
        with Claims() as ours:
            ours.claim(answer)
            ours.keep_as_done(answer)
            assert theirs.claim(answer) is Claim.DONE
            assert ours.claim(answer) is Claim.OURS  # it has changed, or this process would not ask
        assert hidden(tmp_path) == []


@pytest.mark.skipif(os.name == "nt", reason="not known there")
def test_the_claim_of_a_process_that_has_ended_does_not_count(tmp_path):
    answer = tmp_path / "a-solved.png"
    claims = "from picrosser.watching.claims import Claims; from pathlib import Path; import os, sys"
    killed = (
        f"{claims}; print(Claims().claim(Path(sys.argv[1]))); sys.stdout.flush(); os.kill(os.getpid(), 9)"
    )
    run = subprocess.run([sys.executable, "-c", killed, answer], capture_output=True, text=True, check=False)
    assert "OURS" in run.stdout
    assert len(hidden(tmp_path)) == 1
    with Claims() as ours:
        assert ours.claim(answer) is Claim.OTHERS
        assert ours.claim(answer) is Claim.OURS
    assert hidden(tmp_path) == []


def test_the_claim_of_another_machine_counts(tmp_path):
    answer = tmp_path / "a-solved.png"
    (tmp_path / ".a-solved.png.picrosser-claim").write_text("elsewhere 1\n")
    with Claims() as ours:
        assert ours.claim(answer) is Claim.OTHERS
    assert len(hidden(tmp_path)) == 1  # it is not ours to remove
