/** Giving courts of a game back. */
import type { Parsed } from "../../../contract/core/call";
import type { gameCourtDesk, CourtReservation } from "../../../contract/gameCourts/game-courts";
import { instant } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { cancelOrder, FREE_OF_FEE } from "../booking/cancel";
import { activeLines, type Line, refuseOver } from "../../kernel/order-lines";
import { lockOrder, type OrderRow } from "../../kernel/orders";
import { cancelLines } from "../booking/refund-lines";
import { placesFreed } from "../../kernel/followers";
import { readReservation } from "./view";

/** Nothing was paid for it, so nothing goes back. */
const NOTHING_BACK = { paid: 0, feePercent: 0, hoursBefore: 0, freeHours: 0, fee: 0, refund: 0 } as const;

/**
 * Releases courts, those named or all that lie ahead; the waitlist is offered what comes free.
 * @throws AppError `missing`, `lineGone` where one is no longer the game's, `lineOver`, `gameNothing` where nothing lies ahead
 */
export async function release(ctx: Ctx, input: Parsed<typeof gameCourtDesk.release>): Promise<CourtReservation> {
  const given = await releaseIfReserved(ctx, input);
  if (input.ids && given < new Set(input.ids).size) throw new AppError("lineGone");
  if (given === 0) throw new AppError("gameNothing");
  const game = ctx.db.selectFrom("game").select(["id", "no"]).where("venue_id", "=", ctx.venue.id).where("id", "=", input.gameId);
  return readReservation(ctx, await game.executeTakeFirstOrThrow());
}

/**
 * Releases as `release`, which may find nothing to release.
 * @returns how many courts came free
 * @throws AppError `lineOver`
 */
export async function releaseIfReserved(
  ctx: Ctx,
  input: Pick<Parsed<typeof gameCourtDesk.release>, "gameId" | "ids" | "reason">,
): Promise<number> {
  const orders = await ctx.db
    .selectFrom("booking_order")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("game_id", "=", input.gameId)
    .where("order_status", "<>", "cancelled")
    .orderBy("id")
    .execute();
  const chosenIds = input.ids && new Set(input.ids);
  let count = 0;
  const freed: string[] = [];
  for (const { id } of orders) {
    const order = await lockOrder(ctx, id);
    const lines = await activeLines(ctx, id);
    const given = lines.filter((line) => (chosenIds ? chosenIds.has(line.id) : instant(line.day, line.end, ctx.venue.zone) > ctx.now));
    for (const line of given) refuseOver(ctx, line);
    count += given.length;
    freed.push(...(await cancelReservation(ctx, order, lines, given, input.reason)));
  }
  if (count === 0) return 0;
  await placesFreed(ctx, [...new Set(freed)]);
  ctx.emit({ type: "changed", data: { resource: "gameCourts" } });
  return count;
}

async function cancelReservation(
  ctx: Ctx,
  order: OrderRow,
  lines: readonly Line[],
  given: readonly Line[],
  reason: string,
): Promise<string[]> {
  if (given.length === 0) return [];
  const rest = lines.filter((line) => !given.includes(line));
  return rest.length === 0 ? cancelOrder(ctx, order, FREE_OF_FEE, reason) : cancelLines(ctx, order, { given, rest }, NOTHING_BACK, reason);
}
