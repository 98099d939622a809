/** Percent of each program's price that each card type pays. */
import type { BaseDiscounts, baseDiscounts } from "../../../contract/prices/discounts";
import type { Parsed } from "../../../contract/core/call";
import { ColourStyle } from "../../../contract/core/enums";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { changing } from "./plan-effect";
import { baseChange, type RuleChange } from "./rule-change";
import { word } from "./words";

/** The whole table: card types × programs. */
export async function list(ctx: Ctx): Promise<BaseDiscounts> {
  const { db, venue } = ctx;
  const [programs, cardTypes, percents] = await Promise.all([
    db.selectFrom("program").select(["id", "name"]).where("venue_id", "=", venue.id).orderBy("id").execute(),
    db
      .selectFrom("card_type")
      .select(["id", "name", "colour", "place_percent"])
      .where("venue_id", "=", venue.id)
      .orderBy("position")
      .orderBy("id")
      .execute(),
    db.selectFrom("base_discount").selectAll().where("venue_id", "=", venue.id).execute(),
  ]);
  const of = new Map(percents.map((row) => [`${row.card_type_id} ${row.program_id}`, row.percent]));
  return {
    programs,
    cardTypes: cardTypes.map(({ id, name, colour, place_percent }) => ({
      id,
      name,
      colour: ColourStyle.parse(colour),
      percent: place_percent,
      percents: programs.map((program) => of.get(`${id} ${program.id}`) ?? null),
    })),
  };
}

/**
 * Sets the percents that are named; null gives the card type its own back. What is unpaid is re-priced on request.
 * @throws AppError `missing`
 */
export async function modify(ctx: Ctx, { percents, unpaid }: Parsed<typeof baseDiscounts.modify>): Promise<BaseDiscounts> {
  await changing(ctx, await changeTo(ctx, percents), unpaid, () => write(ctx, percents));
  ctx.emit({ type: "changed", data: { resource: "baseDiscounts" } });
  return list(ctx);
}

type Percents = Parsed<typeof baseDiscounts.modify>["percents"];

/**
 * The table as it would be.
 * @throws AppError `missing`
 */
export async function changeTo(ctx: Ctx, percents: Percents): Promise<RuleChange> {
  const known = await list(ctx);
  for (const { programId, cardTypeId } of percents) {
    if (!known.programs.some(({ id }) => id === programId)) throw new AppError("missing", { what: word("program", ctx.language) });
    if (!known.cardTypes.some(({ id }) => id === cardTypeId)) throw new AppError("missing", { what: word("cardType", ctx.language) });
  }
  return baseChange(percents);
}

async function write({ db, venue }: Ctx, percents: Percents): Promise<void> {
  // The last word on a pair counts; one order of rows for all who save at once.
  const last = new Map(percents.map((one) => [`${one.cardTypeId} ${one.programId}`, one]));
  for (const { cardTypeId, programId, percent } of [...last].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)) {
    if (percent === null) {
      await db
        .deleteFrom("base_discount")
        .where("venue_id", "=", venue.id)
        .where("card_type_id", "=", cardTypeId)
        .where("program_id", "=", programId)
        .execute();
    } else {
      await db
        .insertInto("base_discount")
        .values({ venue_id: venue.id, card_type_id: cardTypeId, program_id: programId, percent })
        .onConflict((conflict) => conflict.columns(["venue_id", "card_type_id", "program_id"]).doUpdateSet({ percent }))
        .execute();
    }
  }
}
