import pytest

from picrosser.errors import ExitCode, TimeLimitError
from picrosser.running.deadline import NO_DEADLINE, Deadline


def test_time_that_is_left_or_without_limit():
    deadline = Deadline.after(1000.0)
    assert 900 < deadline.left_s <= 1000
    assert Deadline.after(None) == NO_DEADLINE
    assert NO_DEADLINE.left_s is None
    for early in (deadline, NO_DEADLINE):
        assert not early.is_past
        early.check("anything")


def test_a_deadline_that_is_past_ends_the_work():
    late = Deadline.after(0.0)
    assert late.left_s == 0
    assert late.is_past
    with pytest.raises(TimeLimitError) as caught:
        late.check("reading the picture")
    assert caught.value.exit_code is ExitCode.GAVE_UP
    says = "the time limit was reached while reading the picture; allow more with time_limit_s"
    assert str(caught.value) == says
    assert "a board was found; allow" in str(caught.value.knowing("a board was found"))
