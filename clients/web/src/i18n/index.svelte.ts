/** The page's texts in the chosen language. */
import { settings, type Lang } from "../settings.svelte";
import { en } from "./en";
import { ru } from "./ru";
import { filled, type Params, type TextOf } from "./fill";

export type Key = keyof typeof ru;

/**
 * How a set of texts is spoken: `t` a text with its parameters, in which a number `n` chooses the
 * plural form; `tOf` the text of a family of keys, `refusal.full`, of `otherwise` if there is none.
 *
 * What is loaded late brings texts of its own: see the folders beside this file.
 */
export function spoken<K extends string>(texts: Record<Lang, Record<K, TextOf>>) {
  function t(key: K, params: Params = {}): string {
    return filled(texts[settings.lang][key], settings.lang, params);
  }
  function tOf(family: string, word: string, otherwise: K, params: Params = {}): string {
    const key = `${family}.${word}`;
    return t(key in texts.ru ? (key as K) : otherwise, params);
  }
  return { t, tOf };
}

export const { t, tOf } = spoken<Key>({ ru, en });
