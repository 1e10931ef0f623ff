/** Who this browser is, return links, the lists of tables and contests: the server by HTTP. */
import type {
  AccountsMessage,
  ContestRow,
  ContestsMessage,
  ErrorMessage,
  FoundMessage,
  LinkMessage,
  PersonMessage,
  TableRow,
  TablesMessage,
} from "./generated";

/** The server said no, or nothing. */
export class Refusal extends Error {
  readonly code: string;
  readonly rule: string;
  readonly detail: Record<string, unknown>;

  constructor(error: ErrorMessage) {
    super(error.code);
    this.code = error.code;
    this.rule = error.rule;
    this.detail = error.detail;
  }
}

export const NO_ANSWER: ErrorMessage = { code: "no_answer", rule: "", detail: {} };

async function asked<T>(path: string, init?: RequestInit): Promise<T> {
  let response: Response;
  let body: unknown;
  try {
    response = await fetch(path, init);
    body = await response.json();
  } catch {
    throw new Refusal(NO_ANSWER);
  }
  if (response.ok) return body as T;
  throw new Refusal((body as { error?: ErrorMessage }).error ?? NO_ANSWER);
}

function post<T>(path: string, message: object, method = "POST"): Promise<T> {
  return asked(path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(message),
  });
}

/** Be somebody by this name from now on. */
export function guest(name: string): Promise<PersonMessage> {
  return post("/api/guest", { name });
}

/** A new return link for this person: its secret, shown once; an earlier one is void. */
export async function newLink(): Promise<string> {
  return (await post<LinkMessage>("/api/link", {})).link;
}

export async function dropLink(): Promise<void> {
  await asked("/api/link", { method: "DELETE" });
}

/** Make this browser the person of a return link. */
export function comeBack(link: string): Promise<PersonMessage> {
  return post("/api/return", { link });
}

/** The guest of this browser, or a new person, has an account from now on. */
export function createAccount(name: string, password: string): Promise<PersonMessage> {
  return post("/api/account", { name, password });
}

export function login(name: string, password: string): Promise<PersonMessage> {
  return post("/api/login", { name, password });
}

/** This browser is nobody from now on. */
export async function logout(): Promise<void> {
  await post("/api/logout", {});
}

/** Nor is any other. */
export async function logoutEverywhere(): Promise<void> {
  await post("/api/logout-all", {});
}

/** Only this browser stays in. */
export function changePassword(old: string, fresh: string): Promise<PersonMessage> {
  return post("/api/password", { old, new: fresh });
}

export async function eraseAccount(password: string): Promise<void> {
  await post("/api/account", { password }, "DELETE");
}

/** For administrators: accounts in pages, each from where the one before it says. */
export function accounts(from: string): Promise<AccountsMessage> {
  return asked(`/api/accounts?from=${encodeURIComponent(from)}`);
}

export async function appoint(person: string, administrator: boolean): Promise<void> {
  await post(`/api/accounts/${encodeURIComponent(person)}/administrator`, { administrator });
}

/** Who this browser is; null for nobody yet. */
export async function me(): Promise<PersonMessage | null> {
  try {
    return await asked<PersonMessage>("/api/me");
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.code !== NO_ANSWER.code) return null;
    throw refusal;
  }
}

export async function tables(): Promise<TableRow[]> {
  return (await asked<TablesMessage>("/api/tables")).tables;
}

/** Those that go on, then those that are over. */
export async function contests(): Promise<ContestRow[]> {
  return (await asked<ContestsMessage>("/api/contests")).contests;
}

/** The account of exactly this name; null if there is none. */
export async function account(login: string): Promise<FoundMessage | null> {
  try {
    return await asked<FoundMessage>(`/api/people?login=${encodeURIComponent(login)}`);
  } catch (refusal) {
    if (refusal instanceof Refusal && refusal.code === "no_such_person") return null;
    throw refusal;
  }
}

/** Bring a contest from its archive; the stream it has here. */
export async function restoreContest(archive: Blob): Promise<string> {
  const init = { method: "POST", body: archive };
  return (await asked<{ stream: string }>("/api/contests", init)).stream;
}

/** The tables of this person that are not over. */
export async function ownTables(): Promise<TableRow[]> {
  return (await tables()).filter((row) => row.mine && row.phase !== "finished");
}

/** The finished deals of a table's pulya as a file, or one of them; of an earlier pulya by its number. */
export function dealsUrl(stream: string, kind: "txt" | "json" = "txt", deal?: number, pulya?: number): string {
  const parts = { deal, pulya };
  const chosen = Object.entries(parts).flatMap(([name, n]) => (n === undefined ? [] : [`${name}=${n}`]));
  const one = chosen.length === 0 ? "" : `?${chosen.join("&")}`;
  return `/api/tables/${encodeURIComponent(stream)}/deals.${kind}${one}`;
}
