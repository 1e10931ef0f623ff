/** What is seen of a table, and who is who there. */
import { ServerTime } from "./clock";
import { empty } from "./fold";
import type { MemberView, SpectatorView, TableView, View } from "./generated";
import { t } from "./i18n/index.svelte";
import { Talk } from "./talk.svelte";
import { ticking } from "./ticks";

/** Bots have no names of their own. */
const BOT = /^bot-([\d-]+)$/;

export class Watched {
  readonly stream: string;
  readonly person: string;
  readonly talk: Talk;
  protected readonly time = new ServerTime();
  table = $state<TableView | null>(null);
  view = $state<View>(empty());
  names = $state<Record<string, string>>({});

  /** This person as one who takes part. */
  self = $derived.by(() => this.table?.members.find(({ person }) => person === this.person));
  /** The seat of the person; null while there is none, and for those who watch. */
  me = $derived.by(() => this.self?.seat ?? null);

  /** This person as one who watches, where the table knows it. */
  spectator = $derived.by(() => this.audience.find(({ person }) => person === this.person));
  /** From where the table is seen: the own seat, or the one behind which a spectator sits. */
  near = $derived.by(() => this.me ?? (this.spectator?.seat || null));

  constructor(stream: string, person: string) {
    this.stream = stream;
    this.person = person;
    this.talk = new Talk(person);
  }

  /** Whether the person takes part. */
  get here(): boolean {
    return this.self !== undefined;
  }

  /** Who watches the table. */
  get audience(): readonly SpectatorView[] {
    return this.table?.audience ?? [];
  }

  at(seat: string | null): MemberView | undefined {
    return this.table?.members.find((member) => member.seat === seat);
  }

  /** Who sits there, by name. */
  name(seat: string | null): string {
    const person = this.at(seat)?.person;
    return person === undefined ? (seat ?? "") : this.nameOf(person);
  }

  nameOf(person: string): string {
    const bot = BOT.exec(person)?.[1];
    return this.names[person] ?? (bot === undefined ? t("account.nameless") : t("botName", { n: bot }));
  }

  /** What time the server has; it goes on for whoever shows it. */
  get now(): number {
    return this.time.at(ticking());
  }
}
