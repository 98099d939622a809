/**
 * Any day of a till can be closed: whatever was sold, taken back, voided, paid in and out, and however it was counted, the Z of each shift is
 * what the ledger has on its tenders, and its count less that is posted as over or short. A model beside it knows nothing of the code: it
 * adds up what each operation says it moved.
 */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { memberRecords } from "../../src/contract/members/member-records";
import { members } from "../../src/contract/members/members";
import { fen, yuan } from "../../src/contract/core/money";
import type { Code } from "../../src/contract/core/permissions";
import { sale, type SaleDetail } from "../../src/contract/sale/sale";
import { COUNTED, type Counted, MOVES, type ShiftDetail, type ShiftReport, shifts } from "../../src/contract/shift/shift";
import { AppError } from "../../src/server/http/error";
import { dayOf } from "../../src/contract/core/time";
import { checkLedger } from "../../src/server/ledger/check";
import { listTakings } from "../../src/server/ledger/streams";
import { fill, seedBooking, seedMember } from "../support/booking";
import { seedCommerce } from "../support/commerce";
import { FULL } from "../support/forms";
import { diceOf } from "../support/generate";
import { serves } from "../support/services";
import { query } from "../support/tables";
import { testVenue, type TestVenue } from "../support/venue";

const DAYS = FULL ? 200 : 4;
/** The long form looks for what is new, with another seed each time; the short one tells whether a change broke something. */
const SEED = Number(process.env["PROVE_SEED"] ?? (FULL ? randomInt(1_000_000) : 20_261_121));
const DAY = 86_400_000;

let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  await seedCommerce(t, 1_000_000);
  await seedMember(t, "wang", { name: "王芳", principal: 100_000_000 });
  // Approvals have tests of their own.
  Object.assign(t.venue, { approval_limit: 100_000_000 });
});
afterAll(() => t.close());

const codes = new Set<Code>([
  "shift",
  "sale_return_any",
  "sale_create",
  "sale_return",
  "sale_delete",
  "sale_modify",
  "member_recharge",
  "member_close",
]);
const TYPES = { Cash: "cash", WeChat: "wechat", Alipay: "alipay", BankCard: "bank_card", Transfer: "transfer", Other: "other" } as const;
type Type = keyof typeof TYPES;
type Amounts = Record<Counted, number>;
const nothing = (): Amounts => ({ cash: 0, bank_card: 0, wechat: 0, alipay: 0, transfer: 0, other: 0 });
const REFUSED = ["returnTooMany", "wrongState", "refused", "balanceShort", "drawerShort"];

