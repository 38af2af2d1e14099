"""The looks, in the order in which they are taken: what is cheap and tells much comes first.

A photograph is seen from the front first: as it lies it is seldom read, and not sooner. A screenshot is read
as it lies; where that leaves doubts, it may be a photograph all the same. New looks go into these tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from picrosser.looks.attempt import View
from picrosser.looks.screenshot import AS_IT_LIES, TURNED
from picrosser.looks.search import Look, Search


def _from_the_front() -> Sequence[Look]:
    # Few pictures are photographs, which need these.
    from picrosser.looks import hungry_cat_screen, katamino_table, page, screen

    return (
        *hungry_cat_screen.AT_FIRST_SIGHT,
        page.FINE_RULED_PAGE,
        katamino_table.KATAMINO_TABLE,
        page.RULED_PAGE,
        screen.FIRST_VIEW,
        page.WEIGHED_PAGE,  # settles more in less time, but needs to know the size of the board on a screen
        hungry_cat_screen.CLOSELY,
        *screen.FURTHER_VIEWS,
    )


def looks_worth_taking(search: Search) -> Iterator[Look]:
    """Yield one look after the other, each judged by what is known when it is due."""
    evidence, belief = search.evidence, search.belief
    if search.request.board > 1:
        from picrosser.looks.page import RULED_PAGE, WEIGHED_PAGE  # only pages have several boards

        yield from _worth_taking((RULED_PAGE, WEIGHED_PAGE), search)
        return
    if evidence.shows_nothing and search.request.kind != "katamino":
        return
    if evidence.is_photograph and not evidence.is_noisy_screenshot:
        yield from _worth_taking(_from_the_front(), search)
    yield from _worth_taking(AS_IT_LIES, search)
    yield from _worth_taking(TURNED, search)
    if belief.leaves_doubts(View.AS_IT_LIES) and belief.leaves_doubts(View.TURNED):
        search.is_thorough = True
        if evidence.is_photograph or evidence.may_be_quiet_photograph:
            yield from _worth_taking(_from_the_front(), search)


def _worth_taking(looks: Sequence[Look], search: Search) -> Iterator[Look]:
    for look in looks:
        if not search.belief.tried(look.name, look.view) and look.needs(search):
            yield look
