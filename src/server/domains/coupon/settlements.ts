/** Coupons into settlements: one coupon in one; what went back after it is a negative line in the next (states.md "coupon", "settlement"). */
import { sql } from "kysely";
import { couponSettlementLines, couponSettlements } from "../../../contract/coupon/coupon-settlements";
import { fen } from "../../../contract/core/money";
import { addDays, instant } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import type { Route } from "../../http/serve";
import { post } from "../../ledger/post";
import { tenderAccount } from "../../ledger/tender";
import { checkAll, refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";

/** Something that a settlement takes in. */
interface Taken {
  readonly id: string;
  readonly code: string;
  readonly document_no: string | null;
  readonly used_at: Date | null;
  readonly kind: "use" | "refund";
  readonly amount: number;
}

/**
 * Lists the uses for the next settlement of a scheme: uses up to a day that are in none, and later refunds of those that are; the coupons
 * stay locked, in the order of their ids.
 */
async function listUnsettledUses(ctx: Ctx, scheme: string, until: string): Promise<readonly Taken[]> {
  const before = instant(addDays(until, 1), 0, ctx.venue.zone);
  const { rows } = await sql<{
    id: string;
    code: string;
    document_no: string | null;
    used_at: Date;
    used: number;
    given_back: number;
    settled: number | null;
  }>`
    SELECT c.id, c.code, c.document_no, c.used_at, c.used, c.given_back,
      (SELECT sum(l.amount) FROM coupon_settlement_line l WHERE l.venue_id = c.venue_id AND l.coupon_id = c.id) AS settled
    FROM coupon c WHERE c.venue_id = ${ctx.venue.id} AND c.scheme = ${scheme} AND c.payment_id IS NOT NULL AND c.used_at < ${before}
    ORDER BY c.id FOR UPDATE`.execute(ctx.db);
  return rows.flatMap(({ settled, used, given_back, ...row }): Taken[] => {
    const left = used - given_back;
    if (settled === null) return left > 0 ? [{ ...row, kind: "use", amount: left }] : [];
    return settled > left ? [{ ...row, kind: "refund", amount: left - settled }] : [];
  });
}

const refuseNothing = (ctx: Ctx, scheme: string) =>
  refuse(
    ctx,
    {
      zh: "“{scheme}”到这一天没有可结算的券：没有用过的、都已结算，或券名不对。没有新增结算单",
      en: "Nothing of “{scheme}” is to be settled up to that day: none was used, all are settled, or it is called otherwise. No settlement was made",
    },
    { scheme },
    "scheme",
  );

export const couponSettlementRoutes: Route[] = [
  ...serveResource(couponSettlements, {
    table: "coupon_settlement",
    columns: {
      lines: () => sql`(SELECT count(*) FROM coupon_settlement_line l WHERE l.venue_id = t.venue_id AND l.settlement_id = t.id)`,
      used: () =>
        sql`(SELECT coalesce(sum(l.amount), 0) FROM coupon_settlement_line l WHERE l.venue_id = t.venue_id AND l.settlement_id = t.id AND l.kind = 'use')`,
      back: () =>
        sql`(SELECT coalesce(sum(l.amount), 0) FROM coupon_settlement_line l WHERE l.venue_id = t.venue_id AND l.settlement_id = t.id AND l.kind = 'refund')`,
    },
    saving: async (ctx, draft) => {
      await checkAll(ctx, [
        () =>
          draft.until > today(ctx) &&
          refuse(ctx, { zh: "不能结算到将来的日期", en: "A settlement can't reach into days to come" }, {}, "until"),
        async () => {
          const under = await ctx.db
            .selectFrom("coupon_settlement")
            .select("no")
            .where("venue_id", "=", ctx.venue.id)
            .where("scheme", "=", draft.scheme)
            .where("state", "in", ["draft", "submitted", "rejected"])
            .executeTakeFirst();
          return (
            under &&
            refuse(
              ctx,
              { zh: "{no} 还在结算这种券，先处理完它", en: "{no} is still settling this scheme; finish it first" },
              { no: under.no },
              "scheme",
            )
          );
        },
      ]);
      const unsettled = await listUnsettledUses(ctx, draft.scheme, draft.until);
      if (unsettled.length === 0) throw refuseNothing(ctx, draft.scheme);
      return {
        ...draft,
        no: await documentNumber(ctx, "couponSettlement", today(ctx)),
        operator: ctx.person.name,
        amount: unsettled.reduce((sum, { amount }) => sum + amount, 0),
      };
    },
    saved: async (ctx, row) => {
      const unsettled = await listUnsettledUses(ctx, row.scheme, row.until);
      await ctx.db
        .insertInto("coupon_settlement_line")
        .values(
          unsettled.map((one) => ({
            venue_id: ctx.venue.id,
            id: ctx.newId(),
            settlement_id: row.id,
            coupon_id: one.id,
            kind: one.kind,
            code: one.code,
            document_no: one.document_no ?? "",
            used_at: one.used_at,
            amount: one.amount,
            created_at: ctx.now,
          })),
        )
        .execute();
      await moveCoupons(ctx, row.id, "used", "to_settle");
    },
    actions: {
      submit: async () => ({ review: "" }),
      approve: async (ctx) => ({ approvedOn: today(ctx) }),
      reject: async (_ctx, _row, { reason }) => ({ review: reason }),
      payOut: async (ctx, row, { method }) => {
        const amount = fen(row.amount);
        if (amount !== 0)
          await post(ctx, {
            document: { kind: "couponSettlement", id: row.id, no: row.no },
            operation: "coupon settlement paid out",
            legs: [
              { account: tenderAccount(method), amount },
              { account: "receivable.coupon", amount: -amount, subject: row.scheme },
            ],
          });
        await moveCoupons(ctx, row.id, "to_settle", "settled");
        return { paidOutOn: today(ctx) };
      },
    },
  }),
  ...serveResource(couponSettlementLines, { table: "coupon_settlement_line" }),
];

/** Moves the coupons that a settlement took in; those that were given back meanwhile stay so. */
async function moveCoupons(ctx: Ctx, settlement: string, from: "used" | "to_settle", to: "to_settle" | "settled"): Promise<void> {
  await ctx.db
    .updateTable("coupon")
    .set({ state: to })
    .where("venue_id", "=", ctx.venue.id)
    .where("state", "=", from)
    .where("id", "in", (eb) =>
      eb
        .selectFrom("coupon_settlement_line")
        .select("coupon_id")
        .where("venue_id", "=", ctx.venue.id)
        .where("settlement_id", "=", settlement)
        .where("kind", "=", "use"),
    )
    .execute();
  ctx.emit({ type: "changed", data: { resource: "coupon" } });
}
