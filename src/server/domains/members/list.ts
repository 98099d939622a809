/** Members as the lists, the pickers and the files show them. */
import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Page, PageQuery } from "../../../contract/core/call";
import type { Member, MemberSums } from "../../../contract/members/members";
import { yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import { type Sortable, pageOf } from "../../db/page";
import type { Tables } from "../../db/tables";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { debts, type Filter, membersOf } from "../../kernel/member-filter";
import { cardCounts, cardsOf } from "./holdings";
import type { MemberTable } from "./rows";
import { word } from "./words";

const SORTABLE: Sortable = {
  id: "m.id",
  createdAt: "m.created_at",
  lastVisitAt: { nullable: "m.last_visit_at" },
  expiresOn: { nullable: "m.expires_on" },
  name: "m.name",
  cardNo: "m.card_key",
  spent: "m.spent",
  principal: sql`coalesce(p.amount, 0)`,
  gift: sql`coalesce(g.amount, 0)`,
};

/** A page of members, latest visit first. */
export async function list(ctx: Ctx, input: Filter & z.output<typeof PageQuery>): Promise<Page<Member>> {
  const page = await pageOf(ctx, withPurses(ctx, await membersOf(ctx, input)).select("m.id"), input, SORTABLE, "lastVisitAt,desc");
  return {
    ...page,
    content: await membersById(
      ctx,
      page.content.map((row) => row.id),
    ),
  };
}

/** Sums over the filter. */
export async function sums(ctx: Ctx, input: Filter): Promise<z.infer<typeof MemberSums>> {
  const row = await withPurses(ctx, await membersOf(ctx, input))
    .leftJoin(
      debts(ctx)
        .select(["subject", sql<number>`sum(amount)`.as("amount")])
        .as("d"),
      "d.subject",
      "m.id",
    )
    .leftJoin(cardCounts(ctx).as("c"), "c.member_id", "m.id")
    .select([
      sql<number>`count(*)`.as("count"),
      sql<number>`coalesce(sum(p.amount), 0)`.as("principal"),
      sql<number>`coalesce(sum(g.amount), 0)`.as("gift"),
      sql<number>`coalesce(sum(d.amount), 0)`.as("debt"),
      sql<number>`coalesce(sum(m.spent), 0)`.as("spent"),
      sql<number>`coalesce(sum(c.count), 0)`.as("cards"),
    ])
    .executeTakeFirstOrThrow();
  return {
    count: row.count,
    principal: yuan(row.principal),
    gift: yuan(row.gift),
    debt: yuan(row.debt),
    spent: yuan(row.spent),
    packageCards: row.cards,
  };
}

/**
 * One member.
 * @throws AppError `missing`
 */
export async function view(ctx: Ctx, input: { id: string }): Promise<Member> {
  const [member] = await membersById(ctx, [input.id]);
  if (!member) throw new AppError("missing", { what: word("member", ctx.language) });
  return member;
}

/** Members whole, in the order of their ids; ids that the venue does not have are left out. One statement, however many. */
export async function membersById(ctx: Ctx, ids: readonly string[]): Promise<Member[]> {
  if (ids.length === 0) return [];
  const rows = await membersWithNames(ctx, ctx.db.selectFrom("member as m").where("m.venue_id", "=", ctx.venue.id).where("m.id", "in", ids))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("posting as d")
          .where("d.venue_id", "=", ctx.venue.id)
          .where("d.account", "=", "receivable.member")
          .whereRef("d.subject", "=", "m.id")
          .select(sql<number>`coalesce(sum(d.amount), 0)`.as("debt"))
          .as("owed"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => cardsOf(ctx, eb).as("cards"),
      (join) => join.onTrue(),
    )
    .select(["owed.debt", "cards.count as card_count", "cards.name as card_name", "cards.left as card_left"])
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [toMember(row)] : [];
  });
}

