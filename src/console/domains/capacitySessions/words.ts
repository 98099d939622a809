/** Words for sessions on screen, and their totals. */
import type { HallSession } from "../../../contract/capacitySessions/capacity-sessions";
import { clock } from "../../../contract/core/time";
import type { Tone } from "../../ui/StatusTag";

export const SESSION_TONE: Record<HallSession["status"], Tone> = {
  draft: "waiting",
  on_shelf: "success",
  off_shelf: "warning",
  finished: "neutral",
  cancelled: "error",
};

/** `18:00–19:30`. */
export const spanOf = ({ startTime, endTime }: Pick<HallSession, "startTime" | "endTime">): string =>
  `${clock(startTime)}–${clock(endTime)}`;

/** Sessions that count: neither drafts nor cancelled. */
const counts = ({ status }: HallSession): boolean => status !== "draft" && status !== "cancelled";

/** Returns the totals of sessions: places, sold, entered. */
export function totalsOf(sessions: readonly HallSession[]): {
  sessions: number;
  places: number;
  sold: number;
  left: number;
  entered: number;
} {
  const some = sessions.filter(counts);
  const places = some.reduce((sum, session) => sum + session.maxPlace, 0);
  const left = some.reduce((sum, session) => sum + session.leftPlace, 0);
  return { sessions: some.length, places, sold: places - left, left, entered: some.reduce((sum, session) => sum + session.entered, 0) };
}

/** Sold ÷ places, 0–100. */
export const percentOf = (sold: number, places: number): number => (places === 0 ? 0 : Math.round((sold * 100) / places));
