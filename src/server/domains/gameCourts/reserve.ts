/** Taking courts for a game: all of them in one transaction, an order of kind "event" for each day. */
import type { Parsed } from "../../../contract/core/call";
import type { gameCourtDesk, CourtReservation } from "../../../contract/gameCourts/game-courts";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { type GroundedDraft, orderNumber, writeOrder } from "../booking/book";
import { refuseLinked } from "../../kernel/occupancy/choose";
import { game as gameMachine } from "../../../contract/core/states";
import { span } from "../../../contract/core/time";
import { placeLabel } from "../../kernel/place-words";
import type { Priced } from "../../kernel/price/price";
import { reserveSeries } from "../../kernel/occupancy/reserve";
import { refuse } from "../../resource/refuse";
import { type Planned, planCourts } from "./plan";
import { addSettings, gameNumber } from "../competitions/games";
import { searchKeys } from "../../kernel/names";
import { readReservation } from "./view";
import { word } from "./words";

/**
 * Takes the courts. The venue plays its own game: the courts cost nothing.
 * @throws AppError `slotTaken` with who holds it and what is free nearby, `slotClosed`, `slotPast`, `linkedChosen`, `missing`,
 *   `gameTooMany`, `gameNothing` where everything is skipped, `refused` where the game is over or cancelled; nothing is taken then
 */
export async function reserveCourts(ctx: Ctx, input: Parsed<typeof gameCourtDesk.take>): Promise<CourtReservation> {
  // The game before its courts, as whoever cancels it locks them.
  const known = input.gameId === undefined ? undefined : await gameOf(ctx, input.gameId);
  const bookable = (await planCourts(ctx, input)).filter((one) => !one.skipped);
  if (bookable.length === 0) throw new AppError("gameNothing");
  for (const one of bookable) refuseUnfit(ctx, one);
  const days = [...new Set(bookable.map((one) => one.day))];
  const ofDay = (day: string): Planned[] => bookable.filter((one) => one.day === day);
  for (const day of days) refuseLinked(ctx, ofDay(day));
  const priced: Priced = { list: 0, discount: 0, price: 0, steps: [ownGame(ctx)] };
  const lines = bookable.map((one) => ({ ...one, priced, holderId: ctx.newId() }));
  await reserveSeries(ctx, lines);
  const game = known ?? (await addGame(ctx, input));
  for (const day of days) {
    const draft: GroundedDraft = {
      day,
      lines: lines.filter((line) => line.day === day),
      member: null,
      name: game.short_title,
      phone: game.mobile,
      status: "paid",
      payments: [],
      operation: "place",
      discountReason: "",
      remark: game.no,
      source: "competition",
      kind: "event",
      gameId: game.id,
    };
    await writeOrder(ctx, draft, await orderNumber(ctx));
  }
  ctx.emit({ type: "changed", data: { resource: "gameCourts" } });
  return readReservation(ctx, game);
}

const ownGame = (ctx: Ctx): Priced["steps"][number] => ({
  rule: "default",
  name: word("ownGame", ctx.language),
  matched: true,
  amount: 0,
  detail: "",
});

function refuseUnfit(ctx: Ctx, { problem, day, place, start, end }: Planned): void {
  const time = `${day} ${span(start, end)}`;
  if (problem === "closed") throw new AppError("slotClosed", { place: placeLabel(place.name, ctx.language), time });
  if (problem === "past") throw new AppError("slotPast", { time });
}

async function addGame(ctx: Ctx, { title, contact, phone, remark, days }: Parsed<typeof gameCourtDesk.take>) {
  const sorted = [...days].sort();
  const game = { id: ctx.newId(), no: await gameNumber(ctx), short_title: title, contact, mobile: phone, memo: remark };
  await ctx.db
    .insertInto("game")
    .values({
      venue_id: ctx.venue.id,
      ...game,
      game_start: sorted[0] ?? today(ctx),
      game_end: sorted.at(-1) ?? today(ctx),
      pinyin: Object.values(searchKeys(title)).join(" "),
      operator: ctx.person.name,
      created_at: ctx.now,
    })
    .execute();
  await addSettings(ctx, game.id);
  return game;
}

const OVER = ["finished", "settled", "cancelled"];

/** A game that is not over; it stays so until the courts are taken. @throws AppError `missing`, `refused` */
async function gameOf(ctx: Ctx, id: string) {
  const game = await ctx.db
    .selectFrom("game")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forShare()
    .executeTakeFirst();
  if (!game) throw new AppError("missing", { what: word("game", ctx.language) });
  if (OVER.includes(game.status))
    throw refuse(
      ctx,
      { zh: "赛事{state}，不能再占场，没有占用场地", en: "The game is “{state}”: it takes no more courts; none was taken" },
      { state: gameMachine.labels[game.status as "draft"][ctx.language] },
    );
  return game;
}
