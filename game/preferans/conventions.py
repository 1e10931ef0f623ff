"""The conventions: every rule that differs between the regulations, as data.

Scripts ask these fields, never the name. Each field's metadata names its paragraph in docs/rules
and what it changes: a record (what is asked, played or written), a view, or a clock.
A table may override fields: `dataclasses.replace(CONVENTIONS["fspr-2006"], half_misere=False)`.
"""

from dataclasses import dataclass, field, fields
from typing import Any, Literal


def rule(paragraph: str, changes: Literal["record", "view", "clock"], **default: Any) -> Any:
    """A field of a convention: its paragraph and what it changes."""
    return field(metadata={"rule": paragraph, "changes": changes}, **default)


@dataclass(frozen=True, slots=True, kw_only=True)
class Convention:
    """One way to play; see docs/conventions.md for the three that come with the project."""

    name: str = rule("", "record")
    talon_packets: tuple[int, ...] = rule("§1.3", "record")
    """Which packets of two, from 1, may become the talon; one of them is drawn."""
    hold_mandatory: bool = rule("§2.5", "record")
    """The earlier of the last two may only hold or pass, not go on up the ladder."""
    half_misere: bool = rule("§2.9", "record")
    nine_ends_auction: bool = rule("§2.10", "record", default=False)
    discard_seen: Literal["first_lead", "first_trick"] = rule("§3.6", "view")
    """How long the declarer may look at his discard: until this is over."""
    pass_pass_return_67: bool = rule("§4.6", "record")
    dealer_look: bool = rule("§4.9", "view", default=True)
    misere_notes: bool = rule("§5.7", "view")
    raspasy_prices: tuple[int, ...] = rule("§6.5", "record", default=(2, 4, 6))
    """Price of a trick in the first, second… raspasy of a run; the last one stays."""
    zero_tricks: Literal["pool_or_mountain", "mountain"] = rule("§6.7", "view")
    """How the sheet is drawn; the ledger always holds the pool entry."""
    exit_unwhisted: bool = rule("§6.9", "record")
    exit_half_whist: bool = rule("§6.9", "record")
    exit_misere: bool = rule("§6.9", "record")
    return_consolation: Literal["all", "own"] = rule("§7.7", "record", default="all")
    pair_cap_67: bool = rule("§7.11", "record", default=True)
    both_responsible: Literal["each", "split"] = rule("§7.12", "record", default="each")
    quick_tricks: bool = rule("§7.16", "record")
    write_off: bool = rule("§8.3", "view")
    """The sheet is drawn with pool points written off the mountain, never below nought."""
    last_circle_minutes: int = rule("§9.1", "clock")
    last_circle_deals_of_three: int = rule("§9.2", "clock")
    last_circle_deals_of_four: int = rule("§9.2", "clock")


FESTIVAL_2011 = Convention(
    name="festival-2011",
    talon_packets=tuple(range(2, 16)),
    hold_mandatory=False,
    half_misere=True,
    discard_seen="first_lead",
    pass_pass_return_67=False,
    misere_notes=True,
    zero_tricks="pool_or_mountain",
    exit_unwhisted=True,
    exit_half_whist=True,
    exit_misere=True,
    quick_tricks=False,
    write_off=True,
    last_circle_minutes=8,
    last_circle_deals_of_three=2,
    last_circle_deals_of_four=3,
)

FSPR_2006 = Convention(
    name="fspr-2006",
    talon_packets=(4,),
    hold_mandatory=True,
    half_misere=True,
    discard_seen="first_lead",
    pass_pass_return_67=True,
    misere_notes=False,
    zero_tricks="mountain",
    exit_unwhisted=False,
    exit_half_whist=False,
    exit_misere=False,
    quick_tricks=False,
    write_off=False,
    last_circle_minutes=7,
    last_circle_deals_of_three=3,
    last_circle_deals_of_four=4,
)

FSPR_CODE_6 = Convention(
    name="fspr-code-6",
    talon_packets=(4,),
    hold_mandatory=True,
    half_misere=False,
    discard_seen="first_trick",
    pass_pass_return_67=True,
    misere_notes=False,
    zero_tricks="pool_or_mountain",
    exit_unwhisted=False,
    exit_half_whist=False,
    exit_misere=False,
    quick_tricks=True,
    write_off=False,
    last_circle_minutes=7,
    last_circle_deals_of_three=3,
    last_circle_deals_of_four=4,
)

CONVENTIONS: dict[str, Convention] = {
    convention.name: convention for convention in (FESTIVAL_2011, FSPR_2006, FSPR_CODE_6)
}
PARAGRAPHS: dict[str, str] = {
    field.name: field.metadata["rule"] for field in fields(Convention) if field.name != "name"
}
FLAGS = frozenset(field.name for field in fields(Convention) if field.type is bool)
"""The fields that a table may override."""
