/**
 * Money of contracts (ledger.md). What is paid for a contract lies on `prepaid.order` until it is used; each use is earned by its own
 * order on its day, from the prepaid money first, then by purse or card, and what is missing is owed: `receivable.member`, or
 * `receivable.organization` where the customer is no member. So at every instant: paid − used = prepaid − owed.
 */
import { charge, refund } from "../../ledger/charge";
import { sql } from "kysely";
import type { EndPreview, fixed, FixedDetail } from "../../../contract/fixed/fixed";
import type { Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import { fixedOccurrence, next } from "../../../contract/core/states";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { balanceOf, type Leg } from "../../ledger/post";
import { type PaymentEntry, refundParts } from "../../payment/collect";
import { incomeLegs } from "../../ledger/order-legs";
import { isUsable, opens } from "../../kernel/cards/usable";
import { redeemCard } from "../../kernel/cards/redeem";
import { placesFreed } from "../../kernel/followers";
import {
  addMoney,
  type ContractRow,
  lockContract,
  missingContract,
  moveContract,
  needState,
  type OccurrenceRow,
  openOccurrences,
} from "./contract";
import { cancelOccurrences } from "./cancel-occurrences";
import { releaseHold } from "./hold";
import { view } from "./view";

/** Computes the prepaid, unused amount, fen; `owedOf` computes the owed amount. One of them is 0. */
export const creditOf = (row: Pick<ContractRow, "paid" | "used">): number => Math.max(0, row.paid - row.used);
export const owedOf = (row: Pick<ContractRow, "paid" | "used">): number => Math.max(0, row.used - row.paid);

const debtLeg = (row: ContractRow, amount: number): Leg =>
  row.member_id === null
    ? { account: "receivable.organization", amount, subject: row.id }
    : { account: "receivable.member", amount, subject: row.member_id };
const documentOf = (row: ContractRow) => ({ kind: "fixed", id: row.id, no: row.no }) as const;

/**
 * Takes payments for a locked contract: what is owed is paid first, the rest is prepaid.
 * @param due fen that the payments must sum to
 * @throws AppError `paymentSum`, `memberNeeded`, `balanceShort`
 */
export async function receive(ctx: Ctx, row: ContractRow, payments: readonly PaymentEntry[], due: number): Promise<void> {
  const debt = Math.min(due, owedOf(row));
  await charge(ctx, documentOf(row), {
    operation: "fixed payment",
    payments,
    due,
    memberId: row.member_id,
    legs: [debtLeg(row, -debt), { account: "prepaid.order", amount: debt - due, subject: row.id }],
    spent: due - debt,
  });
  if (due > 0) await addMoney(ctx, row.id, { paid: due });
}

/**
 * Takes money for a contract. One that has ended takes what is owed, no more.
 * @throws AppError `missing`, `wrongState`, `paymentSum`, `memberNeeded`, `balanceShort`
 */
export async function pay(ctx: Ctx, input: Parsed<typeof fixed.pay>): Promise<FixedDetail> {
  const row = await lockContract(ctx, input.id);
  needState(ctx, row, ["active", "paused", "expired", "ended"], "pay");
  const sum = input.payments.reduce((total, payment) => total + payment.amount, 0);
  await receive(ctx, row, input.payments, row.state === "ended" ? owedOf(row) : sum);
  return view(ctx, { id: row.id });
}

/** An occurrence whose time is over. */
interface Ended extends OccurrenceRow {
  readonly order_status: string;
}

/** Occurrences of a contract whose time is over and that are not settled yet; the clock has moved their orders. */
function endedOccurrences(ctx: Ctx, contractId: string): Promise<Ended[]> {
  return ctx.db
    .selectFrom("fixed_occurrence as c")
    .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "c.venue_id").onRef("o.id", "=", "c.order_id"))
    .where("c.venue_id", "=", ctx.venue.id)
    .where("c.contract_id", "=", contractId)
    .where("c.state", "in", ["planned", "used", "no_show"])
    .where("c.ends_at", "<=", ctx.now)
    .where("o.order_status", "<>", "cancelled")
    .orderBy("c.ends_at")
    .orderBy("c.id")
    .selectAll("c")
    .select("o.order_status")
    .execute();
}

