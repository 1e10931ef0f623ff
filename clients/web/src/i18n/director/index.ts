/** The texts of the director's page, loaded with it. */
import { spoken } from "../index.svelte";
import { en } from "./en";
import { ru } from "./ru";

export type Said = keyof typeof ru;
export const { t: td, tOf: tdOf } = spoken<Said>({ ru, en });
