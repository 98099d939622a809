/** What the list of payments adds to what is derived: names on paper. */
import type { Parts } from "../../resource/parts";
import { entryCell, WholeNames } from "./printedNames";

export const parts: Parts = { aside: WholeNames, cells: { teamName: entryCell("teamName") } };
