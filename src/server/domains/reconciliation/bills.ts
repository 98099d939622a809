/** Loading a bill, holding it against what the channel took by our books, handling differences, finishing. */
import { sql } from "kysely";
import type { Output, Page, Parsed } from "../../../contract/core/call";
import { yuan } from "../../../contract/core/money";
import { type Bill, type BillRow, type reconciliation, RESULTS } from "../../../contract/reconciliation/reconciliation";
import { addDays, instant } from "../../../contract/core/time";
import { mapPage, pageOf } from "../../db/page";
import { type Ctx, today } from "../../http/context";
import { badInput } from "../../http/error";
import { post } from "../../ledger/post";
import { tenderAccount } from "../../ledger/tender";
import { refuse } from "../../resource/refuse";
import { undoHandling } from "./handle";
import { match, type Own } from "./match";
import { BillFault, type ParsedBill, parseBill } from "./parse";
import { find, missing, toRow } from "./shown";

/** Payments and refunds of a channel on a day, by our books. */
async function ownOf(ctx: Ctx, channel: string, day: string): Promise<readonly Own[]> {
  const [from, to] = [instant(day, 0, ctx.venue.zone), instant(addDays(day, 1), 0, ctx.venue.zone)];
  const { rows } = await sql<Own>`
    SELECT y.id, y.no, coalesce(y.channel_ref, '') AS ref, y.at, 'pay' AS way, y.document_kind AS matter,
      y.amount + coalesce((SELECT sum(p.amount)::bigint FROM payment p WHERE p.venue_id = y.venue_id AND p.part_of = y.id), 0) AS amount
    FROM payment y WHERE y.venue_id = ${ctx.venue.id} AND y.channel = ${channel} AND y.at >= ${from} AND y.at < ${to}
      AND y.part_of IS NULL AND y.state IN ('succeeded', 'refunding', 'refunded', 'refund_failed')
    UNION ALL
    SELECT coalesce(y.part_of, y.id), y.no, r.channel_ref, r.at, 'refund', y.document_kind, r.amount
    FROM channel_refund r JOIN payment y ON y.venue_id = r.venue_id AND y.id = r.payment_id
    WHERE r.venue_id = ${ctx.venue.id} AND y.channel = ${channel} AND r.at >= ${from} AND r.at < ${to} AND r.state = 'refunded'`.execute(
    ctx.db,
  );
  return rows;
}

const FAULTS = {
  header: { zh: "这不是该渠道的账单：没有找到表头", en: "This is no bill of the channel: its header was not found" },
  amount: { zh: "第 {line} 行的金额看不懂", en: "An amount in line {line} can't be read" },
  time: { zh: "第 {line} 行的时间看不懂", en: "The time in line {line} can't be read" },
  summary: { zh: "账单不完整：没有汇总行", en: "The bill is not whole: its summary is missing" },
  sums: {
    zh: "第 {line} 行的汇总与明细不符，文件可能被改过",
    en: "The summary in line {line} is not the sum of the rows; the file may have been changed",
  },
  day: { zh: "第 {line} 行不是 {day} 的，请核对日期", en: "A row is not of {day}; check the day" },
} as const;

/**
 * Takes a bill. Loaded again it takes the place of the one before, whose handled rows keep what was said of them.
 * @throws AppError `badInput` for a file that is no such bill, `refused` once the day is finished
 */
