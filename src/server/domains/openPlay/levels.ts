/** Price of a place in an open play for a member of a card level, for themselves and their guests. */
import type { Parsed } from "../../../contract/core/call";
import type { ColourStyle } from "../../../contract/core/enums";
import type { Fen } from "../../../contract/core/money";
import { yuan } from "../../../contract/core/money";
import type { openPlay } from "../../../contract/openPlay/open-play";
import type { Ctx } from "../../http/context";
import { missing, type PlayRow } from "./play";

/** The prices of an open play by level, as the wire carries them, in the order of the card types. */
export async function levelsOf(ctx: Ctx, playId: string) {
  const rows = await ctx.db
    .selectFrom("open_play_level as l")
    .innerJoin("card_type as c", (join) => join.onRef("c.venue_id", "=", "l.venue_id").onRef("c.id", "=", "l.card_type_id"))
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.open_play_id", "=", playId)
    .orderBy("c.position")
    .orderBy("c.id")
    .select(["l.card_type_id as cardTypeId", "c.name", "c.colour", "l.price"])
    .execute();
  return rows.map((row) => ({ ...row, colour: row.colour as ColourStyle, price: yuan(row.price) }));
}

/**
 * Sets the prices by level of a locked open play. Those who joined keep theirs.
 * @throws AppError `missing`: a card type
 */
export async function setLevels(ctx: Ctx, playId: string, levels: Parsed<typeof openPlay.modify>["levels"]): Promise<void> {
  const prices = new Map(levels.map((level) => [level.cardTypeId, level.price]));
  const ids = [...prices.keys()];
  const found = await ctx.db
    .selectFrom("card_type")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", ids.concat(""))
    .execute();
  if (found.length < ids.length) missing(ctx, "cardType");
  await ctx.db.deleteFrom("open_play_level").where("venue_id", "=", ctx.venue.id).where("open_play_id", "=", playId).execute();
  if (ids.length === 0) return;
  const rows = [...prices].map(([card_type_id, price]) => ({ venue_id: ctx.venue.id, open_play_id: playId, card_type_id, price }));
  await ctx.db.insertInto("open_play_level").values(rows).execute();
}

/** Returns the price of a place, and the level that sets it, if the payer's level has one. */
export async function priceOf(
  ctx: Ctx,
  play: Pick<PlayRow, "id" | "price">,
  cardTypeId: string | undefined,
): Promise<{ price: Fen; level: string | null }> {
  if (cardTypeId === undefined) return { price: play.price, level: null };
  const level = await ctx.db
    .selectFrom("open_play_level")
    .select("price")
    .where("venue_id", "=", ctx.venue.id)
    .where("open_play_id", "=", play.id)
    .where("card_type_id", "=", cardTypeId)
    .executeTakeFirst();
  return level ? { price: level.price, level: cardTypeId } : { price: play.price, level: null };
}
