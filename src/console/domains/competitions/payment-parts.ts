/** Additions to the derived list of payments: names on paper. */
import type { Parts } from "../../resource/parts";
import { entryCell, WholeNames } from "./printed-names";

export const parts: Parts = { aside: WholeNames, cells: { teamName: entryCell("teamName") } };
