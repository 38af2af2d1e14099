from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("filelock")

from picrosser.cli.commands.watch import Claim, Claims


def hidden(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if file.name.startswith(".")]


def test_one_of_two_gets_a_picture(tmp_path):
    answer = tmp_path / "a-solved.png"
    with Claims() as ours, Claims() as theirs:
        assert ours.claim(answer) is Claim.OURS
        assert theirs.claim(answer) is Claim.OTHERS
        answer.touch()
        ours.release(answer)
        assert theirs.claim(answer) is Claim.ANSWERED
        assert hidden(tmp_path) == []


def test_a_picture_without_an_answer_is_not_done_again_while_its_watcher_runs(tmp_path):
    answer = tmp_path / "a-solved.png"
    with Claims() as theirs:
        with Claims() as ours:
            ours.claim(answer)
            assert theirs.claim(answer) is Claim.OTHERS
            assert ours.claim(answer) is Claim.OURS  # it has changed, or this process would not ask
        assert theirs.claim(answer) is Claim.OURS
    assert hidden(tmp_path) == []


@pytest.mark.skipif(os.name == "nt", reason="not known there")
def test_the_claim_of_a_process_that_has_ended_does_not_count(tmp_path):
    answer = tmp_path / "a-solved.png"
    killed = (
        "from picrosser.cli.commands.watch import Claims; from pathlib import Path; import os, sys; "
        "ours = Claims(); print(ours.claim(Path(sys.argv[1])), flush=True); os.kill(os.getpid(), 9)"
    )
    run = subprocess.run([sys.executable, "-c", killed, answer], capture_output=True, text=True, check=False)
    assert "OURS" in run.stdout
    assert len(hidden(tmp_path)) == 1
    with Claims() as ours:
        ours.claim(answer)  # some versions of filelock only remove the old one
        assert ours.claim(answer) is Claim.OURS
    assert hidden(tmp_path) == []


def test_the_claim_of_another_machine_counts(tmp_path):
    answer = tmp_path / "a-solved.png"
    (tmp_path / ".a-solved.png.picrosser-claim").write_text("elsewhere 1\n")
    with Claims() as ours:
        assert ours.claim(answer) is Claim.OTHERS
    assert len(hidden(tmp_path)) == 1  # it is not ours to remove
