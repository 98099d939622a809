/** A member's debt: what of it is paid at the desk, and what is paid at the fixed contract that it comes from (ledger.md "its payment"). */
import type { z } from "zod";
import type { Parsed } from "../../../contract/core/call";
import type { Debt, memberRecords } from "../../../contract/members/member-records";
import type { Member } from "../../../contract/members/members";
import { yuan } from "../../../contract/core/money";
import { type Ctx, today } from "../../http/context";
import { AppError, badField } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { charge } from "../../ledger/charge";
import { owedBy, owedHere } from "../../ledger/owed";
import { refuse } from "../../resource/refuse";
import { view } from "./list";
import { word } from "./words";

/** Returns the debt of a member. @throws AppError `missing` */
export async function debt(ctx: Ctx, { id }: Parsed<typeof memberRecords.debt>): Promise<z.infer<typeof Debt>> {
  await view(ctx, { id });
  const found = await owedBy(ctx, id);
  return {
    owed: yuan(found.owed),
    here: yuan(owedHere(found)),
    contracts: found.contracts.map((one) => ({ ...one, owed: yuan(one.owed) })),
  };
}

/**
 * Takes what a member pays of their debt, from a tender or their principal; two who try at once pay it once.
 * @throws AppError `missing`, `memberState` once closed, `refused` above what is owed here, `balanceShort`, `badInput`, `scanNotPaid`
 */
export async function payDebt(ctx: Ctx, input: Parsed<typeof memberRecords.payDebt>): Promise<Member> {
  const { id, amount, method, remark } = input;
  if (method === "Coupon" || method === "RoamingCard" || method === "SportsExpertUserCoupon" || method === "Credit")
    throw badField("method", "other");
  const member = await ctx.db
    .selectFrom("member")
    .select(["name", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!member) throw new AppError("missing", { what: word("member", ctx.language) });
  if (member.state === "closed") throw new AppError("memberState", { name: member.name, state: word("closed", ctx.language) });
  const found = await owedBy(ctx, id);
  const here = owedHere(found);
  if (amount > here)
    throw refuse(
      ctx,
      found.contracts.length === 0
        ? { zh: "{name} 欠款 {here} 元，不能多收，没有收款", en: "{name} owes {here}, no more can be taken; nothing was taken" }
        : {
            zh: "{name} 在这里最多收 {here} 元，其余是固定场合同（{contracts}）的欠款，请到合同里收；没有收款",
            en: "{here} at most can be taken of {name} here; the rest is owed for fixed bookings ({contracts}) and taken there. Nothing was taken",
          },
      { name: member.name, here: yuan(here), contracts: found.contracts.map(({ no }) => no).join(", ") },
    );
  const [payment, no] = [ctx.newId(), await documentNumber(ctx, "debt", today(ctx))];
  await charge(
    ctx,
    { kind: "debt", id: payment, no },
    {
      operation: "debt paid",
      reason: remark,
      payments: [
        {
          type: method,
          amount,
          paymentId: input.paymentId,
          tendered: method === "Cash" ? input.tendered : undefined,
          ...(remark === "" ? {} : { note: remark.slice(0, 60) }),
        },
      ],
      due: amount,
      memberId: id,
      // It was spent when it was bought.
      spent: 0,
      shownBy: { resource: "members", id },
      legs: [{ account: "receivable.member", amount: -amount, subject: id }],
    },
  );
  ctx.write(
    ctx.db
      .insertInto("debt_payment")
      .values({
        venue_id: ctx.venue.id,
        id: payment,
        no,
        member_id: id,
        amount,
        method,
        remark,
        operator: ctx.person.name,
        created_at: ctx.now,
      })
      .execute(),
  );
  ctx.emit({ type: "changed", data: { resource: "members", id } });
  return view(ctx, { id });
}
