/** Coaches' requests to draw on what they earned. */
import { sql } from "kysely";
import { withdraws } from "../../../contract/coaches/coaches";
import { yuan } from "../../../contract/core/money";
import type { Draft } from "../../../contract/core/resource/define";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { post } from "../../ledger/post";
import { checkAll, refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { checkAvailable, lockCoach, seenBy } from "./pay";

/** Ids of the persons who sign in as a coach. */
async function personsOf(ctx: Ctx, coach: string): Promise<readonly string[]> {
  const rows = await ctx.db
    .selectFrom("coach as c")
    .innerJoin("person as p", (join) => join.on(sql`lower(p.username)`, "=", sql`lower(c.account)`))
    .select("p.id")
    .where("c.venue_id", "=", ctx.venue.id)
    .where("c.id", "=", coach)
    .execute();
  return rows.map(({ id }) => id);
}

/** Checks the coach of a request: approved, with a sufficient balance and a bank card of their own. */
async function checkOfCoach(ctx: Ctx, draft: Draft<typeof withdraws.fields>): Promise<void> {
  const coach = await lockCoach(ctx, draft.coach, "coach");
  await checkAll(ctx, [
    () =>
      (coach.state === "applied" || coach.state === "refused") &&
      refuse(ctx, { zh: "{name}还没有通过审核，没有提交", en: "{name} is not approved; nothing was sent" }, { name: coach.name }, "coach"),
    () => checkAvailable(ctx, coach, draft.amount),
    async () => {
      const card = await ctx.db
        .selectFrom("coach_bank_card")
        .select("coach_id")
        .where("venue_id", "=", ctx.venue.id)
        .where("id", "=", draft.bankCard)
        .executeTakeFirst();
      return (
        card?.coach_id !== coach.id &&
        refuse(
          ctx,
          {
            zh: "这张卡不是{name}的，没有提交；请选本人的卡",
            en: "This card is not {name}'s; nothing was sent. Choose the coach's own card",
          },
          { name: coach.name },
          "bankCard",
        )
      );
    },
  ]);
}

export const withdrawalRoutes = serveResource(withdraws, {
  table: "coach_withdraw",
  where: (ctx) => seenBy(ctx, "t.coach_id"),
  pays: (ctx, row) => personsOf(ctx, row.coach),
  columns: {
    payTo: () =>
      sql`(select concat_ws(' ', b.holder, b.bank, nullif(b.branch, ''), n.digits) from coach_bank_card b
        join coach_bank_number n on n.venue_id = b.venue_id and n.id = b.id where b.venue_id = t.venue_id and b.id = t.bank_card_id)`,
  },
  saving: async (ctx, draft) => {
    await checkAll(ctx, [
      () => draft.amount <= 0 && refuse(ctx, { zh: "金额要大于 0", en: "The amount must be above 0" }, {}, "amount"),
      () => checkOfCoach(ctx, draft),
    ]);
    return { ...draft, no: await documentNumber(ctx, "withdraw", today(ctx)), operator: ctx.person.name };
  },
  actions: {
    approve: async (ctx) => Promise.resolve({ operator: ctx.person.name }),
    refuse: async (ctx, _, { reason }) => Promise.resolve({ reason, operator: ctx.person.name }),
    payOut: async (ctx, row, { bankRef }) => {
      const coach = await lockCoach(ctx, row.coach);
      const amount = Math.round(Number(row.amount) * 100);
      // A class given back since the request lessens what is owed.
      if (amount > coach.balance)
        throw refuse(
          ctx,
          {
            zh: "{name}的余额只剩 ¥{balance}，没有付款；请不通过这张申请后按余额重新申请",
            en: "{name} is owed only ¥{balance} by now; nothing was paid. Refuse this request and ask for what is left",
          },
          { name: coach.name, balance: yuan(coach.balance) },
        );
      await post(ctx, {
        document: { kind: "withdraw", id: row.id, no: row.no },
        operation: "coach payout",
        legs: [
          { account: "payable.coach", amount, subject: coach.id },
          { account: "tender.transfer", amount: -amount },
        ],
      });
      return { bankRef, paidAt: ctx.now, operator: ctx.person.name };
    },
  },
});
