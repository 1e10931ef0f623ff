/** The texts of contests, with those of the page; loaded with the first screen of a contest. */
import { spoken } from "../index.svelte";
import { en } from "./en";
import { ru } from "./ru";

export type ContestKey = keyof typeof ru;

export const { t: tc, tOf: tcOf } = spoken<ContestKey>({ ru, en });