/**
 * Settles what is over of a contract: who came has used it, who did not come pays as well (ledger.md "no-show kept in full").
 * A use that its card cannot bear stays open until the member has a card that can.
 */
export async function settleEnded(ctx: Ctx, contractId: string): Promise<number> {
  let settled = 0;
  for (const one of await endedOccurrences(ctx, contractId)) {
    const row = await lockContract(ctx, contractId);
    const missed = one.order_status === "no_show" || one.order_status === "paid" || one.order_status === "reserved";
    const over = one.state === "planned" ? next(fixedOccurrence, "planned", missed ? "miss" : "use") : one.state;
    const to = over === undefined ? undefined : next(fixedOccurrence, over, "settle");
    if (over === undefined || to === undefined) continue;
    const borne = row.pay_mode === "card" ? await settleByCard(ctx, row, one) : await settleByMoney(ctx, row, one);
    await ctx.db
      .updateTable("fixed_occurrence")
      .set(
        borne === undefined
          ? { state: over, missed, note: "cardShort" }
          : { state: to, missed, covered: borne, ...(row.pay_mode === "card" ? { note: "" } : {}) },
      )
      .where("venue_id", "=", ctx.venue.id)
      .where("id", "=", one.id)
      .execute();
    if (borne !== undefined) settled++;
  }
  return settled;
}

/** @returns what the contract bore: nothing; undefined where no card of the member has enough uses */
async function settleByCard(ctx: Ctx, row: ContractRow, one: Ended): Promise<number | undefined> {
  const cards = await ctx.db
    .selectFrom("holding as h")
    .innerJoin("package_card as c", (join) => join.onRef("c.venue_id", "=", "h.venue_id").onRef("c.id", "=", "h.package_card_id"))
    .where("h.venue_id", "=", ctx.venue.id)
    .where("h.member_id", "=", row.member_id)
    .where(isUsable(ctx))
    .where("h.kind", "<>", "period")
    .where("h.expires_on", ">=", today(ctx))
    .where(opens(sql`${row.program_id}`))
    .where((eb) => eb(eb("h.times", "+", eb.ref("h.bonus_times")), ">=", eb("h.used", "+", row.times_per_use)))
    .orderBy((eb) => eb("h.id", "=", row.holding_id), "desc")
    .orderBy("h.expires_on")
    .select("h.id")
    .execute();
  const card = cards[0];
  if (!card) return undefined;
  await redeemCard(
    ctx,
    { holdingId: card.id, times: row.times_per_use, note: `${row.no} ${one.day}` },
    { kind: "order", id: one.order_id },
  );
  return 0;
}

