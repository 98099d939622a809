/** Proposes the likeliest closing: the selected cells, else the rest of the shown day. Pure. */
import { GRANULE } from "../../../../contract/core/time";
import type { Choice } from "../grid/choice";
import type { Frame } from "../grid/store";
import type { ClosingDraft } from "./ClosingWizard";

export function proposeClosing({ layout, now }: Frame, { runs, lost }: Choice): ClosingDraft {
  const chosen = [...runs, ...lost];
  const closes = layout.from + layout.rows * GRANULE;
  const [first] = chosen;
  if (first)
    return {
      placeIds: [...new Set(chosen.map((run) => run.placeId))],
      from: first.day,
      to: first.day,
      start: Math.min(...chosen.map((run) => run.start)),
      end: Math.max(...chosen.map((run) => run.end)),
    };
  const from = Math.floor(now / GRANULE) * GRANULE;
  const start = from > layout.from && from < closes ? from : layout.from;
  return { placeIds: [], from: layout.day, to: layout.day, start, end: closes };
}
