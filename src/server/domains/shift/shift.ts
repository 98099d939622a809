/** Opening, moving, counting and closing a shift (states.md "shift", ledger.md). */
import { type Selectable, sql, type Updateable } from "kysely";
import type { Output, Page, PageQuery, Parsed } from "../../../contract/core/call";
import { type Fen, yuan } from "../../../contract/core/money";
import { COUNTED, type Counted, type Shift, type ShiftDetail, type ShiftMoveKind, type shifts } from "../../../contract/shift/shift";
import { next, shift as machine } from "../../../contract/core/states";
import { mapPage, pageOf } from "../../db/page";
import { type Ctx, today } from "../../http/context";
import { AppError } from "../../http/error";
import { approvalsOf, requireApproval } from "../../kernel/approval";
import type { Account } from "../../ledger/accounts";
import { type Leg, post, SHIFT_CLOSING } from "../../ledger/post";
import { reverse } from "../../ledger/reverse";
import type { ShiftTable } from "../../ledger/rows";
import { drawerAtTill, startShift } from "../../ledger/tender";
import { refuse } from "../../resource/refuse";
import { accountOf, expectedOf, movesOf, reportOf } from "./report";

type Row = Selectable<ShiftTable>;
type Amounts = Readonly<Record<string, number>>;
export const ALL = "shift_report";

export const missing = (ctx: Ctx): AppError => new AppError("missing", { what: ctx.language === "zh" ? "班次" : "Shift" });
const STATES = { open: ["营业中", "open"], counting: ["清点中", "counting"], closed: ["已交班", "closed"] } as const;
const wrongStateError = (ctx: Ctx, state: string, zh: string, en: string): AppError => {
  const [stateZh, stateEn] = STATES[state as keyof typeof STATES];
  return new AppError(
    "wrongState",
    { state: ctx.language === "zh" ? stateZh : stateEn, action: ctx.language === "zh" ? zh : en },
    { state },
  );
};

const total = (amounts: Amounts): number => Object.values(amounts).reduce((sum, amount) => sum + amount, 0);
const toShift = (ctx: Ctx, row: Row): Shift => ({
  id: row.id,
  no: row.no,
  state: row.state as Shift["state"],
  operator: row.operator,
  mine: row.person_id === ctx.person.id,
  openedAt: row.opened_at.toISOString(),
  countingAt: row.counting_at?.toISOString() ?? null,
  submittedAt: row.submitted_at?.toISOString() ?? null,
  closedAt: row.closed_at?.toISOString() ?? null,
  receivedBy: row.received_by,
  note: row.note,
  difference: row.counts && row.expected ? yuan(total(row.counts) - total(row.expected)) : null,
});

/** The count is blind: whoever is still to count sees no sums, unless their codes say so. */
const detail = async (ctx: Ctx, row: Row): Promise<ShiftDetail> => ({
  ...toShift(ctx, row),
  moves: await movesOf(ctx, row.id),
  approvals: await approvalsOf(ctx, row.id),
  report: row.counts !== null || ctx.codes.has(ALL) ? await reportOf(ctx, row.id, row.counts) : null,
});

const mine = (ctx: Ctx, state: "open" | "counting") =>
  ctx.db
    .selectFrom("shift")
    .selectAll()
    .where("venue_id", "=", ctx.venue.id)
    .where("person_id", "=", ctx.person.id)
    .where("state", "=", state);
const byId = (ctx: Ctx, id: string) => ctx.db.selectFrom("shift").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id);

/** The person's shifts in hand. */
export async function current(ctx: Ctx): Promise<Output<typeof shifts.current>> {
  const [open, counting] = await Promise.all([mine(ctx, "open").executeTakeFirst(), mine(ctx, "counting").executeTakeFirst()]);
  const other = open ? undefined : await drawerAtTill(ctx);
  return {
    open: open ? await detail(ctx, open) : null,
    counting: counting ? await detail(ctx, counting) : null,
    atTill: other ? { id: other.id, no: other.no, operator: other.operator, joined: other.helpers.includes(ctx.person.id) } : null,
  };
}