it(
  `closes ${DAYS} random days of two tills, each X and Z as the ledger and the day report have it`,
  { timeout: DAYS * 30_000 },
  async () => {
    const dice = diceOf(SEED);
    console.log(`shifts: seed ${SEED}, ${DAYS} days`);
    const seen: Record<string, number> = {};
    const saw = (what: string): void => void (seen[what] = (seen[what] ?? 0) + 1);
    const clerks = ["a", "b"].map((id) => ({ person: { id: `p-${id}`, name: `收银 ${id}` }, codes }));
    /** Sales of all days and both tills: this shift can refund a sale of an earlier one, but can no longer void it. */
    const sold: SaleDetail[] = [];
    for (let day = 0; day < DAYS; day++) {
      const reports: ShiftReport[] = [];
      for (const as of clerks) {
        const act = <T>(run: Parameters<typeof t.act<T>>[0]): Promise<T> => {
          t.now = new Date(t.now.getTime() + 1_000);
          return t.act(run, as);
        };
        const expected = nothing();
        const float = dice(4) === 0 ? 0 : dice(100_000);
        const opened = await act((ctx) => serves(shifts.open)(ctx, { float: yuan(float) }));
        expected.cash += float;
        /** Adds the money that a sale moved: its payment, or the refunded part of it. */
        const moved = (amounts: readonly { readonly type: string; readonly amount: string }[], sign: 1 | -1): void => {
          for (const { type, amount } of amounts) if (type in TYPES) expected[TYPES[type as Type]] += sign * fen(amount);
        };
        const sell = async (): Promise<void> => {
          const quantity = 1 + dice(5);
          const due = quantity * (dice(2) === 0 ? 333 : 3_000);
          const productId = due % 333 === 0 && due % 3_000 !== 0 ? "water" : "string";
          const types = Object.keys(TYPES) as Type[];
          const first = dice(due);
          const parts: [string, number][] =
            dice(3) === 0 && first > 0
              ? [
                  [types[dice(3)] ?? "Cash", first],
                  [types[3 + dice(3)] ?? "Other", due - first],
                ]
              : [[dice(8) === 0 ? "Balance" : (types[dice(types.length)] ?? "Cash"), due]];
          const payments = parts.map(([type, amount]) => ({ type, amount: yuan(amount) }));
          sold.push(await act((ctx) => serves(sale.create)(ctx, { lines: [{ productId, quantity }], payments, memberId: "wang" })));
          moved(payments, 1);
        };
        const some = (): SaleDetail | undefined => sold[dice(4) === 0 ? dice(sold.length) : Math.max(0, sold.length - 1 - dice(6))];
        const returnGoods = async (): Promise<void> => {
          const one = some();
          const line = one?.lines[0];
          if (!one || !line) return;
          const lines = [{ lineId: line.id, quantity: 1 + dice(3) }];
          const preview = await act((ctx) => serves(sale.returnsPreview)(ctx, { saleId: one.id, lines }));
          await act((ctx) => serves(sale.returns)(ctx, { saleId: one.id, lines, reason: "不要了" }));
          moved(
            preview.back.map(({ type, refund }) => ({ type, amount: refund })),
            -1,
          );
        };
        const voidSale = async (): Promise<void> => {
          const one = some();
          if (!one) return;
          const kept = await t.look((ctx) => serves(sale.view)(ctx, { id: one.id }));
          await act((ctx) => serves(sale.remove)(ctx, { id: one.id, reason: "录错" }));
          moved(
            kept.payments.map(({ type, amount, refunded }) => ({ type, amount: yuan(fen(amount) - fen(refunded)) })),
            -1,
          );
        };
        const move = async (): Promise<void> => {
          const kind = MOVES[dice(MOVES.length)] ?? "draw";
          const amount = 1 + dice(20_000);
          await act((ctx) => serves(shifts.move)(ctx, { kind, amount: yuan(amount), reason: "零钱" }));
          expected.cash += kind === "draw" || kind === "paidIn" ? amount : -amount;
          saw(kind);
        };
        let step = 0;
        const recharge = async (): Promise<void> => {
          const types = Object.keys(TYPES) as Type[];
          const [method, amount] = [types[dice(types.length)] ?? "Cash", 100 + dice(50_000)];
          const memberId = `payer-${day}-${as.person.id}-${step++}`;
          await seedMember(t, memberId, { name: "钱充" });
          await act((ctx) => serves(members.recharge)(ctx, { memberId, pay: yuan(amount), method }));
          moved([{ type: method, amount: yuan(amount) }], 1);
        };
        /** A member leaves: half of what they had goes back in cash. */
        const leave = async (): Promise<void> => {
          const id = `leaver-${day}-${as.person.id}-${step++}`;
          const amount = 2 * (50 + dice(5_000));
          await seedMember(t, id, { name: "赵离" });
          await t.act((ctx) => fill(ctx, id, amount, 0), { person: { id: "", name: "system" } });
          const back = amount / 2;
          await act((ctx) => serves(memberRecords.close)(ctx, { id, feePercent: 50, back: yuan(back), method: "Cash", reason: "搬家" }));
          expected.cash -= back;
        };
        const steps = { sell, returnGoods, voidSale, move, recharge, leave };
        const often = ["sell", "sell", "sell", "returnGoods", "voidSale", "move", "recharge", "leave"] as const;
        for (let left = 5 + dice(12); left > 0; left--) {
          const name = often[dice(often.length)] ?? "sell";
          await steps[name]().then(
            () => saw(name),
            (error: unknown) => {
              if (!(error instanceof AppError) || !REFUSED.includes(error.key)) throw error;
              saw(`${name} refused`);
            },
          );
        }
        const counts = nothing();
        for (const tender of COUNTED) counts[tender] = Math.max(0, expected[tender] + (dice(3) === 0 ? dice(2_001) - 1_000 : 0));
        reports.push(await close(opened.id, act, expected, counts));
      }
      await equalsDayReport(reports, saw);
      t.now = new Date(t.now.getTime() + DAY);
    }
    console.log(`shifts: ${JSON.stringify(seen)}`);
    for (const what of ["sell", "returnGoods", "voidSale", "product refunded by day", ...MOVES])
      expect([what, seen[what] ?? 0]).not.toEqual([what, 0]);
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  },
);

