/** Bills in the layouts that WeChat Pay and Alipay publish, with each kind of difference planted: all found, none invented. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readBill } from "../../src/console/domains/reconciliation/read-bill";
import { fen } from "../../src/contract/core/money";
import { type Handling, reconciliation } from "../../src/contract/reconciliation/reconciliation";
import { addDays } from "../../src/contract/core/time";
import { match } from "../../src/server/domains/reconciliation/match";
import { cells, parseBill } from "../../src/server/domains/reconciliation/parse";
import { checkLedger } from "../../src/server/ledger/check";
import { alipayBill, collected, type Line, planted, wechatBill } from "../support/bills";
import { postingsOf, refusalOf, seedBooking, TODAY } from "../support/booking";
import { serves } from "../support/services";
import { testVenue, type TestVenue } from "../support/venue";

const DAY = TODAY;
let t: TestVenue;
beforeAll(async () => {
  t = await testVenue();
  await seedBooking(t);
  for (const channel of ["wechat", "alipay"] as const) await collected((work) => t.act(work), DAY, channel);
});
afterAll(() => t.close());

const call = {
  bill: serves(reconciliation.bill),
  rows: serves(reconciliation.rows),
  load: serves(reconciliation.load),
  handle: serves(reconciliation.handle),
  reopen: serves(reconciliation.reopen),
  finish: serves(reconciliation.finish),
  claims: serves(reconciliation.claims),
  settleClaim: serves(reconciliation.settleClaim),
};

describe.each([
  ["wechat", wechatBill],
  ["alipay", alipayBill],
] as const)("a bill of %s", (channel, write) => {
  const content = write(planted(channel, DAY));
  const load = (text = content, day = DAY) => t.act((ctx) => call.load(ctx, { channel, day, fileName: `${channel}.csv`, content: text }));

  it("finds each planted difference and no other, and ties to the bill's summary", async () => {
    const bill = await load();
    expect(bill.results.map(({ result, count, difference }) => [result, count, difference])).toEqual([
      ["matched", 5, "0.00"],
      ["ours", 1, "-50.00"],
      ["theirs", 2, "178.00"],
      ["amount", 1, "7.50"],
      ["fee", 2, "-1.59"],
    ]);
    expect(bill).toMatchObject({ ties: true, open: 4, state: "open" });
    expect(bill.ours).toMatchObject({ taken: "210.00", refunded: "-4.00", net: "206.00" });
    expect(bill.theirs).toMatchObject({ taken: "345.50", refunded: "-4.00", fee: "-1.59", net: "339.91" });
    const { content: rows, totalElements } = await t.look((ctx) => call.rows(ctx, { id: bill.id, size: 100 }));
    expect(totalElements).toBe(11);
    expect(rows.slice(0, 4).map((row) => [row.result, row.ours, row.theirs])).toEqual(
      expect.arrayContaining([
        ["amount", "40.00", "47.50"],
        ["theirs", "0.00", "128.00"],
        ["theirs", "0.00", "50.00"],
        ["ours", "50.00", "0.00"],
      ]),
    );
    expect(rows.reduce((sum, row) => sum + fen(row.theirs), 0)).toBe(33_991);
  });

  it("keeps what was handled when it is loaded again, and is finished once all is: fees are posted, once", async () => {
    const first = await load();
    expect((await refusalOf(t.act((ctx) => call.finish(ctx, { id: first.id })))).key).toBe("refused");
    const open = (await t.look((ctx) => call.rows(ctx, { id: first.id, size: 100 }))).content.filter(
      ({ result }) => !["matched", "fee"].includes(result),
    );
    const of = (ours: string, theirs: string) => open.find((row) => row.ours === ours && row.theirs === theirs)?.id ?? "";
    const handle = (id: string, handling: Handling) => t.act((ctx) => call.handle(ctx, { id, handling, note: "已核实" }));
    expect((await refusalOf(handle(of("0.00", "128.00"), "fee"))).key).toBe("refused");
    await handle(of("50.00", "0.00"), "fee");
    expect((await refusalOf(handle(of("50.00", "0.00"), "claim"))).key).toBe("refused");
    await t.act((ctx) => call.reopen(ctx, { id: of("50.00", "0.00"), note: "不是手续费" }));
    expect((await refusalOf(t.act((ctx) => call.reopen(ctx, { id: of("50.00", "0.00"), note: "再来" })))).key).toBe("refused");
    await handle(of("50.00", "0.00"), "claim");
    await handle(of("40.00", "47.50"), "correct");
    await handle(of("0.00", "128.00"), "correct");
    await handle(of("0.00", "50.00"), "explain");
    const posted = [
      `bill claim tender.${channel} -5000`,
      `bill claim receivable.platform ${channel} 5000`,
      `bill correct tender.${channel} 750`,
      `bill correct income.other bill.${channel} -750 ${DAY}`,
      `bill correct tender.${channel} 12800`,
      `bill correct income.other bill.${channel} -12800 ${DAY}`,
      `bill fee tender.${channel} -5000`,
      `bill fee cost.handling ${channel} 5000 ${DAY}`,
      `bill handling undone tender.${channel} 5000`,
      `bill handling undone cost.handling ${channel} -5000 ${DAY}`,
    ].sort();
    expect((await postingsOf(t, first.id)).sort()).toEqual(posted);
    expect((await load()).open).toBe(0);
    expect((await postingsOf(t, first.id)).sort()).toEqual(posted);
    const done = await t.act((ctx) => call.finish(ctx, { id: first.id }));
    expect(done.state).toBe("done");
    expect((await postingsOf(t, first.id)).filter((line) => line.startsWith("handling fee"))).toEqual([
      `handling fee cost.handling ${channel} 159 ${DAY}`,
      `handling fee tender.${channel} -159`,
    ]);
    expect((await refusalOf(t.act((ctx) => call.finish(ctx, { id: first.id })))).key).toBe("refused");
    expect((await refusalOf(load())).key).toBe("refused");
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });

  it("clears what the channel owes once its claim is settled, after the bill is finished, and once", async () => {
    const owes = async () => {
      const postings = await t.look((ctx) =>
        ctx.db
          .selectFrom("posting")
          .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("amount"), eb.val(0)).as("sum"))
          .where("account", "=", "receivable.platform")
          .where("subject", "=", channel)
          .executeTakeFirstOrThrow(),
      );
      return postings.sum;
    };
    const before = await t.look((ctx) => call.claims(ctx, { channel }));
    expect(before).toMatchObject({ count: 1, owed: "50.00", content: [{ day: DAY, owed: "50.00", note: "已核实" }] });
    expect(await owes()).toBe(5_000);
    const id = before.content[0]?.id ?? "";
    const settle = (of: string) => t.act((ctx) => call.settleClaim(ctx, { id: of, end: "transfer", note: "渠道已补款" }));
    const bill = await t.look((ctx) => call.bill(ctx, { channel, day: DAY }));
    const { content: all } = await t.look((ctx) => call.rows(ctx, { id: bill.bill?.id ?? "", size: 100 }));
    expect((await refusalOf(settle(all.find(({ result }) => result === "theirs")?.id ?? ""))).key).toBe("refused");
    expect((await settle(id)).claim).toEqual({ end: "transfer", note: "渠道已补款", by: "测试员" });
    expect((await postingsOf(t, bill.bill?.id ?? "")).filter((line) => line.includes("claim settled")).sort()).toEqual([
      `bill claim settled receivable.platform ${channel} -5000`,
      "bill claim settled tender.transfer 5000",
    ]);
    expect(await owes()).toBe(0);
    expect((await refusalOf(settle(id))).key).toBe("refused");
    expect(await t.look((ctx) => call.claims(ctx, { channel }))).toEqual({ content: [], count: 0, owed: "0.00" });
    expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
  });

  it("is refused where it is no such bill, is cut off, was changed, or is of another day", async () => {
    const why = async (text: string, day = "2026-11-20") => {
      const refused = await refusalOf(load(text, day));
      return (refused.data["errors"] as Record<string, string>)["content"];
    };
    expect(await why("hello")).toContain("表头");
    expect(await why(content.split("\n").slice(0, 6).join("\n"))).toContain("汇总");
    expect(await why(content.replaceAll("128.00", "228.00"))).toContain("不符");
    expect(await why(content)).toContain("2026-11-20");
    expect((await t.look((ctx) => call.bill(ctx, { channel, day: "2026-11-20" }))).bill).toBeNull();
  });

  it("is the newest where no day is asked", async () => {
    const earlier = addDays(DAY, -9);
    const older = await load(write(planted(channel, earlier)), earlier);
    expect((await t.look((ctx) => call.bill(ctx, { channel, day: earlier }))).bill?.id).toBe(older.id);
    expect((await t.look((ctx) => call.bill(ctx, { channel }))).bill).toMatchObject({ channel, day: DAY });
  });
});

it.each([
  ["wechat", wechatBill],
  ["alipay", alipayBill],
] as const)("reads the bill of %s of a day without payments", (channel, write) => {
  expect(parseBill(channel, write([]), "Asia/Shanghai")).toEqual({ entries: [], taken: 0, refunded: 0, fees: { pay: 0, refund: 0 } });
});

it("adds fees up as they are written and rounds their sum, half away from zero, so that parts and sum tie", () => {
  const fees = ["0.00400", "0.00400", "0.00700", "-0.00450"];
  const lines = planted("wechat", DAY).filter(({ no }) => ["wechat-1", "wechat-2", "wechat-6"].includes(no));
  const write = (total: string): string => {
    let at = 0;
    const placed = lines.map((line) => ({ ...line, fee: "9.99" }));
    return wechatBill(placed)
      .replaceAll("`9.99000,", () => `\`${fees[at++] ?? ""},`)
      .replace(/(\r\n`4,(?:`[^,]*,){3})`[^,]*/, `$1\`${total}`);
  };
  const bill = parseBill("wechat", write("0.01050"), "Asia/Shanghai");
  expect(bill.entries.map(({ fee }) => fee)).toEqual([0, 0, 1, 0]);
  expect(bill.fees).toEqual({ pay: 2, refund: -1 });
  expect(parseBill("wechat", write("0.01"), "Asia/Shanghai").fees).toEqual({ pay: 2, refund: -1 });
  expect(() => parseBill("wechat", write("0.02000"), "Asia/Shanghai")).toThrow("sums");
  expect(() => parseBill("wechat", write("0.0105x"), "Asia/Shanghai")).toThrow("amount");
});

