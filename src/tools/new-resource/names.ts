/** Names and labels that the tools accept, in every spelling. */
import { type Group, GROUPS } from "../../contract/core/groups";
import type { Label } from "../../contract/core/resource/label";

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+|[A-Z][a-z0-9]*)*$/;
/** Characters of the longest name. */
export const LONGEST = 40;
const isGroup = (text: string): text is Group => Object.hasOwn(GROUPS, text);

export const kebabOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
export const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** One name in every spelling: `lostItem`, `LostItem`, `lost-item`, `lost_item`. */
export interface Spellings {
  readonly camel: string;
  readonly pascal: string;
  readonly kebab: string;
  readonly snake: string;
}
/** Returns the spellings of a name. @throws Error where it is none */
export function spellingsOf(name: string): Spellings {
  if (!NAME.test(name) || name.length > LONGEST)
    throw new Error(`${JSON.stringify(name)} is no name: lower camel or kebab case, at most ${LONGEST} characters (lostItem, lost-item)`);
  const kebab = kebabOf(name);
  const camel = kebab.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return { camel, pascal: upper(camel), kebab, snake: kebab.replaceAll("-", "_") };
}

/** Returns a label of both languages. @throws Error where one is missing or can't stand in source */
export function labelOf(what: string, zh: string | undefined, en: string | undefined): Label {
  if (!zh?.trim() || !en?.trim()) throw new Error(`Say what people call ${what}, in Chinese and in English; --help shows how`);
  for (const text of [zh, en])
    if (/["'`\\{}<>\n]/.test(text)) throw new Error(`${JSON.stringify(text)}: quotes, braces and backslashes can't stand in a label`);
  return { zh: zh.trim(), en: en.trim() };
}
export const labelSource = (label: Label): string => `zh: ${JSON.stringify(label.zh)}, en: ${JSON.stringify(label.en)}`;

/** Returns the group of the menu. @throws Error where there is none of that name */
export function groupOf(name: string): Group {
  if (!isGroup(name)) throw new Error(`${name} is no group of the menu; there are ${Object.keys(GROUPS).join(", ")}`);
  return name;
}
