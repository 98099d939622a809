/** Coaches, their bank cards, and their requests to draw on what they earned. */
import { sql } from "kysely";
import { bankCards, coaches, withdraws } from "../../../contract/coaches/coaches";
import { coachBookings, coachClasses } from "../../../contract/coaches/coach-classes";
import { yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import { auditEffects } from "../../kernel/audited";
import { checkPattern } from "../../kernel/check-rules";
import { post } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import { serveResource } from "../../resource/serve";
import { refundBooking, chargeBooking, reservePlace } from "./bookings";
import { cancel, checkOver, move, plan, repeat, settle } from "./classes";
import { lockClass } from "./lock";
import { coachReportRoutes } from "./report";
import { checkAvailable, frozen, lockCoach, owedToCoach, seenBy } from "./pay";

/** True if the digits have the check digit of bank cards (Luhn). */
function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, i) => {
      const doubled = Number(digit) * (i % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

const digitsOf = (typed: string): string => typed.replaceAll(/[\s-]/g, "");

/** Keeps the whole number of a card. @throws AppError `badInput` where another card has it */
async function storeCardNumber(ctx: Ctx, id: string, digits: string): Promise<void> {
  await ctx.db.deleteFrom("coach_bank_number").where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  const made = await ctx.db
    .insertInto("coach_bank_number")
    .values({ venue_id: ctx.venue.id, id, digits })
    .onConflict((conflict) => conflict.columns(["venue_id", "digits"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!made)
    throw refuse(
      ctx,
      { zh: "这张卡已登记，没有保存；请核对卡号", en: "This card is registered already; nothing was saved. Check the number" },
      {},
      "cardNo",
    );
}

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

/** Open requests that a bank card is to be paid by. */
const openRequest = (ctx: Ctx, bankCardId: string) =>
  ctx.db
    .selectFrom("coach_withdraw")
    .select("no")
    .where("venue_id", "=", ctx.venue.id)
    .where("bank_card_id", "=", bankCardId)
    .where("state", "in", ["requested", "approved"])
    .executeTakeFirst();

export const coachRoutes = [
  ...serveResource(coaches, {
    table: "coach",
    note: "phone",
    // Desks that book classes choose among all coaches; a coach's own account is itself.
    where: (ctx) => (ctx.codes.has("coach_class_book") ? sql`true` : seenBy(ctx, "t.id")),
    columns: { balance: () => owedToCoach("t.id"), frozen: () => frozen("t.id") },
    saving: async (ctx, draft, before) => {
      const account = draft.account.trim();
      await checkAccount(ctx, account, before?.id ?? "");
      if (draft.certificateNo !== before?.certificateNo) await checkPattern(ctx, "certificateNo", draft.certificateNo);
      return { ...draft, account };
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
  }),
  ...serveResource(bankCards, {
    table: "coach_bank_card",
    note: "holder",
    where: (ctx) => seenBy(ctx, "t.coach_id"),
    saving: async (ctx, draft, before) => {
      const coach = await lockCoach(ctx, before?.coach ?? draft.coach, "coach");
      const { cardNo, ...rest } = draft;
      const kept = before !== undefined && cardNo === before.cardNo;
      const digits = digitsOf(cardNo);
      if (!kept && !isCardNumber(digits))
        throw refuse(
          ctx,
          { zh: "卡号不正确，没有保存；请核对 12–19 位卡号", en: "This is no card number; nothing was saved. Check its 12–19 digits" },
          {},
          "cardNo",
        );
      const open = before && (await openRequest(ctx, before.id));
      if (open && (!kept || rest.holder !== before.holder || rest.bank !== before.bank))
        throw refuse(
          ctx,
          {
            zh: "提现 {no} 正等着付到这张卡，没有修改；请另加一张卡",
            en: "{no} is to be paid to this card; nothing was changed. Add another card",
          },
          { no: open.no },
          "cardNo",
        );
      if (draft.main)
        await ctx.db
          .updateTable("coach_bank_card")
          .set({ main: false })
          .where("venue_id", "=", ctx.venue.id)
          .where("coach_id", "=", coach.id)
          .where("id", "<>", before?.id ?? "")
          .where("main", "=", true)
          .execute();
      const shown = kept ? before.cardNo : `${digits.slice(0, 4)} **** **** ${digits.slice(-4)}`;
      return { ...rest, label: `${draft.bank} ${shown.slice(-4)}`, cardNo: shown };
    },
    saved: async (ctx, row, before, { cardNo }) => {
      if (cardNo !== before?.cardNo) await storeCardNumber(ctx, row.id, digitsOf(cardNo));
    },
  }),
  ...serveResource(withdraws, {
    table: "coach_withdraw",
    where: (ctx) => seenBy(ctx, "t.coach_id"),
    pays: (ctx, row) => personsOf(ctx, row.coach),
    columns: {
      payTo: () =>
        sql`(select concat_ws(' ', b.holder, b.bank, nullif(b.branch, ''), n.digits) from coach_bank_card b
          join coach_bank_number n on n.venue_id = b.venue_id and n.id = b.id where b.venue_id = t.venue_id and b.id = t.bank_card_id)`,
    },
    saving: async (ctx, draft) => {
      const coach = await lockCoach(ctx, draft.coach, "coach");
      if (draft.amount <= 0) throw refuse(ctx, { zh: "金额要大于 0", en: "The amount must be above 0" }, {}, "amount");
      if (coach.state === "applied" || coach.state === "refused")
        throw refuse(
          ctx,
          { zh: "{name}还没有通过审核，没有提交", en: "{name} is not approved; nothing was sent" },
          { name: coach.name },
          "coach",
        );
      checkAvailable(ctx, coach, draft.amount);
      const card = await ctx.db
        .selectFrom("coach_bank_card")
        .select("coach_id")
        .where("venue_id", "=", ctx.venue.id)
        .where("id", "=", draft.bankCard)
        .executeTakeFirst();
      if (card?.coach_id !== coach.id)
        throw refuse(
          ctx,
          {
            zh: "这张卡不是{name}的，没有提交；请选本人的卡",
            en: "This card is not {name}'s; nothing was sent. Choose the coach's own card",
          },
          { name: coach.name },
          "bankCard",
        );
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
  }),
  ...serveResource(coachClasses, {
    table: "coach_class",
    note: "no",
    where: (ctx) => (ctx.codes.has("coach_class_book") ? sql`true` : seenBy(ctx, "t.coach_id")),
    columns: {
      booked: () =>
        sql`(select count(*) from coach_booking b where b.venue_id = t.venue_id and b.coach_class_id = t.id and b.state <> 'cancelled')`,
      income: () =>
        sql`(select coalesce(sum(b.amount - b.refunded), 0) from coach_booking b where b.venue_id = t.venue_id and b.coach_class_id = t.id)`,
    },
    saving: async (ctx, draft, before) => {
      if (!before) return { ...draft, ...(await plan(ctx, draft)) };
      if (before.state !== "planned")
        throw refuse(
          ctx,
          { zh: "“{title}”已上完或已取消，没有修改", en: "“{title}” is over or cancelled; nothing was changed" },
          { title: before.title },
        );
      if (draft.capacity < (before.booked ?? 0))
        throw refuse(
          ctx,
          { zh: "已报 {booked} 人，名额不能更少，没有修改", en: "{booked} take part; there can't be fewer places. Nothing was changed" },
          { booked: before.booked ?? 0 },
          "capacity",
        );
      return draft;
    },
    saved: async (ctx, _, before, draft) => {
      if (!before) await repeat(ctx, draft);
    },
    actions: {
      move: async (ctx, row, to) => move(ctx, await lockClass(ctx, row.id), to),
      finish: async (ctx, row) => {
        const klass = await lockClass(ctx, row.id);
        await checkOver(ctx, klass);
        await settle(ctx, klass);
      },
      cancel: async (ctx, row, { reason }) => {
        await cancel(ctx, await lockClass(ctx, row.id), reason);
        return { reason };
      },
    },
  }),
  ...serveResource(coachBookings, {
    table: "coach_booking",
    where: (ctx) =>
      ctx.codes.has("coach_class_book")
        ? sql`true`
        : sql`exists (select from coach_class k where k.venue_id = t.venue_id and k.id = t.coach_class_id and ${seenBy(ctx, "k.coach_id")})`,
    saving: (ctx, draft) => reservePlace(ctx, draft),
    saved: (ctx, row, _, draft) => chargeBooking(ctx, row, draft),
    actions: {
      cancel: async (ctx, row, { reason }) => {
        const [klass, booking] = [
          await ctx.db
            .selectFrom("coach_class")
            .selectAll()
            .where("venue_id", "=", ctx.venue.id)
            .where("id", "=", row.coachClass)
            .executeTakeFirstOrThrow(),
          await ctx.db
            .selectFrom("coach_booking")
            .selectAll()
            .where("venue_id", "=", ctx.venue.id)
            .where("id", "=", row.id)
            .executeTakeFirstOrThrow(),
        ];
        if (klass.state !== "planned")
          throw refuse(
            ctx,
            {
              zh: "“{title}”已结课，教练分成已记，没有退款",
              en: "“{title}” is over and its coach has been credited; nothing was refunded",
            },
            { title: klass.title },
          );
        await refundBooking(ctx, klass, booking, reason);
      },
    },
  }),
  ...coachReportRoutes,
];