/** Counts, hands in and closes a shift: the Z is the model and the ledger, and what the count is off by is posted. */
async function close(
  id: string,
  act: <T>(run: Parameters<typeof t.act<T>>[0]) => Promise<T>,
  expected: Amounts,
  counts: Amounts,
): Promise<ShiftReport> {
  // The X of whoever may see a running shift is the Z that comes of it.
  const { report: x } = await t.look((ctx) => serves(shifts.view)(ctx, { id }), LEADER);
  if (!x) throw new Error("a running shift has its X for whoever may see it");
  await equalsLedger(id, x);
  const blind = await act((ctx) => serves(shifts.count)(ctx, {}));
  expect(blind.report).toBeNull();
  const given = Object.fromEntries(COUNTED.map((tender) => [tender, yuan(counts[tender])]));
  await act((ctx) => serves(shifts.submit)(ctx, { counts: given }));
  const before = await posted(id);
  const z = await act((ctx) => serves(shifts.close)(ctx, { id, receivedBy: "周凯" }));
  expect(of(z, "expected")).toEqual(expected);
  expect(before.tenders).toEqual(expected);
  expect(of(z, "counted")).toEqual(counts);
  const off = COUNTED.map((tender) => counts[tender] - expected[tender]);
  expect(fen(z.difference ?? "0")).toBe(off.reduce((sum, one) => sum + one, 0));
  // Over is income, which is below zero in the books; the drawer is empty, and every other tender has what was counted.
  const after = await posted(id);
  expect([after.over, after.offs]).toEqual([-fen(z.difference ?? "0"), off.filter((one) => one !== 0).sort((a, b) => a - b)]);
  expect(after.tenders).toEqual({ ...counts, cash: 0 });
  expect((await act((ctx) => serves(shifts.view)(ctx, { id }))).report).toEqual(z.report);
  if (!z.report) throw new Error("a closed shift has its report");
  await equalsLedger(id, z.report);
  expect(z.report.streams).toEqual(x.streams);
  expect(z.report.tenders.map(({ tender, taken, refunded }) => [tender, taken, refunded])).toEqual(
    x.tenders.map(({ tender, taken, refunded }) => [tender, taken, refunded]),
  );
  return z.report;
}

/** Business of a document in the ledger, as the shops of these days have them. */
const BUSINESS: Readonly<Record<string, string>> = { sale: "product", recharge: "recharge", closing: "recharge" };
const LEADER = { person: { id: "p-leader", name: "班长" }, codes: new Set<Code>(["shift", "shift_report"]) };

/** The X or Z by tender and by business, what was taken apart from refunds, is what the ledger has of the shift. */
async function equalsLedger(id: string, { tenders, streams, ...sums }: ShiftReport): Promise<void> {
  const rows = await query<{ tender: string; taken: number; refunded: number }>(
    t.url,
    `SELECT substr(p.account, 8) AS tender, coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)::float8 AS taken,
       coalesce(-sum(p.amount) FILTER (WHERE p.amount < 0), 0)::float8 AS refunded
     FROM ledger_tx x JOIN posting p ON p.venue_id = x.venue_id AND p.tx_id = x.id
     WHERE x.venue_id = 'v-1' AND x.shift_id = $1 AND p.account LIKE 'tender.%' AND x.document_kind <> 'shift' GROUP BY 1`,
    [id],
  );
  for (const { tender, taken, refunded, moved, expected } of tenders) {
    const row = rows.find((one) => one.tender === tender);
    expect([tender, fen(taken), fen(refunded)]).toEqual([tender, row?.taken ?? 0, row?.refunded ?? 0]);
    // The tender's line leads to its count line.
    expect(fen(taken) - fen(refunded) + fen(moved)).toBe(fen(expected));
  }
  const byKind = await query<{ kind: string; taken: number; refunded: number }>(
    t.url,
    `SELECT x.document_kind AS kind, coalesce(sum(p.amount) FILTER (WHERE p.amount > 0), 0)::float8 AS taken,
       coalesce(-sum(p.amount) FILTER (WHERE p.amount < 0), 0)::float8 AS refunded
     FROM ledger_tx x JOIN posting p ON p.venue_id = x.venue_id AND p.tx_id = x.id
     WHERE x.venue_id = 'v-1' AND x.shift_id = $1 AND p.account LIKE 'tender.%' AND x.document_kind <> 'shift' GROUP BY 1`,
    [id],
  );
  for (const stream of new Set([...streams.map((one) => one.stream), ...byKind.map(({ kind }) => BUSINESS[kind] ?? kind)])) {
    const kinds = byKind.filter(({ kind }) => (BUSINESS[kind] ?? kind) === stream);
    const line = streams.find((one) => one.stream === stream);
    expect([stream, fen(line?.taken ?? "0"), fen(line?.refunded ?? "0")]).toEqual([
      stream,
      kinds.reduce((all, one) => all + one.taken, 0),
      kinds.reduce((all, one) => all + one.refunded, 0),
    ]);
  }
  for (const list of [tenders, streams]) expect([sum(list, "taken"), sum(list, "refunded")]).toEqual([fen(sums.taken), fen(sums.refunded)]);
  expect(fen(sums.taken) - fen(sums.refunded)).toBe(fen(sums.net));
}