it("takes a payment that WeChat revoked for no income: it is none of ours and no difference", async () => {
  const day = "2026-11-18";
  const at = `${day} 13:05:44`;
  const paid = { no: "gone-1", ref: "9005", at, amount: "12.00", fee: "0.07" };
  const revoked = { ...paid, at: `${day} 13:06:30`, amount: "0.00", fee: "-0.07", refund: "12.00", revoked: true };
  const results = async (lines: Line[]) => {
    const input = { channel: "wechat" as const, day, fileName: "w.csv", content: wechatBill(lines) };
    const { id, ...bill } = await t.act((ctx) => call.load(ctx, input));
    const { content } = await t.look((ctx) => call.rows(ctx, { id, size: 9 }));
    return {
      bill,
      rows: content.filter(({ way }) => way !== "fee").map((row) => [row.result, row.way, row.ours, row.theirs]),
    };
  };
  const whole = await results([paid, revoked]);
  expect(whole.rows).toEqual([
    ["matched", "pay", "0.00", "12.00"],
    ["matched", "refund", "0.00", "-12.00"],
  ]);
  expect(whole.bill).toMatchObject({
    open: 0,
    ties: true,
    ours: { net: "0.00" },
    theirs: { taken: "12.00", refunded: "-12.00", net: "0.00" },
  });
  // Revoked on the next day, of another amount, or before it was paid.
  expect((await results([revoked])).rows).toEqual([["theirs", "refund", "0.00", "-12.00"]]);
  expect((await results([paid, { ...revoked, refund: "11.00" }])).rows).toEqual([
    ["theirs", "pay", "0.00", "12.00"],
    ["theirs", "refund", "0.00", "-11.00"],
  ]);
  expect((await results([{ ...revoked, refund: "0.00", fee: "0.00" }])).rows).toEqual([]);
});

