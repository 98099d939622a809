/** Lists on paper: whole names for the desk, masked ones beside them for the print, where the game keeps names from the public. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { entryCell, matchCell, personCell } from "../../../src/console/domains/competitions/printed-names";
import type { AnyRow, Parts } from "../../../src/console/resource/parts";

type Cell = NonNullable<Parts["cells"]>[string];
const t = ((words: { zh: string }) => words.zh) as Parameters<Cell>[1];
const row = (more: Readonly<Record<string, unknown>>): AnyRow => ({ id: "1", createdAt: "", ...more });
const shown = (cell: Cell, more: Readonly<Record<string, unknown>>): string[] => {
  const markup = renderToStaticMarkup(<>{cell(row(more), t)}</>);
  const [, own, publicName] = /^<span class="comp-own">(.*)<\/span><span class="comp-public">(.*)<\/span>$/.exec(markup) ?? [];
  return own === undefined ? [markup] : [own.replace(/<[^>]*>/g, ""), publicName ?? ""];
};
const HIDDEN = { namesHidden: true, isTeam: false };

it.each([
  ["an entry of a person", entryCell("name"), { ...HIDDEN, name: "王伟" }, ["王伟", "王*"]],
  ["an entry of a team", entryCell("name"), { ...HIDDEN, isTeam: true, name: "飞鱼队" }, ["飞鱼队"]],
  ["the captain of a team", personCell("captain"), { ...HIDDEN, isTeam: true, captain: "李娜" }, ["李娜", "李*"]],
  ["names that are public", personCell("captain"), { namesHidden: false, captain: "李娜" }, ["李娜"]],
  ["both sides of a match", matchCell, { ...HIDDEN, title: "王伟/李娜 – 张三" }, ["王伟/李娜 – 张三", "王*/李* – 张*"]],
  ["a match of teams", matchCell, { ...HIDDEN, isTeam: true, title: "飞鱼队 – 海星队" }, ["飞鱼队 – 海星队"]],
  ["nobody", entryCell("name"), { ...HIDDEN, name: "" }, [""]],
] as const)("print %s", (_, cell, more, expected) => expect(shown(cell, more)).toEqual(expected));
