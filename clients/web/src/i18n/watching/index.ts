/** The texts of spectators and of a contest's table, loaded where they are needed. */
import { spoken } from "../index.svelte";
import { en } from "./en";
import { ru } from "./ru";

export const { t: tw, tOf: twOf } = spoken<keyof typeof ru>({ ru, en });
