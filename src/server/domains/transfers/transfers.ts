/** Transfers between members (states.md "transfer"): requested, then done or refused by somebody else. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { fen, yuan } from "../../../contract/core/money";
import { maskPhone } from "../../../contract/core/phone";
import type { platform } from "../../../contract/platform/platform";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import type { transfers } from "../../../contract/transfers/transfers";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { balanceOf, balanceShort, post } from "../../ledger/post";
import { checkAll, refuse } from "../../resource/refuse";
import { refuseInactive } from "../../kernel/booker";
import { membersOf } from "../../kernel/member-filter";
import { checkPrepaidLimits } from "../../kernel/prepaid";
import { lockInvoices, readUninvoiced } from "../../kernel/stored-value";

type Transfer = RowOf<typeof transfers>;
type Purse = "purse.principal" | "purse.gift";

/** Checks a request and gives it its number. */
export async function requestTransfer(ctx: Ctx, draft: Draft<typeof transfers.fields>) {
  await checkAll(ctx, [
    () =>
      draft.giver === draft.receiver &&
      refuse(
        ctx,
        { zh: "转入会员不能是转出会员本人，没有提交", en: "A member can't transfer to themselves; nothing was sent" },
        {},
        "receiver",
      ),
    () =>
      draft.amount <= 0 && refuse(ctx, { zh: "金额要大于 0，没有提交", en: "The amount must be above 0; nothing was sent" }, {}, "amount"),
    async () => {
      await bothActive(ctx, draft.giver, draft.receiver);
      const free = await freeOf(ctx, draft.giver, draft.purse);
      return (
        draft.amount > free &&
        refuse(
          ctx,
          {
            zh: "该钱包减去待审批的转账后只有 {free} 元，没有提交",
            en: "Less what other transfers are waiting to take, this purse holds {free}; nothing was sent",
          },
          { free: yuan(free) },
          "amount",
        )
      );
    },
  ]);
  return { ...draft, no: await documentNumber(ctx, "transfer", today(ctx)), requestedBy: ctx.person.name };
}

/** Withdraws a request. Only its requester may. */
export async function withdrawTransfer(ctx: Ctx, row: Pick<Transfer, "id">) {
  if ((await requesterOf(ctx, row.id)) !== ctx.person.id)
    throw refuse(ctx, {
      zh: "只有申请人能撤回，转账仍待审批；审批人可以选择不通过",
      en: "Only who asked can withdraw it; it still waits, and may be refused instead",
    });
  return decided(ctx, "");
}

/** Columns of a decision. */
export const decided = (ctx: Ctx, outcome: string) => ({ decidedBy: ctx.person.name, decidedAt: ctx.now, outcome });

async function requesterOf(ctx: Ctx, id: string): Promise<string> {
  const row = await ctx.db
    .selectFrom("member_transfer")
    .select("requester")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.requester;
}

/** Locks both members in one order for everybody. @throws AppError `memberState` */
async function bothActive(ctx: Ctx, giver: string, receiver: string): Promise<void> {
  const rows = await ctx.db
    .selectFrom("member")
    .select(["name", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "in", [giver, receiver])
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const row of rows) refuseInactive(ctx, row);
}

/** Computes the balance of a purse beyond the amounts of waiting transfers, fen. */
async function freeOf(ctx: Ctx, memberId: string, purse: string): Promise<number> {
  const held = await balanceOf(ctx, `purse.${purse}` as Purse, memberId);
  const { waiting } = await ctx.db
    .selectFrom("member_transfer")
    .select(sql<number>`coalesce(sum(amount), 0)`.as("waiting"))
    .where("venue_id", "=", ctx.venue.id)
    .where("giver_id", "=", memberId)
    .where("purse", "=", purse)
    .where("state", "=", "requested")
    .executeTakeFirstOrThrow();
  return Math.max(0, held - waiting);
}

/** Locks a purse, so that what it holds stays until the change is done. @returns the balance, fen. @throws AppError `balanceShort` */
async function lockPurse(ctx: Ctx, account: Purse, memberId: string, amount: number): Promise<number> {
  const row = await ctx.db
    .selectFrom("balance")
    .select("amount")
    .where("venue_id", "=", ctx.venue.id)
    .where("account", "=", account)
    .where("subject", "=", memberId)
    .forUpdate()
    .executeTakeFirst();
  const held = row?.amount ?? 0;
  if (held < amount) throw balanceShort(ctx, account, yuan(held), yuan(amount));
  return held;
}

/**
 * Moves the money of a transfer: both sides in one transaction. Where a rule is against it nothing moves, and the transfer has failed with
 * the reason. The caller holds the transfer's row lock.
 */
export async function approve(
  ctx: Ctx,
  row: Pick<Transfer, "id" | "no" | "giver" | "receiver" | "purse" | "amount" | "reason">,
): Promise<{ state: "done" | "failed"; decidedBy: string; decidedAt: Date; outcome: string }> {
  const account = `purse.${row.purse}` as Purse;
  const amount = fen(row.amount);
  let held: number;
  if (row.purse === "principal") await lockInvoices(ctx);
  try {
    await bothActive(ctx, row.giver, row.receiver);
    if (row.purse === "principal") await checkPrepaidLimits(ctx, row.receiver, { stored: amount });
    held = await lockPurse(ctx, account, row.giver, amount);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { state: "failed", ...decided(ctx, error.text(ctx.language)) };
  }
  if (row.purse === "principal") await saveUninvoicedPart(ctx, row, amount, held);
  await post(ctx, {
    document: { kind: "transfer", id: row.id, no: row.no },
    operation: "transfer",
    reason: row.reason,
    legs: [
      { account, amount, subject: row.giver },
      { account, amount: -amount, subject: row.receiver },
    ],
  });
  for (const id of [row.giver, row.receiver]) ctx.emit({ type: "changed", data: { resource: "members", id } });
  return { state: "done", ...decided(ctx, "") };
}

/**
 * Stores the part of a transfer that no invoice contains. The invoiced part of the balance, what is held less what is left to invoice, is transferred
 * first, so that giver and receiver can't both invoice it.
 */
async function saveUninvoicedPart(ctx: Ctx, { id, giver }: Pick<Transfer, "id" | "giver">, amount: number, held: number): Promise<void> {
  const left = Math.max(0, await readUninvoiced(ctx, giver));
  await ctx.db
    .updateTable("member_transfer")
    .set({ uninvoiced: Math.max(0, amount - Math.max(0, held - left)) })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
}

/** Members between whom can be transferred, with what their purses hold beyond waiting transfers. */
export async function transferUsers(
  ctx: Ctx,
  input: Parsed<typeof platform.transferUsers>,
): Promise<Output<typeof platform.transferUsers>> {
  const { q, exceptId } = input;
  let query = (await membersOf(ctx, q === undefined || q === "" ? {} : { q })).where("m.state", "=", "active");
  if (exceptId !== undefined) query = query.where("m.id", "<>", exceptId);
  if (input.id !== undefined) query = query.where("m.id", "=", input.id);
  const rows = await query
    .select(["m.id", "m.name", "m.card_no", "m.phone"])
    .orderBy(sql`m.last_visit_at desc nulls last`)
    .orderBy("m.id", "desc")
    .limit(20)
    .execute();
  const content = [];
  for (const row of rows)
    content.push({
      id: row.id,
      name: row.name,
      cardNo: row.card_no,
      phone: maskPhone(row.phone),
      principal: yuan(await freeOf(ctx, row.id, "principal")),
      gift: yuan(await freeOf(ctx, row.id, "gift")),
    });
  return { content };
}