async function settleByMoney(ctx: Ctx, row: ContractRow, one: Ended): Promise<number> {
  const { price } = one;
  if (price === 0) return 0;
  const order = await ctx.db
    .selectFrom("booking_order")
    .select(["id", "no", "list"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", one.order_id)
    .executeTakeFirstOrThrow();
  const line = await ctx.db
    .selectFrom("booking_line")
    .select("trace")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", one.line_id)
    .executeTakeFirstOrThrow();
  const document = { kind: "order", id: order.id, no: order.no } as const;
  const prepaid = Math.min(price, creditOf(row));
  const fromPurses = row.pay_mode === "purse" ? await pursePayments(ctx, row, price - prepaid) : [];
  const byPurse = fromPurses.reduce((sum, payment) => sum + payment.amount, 0);
  const owed = price - prepaid - byPurse;
  await charge(ctx, document, {
    operation: "fixed use",
    payments: fromPurses,
    due: byPurse,
    memberId: row.member_id,
    spent: byPurse + owed,
    legs: [
      { account: "prepaid.order", amount: prepaid, subject: row.id },
      debtLeg(row, owed),
      ...incomeLegs([{ trace: line.trace, programId: row.program_id, day: one.day }], row.card_type_id),
    ],
  });
  await ctx.db
    .updateTable("booking_order")
    .set({ paid: price, pay_status: "paid" })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", order.id)
    .execute();
  await addMoney(ctx, row.id, { paid: byPurse, used: price });
  return prepaid + owed;
}

/** As much of `need` as the member's purses hold, principal first. */
async function pursePayments(ctx: Ctx, row: ContractRow, need: number): Promise<PaymentEntry[]> {
  if (row.member_id === null) return [];
  const principal = Math.min(need, await balanceOf(ctx, "purse.principal", row.member_id));
  const gift = Math.min(need - principal, await balanceOf(ctx, "purse.gift", row.member_id));
  return [
    { type: "Balance" as const, amount: principal },
    { type: "Coupon" as const, amount: gift },
  ].filter(({ amount }) => amount > 0);
}

/** Computes the refund of a contract, fen: the prepaid money less everything used, over but not settled, or running. */
async function unusedOf(ctx: Ctx, row: ContractRow): Promise<{ unused: number; openCount: number; usedCount: number; used: number }> {
  const open = new Set((await openOccurrences(ctx, row.id)).map((one) => one.id));
  const all = await ctx.db
    .selectFrom("fixed_occurrence as c")
    .innerJoin("booking_order as o", (join) => join.onRef("o.venue_id", "=", "c.venue_id").onRef("o.id", "=", "c.order_id"))
    .where("c.venue_id", "=", ctx.venue.id)
    .where("c.contract_id", "=", row.id)
    .where("c.state", "in", ["planned", "used", "no_show", "settled"])
    .where("o.order_status", "<>", "cancelled")
    .select(["c.id", "c.price", "c.state"])
    .execute();
  const closedOnes = all.filter((one) => !open.has(one.id));
  const pending = closedOnes.filter((one) => one.state !== "settled").reduce((sum, one) => sum + one.price, 0);
  return { unused: Math.max(0, creditOf(row) - pending), openCount: open.size, usedCount: closedOnes.length, used: row.used + pending };
}

/**
 * Returns the refund of terminating a contract now, and the reason.
 * @throws AppError `missing`, `discountTooBig` for a fee above what is unused
 */
export async function endPreview(ctx: Ctx, input: Parsed<typeof fixed.endPreview>): Promise<EndPreview> {
  const row = await ctx.db
    .selectFrom("fixed_contract")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.id)
    .executeTakeFirst();
  if (!row) return missingContract(ctx);
  const { unused, openCount, usedCount, used } = await unusedOf(ctx, row);
  const fee = feeWithin(input.fee ?? 0, unused);
  const parts = await refundParts(ctx, { kind: "fixed", id: row.id }, unused - fee);
  return {
    id: row.id,
    paid: yuan(row.paid),
    used: yuan(used),
    usedCount,
    openCount,
    owed: yuan(Math.max(0, used - row.paid)),
    unused: yuan(unused),
    fee: yuan(fee),
    refund: yuan(unused - fee),
    back: parts.map((part) => ({ paymentId: part.paymentId, type: part.type, paid: yuan(part.paid), refund: yuan(part.refund) })),
  };
}

function feeWithin(fee: number, unused: number): number {
  if (fee > unused) throw new AppError("discountTooBig", { discount: yuan(fee), total: yuan(unused) });
  return fee;
}

/**
 * Ends a contract: what lies ahead is given free, what is unused goes back to where it came from, less a fee.
 * @throws AppError `missing`, `wrongState`, `discountTooBig` for a fee above what is unused
 */
export async function end(ctx: Ctx, input: Parsed<typeof fixed.end>): Promise<FixedDetail> {
  await lockContract(ctx, input.id);
  await settleEnded(ctx, input.id);
  const row = await lockContract(ctx, input.id);
  const { unused } = await unusedOf(ctx, row);
  const fee = feeWithin(input.fee, unused);
  await moveContract(ctx, row, "end");
  const freed = [
    ...(await cancelOccurrences(ctx, await openOccurrences(ctx, row.id), "cancel", input.reason)),
    ...(await releaseHold(ctx, row.id)),
  ];
  if (unused > 0) {
    await refund(ctx, documentOf(row), {
      operation: "fixed end",
      reason: input.reason,
      memberId: row.member_id,
      back: unused - fee,
      undoes: [{ account: "prepaid.order", amount: unused, subject: row.id }],
      fee: { amount: fee, of: row.program_id },
    });
    await addMoney(ctx, row.id, { paid: -unused });
  }
  await placesFreed(ctx, freed);
  return view(ctx, { id: row.id });
}
