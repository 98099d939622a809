/** Package cards on sale and in members' hands, as the lists show them. */
import { sql, type SqlBool } from "kysely";
import { contains } from "../../db/contains";
import type { z } from "zod";
import type { Output, Page, PageQuery, Parsed } from "../../../contract/core/call";
import type { cards, Holding, HoldingFilter, PackageCard } from "../../../contract/cards/cards";
import { yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import { addDays } from "../../../contract/core/time";
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { type Ctx, today } from "../../http/context";
import { phoneFits } from "../../kernel/phones";
import { AppError } from "../../http/error";
import { redeemCard } from "../../kernel/cards/redeem";
import { sellCard } from "./sell";

const CARD_SORTS: Sortable = {
  id: "c.id",
  position: "c.position",
  name: "c.name",
  price: "c.price",
  times: "c.times",
  validDays: "c.valid_days",
};
const HOLDING_SORTS: Sortable = {
  id: "h.id",
  soldAt: "h.at",
  no: "h.no",
  name: "h.name",
  expiresOn: "h.expires_on",
  used: "h.used",
  left: sql`h.times + h.bonus_times - h.used`,
  paid: "h.price",
  state: "h.state",
};

/** A page of the cards that the venue sells, in their order unless sorted. */
export async function definitions(ctx: Ctx, input: Parsed<typeof cards.definitions>): Promise<Page<PackageCard>> {
  let query = ctx.db
    .selectFrom("package_card as c")
    .innerJoin("program as g", (join) => join.onRef("g.venue_id", "=", "c.venue_id").onRef("g.id", "=", "c.program_id"))
    .where("c.venue_id", "=", ctx.venue.id)
    .selectAll("c")
    .select("g.name as program")
    .select(sql<number>`(SELECT count(*) FROM holding h WHERE h.venue_id = c.venue_id AND h.package_card_id = c.id)`.as("sold"));
  if (input.q) query = query.where(contains(input.q, sql.ref("c.name")));
  if (input.kind?.length) query = query.where("c.kind", "in", input.kind);
  if (input.shelf) query = query.where("c.on_shelf", "=", input.shelf === "on");
  return mapPage(await pageOf(ctx, query, input, CARD_SORTS, "position,asc"), (row) => ({
    id: row.id,
    name: row.name,
    kind: row.kind as PackageCard["kind"],
    price: yuan(row.price),
    times: row.times,
    bonusTimes: row.bonus_times,
    validDays: row.valid_days,
    activation: row.activation as PackageCard["activation"],
    opens: [row.program],
    transferable: row.transferable,
    onShelf: row.on_shelf,
    sold: row.sold,
  }));
}

const holdingsOf = (ctx: Ctx) =>
  ctx.db
    .selectFrom("holding as h")
    .innerJoin("package_card as c", (join) => join.onRef("c.venue_id", "=", "h.venue_id").onRef("c.id", "=", "h.package_card_id"))
    .innerJoin("member as m", (join) => join.onRef("m.venue_id", "=", "h.venue_id").onRef("m.id", "=", "h.member_id"))
    .leftJoin("balance as b", (join) =>
      join.onRef("b.venue_id", "=", "h.venue_id").onRef("b.subject", "=", "h.id").on("b.account", "=", "card.value"),
    )
    .where("h.venue_id", "=", ctx.venue.id)
    .selectAll("h")
    .select(["c.kind", "m.name as member_name", "m.phone as member_phone", sql<number>`coalesce(b.amount, 0)`.as("value")]);
type Row = Awaited<ReturnType<ReturnType<typeof holdingsOf>["execute"]>>[number];

/** A page of the cards that members hold, newest first unless sorted. */
export async function holdings(ctx: Ctx, input: z.output<typeof HoldingFilter> & z.output<typeof PageQuery>): Promise<Page<Holding>> {
  let query = holdingsOf(ctx);
  if (input.q) {
    const { q } = input;
    query = query.where(
      sql<SqlBool>`h.id IN (SELECT n.id FROM holding n WHERE n.venue_id = ${ctx.venue.id} AND n.no ^@ ${q.toUpperCase()}
        UNION SELECT n.id FROM member k JOIN holding n ON n.venue_id = k.venue_id AND n.member_id = k.id
        WHERE k.venue_id = ${ctx.venue.id} AND (k.name ^@ ${q} OR ${phoneFits(ctx, "k.phone", q, "k.phone_tail")} OR k.card_key ^@ ${q.toLowerCase()}))`,
    );
  }
  if (input.memberId !== undefined) query = query.where("h.member_id", "=", input.memberId);
  if (input.packageCardId?.length) query = query.where("h.package_card_id", "in", input.packageCardId);
  if (input.state?.length) query = query.where("h.state", "in", input.state);
  if (input.expiring) {
    const day = today(ctx);
    const last = addDays(day, input.expiring === "7d" ? 7 : 30);
    query = query.where("h.state", "=", "active").where("h.expires_on", ">=", day).where("h.expires_on", "<=", last);
  }
  return mapPage(await pageOf(ctx, query, input, HOLDING_SORTS, "soldAt,desc"), toHolding);
}

async function holding(ctx: Ctx, id: string): Promise<Holding> {
  const row = await holdingsOf(ctx).where("h.id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", { what: ctx.language === "zh" ? "次卡" : "Package card" });
  return toHolding(row);
}

function toHolding(row: Row): Holding {
  const left = row.times + row.bonus_times - row.used;
  return {
    id: row.id,
    no: row.no,
    packageCardId: row.package_card_id,
    name: row.name,
    kind: row.kind as Holding["kind"],
    memberId: row.member_id,
    memberName: row.member_name,
    phone: maskPhone(row.member_phone),
    total: row.times,
    bonus: row.bonus_times,
    used: row.used,
    left: row.kind === "period" ? null : left,
    paid: yuan(row.price),
    valueLeft: yuan(row.value),
    valuePerTime: yuan(left > 0 ? Math.floor(row.value / left) : 0),
    soldAt: row.at.toISOString(),
    activatedOn: row.activated_on,
    expiresOn: row.expires_on,
    state: row.state as Holding["state"],
  };
}

/** Sells a card and shows it. @throws AppError as `sellCard` */
export const sell = async (ctx: Ctx, input: Parsed<typeof cards.sell>): Promise<Holding> => holding(ctx, await sellCard(ctx, input));

/** Uses a card and shows what it counted before and after. @throws AppError as `redeemCard` */
export async function use(ctx: Ctx, input: Parsed<typeof cards.use>): Promise<Output<typeof cards.use>> {
  const { id, before, after } = await redeemCard(ctx, input);
  return {
    id,
    holdingId: input.holdingId,
    at: ctx.now.toISOString(),
    times: input.times,
    before,
    after,
    operator: ctx.person.name,
    note: input.note,
    holding: await holding(ctx, input.holdingId),
  };
}
