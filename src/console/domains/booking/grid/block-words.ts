/** Words of a block, on screen and for screen readers. Pure. */
import type { GridBooking } from "../../../../contract/booking/booking";
import { fen } from "../../../../contract/core/money";
import { clock } from "../../../../contract/core/time";
import type { T } from "../../../i18n/keys";
import type { IconName } from "../../../ui/icons";
import { operatorName } from "../../../ui/operator";
import { placeLabel } from "../../../ui/format-place";
import type { Block, Look } from "./blocks";
import { shortPrice } from "./model";

/** One icon for each look; with colour and word, never alone. */
export const LOOK_ICON: Record<Look, IconName> = {
  held: "clock",
  reserved: "wallet",
  paid: "check",
  given: "tag",
  live: "play",
  fixed: "repeat",
  deal: "ticket",
  event: "trophy",
  openPlay: "members",
  locked: "lock",
  done: "check",
  missed: "close",
  linked: "link",
};

/** Returns the name of a block: the booker, or the reason of a lock. */
export const blockName = (block: Block, t: T): string =>
  block.look === "locked" ? block.booking.note || t("booking.look.locked") : block.booking.name || t("common.walkIn");

/** Why a place costs nothing. */
export const freeReason = ({ free }: GridBooking, t: T): string => free || t("booking.priceNothing");

/** The whole of a block in words, for screen readers. */
export function blockLabel(block: Block, t: T): string {
  const times = `${clock(block.start)}–${clock(block.end)}`;
  if (block.look === "linked") {
    const holder = block.booking.name || t("common.walkIn");
    return t("booking.linkedLabel", { times, place: placeLabel(block.linkedTo, t), name: holder });
  }
  const left = block.left === null ? "" : t("booking.minutesLeftLabel", { minutes: block.left });
  return [blockName(block, t), times, t(`booking.lookFull.${block.look}`), left, blockExtra(block, t)].filter(Boolean).join(" ");
}

/** A text that stays one line: it is shortened at its end where it finds no room. */
const oneLine = (text: string): string => text.replaceAll(" ", "\u00a0");

/**
 * The last line: until when, from where, what for, or what is still due. Of an amount due the word alone stands behind a space that breaks:
 * a narrow column shows the first line only, so that the amount is whole and the word is still read out.
 */
export function blockExtra(block: Block, t: T): string {
  const { booking, look } = block;
  if (look === "locked") return oneLine(operatorName(booking.name, t));
  if (look === "live") return oneLine(t("booking.until", { time: clock(block.end) }));
  if (look === "held" && booking.offer) return oneLine(t("booking.wait.offer"));
  if (look === "given") return oneLine(freeReason(booking, t));
  if (look === "done" || look === "missed") return "";
  if (look !== "held" && fen(booking.due) > 0) return t("booking.dueCell", { amount: shortPrice(booking.due) });
  if (look === "fixed" || look === "deal" || look === "event" || look === "openPlay") return oneLine(booking.note);
  return oneLine(t(`booking.source.${booking.source}`));
}
