/** One game's courts, for its own screen and as other screens of competitions ask for them. */
import type { z } from "zod";
import type { GamePlace } from "../../../contract/competitions/competitions";
import type { GameCourt, CourtReservation } from "../../../contract/gameCourts/game-courts";
import { instant } from "../../../contract/core/time";
import type { Ctx } from "../../http/context";
import { linesHoldingCells } from "../../kernel/order-lines";

/** Courts of a game, in the order of the calendar and the grid. */
async function courtsOf(ctx: Ctx, gameId: string): Promise<z.infer<typeof GamePlace>[]> {
  const rows = await linesHoldingCells(ctx)
    .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "l.venue_id").onRef("o.id", "=", "l.order_id"))
    .where("o.game_id", "=", gameId)
    .select("h.name as hallName")
    .execute();
  return rows.map((row) => ({ ...row, gameId }));
}

/** Courts of a game, of a day or all, each with whether it is still ahead. */
export async function courtDays(
  ctx: Ctx,
  { gameId, day }: { readonly gameId: string; readonly day?: string | undefined },
): Promise<{ content: GameCourt[] }> {
  const courts = (await courtsOf(ctx, gameId)).filter((court) => day === undefined || court.day === day);
  return { content: courts.map((court) => ({ ...court, ahead: instant(court.day, court.end, ctx.venue.zone) > ctx.now })) };
}

/** Returns the response of reserving and releasing. */
export async function readReservation(ctx: Ctx, { id, no }: { readonly id: string; readonly no: string }): Promise<CourtReservation> {
  return { id, no, courtDays: (await courtDays(ctx, { gameId: id })).content };
}

/** Days on which a game has courts. */
export async function placeDates(ctx: Ctx, { gameId }: { readonly gameId: string }) {
  const counts = new Map<string, number>();
  for (const { day } of await courtsOf(ctx, gameId)) counts.set(day, (counts.get(day) ?? 0) + 1);
  return { days: [...counts].map(([day, courts]) => ({ day, places: courts })) };
}
