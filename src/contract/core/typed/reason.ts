/** Reads the reason that a change of money or occupancy needs. */
import { empty, type Message, type Reading, unreadable } from "./result";

const SHORT: Message = { zh: "请写明原因，至少 2 个字", en: "Give a reason of at least 2 characters" };
const LONG: Message = { zh: "原因不能超过 200 个字", en: "The reason can't be longer than 200 characters" };

/** Fewest and most characters of a reason. */
export const REASON_LENGTH = { min: 2, max: 200 } as const;

/** Reads a reason without the space around it. */
export function readReason(text: string): Reading<string> {
  const value = text.trim();
  if (value === "") return empty(SHORT);
  if (value.length < REASON_LENGTH.min) return unreadable(SHORT);
  return value.length > REASON_LENGTH.max ? unreadable(LONG) : { value };
}
