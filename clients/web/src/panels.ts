/** What can be opened above a table. */
export type Panel = "menu" | "story" | "sheet" | "known" | "chat" | "keys" | "notes" | "watchers";
