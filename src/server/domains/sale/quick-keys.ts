/** Pages of quick keys: the venue's, and those of single tills. */
import { z } from "zod";
import type { Parsed } from "../../../contract/core/call";
import { QuickKey, type QuickKeyPage, type quickKeys } from "../../../contract/sale/quick-keys";
import type { Ctx } from "../../http/context";
import { badField } from "../../http/error";
import { hashOf } from "../../kernel/tokens";

const VENUE = "venue";
/** Id of the page of the operator's till; undefined without a device. */
const tillPage = (ctx: Ctx): string | undefined => (ctx.device === "" ? undefined : `till-${hashOf(ctx.device)}`);
const Keys = z.array(QuickKey);

/** Returns the page of this till, else the venue's. */
export async function viewQuickKeys(ctx: Ctx): Promise<QuickKeyPage> {
  const till = tillPage(ctx);
  const rows = await ctx.db
    .selectFrom("quick_key_page")
    .select(["id", "keys"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", till === undefined ? [VENUE] : [VENUE, till])
    .execute();
  const own = rows.find(({ id }) => id === till);
  const row = own ?? rows[0];
  return { scope: own ? "till" : "venue", keys: row ? Keys.parse(row.keys) : [] };
}

/**
 * Stores a page. A till's page without keys is removed, so that the till shows the venue's again.
 * @throws AppError `badInput` for a product that is pinned twice or is not the venue's, and for a till without a device
 */
export async function modifyQuickKeys(ctx: Ctx, { scope, keys }: Parsed<typeof quickKeys.modify>): Promise<QuickKeyPage> {
  const id = scope === "venue" ? VENUE : tillPage(ctx);
  if (id === undefined) throw badField("scope", "other");
  const ids = keys.map(({ productId }) => productId);
  const known = new Set(ids.length === 0 ? [] : (await productIds(ctx, ids)).map((row) => row.id));
  const wrong = ids.findIndex((one, i) => ids.indexOf(one) !== i || !known.has(one));
  if (wrong >= 0) throw badField(`keys.${wrong}.productId`, "other");
  if (keys.length === 0 && scope === "till")
    await ctx.db.deleteFrom("quick_key_page").where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  else {
    const text = JSON.stringify(keys);
    await ctx.db
      .insertInto("quick_key_page")
      .values({ venue_id: ctx.venue.id, id, keys: text })
      .onConflict((conflict) => conflict.columns(["venue_id", "id"]).doUpdateSet({ keys: text }))
      .execute();
  }
  ctx.emit({ type: "changed", data: { resource: "quickKeys" } });
  return viewQuickKeys(ctx);
}

const productIds = (ctx: Ctx, ids: readonly string[]) =>
  ctx.db.selectFrom("product").select("id").where("venue_id", "=", ctx.venue.id).where("id", "in", ids).execute();