/** A page of shifts, the newest first. */
export async function list(ctx: Ctx, input: { page: number; size: number; sort?: string | undefined }): Promise<Page<Shift>> {
  let query = ctx.db.selectFrom("shift").selectAll().where("venue_id", "=", ctx.venue.id);
  if (!ctx.codes.has(ALL)) query = query.where("person_id", "=", ctx.person.id);
  const sortable = { id: "id", openedAt: "opened_at" } as const;
  return mapPage(await pageOf(ctx, query, input as Parsed<typeof shifts.list> & typeof PageQuery, sortable, "openedAt,desc"), (row) =>
    toShift(ctx, row),
  );
}

/** @throws AppError `missing`; of somebody else's, without shift_report, too */
export async function view(ctx: Ctx, { id }: { id: string }): Promise<ShiftDetail> {
  const row = await byId(ctx, id).executeTakeFirst();
  if (!row || (row.person_id !== ctx.person.id && !ctx.codes.has(ALL))) throw missing(ctx);
  return detail(ctx, row);
}

/**
 * Opens a shift with a float.
 * @throws AppError `refused` where one is open: money that was taken meanwhile is in it
 */
export async function open(ctx: Ctx, { float }: Parsed<typeof shifts.open>): Promise<ShiftDetail> {
  const id = await startShift(ctx);
  if (id === undefined)
    throw refuse(ctx, {
      zh: "你已有一个营业中的班次，没有再开；要补备用金请用“存入零钱”",
      en: "A shift of yours is open already; none was opened. To add to its float, draw change from the safe",
    });
  const row = await byId(ctx, id).executeTakeFirstOrThrow();
  if (float > 0) await postMove(ctx, row, "shift float", float, "cash.safe", "");
  changed(ctx, id);
  return detail(ctx, row);
}

const MOVES: Readonly<Record<ShiftMoveKind, { readonly sign: 1 | -1; readonly other: Account }>> = {
  draw: { sign: 1, other: "cash.safe" },
  drop: { sign: -1, other: "cash.safe" },
  paidIn: { sign: 1, other: "income.other" },
  paidOut: { sign: -1, other: "cost.other" },
};

/**
 * Moves money of the drawer that no customer brings or gets.
 * @throws AppError `wrongState` where no shift is open, `drawerShort` where more would leave the drawer than it should hold,
 * `approvalNeeded` for cash paid out above the venue's limit
 */
export async function move(ctx: Ctx, { kind, amount, reason }: Parsed<typeof shifts.move>): Promise<ShiftDetail> {
  const row = await lockOpen(ctx);
  const { sign, other } = MOVES[kind];
  if (kind === "paidOut") await requirePayOutApproval(ctx, row, amount, reason);
  await postMove(ctx, row, `shift ${kind}`, sign * amount, other, reason);
  changed(ctx, row.id);
  return detail(ctx, row);
}

/**
 * Requires the approval of cash paid out above the venue's limit. What the shift paid out before counts: a large amount in parts is still large.
 * @param reversed id of the pay-in that is reversed
 * @throws AppError as `requireApproval`
 */
async function requirePayOutApproval(ctx: Ctx, row: Row, amount: Fen, reason: string, reversed?: string): Promise<void> {
  const earlier = await paidOutBefore(ctx, row.id);
  if (amount + earlier <= ctx.venue.approval_limit) return;
  await requireApproval(ctx, {
    action: "cashOut",
    subject: row.id,
    amount,
    content: reversed === undefined ? reason : { reversed, reason },
    rule: {
      zh: "一个班次从钱箱付出合计超过 {limit} 元须另一人同意",
      en: "Paying more than ¥{limit} in all out of the drawer in a shift needs a second person",
    },
    values: { limit: yuan(ctx.venue.approval_limit) },
    facts: [
      { label: { zh: "班次", en: "Shift" }, value: row.no },
      { label: { zh: "本班此前已付出", en: "Paid out before" }, value: yuan(earlier) },
      { label: { zh: "事由", en: "Reason" }, value: reason },
    ],
  });
}

/** Returns the cash that a shift paid out, fen: what was not reversed, and pay-ins that were. */
async function paidOutBefore(ctx: Ctx, shiftId: string): Promise<Fen> {
  const { rows } = await sql<{ amount: number }>`
    SELECT coalesce(sum(p.amount), 0)::bigint AS amount FROM ledger_tx t
    JOIN posting p ON p.venue_id = t.venue_id AND p.tx_id = t.id AND p.account IN (${MOVES.paidOut.other}, ${MOVES.paidIn.other})
    WHERE t.venue_id = ${ctx.venue.id} AND t.shift_id = ${shiftId} AND t.document_kind = 'shift'
      AND (t.operation = 'shift paidOut' AND NOT EXISTS (SELECT FROM ledger_tx r WHERE r.venue_id = t.venue_id AND r.reverses = t.id)
        OR EXISTS (SELECT FROM ledger_tx i WHERE i.venue_id = t.venue_id AND i.id = t.reverses AND i.operation = 'shift paidIn'))`.execute(
    ctx.db,
  );
  return rows[0]?.amount ?? 0;
}

