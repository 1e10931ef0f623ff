/** The page's texts in the chosen language. */
import { settings, type Lang } from "../settings.svelte";
import { en } from "./en";
import { ru } from "./ru";
import { filled, type Params, type TextOf } from "./fill";

export type Key = keyof typeof ru;
export const texts: Record<Lang, Record<Key, TextOf>> = { ru, en };

/** A text with its parameters; a number `n` chooses the plural form. */
export function t(key: Key, params: Params = {}): string {
  return filled(texts[settings.lang][key], settings.lang, params);
}

/** The text of a family of keys, `refusal.full`; of `otherwise` if there is none. */
export function tOf(family: string, word: string, otherwise: Key, params: Params = {}): string {
  const key = `${family}.${word}`;
  return t(key in ru ? (key as Key) : otherwise, params);
}
