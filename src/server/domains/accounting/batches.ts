/** Vouchers of the books in numbered batches: each posting in one batch only, whoever exports at the same time. */
import { type RawBuilder, sql } from "kysely";
import { type AccountName, ACCOUNT_NAMES } from "../../../contract/finance/accounts";
import { CATEGORIES } from "../../../contract/finance/expenses";
import type { Draft } from "../../../contract/core/resource/define";
import type { journalBatches } from "../../../contract/accounting/journal";
import { addDays } from "../../../contract/core/time";
import { type Ctx, today } from "../../http/context";
import { documentNumber } from "../../kernel/numbers";
import type { Document } from "../../ledger/post";
import { refuse } from "../../resource/refuse";
import { CATEGORY, readCodes } from "./codes";

/** Most days of a batch: a year of vouchers. */
const MOST_DAYS = 366;
const ROWS_AT_ONCE = 500;

/** Businesses as the summaries of vouchers name them, in the accountant's language. */
const BUSINESS: Readonly<Record<Document["kind"], string>> = {
  order: "订场",
  fixed: "固定场",
  session: "场次",
  openPlay: "约球",
  sale: "商品零售",
  recharge: "会员充值",
  debt: "会员还款",
  cardFee: "办卡费用",
  card: "次卡",
  voucher: "团购券",
  activity: "活动",
  entry: "赛事报名",
  coachClass: "教练课",
  deposit: "押金",
  collection: "扫码收款",
  transfer: "会员转账",
  adjustment: "余额调整",
  closing: "会员销户",
  referral: "推荐奖励",
  roaming: "异店消费",
  receipt: "采购进货",
  stock: "库存变动",
  supplier: "供应商付款",
  withdraw: "教练提现",
  shift: "班次现金",
  manual: "手工记账",
  couponSettlement: "消费券结算",
  settlement: "结算到账",
  bill: "渠道对账",
  bankAccount: "银行期初",
  bankDeposit: "存现",
  bankPayout: "渠道到账",
  bankLine: "银行流水",
};

interface Movement {
  readonly day: string;
  readonly kind: Document["kind"];
  readonly account: AccountName;
  readonly category: string;
  readonly documents: number;
  /** Fen. */
  readonly debit: number;
  readonly credit: number;
}

interface Line {
  readonly day: string;
  readonly voucher: number;
  readonly entry: number;
  readonly summary: string;
  readonly account: AccountName;
  readonly code: string;
  readonly name: string;
  readonly debit: number;
  readonly credit: number;
}

/**
 * Exports what no batch has of the days until `toDay` as vouchers, one a day and business.
 * @returns the id of the batch
 * @throws AppError `refused` where an account has no code, or there is nothing to export
 */
export async function exportBatch(ctx: Ctx, { fromDay, toDay, remark }: Draft<typeof journalBatches.fields>): Promise<string> {
  await lockJournal(ctx);
  const { start, last } = await startOf(ctx, fromDay, toDay);
  const id = ctx.newId();
  await ctx.db
    .insertInto("journal_batch")
    .values({
      venue_id: ctx.venue.id,
      id,
      no: await documentNumber(ctx, "journalBatch", today(ctx)),
      state: "exported",
      start_day: start,
      from_day: start,
      to_day: toDay,
      vouchers: 0,
      lines: 0,
      debit: 0,
      credit: 0,
      operator: ctx.person.name,
      remark,
      void_reason: "",
      created_at: ctx.now,
    })
    .execute();
  const lines = await assignEntries(ctx, id, { start, last, toDay });
  await ctx.db
    .updateTable("journal_batch")
    .set({
      from_day: lines[0]?.day ?? start,
      vouchers: new Set(lines.map(({ day, voucher }) => `${day} ${voucher}`)).size,
      lines: lines.length,
      debit: lines.reduce((sum, line) => sum + line.debit, 0),
      credit: lines.reduce((sum, line) => sum + line.credit, 0),
    })
    .where("venue_id", "=", ctx.venue.id)
    .where("id", "=", id)
    .execute();
  const values = lines.map(({ voucher, ...line }) => ({
    venue_id: ctx.venue.id,
    id: ctx.newId(),
    batch_id: id,
    voucher_no: voucher,
    ...line,
    created_at: ctx.now,
  }));
  for (let i = 0; i < values.length; i += ROWS_AT_ONCE)
    await ctx.db
      .insertInto("journal_line")
      .values(values.slice(i, i + ROWS_AT_ONCE))
      .execute();
  return id;
}