it("shows a revocation of what we hold as paid as a difference", async () => {
  const line = { no: "wechat-1", ref: "ref-wechat-1", at: `${DAY} 08:01:00`, amount: "10.00", fee: "0.00" };
  const content = wechatBill([line, { ...line, amount: "0.00", refund: "10.00", revoked: true }]);
  const { entries } = parseBill("wechat", content, "Asia/Shanghai");
  const own = { id: "wechat-1", no: "P-1", ref: "", at: new Date(), amount: 1_000, way: "pay", matter: "" } as const;
  const rows = match({ entries, taken: 1_000, refunded: 1_000, fees: { pay: 0, refund: 0 } }, [own]);
  expect(rows.map(({ result, way, ours, theirs }) => [result, way, ours, theirs])).toEqual([
    ["matched", "pay", 1_000, 1_000],
    ["theirs", "refund", 0, -1_000],
  ]);
});

it("gives a claim up as a cost, keeps its row when the bill is loaded again, and finds what channels owe without a claim", async () => {
  const day = "2026-11-17";
  const line = { no: "elsewhere-5", ref: "9006", at: `${day} 13:05:44`, amount: "12.00", fee: "0.00", refund: "5.00" };
  const load = (lines: Line[]) => t.act((ctx) => call.load(ctx, { channel: "wechat", day, fileName: "w.csv", content: wechatBill(lines) }));
  const { id } = await load([line]);
  const rowOf = async () => (await t.look((ctx) => call.rows(ctx, { id, size: 9 }))).content[0];
  const first = (await rowOf())?.id ?? "";
  await t.act((ctx) => call.handle(ctx, { id: first, handling: "claim", note: "不是我们退的" }));
  await t.act((ctx) => call.settleClaim(ctx, { id: first, end: "lost", note: "渠道不认" }));
  expect((await postingsOf(t, id)).sort()).toEqual([
    "bill claim given up cost.other bill.wechat 500 2026-11-21",
    "bill claim given up receivable.platform wechat -500",
    "bill claim receivable.platform wechat 500",
    "bill claim tender.wechat -500",
  ]);
  expect((await refusalOf(t.act((ctx) => call.reopen(ctx, { id: first, note: "再看看" })))).key).toBe("refused");
  expect((await refusalOf(load([]))).key).toBe("refused");
  await load([line]);
  expect((await rowOf())?.claim).toMatchObject({ end: "lost", note: "渠道不认" });
  const found = async () => (await checkLedger(t.database.dbFor("v-1"), "v-1")).map(({ check, detail }) => `${check}: ${detail}`);
  expect(await found()).toEqual([]);
  const open = (claim_end: "lost" | null) =>
    t.act((ctx) =>
      ctx.db
        .updateTable("channel_bill_row")
        .set({ claim_end, claim_at: claim_end === null ? null : ctx.now })
        .where("bill_id", "=", id)
        .execute(),
    );
  await open(null);
  expect(await found()).toEqual(["what channels owe is what is claimed from them and not settled: claims 500, postings 0"]);
  await open("lost");
  expect(await found()).toEqual([]);
});

