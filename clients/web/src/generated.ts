// Made by tools/page_types.py from the Python types; do not edit.

/** `known` is None where the viewer may not look; `laid` hands lie open on the table. */
export interface Hand {
  count: number;
  known: string[] | null;
  laid: boolean;
}

/** A call; also `invite` and the sitting dealer's `yes` or `no` (§2.9). */
export interface Call {
  seat: string;
  call: string;
}

/** A word of the whisting; also `look-E`, the sitting dealer's choice of a hand. */
export interface Word {
  seat: string;
  word: string;
}

/** How the whisting ended: see facts.Whisted. */
export interface Whisters {
  how: string;
  by: string | null;
  hand: string | null;
}

/** A card in a trick, from the hand of `seat`; no seat for a talon card that names the suit. */
export interface OnTable {
  seat: string | null;
  by: string | null;
  card: string;
}

/** A trick that `seat` took. */
export interface Trick {
  cards: OnTable[];
  seat: string;
}

/** Who is asked what; the options only for who decides. See script.Ask. */
export interface Question {
  number: number;
  seat: string;
  what: string;
  options: string[] | null;
  rule: string;
  hand: string | null;
}

/** See scoring.Line. */
export interface ScoreLine {
  into: "pool" | "mountain" | "whists";
  seat: string;
  on: string | null;
  amount: number;
  why: string;
  rule: string;
  sum: string;
}

/** What a deal gave: see scoring.Score. */
export interface Result {
  kind: "game" | "misere" | "raspasy";
  declarer: string | null;
  contract: string | null;
  tricks: Record<string, number>;
  lines: ScoreLine[];
  streak: number;
}

/** A deal as one viewer's screen shows it. */
export interface View {
  phase: "none" | "auction" | "talon" | "whisting" | "play" | "raspasy" | "over";
  players: number;
  dealer: string | null;
  hands: string[];
  streak: number;
  price: number;
  opening: string | null;
  cards: Record<string, Hand>;
  calls: Call[];
  declarer: string | null;
  contract: string | null;
  shared: boolean;
  notes: boolean;
  talon: string[];
  discard: string[];
  whists: Word[];
  whisted: Whisters | null;
  lie: string | null;
  trick: OnTable[];
  last: Trick | null;
  taken: Record<string, number>;
  ask: Question | null;
  result: Result | null;
}

/** Who takes part; `number` as drawn, `ready` for the next deal. */
export interface MemberView {
  person: string;
  bot: boolean;
  number: number | null;
  seat: string | null;
  ready: boolean;
}

/** Points by seat, `whists[writer][on]`. */
export interface SheetView {
  pool: Record<string, number>;
  mountain: Record<string, number>;
  whists: Record<string, Record<string, number>>;
}

/** Whists from pool and mountain, from whists, and in all; thirds as `-158/3`. */
export interface SettledView {
  points: string;
  whists: number;
  result: string;
}

/** A finished deal; `secret` opens its `commitment`. */
export interface PastView {
  number: number;
  dealer: string;
  commitment: string;
  secret: string;
  result: Result;
}

/** A claim that waits for the answers of the seats `waiting`; cards where they are shown. */
export interface ClaimView {
  seat: string;
  end: string;
  tricks: Record<string, number>;
  cards: string[] | null;
  waiting: string[];
}

/** A table. `deal` is the number of the running deal or the last one, `deals` how many. */
export interface TableView {
  rules: string;
  changed: Record<string, unknown>;
  players: number;
  deals: number;
  phase: "gathering" | "seating" | "playing" | "between" | "finished";
  members: MemberView[];
  deal: number;
  commitment: string | null;
  sheet: SheetView;
  drawn: SheetView;
  past: PastView[];
  settled: Record<string, SettledView> | null;
  claim: ClaimView | null;
}

/** A refusal: a code, the paragraph of docs/rules it comes from ("" if none), parameters. */
export interface ErrorMessage {
  code: string;
  rule: string;
  detail: Record<string, unknown>;
}

/** `command`: `id` is new for each command and the same for a repeat of it. */
export interface CommandMessage {
  stream: string;
  id: string;
  command: Record<string, unknown>;
}

/** The acknowledgement of a command: it is entry `n` of the stream. */
export interface DoneMessage {
  stream: string;
  n: number;
}

/** `sync`: asks for all that this person may see, and for every entry from then on. */
export interface SyncMessage {
  stream: string;
}

/** The acknowledgement of `sync`: the state after entry `n`; `names` by person. */
export interface SyncedMessage {
  stream: string;
  n: number;
  table: TableView;
  view: View;
  names: Record<string, string>;
}

/** Entry `n` as this viewer may have it. */
export interface EntryMessage {
  stream: string;
  n: number;
  set?: Record<string, unknown>;
  events?: Record<string, unknown>[];
  names?: Record<string, string>;
}

/** `POST /api/guest {"name"}` and `GET /api/me`: who this browser is. */
export interface PersonMessage {
  person: string;
  name: string;
}

/** A table in the list. */
export interface TableRow {
  stream: string;
  rules: string;
  players: number;
  deals: number;
  phase: string;
  deal: number;
  names: string[];
  free: number;
  mine: boolean;
}

/** `GET /api/tables`. */
export interface TablesMessage {
  tables: TableRow[];
}

/** `hands` are the seats of first, second, third hand; `price` that of a raspasy trick now. */
export interface DealBegan {
  event: "deal_began";
  players: number;
  dealer: string;
  hands: string[];
  streak: number;
  price: number;
  opening: string;
}

export interface HandDealt {
  event: "hand_dealt";
  seat: string;
  cards: string[] | number;
}

export interface Called {
  event: "called";
  seat: string;
  call: string;
}