interface ExportPeriod {
  /** First day whose postings are exported. */
  readonly start: string;
  /** Last day of the batches before; null: this is the first. */
  readonly last: string | null;
  readonly toDay: string;
}

/**
 * Assigns the postings of these days that no batch has to the batch, and returns their voucher lines. They are assigned before they are read: a
 * posting that commits in between belongs to the next batch.
 * @throws AppError `refused` where there are none, or an account has no code
 */
async function assignEntries(ctx: Ctx, id: string, { start, last, toDay }: ExportPeriod): Promise<readonly Line[]> {
  await sql`UPDATE journal_entry e SET batch_id = ${id} FROM journal_batch b
    WHERE b.venue_id = ${ctx.venue.id} AND b.state = 'voided' AND e.venue_id = b.venue_id AND e.batch_id = b.id AND e.day BETWEEN ${start} AND ${toDay}`.execute(
    ctx.db,
  );
  await sql`INSERT INTO journal_entry (venue_id, tx_id, day, batch_id)
    SELECT DISTINCT m.venue_id, m.tx_id, m.day, ${id} FROM (${candidateTransactions(ctx, last ?? start, toDay)}) c
    JOIN account_move m ON m.venue_id = c.venue_id AND m.tx_id = c.tx_id AND m.day BETWEEN ${start} AND ${toDay}
    WHERE NOT EXISTS (SELECT FROM journal_entry e WHERE e.venue_id = m.venue_id AND e.tx_id = m.tx_id AND e.day = m.day)`.execute(ctx.db);
  const { rows } = await sql<Movement>`
    SELECT m.day::text AS day, t.document_kind AS kind, m.account, ${CATEGORY} AS category, count(DISTINCT t.document_id)::int AS documents,
      coalesce(sum(m.amount) FILTER (WHERE m.amount > 0), 0)::bigint AS debit, coalesce(-sum(m.amount) FILTER (WHERE m.amount < 0), 0)::bigint AS credit
    FROM journal_entry e JOIN account_move m ON m.venue_id = e.venue_id AND m.tx_id = e.tx_id AND m.day = e.day
    JOIN ledger_tx t ON t.venue_id = e.venue_id AND t.id = e.tx_id
    WHERE e.venue_id = ${ctx.venue.id} AND e.batch_id = ${id} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`.execute(ctx.db);
  if (rows.length === 0)
    throw refuse(
      ctx,
      { zh: "到 {day} 为止没有新的分录，没有导出", en: "There are no new postings until {day}; nothing was exported" },
      { day: toDay },
      "toDay",
    );
  return linesOf(ctx, rows);
}

/**
 * Transactions that may have entries without a batch: posted since the last exported day began (one that was open during the export commits after
 * it), or with revenue earned since then, whenever it was posted. Entries that a batch has already are skipped by the caller.
 */
const candidateTransactions = (ctx: Ctx, since: string, toDay: string): RawBuilder<unknown> => sql`
  SELECT venue_id, id AS tx_id FROM ledger_tx WHERE venue_id = ${ctx.venue.id} AND posted_at >= (${since}::date::timestamp AT TIME ZONE ${ctx.venue.zone})
  UNION SELECT venue_id, tx_id FROM posting WHERE venue_id = ${ctx.venue.id} AND earned_on BETWEEN ${since} AND ${toDay} AND earned_on > day`;

