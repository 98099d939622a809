/** Lines of bank statements, compared with the movements in the books. */
import { type RawBuilder, sql } from "kysely";
import type { bankLines } from "../../../contract/accounting/bank";
import type { BankCandidate, bankDesk } from "../../../contract/accounting/bank-desk";
import type { Output, Parsed } from "../../../contract/core/call";
import { fen, yuan } from "../../../contract/core/money";
import type { RowOf } from "../../../contract/core/resource/define";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { requireApproval } from "../../kernel/approval";
import { type Leg, post } from "../../ledger/post";
import { reverse } from "../../ledger/reverse";
import { refuse } from "../../resource/refuse";
import { isOfBank, lockAccount } from "./bank-accounts";

/** Most days between a line and a movement for automatic matching. */
const AUTO_MATCH_DAYS = 5;
/** Most days between a line and the movements offered for it. */
const CANDIDATE_DAYS = 62;
const MOST_CANDIDATES = 20;

type Row = RowOf<typeof bankLines>;

/** Day of a movement: that of its slip or payout, else the day posted. */
const DAY = sql`coalesce((SELECT d.day FROM bank_deposit d WHERE d.venue_id = t.venue_id AND d.id = t.document_id AND t.document_kind = 'bankDeposit'),
  (SELECT y.day FROM bank_payout y WHERE y.venue_id = t.venue_id AND y.id = t.document_id AND t.document_kind = 'bankPayout'), t.day)`;
/** True of transactions `t` that stand: neither reversed nor reversals, and on no line yet. */
const STANDS = sql`t.reverses IS NULL AND NOT EXISTS (SELECT FROM ledger_tx r WHERE r.venue_id = t.venue_id AND r.reverses = t.id)
  AND NOT EXISTS (SELECT FROM bank_line m WHERE m.venue_id = t.venue_id AND m.tx_id = t.id)`;
/** True of postings `p` of transactions `t` that are deposits or payouts to the account. */
const isOwn = (account: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${isOfBank} AND p.subject = ${account} AND t.document_kind IN ('bankDeposit', 'bankPayout'))`;

/** Matches each line that fits exactly one movement, if no other line fits that movement. @returns the number of matched lines */
export async function autoMatchLines(ctx: Ctx, account: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH pair AS (
      SELECT l.id, t.id AS tx, t.document_no, count(*) OVER (PARTITION BY l.id) AS movements, count(*) OVER (PARTITION BY t.id) AS lines
      FROM bank_line l JOIN posting p ON p.venue_id = l.venue_id AND p.amount = l.amount
      JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
      WHERE l.venue_id = ${ctx.venue.id} AND l.account_id = ${account} AND l.state = 'unmatched' AND ${isOwn(sql`l.account_id`)} AND ${STANDS}
        AND abs(${DAY} - l.day) <= ${AUTO_MATCH_DAYS}::int)
    UPDATE bank_line l SET state = 'matched', tx_id = pair.tx, document_no = pair.document_no, matched_by = ${ctx.person.name}
    FROM pair WHERE l.venue_id = ${ctx.venue.id} AND l.id = pair.id AND pair.movements = 1 AND pair.lines = 1`.execute(ctx.db);
  return Number(numAffectedRows);
}

interface Found {
  readonly id: string;
  readonly kind: "own" | "transfer";
  readonly day: string;
  readonly no: string;
  readonly documentKind: string;
  readonly amount: number;
  readonly reason: string;
}
async function find(
  ctx: Ctx,
  line: { readonly accountId: string; readonly openingDay: string; readonly amount: number; readonly day: string },
  only?: string,
) {
  const { rows } = await sql<Found>`
    SELECT * FROM (SELECT DISTINCT ON (t.id) t.id, CASE WHEN ${isOfBank} THEN 'own' ELSE 'transfer' END AS kind, ${DAY}::text AS day,
        t.document_no AS no, t.document_kind AS "documentKind", p.amount, t.reason
      FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
      WHERE p.venue_id = ${ctx.venue.id} AND p.amount = ${line.amount} AND ${STANDS} ${only === undefined ? sql`` : sql`AND t.id = ${only}`}
        AND (${isOwn(sql`${line.accountId}`)} OR p.account = 'tender.transfer' AND t.day >= ${line.openingDay} AND t.document_kind NOT IN ('bankLine', 'bankAccount'))
      ORDER BY t.id, kind) f
    WHERE abs(f.day::date - ${line.day}::date) <= ${CANDIDATE_DAYS}::int
    ORDER BY abs(f.day::date - ${line.day}::date), f.kind, f.id LIMIT ${MOST_CANDIDATES}`.execute(ctx.db);
  return rows;
}

