/** Settlements (states.md "settlement"): periods that join, figures from the ledger, approval by another person, the lock. */
import { sql } from "kysely";
import type { Output, Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import type { Draft, RowOf } from "../../../contract/core/resource/define";
import { type settlementDetails, settlements } from "../../../contract/settlements/settlements";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { documentNumber } from "../../kernel/numbers";
import { lockPeriod } from "../../ledger/period";
import { type Leg, post } from "../../ledger/post";
import { tenderAccount } from "../../ledger/tender";
import { refuse } from "../../resource/refuse";
import { byAccount, figuresOf, owedToPlatform } from "./figures";

type Settlement = RowOf<typeof settlements>;

/** Makes a settlement up to a day: its number, its first day and its figures. */
export async function prepareSettlement(ctx: Ctx, draft: Draft<typeof settlements.fields>) {
  // The number first: its counter makes two who settle at once wait for each other.
  const no = await documentNumber(ctx, "settlement", today(ctx));
  const fromDay = await nextDay(ctx, draft.toDay);
  if (draft.toDay >= today(ctx))
    throw refuse(ctx, { zh: "只能结算到昨天，没有生成", en: "Only whole past days are settled; nothing was made" }, {}, "toDay");
  if (fromDay > draft.toDay)
    throw refuse(
      ctx,
      { zh: "{day} 之前已结算，请选这天或之后的日期", en: "All before {day} is settled; choose that day or a later one" },
      { day: fromDay },
      "toDay",
    );
  return { ...draft, no, fromDay, ...(await figuresOf(ctx, fromDay, draft.toDay)) };
}

/** Rejects to delete a settlement that somebody decided, waits for, or that others follow. */
export async function checkDeletion(ctx: Ctx, row: Settlement): Promise<void> {
  if (row.state === "approved" || row.state === "paid_out" || row.state === "submitted")
    throw refuse(ctx, {
      zh: "只有草稿和被驳回的结算单能删除，这张没有改变",
      en: "Only drafts and rejected settlements can be deleted; this one is unchanged",
    });
  if (await exists(ctx, (query) => query.where("to_day", ">", row.toDay)))
    throw refuse(ctx, {
      zh: "后面还有结算单，删除会留下空档；请从最后一张删起",
      en: "A later settlement follows; deleting this one would leave a gap. Delete the last one first",
    });
}

/** Counts a settlement anew, as it is submitted. */
export const submitSettlement = async (ctx: Ctx, row: Settlement) => ({
  submittedBy: ctx.person.name,
  decidedBy: "",
  decidedAt: null,
  outcome: "",
  ...(await counted(ctx, row)),
});

/** Approves a settlement and locks its period. */
export async function approveSettlement(ctx: Ctx, row: Settlement) {
  if (await exists(ctx, (query) => query.where("to_day", "<", row.toDay).where("state", "not in", ["approved", "paid_out"])))
    throw refuse(ctx, {
      zh: "前面还有未通过的结算单，请按时间先后审批，这张仍待审批",
      en: "An earlier settlement is not approved yet; approve in order of time, this one still waits",
    });
  // Before it is counted: a refusal below takes the lock back.
  await lockPeriod(ctx, row.toDay);
  const now = await counted(ctx, row);
  if (yuan(now.net) !== row.net)
    throw refuse(
      ctx,
      {
        zh: "提交后台账有变化：现在净额是 {net} 元。仍待审批，请驳回后重新提交",
        en: "The ledger changed since this was submitted: the net is {net} now. It still waits; reject it and submit it again",
      },
      { net: yuan(now.net) },
    );
  return { ...decided(ctx, ""), earned: now.earned };
}

/** Posts the platform's share of the period, the handling fees of its games, together with the money that is paid out. */
export async function payPlatform(ctx: Ctx, { id, no, toDay }: Settlement, reason: string): Promise<void> {
  const fees = await owedToPlatform(ctx, toDay);
  if (fees.length === 0) return;
  await post(ctx, {
    document: { kind: "settlement", id, no },
    operation: "settlement paid out",
    reason,
    legs: [
      ...fees.map(({ game, owed }): Leg => ({ account: "receivable.platform", amount: owed, subject: game })),
      { account: tenderAccount("Transfer"), amount: -fees.reduce((sum, { owed }) => sum + owed, 0) },
    ],
  });
}

/** Columns of a decision. */
export const decided = (ctx: Ctx, outcome: string) => ({ decidedBy: ctx.person.name, decidedAt: ctx.now, outcome });
const counted = (ctx: Ctx, row: Settlement) => figuresOf(ctx, row.fromDay ?? row.toDay, row.toDay);

const mine = (ctx: Ctx) => ctx.db.selectFrom("settlement").select("id").where("venue_id", "=", ctx.venue.id);
async function exists(ctx: Ctx, narrow: (query: ReturnType<typeof mine>) => ReturnType<typeof mine>): Promise<boolean> {
  return (await narrow(mine(ctx)).limit(1).executeTakeFirst()) !== undefined;
}

/** The day after the last settlement; before the first one, the month of `toDay` from its first day, or the venue's first money. */
async function nextDay(ctx: Ctx, toDay: string): Promise<string> {
  const { rows } = await sql<{ last: string | null; first: string | null }>`
    SELECT (SELECT max(to_day)::text FROM settlement WHERE venue_id = ${ctx.venue.id}) AS last,
      (SELECT min(day)::text FROM posting WHERE venue_id = ${ctx.venue.id}) AS first`.execute(ctx.db);
  const [{ last, first } = { last: null, first: null }] = rows;
  if (last !== null) return addDays(last, 1);
  const month = `${toDay.slice(0, 7)}-01`;
  return first !== null && first < month ? first : month;
}

/** A settlement by account: each line's net, together the settlement's. */
export async function lines(ctx: Ctx, { id }: Parsed<typeof settlementDetails.lines>): Promise<Output<typeof settlementDetails.lines>> {
  const row = await ctx.db
    .selectFrom("settlement")
    .select(["from_day", "to_day"])
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw new AppError("missing", { what: settlements.one[ctx.language] });
  const accounts = await byAccount(ctx, row.from_day ?? row.to_day, row.to_day);
  return {
    content: accounts.map(({ account, received, refunded, fees }) => ({
      account,
      received: yuan(received),
      refunded: yuan(refunded),
      fees: yuan(fees),
      net: yuan(received - refunded - fees),
    })),
  };
}
