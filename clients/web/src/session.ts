/** Who this browser is, and the list of tables: the HTTP side of the server. */
import type { ErrorMessage, PersonMessage, TableRow, TablesMessage } from "./generated";

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

/** Be somebody by this name from now on. */
export function guest(name: string): Promise<PersonMessage> {
  return asked("/api/guest", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name }),
  });
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

/** The finished deals of a table as text. */
export function dealsUrl(stream: string): string {
  return `/api/tables/${encodeURIComponent(stream)}/deals.txt`;
}