/** Movements that a line may be, the nearest day first. */
export async function candidates(ctx: Ctx, { id }: Parsed<typeof bankDesk.candidates>): Promise<Output<typeof bankDesk.candidates>> {
  const line = await ctx.db
    .selectFrom("bank_line as l")
    .innerJoin("bank_account as a", (join) => join.onRef("a.venue_id", "=", "l.venue_id").onRef("a.id", "=", "l.account_id"))
    .select(["l.account_id", "l.amount", "l.day", "a.opening_day"])
    .where("l.venue_id", "=", ctx.venue.id)
    .where("l.id", "=", id)
    .executeTakeFirst();
  if (!line) throw new AppError("missing", { what: ctx.language === "zh" ? "银行流水" : "Statement line" });
  const found = await find(ctx, { accountId: line.account_id, openingDay: line.opening_day, amount: line.amount, day: line.day });
  return { content: found.map((one): BankCandidate => ({ ...one, amount: yuan(one.amount) })) };
}

/** Matches a line with a movement of its amount; one that is among the transfers moves to the bank account. */
export async function match(ctx: Ctx, row: Row, { tx }: { readonly tx: string }) {
  const account = await lockAccount(ctx, row.account);
  const amount = fen(row.amount);
  const [found] = await find(ctx, { accountId: account.id, openingDay: account.opening_day, amount, day: row.day }, tx);
  if (!found)
    throw refuse(
      ctx,
      {
        zh: "这一笔已核对、已冲销或金额不同，没有核对；请重新选择",
        en: "This movement is matched or reversed, or of another amount; nothing was matched. Choose again",
      },
      {},
      "tx",
    );
  const posted =
    found.kind === "own"
      ? null
      : await postLine(ctx, row, "transfer matched", [
          { account: account.ledger, amount, subject: account.id },
          { account: "tender.transfer", amount: -amount },
        ]);
  await setTransactions(ctx, row.id, { tx_id: found.id, posted_tx_id: posted });
  return { documentNo: found.no, matchedBy: ctx.person.name };
}

interface Booking {
  readonly against: "cost.handling" | "income.other" | "cost.other" | "tender.transfer";
  readonly category: string | null;
  readonly note: string;
}
/** Books a line that has no movement in the books: fees, interest and the like. */
export async function book(ctx: Ctx, row: Row, { against, category, note }: Booking) {
  const account = await lockAccount(ctx, row.account);
  const amount = fen(row.amount);
  const isCategorized = against === "income.other" || against === "cost.other";
  if (isCategorized && category === null)
    throw refuse(ctx, { zh: "请选择类别，没有记账", en: "Choose a category; nothing was posted" }, {}, "category");
  const { approval_limit: limit } = ctx.venue;
  if (-amount > limit)
    await requireApproval(ctx, {
      action: "bankEntry",
      subject: row.id,
      amount: -amount,
      content: { against, category },
      rule: {
        zh: "按流水记超过 {limit} 元的支出须另一人同意",
        en: "Booking a payment above ¥{limit} from a statement needs a second person",
      },
      values: { limit: yuan(limit) },
      facts: [
        { label: { zh: "银行流水", en: "Statement line" }, value: `${row.day} ${row.text}` },
        { label: { zh: "对方", en: "Counterparty" }, value: row.party },
      ],
    });
  const other: Leg = {
    account: against,
    amount: -amount,
    ...(against === "tender.transfer" ? {} : { subject: isCategorized ? (category ?? "") : "bank", earnedOn: row.day }),
  };
  const tx = await postLine(ctx, row, "bank line booked", [{ account: account.ledger, amount, subject: account.id }, other], note);
  await setTransactions(ctx, row.id, { tx_id: tx, posted_tx_id: tx });
  return { documentNo: "", matchedBy: ctx.person.name };
}

const postLine = (ctx: Ctx, row: Row, operation: string, legs: readonly Leg[], note = ""): Promise<string> =>
  post(ctx, {
    document: { kind: "bankLine", id: row.id, no: `${row.accountName ?? ""} ${row.day}` },
    operation,
    legs,
    reason: [row.text, note].filter((words) => words !== "").join(" · "),
  });

/** Releases a line from its movement; what it posted is reversed. */
export async function release(ctx: Ctx, row: Row, { reason }: { readonly reason: string }) {
  const { posted_tx_id: posted } = await ctx.db
    .selectFrom("bank_line")
    .select("posted_tx_id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", row.id)
    .executeTakeFirstOrThrow();
  if (posted !== null) await reverse(ctx, posted, "bank line released", reason);
  await setTransactions(ctx, row.id, { tx_id: null, posted_tx_id: null });
  return { documentNo: "", matchedBy: "" };
}

async function setTransactions(ctx: Ctx, id: string, values: { readonly tx_id: string | null; readonly posted_tx_id: string | null }) {
  await ctx.db.updateTable("bank_line").set(values).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  ctx.emit({ type: "changed", data: { resource: "bankAccounts" } });
}
