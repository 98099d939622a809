/** Words for open plays on screen. */
import type { OpenPlay, OpenPlayDetail } from "../../../contract/openPlay/open-play";
import type { OpenPlayState } from "../../../contract/core/states";
import { clock } from "../../../contract/core/time";
import type { Tone } from "../../ui/StatusTag";

export const STATES: readonly OpenPlayState[] = ["draft", "open", "confirmed", "finished", "failed", "cancelled"];
export const OPEN_PLAY_TONE: Record<OpenPlayState, Tone> = {
  draft: "neutral",
  open: "live",
  confirmed: "success",
  finished: "neutral",
  failed: "warning",
  cancelled: "neutral",
};

/** `19:00–21:00`. */
export const spanOf = ({ start, end }: Pick<OpenPlay, "start" | "end">): string => `${clock(start)}–${clock(end)}`;
/** Returns the price of a place for a card level; the general price if the level has none, or without a level. */
export const priceOf = ({ price, levels }: Pick<OpenPlayDetail, "price" | "levels">, cardTypeId: string | undefined): string =>
  levels.find((level) => level.cardTypeId === cardTypeId)?.price ?? price;
/** Joined ÷ places, 0–100. */
export const fillOf = ({ attendees, capacity }: Pick<OpenPlay, "attendees" | "capacity">): number =>
  Math.round((attendees * 100) / capacity);