/**
 * Reverses a cash movement: its cash goes into, or out of, the drawer that is open now.
 * @throws AppError `missing`, `wrongState` and `refused` where no shift is open, `alreadyReversed`, `drawerShort`, `approvalNeeded` for a pay-in
 * above the venue's limit: its cash is paid out
 */
export async function reverseMove(ctx: Ctx, { id, reason }: Parsed<typeof shifts.reverseMove>): Promise<ShiftDetail> {
  const row = await lockOpen(ctx);
  const updated = await ctx.db
    .selectFrom("ledger_tx as t")
    .innerJoin("shift as s", (join) => join.onRef("s.venue_id", "=", "t.venue_id").onRef("s.id", "=", "t.document_id"))
    .select(["t.operation", "s.id as shift", "s.person_id"])
    .where("t.venue_id", "=", ctx.venue.id)
    .where("t.id", "=", id)
    .where("t.document_kind", "=", "shift")
    .where("t.reverses", "is", null)
    .where("t.operation", "not in", [...SHIFT_CLOSING])
    .executeTakeFirst();
  if (!updated || (updated.person_id !== ctx.person.id && !ctx.codes.has(ALL))) throw missing(ctx);
  // One counter-movement: two that come at once wait here.
  await byId(ctx, updated.shift).forUpdate().execute();
  if (updated.operation === "shift paidIn") await requirePayOutApproval(ctx, row, await cashOf(ctx, id), reason, id);
  await reverse(ctx, id, "shift reversal", reason, row.id);
  changed(ctx, row.id);
  if (updated.shift !== row.id) changed(ctx, updated.shift);
  return detail(ctx, row);
}

/** Returns the cash that a movement brought into the drawer, fen. */
async function cashOf(ctx: Ctx, txId: string): Promise<Fen> {
  const { amount } = await ctx.db
    .selectFrom("posting")
    .select((eb) => eb.fn.sum<Fen>("amount").as("amount"))
    .where("venue_id", "=", ctx.venue.id)
    .where("tx_id", "=", txId)
    .where("account", "=", "tender.cash")
    .executeTakeFirstOrThrow();
  return amount;
}

/**
 * Joins the open drawer of somebody else at this till.
 * @throws AppError `missing` where it is not open at this till
 */
export async function join(ctx: Ctx, { id }: Parsed<typeof shifts.join>): Promise<Record<string, never>> {
  const other = await drawerAtTill(ctx, true);
  if (other?.id !== id) throw missing(ctx);
  await ctx.db
    .updateTable("shift")
    .set({ helpers: [...new Set([...other.helpers, ctx.person.id])] })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  changed(ctx, id);
  return {};
}

async function postMove(ctx: Ctx, row: Row, operation: string, amount: number, other: Account, reason: string): Promise<void> {
  const earned = other === "cash.safe" ? {} : { earnedOn: today(ctx), subject: row.id };
  await post(ctx, {
    document: { kind: "shift", id: row.id, no: row.no },
    operation,
    reason,
    shiftId: row.id,
    legs: [
      { account: "tender.cash", amount, subject: row.id },
      { account: other, amount: -amount, ...earned },
    ],
  });
}

async function lockOpen(ctx: Ctx): Promise<Row> {
  const row = await mine(ctx, "open").forUpdate().executeTakeFirst();
  if (row) return row;
  const counting = await mine(ctx, "counting").executeTakeFirst();
  if (counting) throw wrongStateError(ctx, "counting", "存取现金", "move cash");
  throw refuse(ctx, { zh: "还没有开班；先开班再操作", en: "No shift is open; open one first" });
}

/**
 * Begins to count. What is taken from now on is the next shift's: nothing moves under the hands of who counts.
 * @throws AppError `refused` where none is open, or another is still being counted
 */
