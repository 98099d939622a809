/**
 * Lists of people on paper: names are masked where the game keeps names from the public, for prints hang in halls. Who may
 * have the whole names in a file may print them, too, for the desk.
 */
import { type ReactNode, useState } from "react";
import { maskName, publicEntry } from "../../../contract/core/public-names";
import type { Field } from "../../../contract/core/resource/fields";
import { nameKey } from "../../../contract/core/resource/fields";
import { useT } from "../../i18n/use-t";
import { valueOf } from "../../resource/cells";
import type { AnyRow, Parts } from "../../resource/parts";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import "./competitions.css";

/** Beside the title of a list: whether its print has whole names. */
export function WholeNames() {
  const t = useT();
  const may = useCan("team_export");
  const [whole, setWhole] = useState(false);
  if (!may) return null;
  return (
    <span className="m-hide" data-whole-names={whole || undefined}>
      <Button kind="quiet" icon={whole ? "eye" : "eye-off"} aria-pressed={whole} onClick={() => setWhole(!whole)}>
        {t("competitions.printedNames.printWholeNames")}
      </Button>
    </span>
  );
}

type Cell = NonNullable<Parts["cells"]>[string];
const textOf = (row: AnyRow, field: string): string => (typeof row[field] === "string" ? row[field] : "");
const isHidden = (row: AnyRow): boolean => row["namesHidden"] === true;
/** An entry's name as the public may know it: a team's is public. */
const entryName = (row: AnyRow, name: string): string =>
  publicEntry(name, { privacy: isHidden(row), kind: row["isTeam"] === true ? "team" : null });
const personName = (row: AnyRow, name: string): string => (isHidden(row) ? maskName(name) : name);

/** Two of a kind, of which the print has one. @param own as the desk sees it; nothing where there is no name */
function printed(own: ReactNode, name: string, publicName: string): ReactNode {
  if (name === "") return null;
  if (name === publicName) return own;
  return (
    <>
      <span className="comp-own">{own}</span>
      <span className="comp-public">{publicName}</span>
    </>
  );
}

/** The name of an entry. */
export const entryCell =
  (field: string): Cell =>
  (row) =>
    printed(textOf(row, field), textOf(row, field), entryName(row, textOf(row, field)));
/** The name of a person. */
export const personCell =
  (field: string): Cell =>
  (row) =>
    printed(textOf(row, field), textOf(row, field), personName(row, textOf(row, field)));
/** Renders the name of the referenced person or entry. */
export const referenceCell =
  (name: string, field: Field, of: "entry" | "person"): Cell =>
  (row, t) => {
    const text = textOf(row, nameKey(name));
    return printed(valueOf(name, field, row, t), text, of === "entry" ? entryName(row, text) : personName(row, text));
  };
/** Both sides of a match, "A – B". */
export const matchCell: Cell = (row) => {
  const sides = textOf(row, "title");
  const masked = sides.split(" – ").map((side) => entryName(row, side));
  return printed(sides, sides, masked.join(" – "));
};