export async function load(ctx: Ctx, { channel, day, fileName, content }: Parsed<typeof reconciliation.load>): Promise<Bill> {
  let parsed: ParsedBill;
  try {
    parsed = parseBill(channel, content, ctx.venue.zone);
    const [from, to] = [instant(day, 0, ctx.venue.zone), instant(addDays(day, 1), 0, ctx.venue.zone)];
    if (parsed.entries.some(({ at }) => at < from || at >= to)) throw new BillFault(0, "day");
  } catch (error) {
    if (!(error instanceof BillFault)) throw error;
    throw badInput({ content: refuse(ctx, FAULTS[error.what], { line: error.line, day }).text(ctx.language) });
  }
  const before = await ctx.db
    .selectFrom("channel_bill")
    .select(["id", "state"])
    .where("venue_id", "=", ctx.venue.id)
    .where("channel", "=", channel)
    .where("day", "=", day)
    .forUpdate()
    .executeTakeFirst();
  if (before?.state === "done")
    throw refuse(ctx, { zh: "{day} 的对账已完成，不能再载入", en: "{day} is finished and its bill can't be loaded again" }, { day });
  const known = before
    ? await ctx.db
        .selectFrom("channel_bill_row")
        .selectAll()
        .where("venue_id", "=", ctx.venue.id)
        .where("bill_id", "=", before.id)
        .execute()
    : [];
  const id = before?.id ?? ctx.newId();
  const values = {
    file_name: fileName,
    taken: parsed.taken,
    refunded: parsed.refunded,
    fee: parsed.fees.pay + parsed.fees.refund,
    operator: ctx.person.name,
    created_at: ctx.now,
  };
  if (before) {
    await ctx.db.deleteFrom("channel_bill_row").where("venue_id", "=", ctx.venue.id).where("bill_id", "=", id).execute();
    await ctx.db.updateTable("channel_bill").set(values).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  } else
    await ctx.db
      .insertInto("channel_bill")
      .values({ venue_id: ctx.venue.id, id, channel, day, state: "open", ...values })
      .execute();
  const own = await ownOf(ctx, channel, day);
  const rows = match(parsed, own).map((row, seq) => {
    const same = known.find(
      (one) =>
        one.result === row.result &&
        one.our_no === row.ourNo &&
        one.channel_no === row.channelNo &&
        one.ours === row.ours &&
        one.theirs === row.theirs,
    );
    return {
      venue_id: ctx.venue.id,
      id: ctx.newId(),
      bill_id: id,
      seq,
      result: row.result,
      way: row.way,
      at: row.at,
      payment_id: row.paymentId,
      our_no: row.ourNo,
      channel_no: row.channelNo,
      matter: row.matter,
      ours: row.ours,
      theirs: row.theirs,
      note: same?.note ?? "",
      handled_by: same?.handled_by ?? "",
      handled_at: same?.handled_at ?? null,
      handling: same?.handling ?? null,
      tx_id: same?.tx_id ?? null,
      claim_end: same?.claim_end ?? null,
      claim_note: same?.claim_note ?? "",
      claim_by: same?.claim_by ?? "",
      claim_at: same?.claim_at ?? null,
      claim_tx_id: same?.claim_tx_id ?? null,
    };
  });
  const knownIds = new Set(rows.map(({ tx_id }) => tx_id));
  if (known.some(({ claim_end, tx_id }) => claim_end !== null && !knownIds.has(tx_id)))
    throw refuse(ctx, {
      zh: "原账单有已结清的申诉，新文件里没有这笔差异，没有载入；请核对文件",
      en: "A claim of the bill before is settled, and the new file lacks its difference; it was not loaded. Check the file",
    });
  // A difference that is no longer there needs no correction.
  for (const one of known) if (!knownIds.has(one.tx_id)) await undoHandling(ctx, one.tx_id, "bill loaded again");
  for (let i = 0; i < rows.length; i += 500)
    await ctx.db
      .insertInto("channel_bill_row")
      .values(rows.slice(i, i + 500))
      .execute();
  await storeFees(ctx, parsed, own);
  changed(ctx, id);
  return billOf(ctx, id);
}

/** The fee of each payment that the bill names, for the list of takings. */
async function storeFees(ctx: Ctx, bill: ParsedBill, own: readonly Own[]): Promise<void> {
  const fees = bill.entries.flatMap((entry) => {
    const one =
      entry.way === "pay" && entry.fee > 0 ? own.find(({ id, no, way }) => way === "pay" && [id, no].includes(entry.ourNo)) : undefined;
    return one ? [{ id: one.id, fee: entry.fee }] : [];
  });
  if (fees.length === 0) return;
  await sql`UPDATE payment y SET fee = f.fee FROM jsonb_to_recordset(${JSON.stringify(fees)}::jsonb) AS f (id text, fee bigint)
    WHERE y.venue_id = ${ctx.venue.id} AND y.id = f.id AND y.fee <> f.fee`.execute(ctx.db);
}

/** The bill of a channel and day, without a day the newest. */
export async function bill(ctx: Ctx, { channel, day }: Parsed<typeof reconciliation.bill>): Promise<Output<typeof reconciliation.bill>> {
  const bills = ctx.db.selectFrom("channel_bill").select("id").where("venue_id", "=", ctx.venue.id).where("channel", "=", channel);
  const selected = day === undefined ? bills.orderBy("day", "desc").limit(1) : bills.where("day", "=", day);
  const row = await selected.executeTakeFirst();
  return { bill: row ? await billOf(ctx, row.id) : null };
}