const sum = <K extends "taken" | "refunded">(list: readonly Readonly<Record<K, string>>[], name: K): number =>
  list.reduce((all, one) => all + fen(one[name]), 0);

/** The Zs of a day's shifts are, by business and by tender, what the day report has. */
async function equalsDayReport(reports: readonly ShiftReport[], saw: (what: string) => void): Promise<void> {
  const day = dayOf(t.now, t.venue.zone);
  const rows = await t.look((ctx) => listTakings(ctx, { from: day, to: day }, ["stream", "method"]));
  const into = (of: readonly (readonly [string, string, string])[]): Record<string, [number, number]> => {
    const all: Record<string, [number, number]> = {};
    for (const [key, received, refunded] of of) {
      const before = all[key] ?? [0, 0];
      all[key] = [before[0] + fen(received), before[1] + fen(refunded)];
    }
    return Object.fromEntries(Object.entries(all).filter(([, [a, b]]) => a !== 0 || b !== 0));
  };
  const ofDay = (key: "stream" | "method") => into(rows.map((row) => [row[key], yuan(row.received), yuan(row.refunded)]));
  expect(into(reports.flatMap(({ streams }) => streams.map((one) => [one.stream, one.taken, one.refunded] as const)))).toEqual(
    ofDay("stream"),
  );
  expect(into(reports.flatMap(({ tenders }) => tenders.map((one) => [`tender.${one.tender}`, one.taken, one.refunded] as const)))).toEqual(
    ofDay("method"),
  );
  for (const { stream, refunded } of rows) saw(`${stream}${refunded > 0 ? " refunded" : ""} by day`);
}

const of = (z: ShiftDetail, name: "expected" | "counted"): Amounts => {
  const amounts = nothing();
  for (const row of z.report?.tenders ?? []) amounts[row.tender] = fen(row[name] ?? "0");
  return amounts;
};

/**
 * Returns the ledger's figures of a shift, fen: its tenders, and over (−) or short (+) in sum and one by one (as it was counted: over above
 * zero).
 */
async function posted(id: string): Promise<{ tenders: Amounts; over: number; offs: number[] }> {
  const rows = await query<{ account: string; amount: number }>(
    t.url,
    `SELECT p.account, p.amount::float8 AS amount FROM ledger_tx x JOIN posting p ON p.venue_id = x.venue_id AND p.tx_id = x.id
     WHERE x.venue_id = 'v-1' AND x.shift_id = $1 AND (p.account LIKE 'tender.%' AND (p.account <> 'tender.cash' OR p.subject = $1) OR p.account = 'over_short')`,
    [id],
  );
  const tenders = nothing();
  for (const { account, amount } of rows) {
    const tender = COUNTED.find((one) => account === `tender.${one}`);
    if (tender) tenders[tender] += amount;
  }
  const offs = rows.filter(({ account }) => account === "over_short").map(({ amount }) => -amount);
  return { tenders, over: -offs.reduce((sum, one) => sum + one, 0), offs: offs.sort((a, b) => a - b) };
}
