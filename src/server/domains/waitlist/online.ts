/** Customers on the waitlist: they queue for a time at which all courts are taken, by the desk's rules, and see and leave their own entries only. */
import { type WaitlistEntry, waitlist } from "../../../contract/waitlist/waitlist";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { lockMember } from "../../kernel/booker";
import { refuse } from "../../resource/refuse";
import { rejectTooFarAhead } from "../../kernel/online-days";
import { requeue, withdraw } from "./answer";
import { join } from "./join";
import { entriesOfMember, entryOf } from "./list";

/** Maximum number of open entries of one customer. */
const MOST_WAITING = 5;

/** Time for which a customer queues. */
export interface OnlineWish {
  readonly programId: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Queues a customer for any court of a sport.
 * @throws AppError `refused` beyond a limit, `waitlistFree`, `waitlistTwice`, `memberState`, and as `join`
 */
export async function joinOnline(ctx: Ctx, memberId: string, wish: OnlineWish): Promise<WaitlistEntry> {
  rejectTooFarAhead(ctx, wish.day);
  // Serializes entries that are posted at the same time, so that all are counted.
  await lockMember(ctx, memberId);
  const waiting = (await entriesOfMember(ctx, memberId)).filter(({ state }) => state === "waiting" || state === "offered");
  if (waiting.length >= MOST_WAITING)
    throw refuse(
      ctx,
      {
        zh: "您已有 {most} 个候补，没有再登记；请先退出一个",
        en: "You are on the waitlist {most} times already, and were not added. Please leave one first",
      },
      { most: MOST_WAITING },
    );
  return join(ctx, waitlist.join.input.parse({ ...wish, memberId }));
}

/** Leaves the waitlist, or queues again after an offer that lapsed. @throws AppError `missing` for an entry of somebody else, and as the desk's */
export async function answerOnline(ctx: Ctx, memberId: string, id: string, answer: "withdraw" | "requeue"): Promise<void> {
  const entry = await entryOf(ctx, id);
  if (entry.memberId !== memberId) throw new AppError("missing");
  await (answer === "withdraw" ? withdraw : requeue)(ctx, { id });
}