/** Returns the first day whose postings are exported, and the last that is. */
async function startOf(ctx: Ctx, fromDay: string | null, toDay: string): Promise<Pick<ExportPeriod, "start" | "last">> {
  if (toDay >= today(ctx))
    throw refuse(ctx, { zh: "只能导出到昨天，没有导出", en: "Only whole past days are exported; nothing was exported" }, {}, "toDay");
  const { rows } = await sql<{ start: string | null; last: string | null; first: string | null }>`
    SELECT (SELECT min(start_day)::text FROM journal_batch WHERE venue_id = ${ctx.venue.id} AND state = 'exported') AS start,
      (SELECT max(to_day)::text FROM journal_batch WHERE venue_id = ${ctx.venue.id} AND state = 'exported') AS last,
      (SELECT min(day)::text FROM posting WHERE venue_id = ${ctx.venue.id}) AS first`.execute(ctx.db);
  const [{ start, last, first } = { start: null, last: null, first: null }] = rows;
  if (last !== null && toDay <= last)
    throw refuse(
      ctx,
      { zh: "到 {day} 为止已导出，请选更晚的日期，没有导出", en: "All until {day} is exported; choose a later day. Nothing was exported" },
      { day: last },
      "toDay",
    );
  const begins = start ?? fromDay ?? first ?? toDay;
  // A batch continues the last one: only what came later can be many days.
  const since = last ?? begins;
  if (begins > toDay)
    throw refuse(
      ctx,
      { zh: "截止日期不能早于起始日期，没有导出", en: "The last day is before the first; nothing was exported" },
      {},
      "toDay",
    );
  if (addDays(since, MOST_DAYS) < toDay)
    throw refuse(
      ctx,
      { zh: "一批最多 {n} 天，没有导出；请分几批", en: "A batch has at most {n} days; nothing was exported. Make several" },
      { n: MOST_DAYS },
      "toDay",
    );
  return { start: begins, last };
}

/** The vouchers of what moved. @throws AppError `refused` naming the accounts without a code */
async function linesOf(ctx: Ctx, rows: readonly Movement[]): Promise<readonly Line[]> {
  const codeOf = await readCodes(ctx);
  const unmapped = [
    ...new Set(rows.filter(({ account, category }) => !codeOf(account, category)).map(({ account, category }) => `${account}/${category}`)),
  ];
  if (unmapped.length > 0)
    throw refuse(
      ctx,
      {
        zh: "这些科目还没有代码：{accounts}。没有导出，请先在“科目对照”里填好",
        en: "These accounts have no code: {accounts}. Nothing was exported; add their codes first",
      },
      { accounts: unmapped.map((key) => nameOf(ctx, key)).join({ zh: "、", en: ", " }[ctx.language]) },
    );
  const numbers = await lastNumbers(ctx);
  const lines: Line[] = [];
  let voucher = { key: "", no: 0, entry: 0 };
  for (const { day, kind, account, category, documents, debit, credit } of rows) {
    const month = day.slice(0, 7);
    if (voucher.key !== `${day} ${kind}`) {
      voucher = { key: `${day} ${kind}`, no: (numbers.get(month) ?? 0) + 1, entry: 0 };
      numbers.set(month, voucher.no);
    }
    const { code = "", name = "" } = codeOf(account, category) ?? {};
    const line: Omit<Line, "entry" | "debit" | "credit"> = {
      day,
      voucher: voucher.no,
      summary: `${day.slice(5)} ${BUSINESS[kind]} ${documents}单`,
      account,
      code,
      name,
    };
    if (debit > 0) lines.push({ ...line, entry: ++voucher.entry, debit, credit: 0 });
    if (credit > 0) lines.push({ ...line, entry: ++voucher.entry, debit: 0, credit });
  }
  return lines;
}

function nameOf(ctx: Ctx, key: string): string {
  const [account = "", category = ""] = key.split("/");
  const name = ACCOUNT_NAMES[account as AccountName][ctx.language];
  return category === "" ? name : `${name} (${CATEGORIES[category]?.[ctx.language] ?? category})`;
}

/** The last voucher number of each month, of batches that count. */
async function lastNumbers(ctx: Ctx): Promise<Map<string, number>> {
  const { rows } = await sql<{ month: string; last: number }>`
    SELECT to_char(l.day, 'YYYY-MM') AS month, max(l.voucher_no) AS last FROM journal_line l JOIN journal_batch b ON b.venue_id = l.venue_id AND b.id = l.batch_id
    WHERE l.venue_id = ${ctx.venue.id} AND b.state = 'exported' GROUP BY 1`.execute(ctx.db);
  return new Map(rows.map(({ month, last }) => [month, last]));
}

/** Lets one export or void run at a time: the next one must see what this one took. */
export const lockJournal = async (ctx: Ctx): Promise<void> => {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`journal ${ctx.venue.id}`}, 0))`.execute(ctx.db);
};