async function billOf(ctx: Ctx, id: string): Promise<Bill> {
  const row = await find(ctx, id).executeTakeFirst();
  if (!row) throw missing(ctx);
  const groups = await ctx.db
    .selectFrom("channel_bill_row")
    .select((eb) => [
      "result",
      "way",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number>("ours").as("ours"),
      eb.fn.sum<number>("theirs").as("theirs"),
      sql<number>`count(*) FILTER (WHERE ours <> 0)`.as("our_count"),
      sql<number>`count(*) FILTER (WHERE theirs <> 0)`.as("their_count"),
      sql<number>`count(*) FILTER (WHERE handled_at IS NULL AND result IN ('ours', 'theirs', 'amount'))`.as("open"),
    ])
    .where("venue_id", "=", ctx.venue.id)
    .where("bill_id", "=", id)
    .groupBy(["result", "way"])
    .execute();
  const add = (way: string, of: "ours" | "theirs" | "our_count" | "their_count"): number =>
    groups.reduce((sum, group) => sum + (group.way === way ? group[of] : 0), 0);
  const ours = { taken: add("pay", "ours"), refunded: add("refund", "ours") };
  const difference = groups.reduce((sum, group) => sum + group.theirs - group.ours, 0);
  const net = row.taken - row.refunded - row.fee;
  return {
    id,
    channel: row.channel as Bill["channel"],
    day: row.day,
    fileName: row.file_name,
    state: row.state as Bill["state"],
    operator: row.operator,
    loadedAt: row.created_at.toISOString(),
    ours: {
      taken: yuan(ours.taken),
      takenCount: add("pay", "our_count"),
      refunded: yuan(ours.refunded),
      refundedCount: add("refund", "our_count"),
      fee: yuan(0),
      net: yuan(ours.taken + ours.refunded),
    },
    theirs: {
      taken: yuan(row.taken),
      takenCount: add("pay", "their_count"),
      refunded: yuan(-row.refunded),
      refundedCount: add("refund", "their_count"),
      fee: yuan(-row.fee),
      net: yuan(net),
    },
    results: RESULTS.map((result) => {
      const own = groups.filter((group) => group.result === result);
      return {
        result,
        count: own.reduce((sum, group) => sum + group.count, 0),
        difference: yuan(own.reduce((sum, group) => sum + group.theirs - group.ours, 0)),
      };
    }),
    open: groups.reduce((sum, group) => sum + group.open, 0),
    ties: ours.taken + ours.refunded + difference === net,
  };
}

/** A page of rows: differences that nobody handled first. */
export async function rows(ctx: Ctx, { id, result, q, ...page }: Parsed<typeof reconciliation.rows>): Promise<Page<BillRow>> {
  let query = ctx.db.selectFrom("channel_bill_row as t").selectAll().where("t.venue_id", "=", ctx.venue.id).where("t.bill_id", "=", id);
  if (result) query = query.where("t.result", "=", result);
  if (q)
    query = query.where((eb) =>
      eb.or([
        eb("t.our_no", "like", `${q.toUpperCase()}%`),
        eb("t.channel_no", "like", `${q}%`),
        eb(sql`position(${q} in t.matter)`, ">", 0),
      ]),
    );
  const order = sql`CASE WHEN t.result IN ('matched', 'fee') THEN 2 WHEN t.handled_at IS NULL THEN 0 ELSE 1 END`;
  return mapPage(await pageOf(ctx, query, page, { id: "t.id", seq: [order as never, "t.seq"] }, "seq,asc"), toRow);
}

/**
 * Finishes a bill: what the channel kept becomes a cost of the day.
 * @throws AppError `missing`, `refused` while differences are open, or where it is finished
 */
export async function finish(ctx: Ctx, { id }: Parsed<typeof reconciliation.finish>): Promise<Bill> {
  const row = await find(ctx, id).forUpdate().executeTakeFirst();
  if (!row) throw missing(ctx);
  if (row.state === "done") throw refuse(ctx, { zh: "对账已完成", en: "The bill is finished already" });
  const { open, ties } = await billOf(ctx, id);
  if (open > 0) throw refuse(ctx, { zh: "还有 {open} 行差异没有处理", en: "{open} differences are still to be handled" }, { open });
  if (!ties) throw refuse(ctx, { zh: "与账单汇总行不一致，请重新载入账单", en: "The rows don't make the bill's own sum; load it again" });
  if (row.fee !== 0)
    await post(ctx, {
      document: { kind: "bill", id, no: `${row.channel} ${row.day}` },
      operation: "handling fee",
      legs: [
        { account: "cost.handling", amount: row.fee, subject: row.channel, earnedOn: row.day <= today(ctx) ? row.day : today(ctx) },
        { account: tenderAccount(row.channel === "wechat" ? "WeChat" : "Alipay"), amount: -row.fee },
      ],
    });
  await ctx.db.updateTable("channel_bill").set({ state: "done" }).where("venue_id", "=", ctx.venue.id).where("id", "=", id).execute();
  changed(ctx, id);
  return billOf(ctx, id);
}

const changed = (ctx: Ctx, id: string): void => ctx.emit({ type: "changed", data: { resource: "reconciliation", id } });
