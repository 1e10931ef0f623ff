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

/** How the whisting ended: see facts.Whisted; `duty` as in events.WhistingOver. */
export interface Whisters {
  how: string;
  by: string | null;
  hand: string | null;
  duty: number;
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

/** Who takes part; `number` as drawn, `ready` for what comes next (see table.Member). */
export interface MemberView {
  person: string;
  bot: boolean;
  number: number | null;
  seat: string | null;
  ready: boolean;
  away: boolean;
  stand_in: "" | "bot" | "wait";
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
  annulled: string;
}

/** What a director has written: to pool and mountain of `seat`, and his whists `on` another. */
export interface AdjustmentView {
  seat: string;
  pool: number;
  mountain: number;
  on: string | null;
  whists: number;
  why: string;
}

/** Who watches: behind the hand of `seat` in this deal, "" the open table. */
export interface SpectatorView {
  person: string;
  seat: string;
  next: string;
}

/** A director has looked at all hands of this deal, which is over. */
export interface LookView {
  deal: number;
  person: string;
  why: string;
}

/** A claim that waits for the answers of the seats `waiting`; cards where they are shown. */
export interface ClaimView {
  seat: string;
  end: string;
  tricks: Record<string, number>;
  cards: string[] | null;
  waiting: string[];
}

/** Whose time runs until when, and what is left of the banks by seat, in milliseconds. */
export interface ClockView {
  seat: string | null;
  until: number | null;
  bank: Record<string, number>;
  connection: Record<string, number>;
}

/** What `person` asks the people `waiting` to agree to, as commands.Propose. */
export interface WishView {
  person: string;
  wish: string;
  waiting: string[];
  absent: string;
}

/** An earlier pulya; results in whists by person, thirds as `-158/3`. */
export interface EarlierView {
  pulya: number;
  result: Record<string, string>;
}

/** A table. `deal` is the number of the running deal or the last one, `deals` how many. */
export interface TableView {
  rules: string;
  changed: Record<string, unknown>;
  players: number;
  deals: number;
  minutes: number;
  ends: number | null;
  last_circle: boolean;
  pace: string;
  absent: "" | "bot" | "wait";
  listed: boolean;
  practice: boolean;
  pulya: number;
  paused: boolean;
  wish: WishView | null;
  silence: number | null;
  clock: ClockView | null;
  phase: "gathering" | "seating" | "playing" | "between" | "finished";
  members: MemberView[];
  deal: number;
  commitment: string | null;
  sheet: SheetView;
  drawn: SheetView;
  past: PastView[];
  settled: Record<string, SettledView> | null;
  claim: ClaimView | null;
  refused_by: string | null;
  earlier: EarlierView[];
  contest: string;
  adjustments: AdjustmentView[];
  watching: string;
  delay: boolean;
  audience: SpectatorView[];
  looks: LookView[];
}

/** What an answer may change of a table, of TableView. */
export interface AfterAnswer {
  clock: ClockView | null;
  members: MemberView[];
  wish: null;
  silence: null;
  refused_by: null;
}

/** `mark`: until when a no-show is marked. */
export interface EntrantView {
  person: string;
  bot: boolean;
  withdrawn: boolean;
  here: boolean;
  mark: number | null;
}

/** `into` has played on for the entrant `out` since then; `out` himself again if equal. */
export interface SubstitutedView {
  at: number;
  by: string;
  why: string;
  out: string;
  into: string;
  bot: boolean;
}

/** Nothing of the deal counts; with `replay` one more is dealt. */
export interface DealAnnulledView {
  at: number;
  by: string;
  why: string;
  deal: number;
  replay: boolean;
}

/** Written to an entrant by a director: points of the pulya, whists `on` another one. */
export interface SheetAdjustedView {
  at: number;
  by: string;
  why: string;
  person: string;
  pool: number;
  mountain: number;
  on: string;
  whists: number;
}

/** Of a posted pulya; whists in the order of the numbers. */
export interface CorrectionView {
  at: number;
  by: string;
  why: string;
  before: string[];
  after: string[];
}

/** A table of a tour: players, whists and points in the order of the numbers. */
export interface PulyaView {
  table: number;
  stream: string;
  players: string[];
  sitting: string[];
  reason: string;
  watching: string;
  ends: number;
  last_circle_at: number | null;
  last_circle: boolean;
  plays: boolean;
  held: boolean;
  whists: string[] | null;
  deals: number;
  points: (number | string)[] | null;
  signed: string[];
  signed_until: number | null;
  calls: number[];
  posted: string;
  substituted: SubstitutedView[];
  annulled: DealAnnulledView[];
  adjusted: SheetAdjustedView[];
  dismissed: string[];
  corrections: CorrectionView[];
}

/** In a column of its own (§T2.9). */
export interface PenaltyView {
  person: string;
  points: string;
  whists: string;
}

/** The entry of the contest's log that ended a tour, and the link of its chain there, in hex. */
export interface SealView {
  n: number;
  chain: string;
}

/** A tour that was called, at `called`; its players are waited for until `until`. */
export interface TourView {
  tour: number;
  final: boolean;
  seconds: number;
  called: number;
  until: number;
  began: number | null;
  ends: number | null;
  over: number | null;
  ended: boolean;
  corrected_until: number | null;
  tables: PulyaView[];
  absent: string[];
  penalties: PenaltyView[];
  seal: SealView | null;
}

/** `what`: see tournament/model.py, `Column`. */
export interface ColumnView {
  what: string;
  value: number | string;
}

/** At the table of one tour, without penalties. */
export interface TourScoreView {
  points: number | string;
  whists: number | string;
}

/** A line; `penalty_points` and `penalty_whists` are part of points and whists. */
export interface StandingView {
  place: number;
  person: string;
  points: number | string;
  whists: number | string;
  penalty_points: number | string;
  penalty_whists: number | string;
  columns: ColumnView[];
  decided: string;
  tours: (TourScoreView | null)[];
  substituted: number;
}

/** A call for a director; `answered_at` None while it is open. The numbers count from 1. */
export interface CallView {
  number: number;
  at: number;
  tour: number;
  table: number;
  person: string;
  about: string;
  answered_by: string;
  answer: string;
  answered_at: number | null;
}

/** A director had looked at all hands of a deal; told when the deal is over. */
export interface LookedView {
  at: number;
  tour: number;
  table: number;
  deal: number;
  person: string;
  reason: string;
}

/** An act of a director; `did` is the command, `detail` has its fields. */
export interface DeedView {
  at: number;
  by: string;
  did: string;
  why: string;
  detail: Record<string, unknown>;
}

/** What comes next by itself (due.py); `at` 0 at once. */
export interface StepView {
  step: string;
  tour: number;
  at: number;
}

export interface AnnouncementView {
  at: number;
  text: string;
}

/** The server was down: a running tour got the time back. */
export interface DowntimeView {
  since: number;
  until: number;
}

/** A contest. Moments are to be shown in `zone`. */
export interface ContestView {
  name: string;
  title: string;
  zone: string;
  formula: string;
  rules: string;
  changed: Record<string, unknown>;
  pace: string;
  deals: number;
  last_circle: number;
  no_show: number;
  signing: number;
  rest: number;
  late: number;
  watching: string;
  delay: boolean;
  accounts: boolean;
  phase: "registration" | "closed" | "between" | "called" | "playing" | "ending" | "finished" | "called_off";
  registration_until: number;
  draw_at: number;
  starts: number[];
  seconds: number[];
  next: StepView | null;
  paused: boolean;
  halted: number | null;
  frozen: boolean;
  apart: string[][];
  directors: string[];
  entrants: EntrantView[];
  commitment: string;
  secret: string | null;
  draw: string[];
  tours: TourView[];
  number_of_tours: number;
  advance: string[];
  standings: StandingView[];
  podium: string[];
  announcements: AnnouncementView[];
  calls: CallView[];
  looks: LookedView[];
  deeds: DeedView[];
  downtimes: DowntimeView[];
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

/** `said`: one of lobby.table.talk.PHRASES, or a free line, or a card that is pointed at. */
export interface LineMessage {
  stream: string;
  at: number;
  person: string;
  phrase: string;
  line: string;
  card: string;
}

/** The acknowledgement of `sync`: the state after entry `n`; `names` by person. */
export interface SyncedMessage {
  stream: string;
  n: number;
  now: number;
  table: TableView;
  view: View;
  names: Record<string, string>;
  talk: LineMessage[];
}

/** Entry `n` as this viewer may have it, written at `at` (milliseconds since 1970). */
export interface EntryMessage {
  stream: string;
  n: number;
  at: number;
  set?: Record<string, unknown>;
  closed?: PastView;
  events?: Record<string, unknown>[];
  view?: View;
  names?: Record<string, string>;
}

/** How far a table of a contest is: the running deal or the last one, of how many. */
export interface ProgressView {
  deal: number;
  deals: number;
  phase: string;
  last_circle: boolean;
  away: string[];
}

/** A contest as everybody sees it; `progress` by stream of a table that runs. */
export interface ContestMessage {
  contest: ContestView;
  progress: Record<string, ProgressView>;
  marks: Record<string, number>;
}

/** The acknowledgement of `sync` with the stream of a contest: the state after entry `n`. */
export interface SyncedContestMessage {
  contest: ContestView;
  progress: Record<string, ProgressView>;
  marks: Record<string, number>;
  stream: string;
  n: number;
  now: number;
  names: Record<string, string>;
}

/** `changed`: what makes the contest after entry `n` of that after entry `after`. */
export interface ChangedMessage {
  stream: string;
  after: number;
  n: number;
  changes: unknown[][];
  names?: Record<string, string>;
}

/** `sent_away`: this person may not watch the table any more; the code says why. */
export interface SentAwayMessage {
  stream: string;
  code: string;
}

/** `replaced`: another browser of this person watches the table now; `sync` takes it back. */
export interface ReplacedMessage {
  stream: string;
}

/** `POST /api/link`: the secret of a new return link, shown once. `DELETE` revokes it. */
export interface LinkMessage {
  link: string;
}

/** `GET /api/me`: who this browser is; `account` and `administrator` say what he is here. */
export interface PersonMessage {
  person: string;
  name: string;
  account: boolean;
  administrator: boolean;
}

/** `GET /api/people?login=…`, for account holders: the account of exactly this name. */
export interface FoundMessage {
  person: string;
  name: string;
}

/** An account in the list; made at `at` (milliseconds since 1970). */
export interface AccountRow {
  person: string;
  name: string;
  administrator: boolean;
  at: number;
}

/** `GET /api/accounts?from=…`, for administrators: `next` is the `from` of the next page, or "". */
export interface AccountsMessage {
  accounts: AccountRow[];
  next: string;
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
  listed: boolean;
  minutes: number;
  pace: string;
}

/** `GET /api/tables`. */
export interface TablesMessage {
  tables: TableRow[];
}

/** A contest in the list; `entered` and `directs` are this person's. Times in milliseconds. */
export interface ContestRow {
  stream: string;
  title: string;
  zone: string;
  formula: string;
  rules: string;
  phase: string;
  registration_until: number;
  starts: number[];
  entrants: number;
  entered: boolean;
  directs: boolean;
}

/** `GET /api/contests`, open to all. */
export interface ContestsMessage {
  contests: ContestRow[];
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

/** `duty` is what the whisters have to take together; 0 where nobody whists (§4.2). */
export interface WhistingOver {
  event: "whisting_over";
  how: string;
  by: string | null;
  hand: string | null;
  duty: number;
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

/** A tour: when it is called, how many seconds it lasts from the moment it is opened. */
export interface Planned {
  starts: number;
  seconds: number;
}

/** See the fields. A festival has three `tours`, of which the last is the final (§T3.1). */
export interface Plan {
  title: string;
  formula: string;
  rules: string;
  registration_until: number;
  draw_at: number;
  tours: Planned[];
  zone?: string;
  changed?: Record<string, unknown>;
  pace?: string;
  deals?: number;
  last_circle?: number;
  no_show?: number;
  signing?: number;
  rest?: number;
  late?: number;
  mark_days?: number;
  forbidden?: string[][];
  watching?: string;
  delay?: boolean;
  accounts?: boolean;
}

/** A new table: a convention, fields of it that this table overrides, three or four chairs. */
export interface OpenCommand {
  what: "open";
  rules: string;
  players: number;
  deals: number;
  minutes?: number;
  pace?: string;
  absent?: string;
  listed?: boolean;
  bots?: boolean;
  changed?: Record<string, unknown>;
}

/** A new table, not listed, at which deals are played that somebody brings along. */
export interface PractiseCommand {
  what: "practise";
  text: string;
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

/** Who opened the table sends somebody away before the seating. */
export interface KickCommand {
  what: "kick";
  person: string;
}

/** Here and ready to begin: asked of all people when every chair is taken. */
export interface ConfirmCommand {
  what: "confirm";
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

/** `yes` or `no` to the claim that `claimer` made at the question `ask` (§5.9). */
export interface RespondCommand {
  what: "respond";
  deal: number;
  ask: number;
  claimer: string;
  word: string;
}

/** Ready for the deal after `deal`. */
export interface ReadyCommand {
  what: "ready";
  deal: number;
}

/** Another pulya with the same people, who draw and sit down anew when all want it. */
export interface AgainCommand {
  what: "again";
}

/** Ask the others to agree. */
export interface ProposeCommand {
  what: "propose";
  wish: string;
}

/** `yes` or `no` to what was proposed. */
export interface VoteCommand {
  what: "vote";
  word: string;
}

/** End the pause. */
export interface ResumeCommand {
  what: "resume";
}

/** Take the cards back from the bot that stands in. */
export interface ReturnCommand {
  what: "return";
}

/** Watch without playing, behind the hand of `seat` from the next deal on; "" the open table. */
export interface WatchCommand {
  what: "watch";
  seat?: string;
}

/** Watch no more. */
export interface UnwatchCommand {
  what: "unwatch";
}

/** Send a spectator away: any player may; also the director, by the contest. */
export interface DismissCommand {
  what: "dismiss";
  person: string;
}

/** A director of the contest looks at all hands of the running deal; the players hear it after. */
export interface LookCommand {
  what: "look";
  why: string;
}

/** What a person may ask of a table. */
export type Command =
  | OpenCommand
  | PractiseCommand
  | JoinCommand
  | LeaveCommand
  | FillCommand
  | KickCommand
  | ConfirmCommand
  | ChooseCommand
  | AnswerCommand
  | ClaimCommand
  | RespondCommand
  | ReadyCommand
  | AgainCommand
  | ProposeCommand
  | VoteCommand
  | ResumeCommand
  | ReturnCommand
  | WatchCommand
  | UnwatchCommand
  | DismissCommand
  | LookCommand;

/** A new contest; who creates it is its first director. */
export interface CreateContestCommand {
  what: "create";
  plan: Plan;
}

/** Enter, until registration is closed; later where the plan allows it (§T6.6). */
export interface RegisterContestCommand {
  what: "register";
}

/** Play no more; not while one's own table plays (§T6.5). */
export interface WithdrawContestCommand {
  what: "withdraw";
}

/** Come to the tour that is called. */
export interface HereContestCommand {
  what: "here";
  tour: number;
}

/** Confirm the settled pulya of one's table. */
export interface SignContestCommand {
  what: "sign";
  tour: number;
  table: number;
}

/** Ask for a director, until the pulya of one's table is posted (§T8.3). */
export interface CallDirectorContestCommand {
  what: "call_director";
  tour: number;
  table: number;
  about: string;
}

export interface AddDirectorContestCommand {
  what: "add_director";
  why: string;
  after: number;
  person: string;
}

/** Not the last one. */
export interface RemoveDirectorContestCommand {
  what: "remove_director";
  why: string;
  after: number;
  person: string;
}

/** Enter somebody, or a bot, or one who had withdrawn (§T6.6). */
export interface AddContestCommand {
  what: "add";
  why: string;
  after: number;
  person: string;
  bot?: boolean;
}

/** Withdraw somebody; not while he sits at a table that plays. */
export interface RemoveContestCommand {
  what: "remove";
  why: string;
  after: number;
  person: string;
}

/** Let the step that comes next happen now: close, draw, call or open (of this tour). */
export interface StartContestCommand {
  what: "start";
  why: string;
  after: number;
  step: "close" | "draw" | "call" | "open" | "last_circle" | "silence" | "over" | "finish";
  tour?: number;
}

/** Nothing happens by itself until the end of the pause. */
export interface PauseContestCommand {
  what: "pause";
  why: string;
  after: number;
}

/** All that is to come moves by the length of the pause. */
export interface ResumeContestCommand {
  what: "resume";
  why: string;
  after: number;
}

/** All that is planned and has not begun moves by so many seconds; earlier with a minus. */
export interface ShiftContestCommand {
  what: "shift";
  why: string;
  after: number;
  seconds: number;
}

/** The running tour ends later by so many seconds, at one table or at all (`table` 0). */
export interface ExtendContestCommand {
  what: "extend";
  why: string;
  after: number;
  tour: number;
  seconds: number;
  table?: number;
}

/** Announce the last circle before its time, at one table or at all (`table` 0). */
export interface LastCircleNowContestCommand {
  what: "last_circle_now";
  why: string;
  after: number;
  tour: number;
  table?: number;
}

/** Announce it so many seconds before the end, at one table or at all (`table` 0). */
export interface LastCircleBeforeContestCommand {
  what: "last_circle_before";
  why: string;
  after: number;
  tour: number;
  seconds: number;
  table?: number;
}

/** Only these pairs of entrants do not meet in the tours that are called from now on (§T5.6). */
export interface KeepApartContestCommand {
  what: "keep_apart";
  why: string;
  after: number;
  pairs: string[][];
}

/** Seat the called tour otherwise (§T5.7): tables of entrants, number 1 first at each. */
export interface ReseatContestCommand {
  what: "reseat";
  why: string;
  after: number;
  tour: number;
  tables: string[][];
}

/** Answer call number `call` (from 1); what is said to it is `why` (§T8.4). */
export interface AttendContestCommand {
  what: "attend";
  why: string;
  after: number;
  call: number;
}

/** Stop the clocks and the play of one table, or let it go on (§T7.6). */
export interface HoldTableContestCommand {
  what: "hold_table";
  why: string;
  after: number;
  tour: number;
  table: number;
  held?: boolean;
}

/** Nothing of this deal counts, running or written down; with `replay` one more is dealt. */
export interface AnnulContestCommand {
  what: "annul";
  why: string;
  after: number;
  tour: number;
  table: number;
  deal: number;
  replay: boolean;
}

/** Write to the pool or mountain of an entrant at a table that plays, or his whists on another. */
export interface AdjustContestCommand {
  what: "adjust";
  why: string;
  after: number;
  tour: number;
  table: number;
  person: string;
  pool?: number;
  mountain?: number;
  on?: string;
  whists?: number;
}

/** Send a spectator away from a table; he may not come back (§T10.3). */
export interface DismissContestCommand {
  what: "dismiss";
  why: string;
  after: number;
  tour: number;
  table: number;
  person: string;
}

/** What spectators may see (audience.WATCHING, §T10.5), at one table or at all (`table` 0). */
export interface WatchableContestCommand {
  what: "watchable";
  why: string;
  after: number;
  watching: string;
  tour: number;
  table?: number;
}

/** No table opens another deal in this tour; what is written is settled. */
export interface EndTourContestCommand {
  what: "end_tour";
  why: string;
  after: number;
  tour: number;
}

/** `into` plays on for the entrant `out`; a bot of the server for `bot`, `out` himself again. */
export interface SubstituteContestCommand {
  what: "substitute";
  why: string;
  after: number;
  tour: number;
  table: number;
  out: string;
  into?: string;
  bot?: boolean;
}

/** Post the director's own result: whists in the order of the numbers, as "-40/3" or "20". */
export interface GiveContestCommand {
  what: "give";
  why: string;
  after: number;
  tour: number;
  table: number;
  whists: string[];
}

/** Correct a posted pulya, within the limit (§T6.7); whists as in `Give`. */
export interface CorrectContestCommand {
  what: "correct";
  why: string;
  after: number;
  tour: number;
  table: number;
  whists: string[];
}

/** Take points or whists off a player of this tour (minus), or give him some (§T2.9). */
export interface PenaliseContestCommand {
  what: "penalise";
  why: string;
  after: number;
  tour: number;
  person: string;
  points?: string;
  whists?: string;
}

/** What is posted is neither corrected nor penalised any more; or it is again. */
export interface FreezeContestCommand {
  what: "freeze";
  why: string;
  after: number;
  frozen?: boolean;
}

/** Tell everybody and all tables. */
export interface AnnounceContestCommand {
  what: "announce";
  why: string;
  after: number;
  text: string;
}

/** After a tour: there is no further one; said again, the standings are final (§T9.10). */
export interface EndContestCommand {
  what: "end";
  why: string;
  after: number;
  called_off?: boolean;
}

/** What a person may ask of a contest. */
export type ContestCommand =
  | CreateContestCommand
  | RegisterContestCommand
  | WithdrawContestCommand
  | HereContestCommand
  | SignContestCommand
  | CallDirectorContestCommand
  | AddDirectorContestCommand
  | RemoveDirectorContestCommand
  | AddContestCommand
  | RemoveContestCommand
  | StartContestCommand
  | PauseContestCommand
  | ResumeContestCommand
  | ShiftContestCommand
  | ExtendContestCommand
  | LastCircleNowContestCommand
  | LastCircleBeforeContestCommand
  | KeepApartContestCommand
  | ReseatContestCommand
  | AttendContestCommand
  | HoldTableContestCommand
  | AnnulContestCommand
  | AdjustContestCommand
  | DismissContestCommand
  | WatchableContestCommand
  | EndTourContestCommand
  | SubstituteContestCommand
  | GiveContestCommand
  | CorrectContestCommand
  | PenaliseContestCommand
  | FreezeContestCommand
  | AnnounceContestCommand
  | EndContestCommand;

/** The codes of refusals that the code was found to use. */
export const REFUSALS: readonly string[] = [
  "already_entered",
  "already_here",
  "already_posted",
  "already_ready",
  "already_seated",
  "already_signed",
  "already_so",
  "bad_adjustment",
  "bad_announcement",
  "bad_archive",
  "bad_contest",
  "bad_deals",
  "bad_end",
  "bad_name",
  "bad_pairs",
  "bad_password",
  "bad_person",
  "bad_result",
  "bad_seating",
  "bad_seconds",
  "bad_table",
  "bad_watching",
  "cannot_be_seated",
  "card_seen",
  "chairs_are_free",
  "claim_waits",
  "claimed_before",
  "contest_exists",
  "contest_full",
  "contest_is_open",
  "contest_is_over",
  "contest_runs",
  "deal_not_over",
  "deal_over",
  "director_called",
  "has_account",
  "has_seen_another_hand",
  "incident",
  "last_administrator",
  "last_circle_came",
  "last_director",
  "malformed",
  "name_taken",
  "no_account",
  "no_claim",
  "no_claim_waits",
  "no_deal_runs",
  "no_deal_to_come",
  "no_end_here",
  "no_reason",
  "no_seating_now",
  "no_session",
  "no_such_call",
  "no_such_chair",
  "no_such_deal",
  "no_such_link",
  "no_such_person",
  "no_such_table",
  "no_tour_called",
  "no_tour_runs",
  "no_wish_waits",
  "no_words",
  "nobody_is_away",
  "nobody_stands_in",
  "nobody_to_send_away",
  "not_a_director",
  "not_administrator",
  "not_an_open_card",
  "not_an_option",
  "not_at_this_table",
  "not_entered",
  "not_for_spectators",
  "not_in_a_contest",
  "not_in_this_tour",
  "not_now",
  "not_number_one",
  "not_paused",
  "not_posted",
  "not_the_host",
  "not_your_turn",
  "nothing_to_sign",
  "nothing_to_undo",
  "one_at_a_time",
  "other_browser",
  "other_site",
  "others_acted",
  "paused",
  "plays_here",
  "plays_there",
  "pulya_goes_on",
  "pulya_over",
  "question_is_over",
  "registration_closed",
  "results_frozen",
  "sent_away",
  "silence",
  "something_waits",
  "still_plays",
  "table_is_full",
  "table_is_open",
  "table_stopped",
  "time_is_not_up",
  "too_fast",
  "too_late",
  "too_many_acts",
  "too_many_bots",
  "too_many_contests",
  "tour_ended",
  "try_again",
  "unknown_command",
  "unknown_event",
  "wished_before",
  "wrong_password",
];

/** Seconds a question, of thinking bank and of connection bank, by pace. */
export const PACES = {
  "calm": {
    "ask": 60,
    "bank": 600,
    "connection": 300
  },
  "usual": {
    "ask": 30,
    "bank": 300,
    "connection": 180
  },
  "quick": {
    "ask": 15,
    "bank": 90,
    "connection": 90
  }
} as const;

/** The most that the server takes: of deals, minutes, characters. */
export const LIMITS = {
  "deals": 60,
  "minutes": 600,
  "brought": 40000,
  "line": 200,
  "name": 24,
  "password_least": 8,
  "password_most": 200
} as const;

/** The formulas of contests, and whether they end with a final. */
export const FORMULAS = {
  "festival": {
    "has_final": true
  },
  "fspr-2006": {
    "has_final": false
  },
  "points-4321": {
    "has_final": false
  }
} as const;

/** What spectators of a contest may see. */
export const WATCHING = [
  "none",
  "table",
  "hand"
] as const;

/** The most that the plan of a contest takes. */
export const CONTEST_LIMITS = {
  "tours": 20,
  "seconds": 36000,
  "text": 200
} as const;

/** What can be said in one touch. */
export const PHRASES = [
  "hello",
  "thanks",
  "well_played",
  "minute",
  "here_again",
  "sorry",
  "good_game"
] as const;
