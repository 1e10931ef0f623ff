"""What changed between two values of plain JSON, so that a page need not have all of it again."""

from typing import Any

Change = list[Any]
"""`[path, value]`: a path of keys and places; a place one behind the last adds to a list.

`[path]` alone takes away: all of a list from that place on, or a key.
"""


def differences(before: Any, after: Any, path: tuple[str | int, ...] = ()) -> list[Change]:
    """The changes that make `after` of `before`, to be carried out in order."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        found = [[[*path, key]] for key in before if key not in after]
        for key, value in after.items():
            if key in before:
                found += differences(before[key], value, (*path, key))
            else:
                found.append([[*path, key], value])
        return found
    if isinstance(before, list) and isinstance(after, list):
        found = []
        for place, (one, other) in enumerate(zip(before, after, strict=False)):
            found += differences(one, other, (*path, place))
        if len(after) < len(before):
            found.append([[*path, len(after)]])
        return found + [[[*path, place], after[place]] for place in range(len(before), len(after))]
    return [[[*path], after]]
