/**
 * Actions of one domain that another must follow in the same transaction. The kernel names the moment; `server/followers.ts`, which may
 * know all domains, lists the followers once.
 */
import type { Ctx } from "../http/context";

interface Followers {
  /** Places came free on these days: last in the transaction that freed them. */
  readonly placesFreed: (ctx: Ctx, days: readonly string[]) => Promise<void>;
  /** The time of an unpaid hold may be up. @returns whether it was, and the hold is gone */
  readonly holdDue: (ctx: Ctx, orderId: string) => Promise<boolean>;
  /** The court that a voucher paid is given up; `feePercent` of its uses stay used. Both are locked (`lockVouchers`, then the order). */
  readonly vouchedGivenUp: (ctx: Ctx, orderId: string, feePercent: number, reason: string) => Promise<void>;
}

let followers: Followers | undefined;

/** Says who follows; at start, before the first call or job. */
export const setFollowers = (all: Followers): void => {
  followers = all;
};

function current(): Followers {
  if (!followers) throw new Error("nobody follows yet: import server/followers first");
  return followers;
}

export const placesFreed: Followers["placesFreed"] = (ctx, days) => current().placesFreed(ctx, days);
export const holdDue: Followers["holdDue"] = (ctx, orderId) => current().holdDue(ctx, orderId);
export const vouchedGivenUp: Followers["vouchedGivenUp"] = (ctx, orderId, feePercent, reason) =>
  current().vouchedGivenUp(ctx, orderId, feePercent, reason);