export async function count(ctx: Ctx): Promise<ShiftDetail> {
  const row = await lockOpen(ctx);
  if (next(machine, row.state, "count") === undefined) throw wrongStateError(ctx, row.state, "清点", "count");
  if (await mine(ctx, "counting").executeTakeFirst())
    throw refuse(ctx, { zh: "上一个班次还没有交完，先完成它的清点", en: "An earlier shift is still being counted; finish it first" });
  return set(ctx, row, { state: "counting", counting_at: ctx.now });
}

/**
 * Gives up counting.
 * @throws AppError `refused` once the count was handed in, or the next shift has begun
 */
export async function reopen(ctx: Ctx): Promise<ShiftDetail> {
  const row = await lockCounting(ctx);
  if (row.counts !== null)
    throw refuse(ctx, {
      zh: "清点已提交，不能退回营业；请完成交班",
      en: "The count is handed in and the shift can't go on; finish closing it",
    });
  if (await mine(ctx, "open").forUpdate().executeTakeFirst())
    throw refuse(ctx, {
      zh: "下一班已经收款，不能退回；请完成这一班的清点",
      en: "The next shift has taken money already, so this one can't go on; finish counting it",
    });
  return set(ctx, row, { state: "open", counting_at: null });
}

async function lockCounting(ctx: Ctx, id?: string): Promise<Row> {
  const row = await (id === undefined ? mine(ctx, "counting") : byId(ctx, id)).forUpdate().executeTakeFirst();
  if (!row || (row.person_id !== ctx.person.id && !ctx.codes.has(ALL)))
    throw refuse(ctx, { zh: "没有在清点的班次；先开始清点", en: "No shift is being counted; begin to count first" });
  if (row.state !== "counting") throw wrongStateError(ctx, row.state, "交班", "close");
  return row;
}

/**
 * Hands in the count: it stays as it is, and what was expected is kept with it.
 * @throws AppError `refused` where none is counted or it was handed in before
 */
export async function submit(ctx: Ctx, { counts }: Parsed<typeof shifts.submit>): Promise<ShiftDetail> {
  const row = await lockCounting(ctx);
  if (row.counts !== null) throw refuse(ctx, { zh: "清点已提交，不能改数", en: "The count is handed in already and can't be changed" });
  const counted = Object.fromEntries(COUNTED.map((tender) => [tender, counts[tender] ?? 0]));
  const expected = await expectedOf(ctx, row.id);
  return set(ctx, row, { submitted_at: ctx.now, counts: JSON.stringify(counted), expected: JSON.stringify(expected) });
}

/**
 * Closes a counted shift; it always can be. Differences are posted by tender as over or short, what lies in the drawer goes into the safe.
 * @throws AppError `refused` where it was not counted
 */
export async function close(ctx: Ctx, { id, note, receivedBy }: Parsed<typeof shifts.close>): Promise<ShiftDetail> {
  const row = await lockCounting(ctx, id);
  const { counts } = row;
  if (counts === null) throw refuse(ctx, { zh: "先提交清点，再交班", en: "Hand in the count first, then close" });
  const expected = await expectedOf(ctx, id);
  const legs = COUNTED.flatMap((tender): Leg[] => {
    const off = (counts[tender] ?? 0) - expected[tender];
    return [
      { account: accountOf(tender), amount: off, ...subjectOf(tender, id) },
      { account: "over_short", amount: -off, subject: id },
    ];
  });
  const document = { kind: "shift", id, no: row.no } as const;
  if (legs.some(({ amount }) => amount !== 0))
    await post(ctx, { document, operation: "shift difference", reason: note, shiftId: id, legs });
  const cash = counts["cash"] ?? 0;
  if (cash !== 0)
    await post(ctx, {
      document,
      operation: "shift handover",
      reason: receivedBy,
      shiftId: id,
      legs: [
        { account: "cash.safe", amount: cash },
        { account: "tender.cash", amount: -cash, subject: id },
      ],
    });
  return set(ctx, row, { state: "closed", closed_at: ctx.now, note, received_by: receivedBy });
}

const subjectOf = (tender: Counted, id: string): { subject?: string } => (tender === "cash" ? { subject: id } : {});

async function set(ctx: Ctx, { id }: Row, values: Updateable<ShiftTable>): Promise<ShiftDetail> {
  const row = await ctx.db
    .updateTable("shift")
    .set(values)
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  changed(ctx, id);
  return detail(ctx, row);
}
/** Tells the screens of the venue that a shift changed. */
export const changed = (ctx: Ctx, id: string): void => ctx.emit({ type: "changed", data: { resource: "shifts", id } });
