/** Statements of bank accounts: imported, each line once, and held against the movements of the books. */
import { type RawBuilder, sql } from "kysely";
import type { BankCandidate, bankDesk, bankLines } from "../../../contract/accounting/bank";
import { mappingOf, PART_NAMES, readStatement, type StatementLine } from "../../../contract/accounting/bank-statement";
import type { Output, Parsed } from "../../../contract/core/call";
import { fill } from "../../../contract/core/fill";
import { fen, yuan } from "../../../contract/core/money";
import type { Label } from "../../../contract/core/resource/label";
import type { RowOf } from "../../../contract/core/resource/define";
import { type Ctx, today } from "../../http/context";
import { AppError, badInput } from "../../http/error";
import { requireApproval } from "../../kernel/approval";
import { hashOf } from "../../kernel/tokens";
import { type Leg, post } from "../../ledger/post";
import { reverse } from "../../ledger/reverse";
import { refuse } from "../../resource/refuse";
import { isOfBank, lockAccount, type LockedAccount } from "./bank-accounts";

const ROWS_AT_ONCE = 500;
/** Most days between a line and a movement for automatic matching. */
const AUTO_MATCH_DAYS = 5;
/** Most days between a line and the movements offered for it. */
const CANDIDATE_DAYS = 62;
const MOST_CANDIDATES = 20;

type Row = RowOf<typeof bankLines>;

const IN_ROW: Label = { zh: "第 {row} 行：{problem}；没有导入", en: "Row {row}: {problem}. Nothing was imported" };
const FUTURE: Label = { zh: "日期在今天之后", en: "The day is after today" };

/** Returns the error for a file that can't be read, naming the row; row 0 means the whole file. */
const unreadableFile = (ctx: Ctx, row: number, problem: Label): AppError =>
  badInput({ content: row === 0 ? problem[ctx.language] : fill(IN_ROW[ctx.language], { row, problem: problem[ctx.language] }) });

/**
 * Imports a statement; lines that are there already stay as they are, and new ones are matched where only one movement fits.
 * @throws AppError `badInput` for a file that can't be read, with its row: nothing is imported
 */
export async function load(ctx: Ctx, input: Parsed<typeof bankDesk.load>): Promise<Output<typeof bankDesk.load>> {
  const statement = readStatement(input.content, input.mapping);
  if ("fault" in statement) throw unreadableFile(ctx, statement.fault.row, statement.fault.problem);
  const future = statement.lines.find(({ day }) => day > today(ctx));
  if (future) throw unreadableFile(ctx, future.row, FUTURE);
  const exists = await ctx.db
    .selectFrom("bank_account")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", input.account)
    .executeTakeFirst();
  if (!exists) throw new AppError("missing", { what: ctx.language === "zh" ? "银行账户" : "Bank account" });
  const account = await lockAccount(ctx, input.account);
  const lines = statement.lines.filter(({ day }) => day >= account.opening_day);
  const [first] = lines;
  if (first) await storeColumns(ctx, account, input.mapping, first.day);
  const values = withKeys(lines).map(({ line, key }, seq) => ({
    venue_id: ctx.venue.id,
    id: ctx.newId(),
    state: "unmatched" as const,
    account_id: account.id,
    day: line.day,
    amount: line.amount,
    balance: line.balance,
    party: line.party,
    text: line.text || line.party || "—",
    seq,
    line_key: key,
    file_name: input.fileName,
    tx_id: null,
    posted_tx_id: null,
    document_no: "",
    matched_by: "",
    created_at: ctx.now,
  }));
  let added = 0;
  for (let i = 0; i < values.length; i += ROWS_AT_ONCE) {
    const inserted = await ctx.db
      .insertInto("bank_line")
      .values(values.slice(i, i + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.columns(["venue_id", "account_id", "line_key"]).doNothing())
      .returning("id")
      .execute();
    added += inserted.length;
  }
  const matched = await autoMatchLines(ctx, account.id);
  for (const resource of ["bankLines", "bankAccounts"] as const) ctx.emit({ type: "changed", data: { resource } });
  return { added, known: lines.length - added, early: statement.lines.length - lines.length, matched };
}

/**
 * Stores the columns of a statement that begins on a day. Days that already have lines keep the columns of their import: read by other columns, the
 * same line would get another key and be imported twice.
 * @throws AppError `badInput`
 */
async function storeColumns(
  ctx: Ctx,
  { id, mapping: headings, mapping_since }: LockedAccount,
  mapping: Parsed<typeof bankDesk.load>["mapping"],
  firstDay: string,
): Promise<void> {
  const stored = mappingOf(headings);
  const isSame = stored !== undefined && PART_NAMES.every((part) => stored[part] === mapping[part]);
  const line = await ctx.db
    .selectFrom("bank_line")
    .select("day")
    .where("venue_id", "=", ctx.venue.id)
    .where("account_id", "=", id)
    .where("day", ">=", firstDay)
    .$if(isSame, (query) => query.where("day", "<", mapping_since ?? firstDay))
    .limit(1)
    .executeTakeFirst();
  if (line)
    throw badInput({
      content: refuse(ctx, {
        zh: "这些天已有用另外的列导入的流水，列的对应不能改，否则同一笔会进两次；没有导入。请用原来的列，或只导入之后的日子",
        en: "Lines of these days were imported with other columns; with new columns they would be imported twice. Nothing was imported. Use the former columns, or import later days only",
      }).text(ctx.language),
    });
  if (isSame) return;
  await ctx.db
    .updateTable("bank_account")
    .set({ mapping: PART_NAMES.map((part) => mapping[part]), mapping_since: stored ? firstDay : null })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
}

/** Gives each line a key of its content, and of its number among equal lines of the file. */
function withKeys(lines: readonly StatementLine[]): readonly { readonly line: StatementLine; readonly key: string }[] {
  const times = new Map<string, number>();
  return lines.map((line) => {
    const content = JSON.stringify([line.day, line.amount, line.balance, line.party, line.text]);
    const nth = times.get(content) ?? 0;
    times.set(content, nth + 1);
    return { line, key: hashOf(`${content} ${nth}`) };
  });
}

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
async function autoMatchLines(ctx: Ctx, account: string): Promise<number> {
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
