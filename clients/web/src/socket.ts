/**
 * One connection to the server.
 *
 * Socket.IO delivers at most once. So a command keeps its id and is sent again after every
 * reconnect until it is acknowledged, and whoever follows a stream asks for `sync` again.
 */
import { io, type Socket } from "socket.io-client";
import type {
  ChangedMessage,
  Command,
  CommandMessage,
  ContestCommand,
  DoneMessage,
  EntryMessage,
  ErrorMessage,
  LineMessage,
  ReplacedMessage,
  SentAwayMessage,
  SyncedContestMessage,
  SyncedMessage,
} from "./generated";
import { Refusal } from "./session";

export type Status = "connecting" | "online" | "offline";

interface Acknowledged<T> {
  ok?: T;
  error?: ErrorMessage;
}

interface Waiting {
  message: CommandMessage;
  done: (ack: Acknowledged<DoneMessage>) => void;
}

export interface Listener {
  status(status: Status): void;
  /** The connection stands, for the first time or again. */
  connected(): void;
  entry(entry: EntryMessage): void;
  /** What has changed in a contest. */
  changed(message: ChangedMessage): void;
  said(line: LineMessage): void;
  /** Another browser of this person watches the table now. */
  replaced(message: ReplacedMessage): void;
  /** This person may not watch the table any more. */
  sentAway(message: SentAwayMessage): void;
  /** The server does not know this browser. */
  unauthorized(): void;
}

/** One of the three, the others empty. */
export type Words = Pick<LineMessage, "phrase" | "line" | "card">;

const PATIENCE = 8000;
const AGAIN = 1000;
const ID_BYTES = 16;
/** Nothing was decided: the same command is sent again. */
const LATER: ReadonlySet<string> = new Set(["try_again", "too_fast"]);

/** A new id. `crypto.randomUUID` is missing where the page comes over plain HTTP. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function opened<T>(ack: Acknowledged<T>): T {
  if (ack.ok !== undefined) return ack.ok;
  throw new Refusal(ack.error ?? { code: "no_answer", rule: "", detail: {} });
}

export class Connection {
  #socket: Socket;
  #waiting = new Map<string, Waiting>();

  constructor(listener: Listener) {
    this.#socket = io({
      transports: ["websocket"],
      autoConnect: false,
      reconnectionDelay: 500,
      reconnectionDelayMax: 4000,
    });
    this.#socket.on("connect", () => {
      listener.status("online");
      for (const waiting of this.#waiting.values()) this.#send(waiting);
      listener.connected();
    });
    this.#socket.on("disconnect", (reason) => {
      listener.status("connecting");
      // Socket.IO itself tries again after every other reason.
      if (reason === "io server disconnect") setTimeout(() => this.#socket.connect(), AGAIN);
    });
    this.#socket.on("connect_error", (error) => {
      listener.status(navigator.onLine ? "connecting" : "offline");
      if (error.message === "unauthorized") {
        this.close();
        listener.unauthorized();
      } else if (!this.#socket.active) {
        setTimeout(() => this.#socket.connect(), AGAIN);
      }
    });
    this.#socket.on("entry", (entry: EntryMessage) => listener.entry(entry));
    this.#socket.on("changed", (message: ChangedMessage) => listener.changed(message));
    this.#socket.on("said", (line: LineMessage) => listener.said(line));
    this.#socket.on("replaced", (message: ReplacedMessage) => listener.replaced(message));
    this.#socket.on("sent_away", (message: SentAwayMessage) => listener.sentAway(message));
    addEventListener("offline", () => listener.status("offline"));
    addEventListener("online", () => {
      if (this.#socket.connected) {
        // It has outlived the gap: what came meanwhile is asked for.
        listener.status("online");
        listener.connected();
      } else if (this.#socket.active) this.#socket.disconnect().connect();
    });
  }

  /** Without a session a visitor may follow contests, and nothing else. */
  open(visitor = false): void {
    this.#socket.auth = visitor ? { visitor: true } : {};
    this.#socket.connect();
  }

  close(): void {
    this.#socket.disconnect();
  }

  /** Ask something of a table or a contest; resolves when it is stored. Raises `Refusal`. */
  async command(stream: string, command: Command | ContestCommand): Promise<DoneMessage> {
    const message = { stream, id: newId(), command: { ...command } };
    const ack = await new Promise<Acknowledged<DoneMessage>>((done) => {
      const waiting = { message, done };
      this.#waiting.set(message.id, waiting);
      this.#send(waiting);
    });
    this.#waiting.delete(message.id);
    return opened(ack);
  }

  /** All that may be seen of a stream, and its entries from then on. Raises `Refusal`. */
  async sync(stream: string): Promise<SyncedMessage> {
    return opened(await this.#asked<SyncedMessage>("sync", { stream }));
  }

  /** The same of a contest. Raises `Refusal`. */
  async syncContest(stream: string): Promise<SyncedContestMessage> {
    return opened(await this.#asked<SyncedContestMessage>("sync", { stream }));
  }

  /** Say something at a table. It is not said again where nobody answers. Raises `Refusal`. */
  async say(stream: string, words: Words): Promise<LineMessage> {
    return opened(await this.#asked<LineMessage>("say", { stream, ...words }));
  }

  /** No more entries of this stream. */
  unwatch(stream: string): void {
    if (this.#socket.connected) this.#socket.emit("unwatch", { stream }, () => {});
  }

  async #asked<T>(name: string, message: object): Promise<Acknowledged<T>> {
    try {
      return (await this.#socket.timeout(PATIENCE).emitWithAck(name, message)) as Acknowledged<T>;
    } catch {
      this.#hangUp();
      return {};
    }
  }

  /** Nobody answers on a connection that seems to stand: another one may do better. */
  #hangUp(): void {
    if (this.#socket.connected) this.#socket.io.engine.close();
  }

  #send(waiting: Waiting): void {
    if (!this.#socket.connected) return;
    this.#socket
      .timeout(PATIENCE)
      .emit("command", waiting.message, (error: unknown, ack: Acknowledged<DoneMessage>) => {
        if (!this.#waiting.has(waiting.message.id)) return;
        if (error) {
          this.#hangUp();
          this.#send(waiting);
        } else if (LATER.has(ack.error?.code ?? "")) setTimeout(() => this.#send(waiting), AGAIN);
        else waiting.done(ack);
      });
  }
}