it("takes back a correction of a difference that a later bill no longer has", async () => {
  const day = "2026-11-19";
  const line = { no: "elsewhere-3", ref: "9003", at: `${day} 13:05:44`, amount: "12.00", fee: "0.00" };
  const load = (lines: Line[]) => t.act((ctx) => call.load(ctx, { channel: "wechat", day, fileName: "w.csv", content: wechatBill(lines) }));
  const { id } = await load([line]);
  const [row] = (await t.look((ctx) => call.rows(ctx, { id, size: 9 }))).content;
  await t.act((ctx) => call.handle(ctx, { id: row?.id ?? "", handling: "correct", note: "静态码" }));
  await load([{ ...line, ref: "9004", amount: "13.00" }]);
  expect(await postingsOf(t, id)).toHaveLength(4);
  expect(await checkLedger(t.database.dbFor("v-1"), "v-1")).toEqual([]);
});

it("is read from CSV in UTF-8 and GBK, and from the zip in which Alipay packs it", async () => {
  const [text, gbk] = ["支付宝交易号,金额", new Uint8Array([0xd6, 0xa7, 0xb8, 0xb6, 0xb1, 0xa6, 0xbd, 0xbb, 0xd2, 0xd7, 0xba, 0xc5])];
  expect(await readBill(new Blob([text]))).toBe(text);
  expect(await readBill(new Blob([gbk]))).toBe("支付宝交易号");
  const folder = mkdtempSync(path.join(tmpdir(), "bill-"));
  writeFileSync(path.join(folder, "sums.csv"), "#汇总");
  writeFileSync(path.join(folder, "rows.csv"), gbk);
  execFileSync("python3", [
    "-c",
    "import zipfile,sys;z=zipfile.ZipFile(sys.argv[1]+'/b.zip','w',8);[z.write(sys.argv[1]+'/'+n,n) for n in ('sums.csv','rows.csv')];z.close()",
    folder,
  ]);
  expect(await readBill(new Blob([readFileSync(path.join(folder, "b.zip"))]))).toBe("支付宝交易号");
});

it("reads quotes, backticks and the venue's zone", () => {
  expect(cells('a,"b, ""c""", d ')).toEqual(["a", 'b, "c"', "d"]);
  expect(cells("`a,`b, c,`d ")).toEqual(["a", "b, c", "d"]);
  const [entry] = parseBill("wechat", wechatBill(planted("wechat", DAY)), "Asia/Shanghai").entries;
  expect(entry).toMatchObject({ at: new Date("2026-11-21T00:01:00Z"), amount: 1_000, fee: 6, matter: "球馆, 收款", way: "pay" });
});
