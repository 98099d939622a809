/** Coaches: their accounts, approval and deletion. */
import { sql } from "kysely";
import { coaches } from "../../../contract/coaches/coaches";
import { yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { auditEffects } from "../../kernel/audited";
import { checkPattern } from "../../kernel/check-rules";
import { checkAll, refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { frozen, lockCoach, owedToCoach, seenBy } from "./pay";

/** @throws AppError `badInput` where the account is nobody's who works here, or another coach's */
async function checkAccount(ctx: Ctx, account: string, own: string): Promise<void> {
  if (account === "") return;
  const person = await ctx.db
    .selectFrom("person as p")
    .innerJoin("person_venue as v", "v.person_id", "p.id")
    .select("p.id")
    .where("v.venue_id", "=", ctx.venue.id)
    .where(sql<string>`lower(p.username)`, "=", account.toLowerCase())
    .executeTakeFirst();
  if (!person)
    throw refuse(
      ctx,
      {
        zh: "本馆没有员工账号“{account}”，没有保存；请先建账号",
        en: "No staff of this venue signs in as “{account}”; nothing was saved. Create the account first",
      },
      { account },
      "account",
    );
  const other = await ctx.db
    .selectFrom("coach")
    .select("name")
    .where("venue_id", "=", ctx.venue.id)
    .where(sql<string>`lower(account)`, "=", account.toLowerCase())
    .where("id", "<>", own)
    .executeTakeFirst();
  if (other)
    throw refuse(
      ctx,
      { zh: "这个账号已属于教练“{name}”，没有保存", en: "This account is the coach “{name}”'s already; nothing was saved" },
      { name: other.name },
      "account",
    );
}

export const coachResource = serveResource(coaches, {
  table: "coach",
  note: "phone",
  // Desks that book classes choose among all coaches; a coach's own account is itself.
  where: (ctx) => (ctx.codes.has("coach_class_book") ? sql`true` : seenBy(ctx, "t.id")),
  columns: { balance: () => owedToCoach("t.id"), frozen: () => frozen("t.id") },
  saving: async (ctx, draft, before) => {
    await checkAll(ctx, [
      () => checkAccount(ctx, draft.account.trim(), before?.id ?? ""),
      () => draft.certificateNo !== before?.certificateNo && checkPattern(ctx, "certificateNo", draft.certificateNo),
    ]);
    return { ...draft, account: draft.account.trim() };
  },
  actions: {
    ...auditEffects,
    approve: async (ctx, row) => {
      if (row.certificateEndsOn !== null && row.certificateEndsOn < today(ctx))
        throw refuse(
          ctx,
          {
            zh: "{name}的教练证已于 {day} 到期，没有通过审核；请先更新教练证",
            en: "The certificate of {name} ended on {day}; the coach was not approved. Renew it first",
          },
          { name: row.name, day: row.certificateEndsOn },
        );
      return auditEffects.approve();
    },
  },
  deleting: async (ctx, row) => {
    const coach = await lockCoach(ctx, row.id);
    if (coach.balance !== 0)
      throw refuse(
        ctx,
        {
          zh: "{name}还有余额 ¥{balance}，没有删除；请先提现结清",
          en: "{name} still has a balance of ¥{balance}; nothing was deleted. Pay it out first",
        },
        { name: row.name, balance: yuan(coach.balance) },
      );
  },
});