type Members = Tables & { m: Tables["member"] };
/** Adds the purses' balances, `p` and `g`; where nothing of them is used the planner leaves them out. */
export function withPurses<O>(ctx: Ctx, query: SelectQueryBuilder<Members, "m", O>) {
  return query
    .leftJoin("balance as p", (join) =>
      join.onRef("p.subject", "=", "m.id").on("p.venue_id", "=", ctx.venue.id).on("p.account", "=", "purse.principal"),
    )
    .leftJoin("balance as g", (join) =>
      join.onRef("g.subject", "=", "m.id").on("g.venue_id", "=", ctx.venue.id).on("g.account", "=", "purse.gift"),
    );
}

function membersWithNames<O>(ctx: Ctx, query: SelectQueryBuilder<Members, "m", O>) {
  return withPurses(ctx, query)
    .innerJoin("card_type as t", (join) => join.onRef("t.venue_id", "=", "m.venue_id").onRef("t.id", "=", "m.card_type_id"))
    .leftJoin("member as k", (join) => join.onRef("k.venue_id", "=", "m.venue_id").onRef("k.id", "=", "m.merged_into_id"))
    .selectAll("m")
    .select(["k.name as kept_name", "k.card_no as kept_no"])
    .leftJoin("member as r", (join) => join.onRef("r.venue_id", "=", "m.venue_id").onRef("r.id", "=", "m.referrer_id"))
    .select(["r.name as referrer_name", "r.card_no as referrer_no"])
    .leftJoin("coach as h", (join) => join.onRef("h.venue_id", "=", "m.venue_id").onRef("h.id", "=", "m.coach_id"))
    .select("h.name as coach_name")
    .select(["t.name as type_name", "t.colour as type_colour", "t.kind as type_kind", "t.credit_limit as credit_limit"])
    .select(sql<number>`coalesce(p.amount, 0)`.as("principal"))
    .select(sql<number>`coalesce(g.amount, 0)`.as("gift"));
}

type Row = Selectable<MemberTable> & {
  type_name: string;
  type_colour: number;
  type_kind: string;
  credit_limit: number | null;
  kept_name: string | null;
  kept_no: string | null;
  referrer_name: string | null;
  referrer_no: string | null;
  coach_name: string | null;
  principal: number;
  gift: number;
  debt: number | null;
  card_count: number | null;
  card_name: string | null;
  card_left: number | null;
};

function toMember(row: Row): Member {
  const cards = row.card_count ?? 0;
  return {
    id: row.id,
    cardNo: row.card_no,
    name: row.name,
    phone: maskPhone(row.phone),
    gender: row.gender as Member["gender"],
    birthday: row.birthday,
    cardTypeId: row.card_type_id,
    cardTypeName: row.type_name,
    cardTypeColour: row.type_colour as Member["cardTypeColour"],
    principal: yuan(row.principal),
    gift: yuan(row.gift),
    debt: yuan(row.debt ?? 0),
    ...(row.type_kind === "credit" ? { credit: yuan(Math.max(0, (row.credit_limit ?? 0) - (row.debt ?? 0))) } : {}),
    spent: yuan(row.spent),
    packageCards: cards,
    packageCard: cards === 1 ? { name: row.card_name ?? "", left: row.card_left ?? 0 } : null,
    lastVisitAt: row.last_visit_at?.toISOString() ?? null,
    expiresOn: row.expires_on,
    state: row.state as Member["state"],
    tags: row.tags,
    memo: row.memo,
    stateReason: row.state_reason,
    mergedInto: row.merged_into_id === null ? null : { id: row.merged_into_id, name: row.kept_name ?? "", cardNo: row.kept_no ?? "" },
    referrer: row.referrer_id === null ? null : { id: row.referrer_id, name: row.referrer_name ?? "", cardNo: row.referrer_no ?? "" },
    photo: row.photo,
    coach: row.coach_id === null ? null : { id: row.coach_id, name: row.coach_name ?? "" },
    family: row.family,
    erasedAt: row.erased_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}
