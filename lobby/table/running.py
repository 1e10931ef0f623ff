"""The deal that is running at a table, and the ones that are past."""

from dataclasses import dataclass, field

from game.cards import BY_NAME, hand_of_text
from game.preferans.agreement import AGREED
from game.preferans.conventions import Convention
from game.preferans.deal import DealPlay, begin
from game.preferans.events import HandLaid, HandShown, Played, TalonOpened, TalonTaken
from game.preferans.facts import Deal, Layout
from game.preferans.seats import chairs
from game.script import Event, Refused, Seat, Viewer
from game.view import Result, View, empty, fold
from lobby.table.facts import DealOpened

SHOWS_CARDS = (HandShown, TalonTaken, HandLaid, TalonOpened, Played)


@dataclass(slots=True)
class Running:
    """A deal as its opening and its answers. The play is a cache of both, made when needed."""

    convention: Convention
    players: int
    opened: DealOpened
    answers: list[str] = field(default_factory=list)
    told: list[Event] = field(default_factory=list)
    """All that was told since the opening."""
    shown_at: int = 0
    """After how many answers a claim last showed a hand."""
    rewound: bool = False
    """What was told before no longer counts: all is told again."""
    _play: DealPlay | None = None
    _deal: Deal | None = None
    _taken: int = 0
    """How many answers the cached play has taken."""

    @property
    def number(self) -> int:
        return self.opened.number

    @property
    def layout(self) -> Layout:
        first, second, third = (tuple(hand_of_text(hand)) for hand in self.opened.hands)
        left, right = (BY_NAME[name] for name in self.opened.talon)
        dealer = Seat(self.opened.dealer)
        return Layout(
            self.players, dealer, (first, second, third), (left, right), self.opened.streak
        )

    @property
    def seats(self) -> list[Seat]:
        """Who gave each answer."""
        play, _ = begin(self.convention, self.layout)
        seats = []
        for word in self.answers:
            assert play.ask is not None
            seats.append(play.ask.seat)
            give(play, word)
        return seats

    @property
    def play(self) -> DealPlay:
        """The play after all answers."""
        self.catch_up()
        assert self._play is not None
        return self._play

    @property
    def deal(self) -> Deal:
        """The facts after all answers."""
        self.catch_up()
        assert self._deal is not None
        return self._deal

    def catch_up(self) -> list[Event]:
        """Play the answers that came since the last call; what they told."""
        news: list[Event] = []
        if self._play is None:
            self._play, self._deal = begin(self.convention, self.layout)
            news += self._play.news()
        for word in self.answers[self._taken :]:
            give(self._play, word)
            self._taken += 1
            news += self._play.news()
        self.told += news
        return news

    def take_back(self, answers: int) -> None:
        """Only so many answers count; the rest was not given."""
        del self.answers[answers:]
        self.told.clear()
        self._play, self._deal, self._taken, self.rewound = None, None, 0, True

    def shown_since(self, answers: int) -> bool:
        """Whether anybody has seen a card for the first time after so many answers."""
        play, _ = begin(self.convention, self.layout)
        for word in self.answers[:answers]:
            give(play, word)
        play.news()
        for word in self.answers[answers:]:
            give(play, word)
        return any(isinstance(event, SHOWS_CARDS) for event in play.news())

    def tried(self, seat: Seat, words: list[str]) -> None:
        """Raises `Refused` unless the seat may give all these answers one after the other.

        One answer is checked as it is; more are tried out on a play of their own. Only discards
        and the contract may come together: elsewhere a refusal of the second word would tell
        what the first one brings to light, the talon or another's hand.
        """
        play = self.play
        if len(words) > 1:
            if play.question(seat).what != "discard":
                raise Refused("one_at_a_time")
            play, _ = begin(self.convention, self.layout)
            for word in self.answers:
                give(play, word)
        for word in words[:-1]:
            play.answer(seat, word)
        play.check(seat, words[-1])

    def seen_by(self, viewer: Viewer) -> View:
        """The deal as this viewer may see it now."""
        self.catch_up()
        view = empty()
        for event in self.told:
            fold(view, event.seen_by(viewer))
        return view


def give(play: DealPlay, word: str) -> None:
    """An answer of the log: an agreed end, or the choice of whoever is asked.

    Raises `Refused` where the rules are not those by which it was written.
    """
    if word.startswith(AGREED):
        play.finish(word)
    else:
        if play.ask is None:
            raise Refused("deal_over")
        play.answer(play.ask.seat, word)


@dataclass(frozen=True, slots=True)
class Past:
    """A deal that is written down. `annulled` says why nothing of it counts, "" where it does.

    Of one that was broken off the result is that of `nothing`.
    """

    opened: DealOpened
    answers: tuple[str, ...]
    result: Result
    annulled: str = ""


def nothing(running: Running) -> Result:
    """What a deal gives that never came to its end: not a line, not a trick."""
    return {
        "kind": "game",
        "declarer": None,
        "contract": None,
        "tricks": dict.fromkeys(chairs(running.players), 0),
        "lines": [],
        "streak": running.opened.streak,
    }