/** §2.9: an invitation to share a misère with the sitting dealer `to`. */
export interface Invited {
  event: "invited";
  seat: string;
  to: string;
}

export interface InvitationAnswered {
  event: "invitation_answered";
  seat: string;
  word: string;
}

/** The sitting dealer `to` is shown the hand of `seat` (§2.9, §4.9). */
export interface HandShown {
  event: "hand_shown";
  seat: string;
  to: string;
  cards: string[] | number;
}

export interface AuctionWon {
  event: "auction_won";
  seat: string;
  bid: string;
  shared: boolean;
  notes: boolean;
}

export interface AllPassed {
  event: "all_passed";
  price: number;
}

export interface TalonTaken {
  event: "talon_taken";
  seat: string;
  cards: string[];
}

export interface Discarded {
  event: "discarded";
  seat: string;
  card: string | null;
}

export interface Ordered {
  event: "ordered";
  seat: string;
  contract: string;
}

/** From now on the declarer may not look at his discard (§3.6). */
export interface DiscardPutAway {
  event: "discard_put_away";
  seat: string;
}

/** `whist`, `pass` or `half`; the dealer's choice of a hand is `HandChosen`. */
export interface WhistSaid {
  event: "whist_said";
  seat: string;
  word: string;
}

/** The sitting dealer has chosen whose cards he would play (§4.9). */
export interface HandChosen {
  event: "hand_chosen";
  seat: string;
  hand: string;
}

export interface WhistingOver {
  event: "whisting_over";
  how: string;
  by: string | null;
  hand: string | null;
}

/** `open` or `closed` (§4.11). */
export interface LieChosen {
  event: "lie_chosen";
  seat: string;
  lie: string;
}

export interface HandLaid {
  event: "hand_laid";
  seat: string;
  cards: string[];
}

/** A talon card of raspasy: led by the sitting dealer `seat`, or naming the suit (None). */
export interface TalonOpened {
  event: "talon_opened";
  seat: string | null;
  card: string;
}

/** A card from the hand of `seat`, played by `by`. */
export interface Played {
  event: "played";
  seat: string;
  by: string;
  card: string;
}

export interface TrickTaken {
  event: "trick_taken";
  seat: string;
}

/** §5.10: the final tricks by seat. */
export interface EndAgreed {
  event: "end_agreed";
  tricks: Record<string, number>;
}

/** The score, line by line, each with its paragraph (see scoring.Score). */
export interface DealScored {
  event: "deal_scored";
  kind: string;
  declarer: string | null;
  contract: string | null;
  tricks: Record<string, number>;
  lines: ScoreLine[];
  streak: number;
}

/** An `Ask` as it travels: that somebody is asked is public, what he may answer is not. */
export interface Asked {
  event: "asked";
  number: number;
  seat: string;
  what: string;
  options: string[] | null;
  rule: string;
  hand: string | null;
}

/** An event as a viewer may have it. */
export type Seen =
  | DealBegan
  | HandDealt
  | Called
  | Invited
  | InvitationAnswered
  | HandShown
  | AuctionWon
  | AllPassed
  | TalonTaken
  | Discarded
  | Ordered
  | DiscardPutAway
  | WhistSaid
  | HandChosen
  | WhistingOver
  | LieChosen
  | HandLaid
  | TalonOpened
  | Played
  | TrickTaken
  | EndAgreed
  | DealScored
  | Asked;

/** A new table: a convention, fields of it that this table overrides, three or four chairs. */
export interface OpenCommand {
  what: "open";
  rules: string;
  players: number;
  deals: number;
  changed?: Record<string, unknown>;
  bots?: boolean;
}

/** Take part, as long as there is a free chair. */
export interface JoinCommand {
  what: "join";
}

/** Take part no more; only before the seating. */
export interface LeaveCommand {
  what: "leave";
}

/** Put bots into the free chairs. */
export interface FillCommand {
  what: "fill";
}

/** Number 1 chooses his chair (§1.6). */
export interface ChooseCommand {
  what: "choose";
  seat: string;
}

/** Answers to the question `ask` of deal `deal` and to the ones that follow it at this seat. */
export interface AnswerCommand {
  what: "answer";
  deal: number;
  ask: number;
  words: string[];
}

/** Propose an end (§5.8), while the question `ask` waits. */
export interface ClaimCommand {
  what: "claim";
  deal: number;
  ask: number;
  end: string;
}

/** `yes` or `no` to the claim made at the question `ask` (§5.9). */
export interface RespondCommand {
  what: "respond";
  deal: number;
  ask: number;
  word: string;
}

/** Ready for the deal after `deal`. */
export interface ReadyCommand {
  what: "ready";
  deal: number;
}

/** What a person may ask of a table. */
export type Command =
  | OpenCommand
  | JoinCommand
  | LeaveCommand
  | FillCommand
  | ChooseCommand
  | AnswerCommand
  | ClaimCommand
  | RespondCommand
  | ReadyCommand;

/** The codes of refusals that the code was found to use. */
export const REFUSALS: readonly string[] = [
  "already_here",
  "already_ready",
  "already_seated",
  "bad_end",
  "bad_name",
  "bad_table",
  "claim_waits",
  "claimed_before",
  "deal_not_over",
  "deal_over",
  "incident",
  "malformed",
  "no_claim",
  "no_claim_waits",
  "no_deal_runs",
  "no_deal_to_come",
  "no_end_here",
  "no_seating_now",
  "no_session",
  "no_such_chair",
  "no_such_table",
  "no_words",
  "not_an_option",
  "not_at_this_table",
  "not_number_one",
  "not_your_turn",
  "one_at_a_time",
  "question_is_over",
  "table_is_full",
  "table_is_open",
  "table_stopped",
  "too_fast",
  "try_again",
  "unknown_command",
  "unknown_event",
];
