/** Cash and bank: deposits, payouts and statements, counted again from postings by plain SQL. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { bankDesk } from "../../src/contract/accounting/bank-desk";
import { LONGEST_STATEMENT } from "../../src/contract/accounting/bank-statement";
import { api } from "../../src/contract/all";
import type { Envelope, Input } from "../../src/contract/core/call";
import type { Code } from "../../src/contract/core/permissions";
import { fen, yuan } from "../../src/contract/core/money";
import { type ApprovalRequest, approvals } from "../../src/contract/sale/approvals";
import { ownAccess } from "../../src/contract/session/own-access";
import { checkLedger } from "../../src/server/ledger/check";
import { type Book, openBook } from "../support/book";
import { type Client, password } from "../support/server";

const CLERK: readonly Code[] = [
  "bank_account_list",
  "bank_deposit_list",
  "bank_payout_list",
  "bank_line_list",
  "bank_modify",
  "bank_line_modify",
];
const DAY = "2026-11-21";

let b: Book;
let clerk: Client;
let account = "";
beforeAll(async () => {
  b = await openBook();
  await b.server.addPerson("clerk", ["v-1"], CLERK);
  await b.server.addPerson("chief", ["v-1"], [...CLERK, "bank_approve"]);
  await b.server.addPerson("reader", ["v-1"], ["bank_account_list", "bank_line_list"]);
  clerk = await b.server.as("clerk");
  await (await b.server.as("chief")).ok(ownAccess.setPin, { pin: "2468", password });
});
afterAll(async () => {
  expect(await checkLedger(b.t.database.dbFor("v-1"), "v-1")).toEqual([]);
  await b.close();
});

/** Balance of an account by its postings, yuan. @param subject only of this one */
const balanceOf = async (name: string, subject?: string): Promise<string> => {
  const [row] = await b.count<{ sum: number }>(
    `SELECT coalesce(sum(amount), 0)::float8 AS sum FROM posting WHERE venue_id = $1 AND account = '${name}'${subject === undefined ? "" : ` AND subject = '${subject}'`}`,
  );
  return yuan(row?.sum ?? 0);
};
const trialBalance = async (): Promise<number> =>
  (await b.count<{ sum: number }>("SELECT coalesce(sum(amount), 0)::float8 AS sum FROM posting WHERE venue_id = $1"))[0]?.sum ?? NaN;
/** All balances, by account and subject. */
const balances = () =>
  b.count<{ account: string; subject: string; sum: number }>(
    "SELECT account, subject, sum(amount)::float8 AS sum FROM posting WHERE venue_id = $1 GROUP BY 1, 2 HAVING sum(amount) <> 0 ORDER BY 1, 2",
  );
const viewed = () => b.admin.ok(api.bankAccounts.view, { id: account });
const requestIn = ({ data }: Envelope<unknown>): ApprovalRequest => (data as { approval: ApprovalRequest }).approval;
const problemOf = ({ msg, data }: Envelope<unknown>): string => `${msg} ${JSON.stringify(data)}`;
/** The account's identities: books = opening + lines dealt with + on no line; statement = opening + all lines. */
const expectIdentities = async (): Promise<void> => {
  const row = await viewed();
  const [lines] = await b.count<{
    done: number;
    open: number;
  }>(`SELECT coalesce(sum(amount) FILTER (WHERE state <> 'unmatched'), 0)::float8 AS done,
    coalesce(sum(amount) FILTER (WHERE state = 'unmatched'), 0)::float8 AS open FROM bank_line WHERE venue_id = $1 AND account_id = '${account}'`);
  const { done, open } = lines ?? { done: NaN, open: NaN };
  expect(row.balance).toBe(await balanceOf("bank.basic", account));
  expect(fen(row.balance)).toBe(fen(row.opening) + done + fen(row.pending));
  expect(fen(row.statement)).toBe(fen(row.opening) + done + open);
  expect(fen(row.unmatched)).toBe(open);
  expect(await trialBalance()).toBe(0);
};

it("opens an account with a balance of which a part is in the books already, and stores four digits of its number", async () => {
  const wechat = await balanceOf("tender.wechat");
  const row = await b.admin.ok(api.bankAccounts.create, {
    name: "工行基本户",
    bank: "工商银行徐汇支行",
    number: "6222 0210 0100 1234 567",
    ledgerAccount: "bank.basic",
    openingDay: "2026-11-20",
    opening: "10000.00",
    openingWechat: "50.00",
  });
  account = row.id;
  expect(row).toMatchObject({
    number: "**** 4567",
    balance: "10000.00",
    statement: "10000.00",
    pending: "0.00",
    unmatched: "0.00",
    waiting: 0,
  });
  expect(await balanceOf("tender.wechat")).toBe(yuan(fen(wechat) - 5_000));
  expect(await b.count(`SELECT number FROM bank_account WHERE venue_id = $1`)).toEqual([{ number: "**** 4567" }]);
  const changed = await b.admin.ok(api.bankAccounts.modify, {
    id: account,
    name: row.name,
    bank: row.bank,
    number: row.number,
    ledgerAccount: "bank.general",
    openingDay: row.openingDay,
    opening: "12000.00",
  });
  expect(changed).toMatchObject({ number: "**** 4567", ledgerAccount: "bank.basic", opening: "12000.00", balance: "12000.00" });
  expect(await balanceOf("tender.wechat")).toBe(wechat);
  expect(await balanceOf("opening")).toBe("-12000.00");
  expect((await b.admin.call(api.bankAccounts.create, { ...row, name: "x", number: "12", opening: "0" })).code).toBe(400);
  await expectIdentities();
});

const deposit = (change: object = {}) => ({ account, amount: "100.00", slipNo: "HD-1", day: DAY, ...change });
it("moves cash from the safe to the bank by its slip, once, and back to the fen when it is reversed", async () => {
  const before = await balances();
  const row = await b.admin.ok(api.bankDeposits.create, deposit({ amount: "88.80" }));
  expect(row.no).toMatch(/^CX20261121-/);
  expect(
    await b.count(`SELECT account, amount::float8 AS amount FROM posting p JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
    WHERE t.venue_id = $1 AND t.document_id = '${row.id}' ORDER BY seq`),
  ).toEqual([
    { account: "bank.basic", amount: 8_880 },
    { account: "cash.safe", amount: -8_880 },
  ]);
  expect(problemOf(await b.admin.call(api.bankDeposits.create, deposit()))).toContain("回单号");
  expect((await viewed()).pending).toBe("88.80");
  await expectIdentities();
  await b.admin.ok(api.bankDeposits.reverse, { id: row.id, reason: "金额写错" });
  expect(await balances()).toEqual(before);
  expect((await b.admin.call(api.bankDeposits.reverse, { id: row.id, reason: "再来一次" })).code).not.toBe(200);
  await b.admin.ok(api.bankDeposits.create, deposit());
  await expectIdentities();
});

it("refuses a deposit of a day to come, before the account began, of nothing, and into a closed account", async () => {
  const before = await balances();
  for (const change of [{ day: "2026-11-22" }, { day: "2026-11-19" }, { amount: "0" }])
    expect((await b.admin.call(api.bankDeposits.create, deposit({ slipNo: "HD-9", ...change }))).code).toBe(400);
  await b.admin.ok(api.bankAccounts.close, { id: account });
  expect(problemOf(await b.admin.call(api.bankDeposits.create, deposit({ slipNo: "HD-9" })))).toContain("已停用");
  await b.admin.ok(api.bankAccounts.reopen, { id: account });
  expect(await balances()).toEqual(before);
});

it("takes a second person for a deposit above the limit or above what the books have in the safe", async () => {
  const input = deposit({ slipNo: "HD-2", amount: "100.01" });
  const refused = await clerk.call(api.bankDeposits.create, input);
  expect(refused.code).toBe(403);
  const { action, subject, content, amount, approvers } = requestIn(refused);
  expect([action, amount, approvers.map(({ id }) => id)]).toEqual(["bankEntry", "100.01", ["p-chief"]]);
  const { id } = await clerk.ok(approvals.grant, { action, subject, content, amount, approverId: "p-chief", pin: "2468" });
  // Another amount is no more what was approved.
  expect((await clerk.call(api.bankDeposits.create, { ...input, amount: "100.02" }, { headers: { approval: id } })).code).toBe(403);
  const made = await clerk.ok(api.bankDeposits.create, input, { headers: { approval: id } });
  expect(await b.count(`SELECT approved_by FROM approval WHERE venue_id = $1 AND document_id = '${made.id}'`)).toHaveLength(1);
  // The safe is empty by the books: any amount takes a second person.
  const small = await clerk.call(api.bankDeposits.create, deposit({ slipNo: "HD-3", amount: "1.00" }));
  expect([small.code, small.msg]).toEqual([403, expect.stringContaining("保险柜")]);
  await expectIdentities();
});

it("clears a channel's account to the bank less its fee, which is a cost of its own, and restores all when reversed", async () => {
  const before = await balances();
  const payout = { channel: "wechat", account, day: DAY, gross: "200.00", fee: "1.20" } as const;
  const row = await b.admin.ok(api.bankPayouts.create, payout);
  expect([row.net, row.no.slice(0, 2)]).toEqual(["198.80", "DZ"]);
  expect(
    await b.count(`SELECT t.operation, account, amount::float8 AS amount, earned_on::text AS earned FROM posting p
    JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id WHERE t.venue_id = $1 AND t.document_id = '${row.id}' ORDER BY t.operation DESC, seq`),
  ).toEqual([
    { operation: "payout fee", account: "cost.handling", amount: 120, earned: DAY },
    { operation: "payout fee", account: "tender.wechat", amount: -120, earned: null },
    { operation: "paid out to bank", account: "bank.basic", amount: 19_880, earned: null },
    { operation: "paid out to bank", account: "tender.wechat", amount: -19_880, earned: null },
  ]);
  await expectIdentities();
  await b.admin.ok(api.bankPayouts.reverse, { id: row.id, reason: "登记错了" });
  expect(await balances()).toEqual(before);
  for (const wrong of [{ gross: "1.00", fee: "1.00" }, { gross: "0" }, { fromDay: DAY }, { fromDay: DAY, toDay: "2026-11-20" }])
    expect((await b.admin.call(api.bankPayouts.create, { ...payout, ...wrong })).code).toBe(400);
  // A fee above the limit is a cost that one person doesn't decide.
  expect((await clerk.call(api.bankPayouts.create, { ...payout, gross: "500", fee: "100.01" })).code).toBe(403);
  expect(await balances()).toEqual(before);
});

it("takes the amount of a payout from finished bills, each once, and counts no fee twice", async () => {
  await b.count(`INSERT INTO channel_bill (venue_id, id, channel, day, file_name, state, taken, refunded, fee, operator, created_at)
    VALUES ($1, 'bill-1', 'wechat', '2026-11-20', 'a.csv', 'done', 50000, 1000, 294, '周凯', now()),
      ($1, 'bill-2', 'wechat', '2026-11-21', 'b.csv', 'open', 700, 0, 4, '周凯', now())`);
  const payout = { channel: "wechat", account, day: DAY, fromDay: "2026-11-20", toDay: "2026-11-20" } as const;
  expect(problemOf(await b.admin.call(api.bankPayouts.create, { ...payout, toDay: DAY }))).toContain("2026-11-21");
  expect(problemOf(await b.admin.call(api.bankPayouts.create, { ...payout, fee: "2.94" }))).toContain("487.06");
  expect((await b.admin.call(api.bankPayouts.create, { ...payout, gross: "490.00" })).code).toBe(400);
  const row = await b.admin.ok(api.bankPayouts.create, payout);
  expect(row).toMatchObject({ gross: "487.06", fee: "0.00", net: "487.06" });
  expect(problemOf(await b.admin.call(api.bankPayouts.create, payout))).toContain(row.no);
  await b.admin.ok(api.bankPayouts.reverse, { id: row.id, reason: "日期错了" });
  // Two at once into two accounts: one of them has the bill.
  const second = await b.admin.ok(api.bankAccounts.create, {
    name: "农行一般户",
    bank: "农业银行",
    number: "1122334455",
    ledgerAccount: "bank.general",
    openingDay: "2026-11-20",
    opening: "0",
  });
  const answers = await Promise.all([account, second.id].map((id) => b.admin.call(api.bankPayouts.create, { ...payout, account: id })));
  expect(answers.map(({ code }) => code).sort((x, y) => x - y)).toEqual([200, 400]);
  for (const { code, data } of answers) if (code === 200) await b.admin.ok(api.bankPayouts.reverse, { id: data.id, reason: "换个账户" });
  const again = await b.admin.ok(api.bankPayouts.create, payout);
  expect(await b.count("SELECT id FROM channel_bill WHERE venue_id = $1 AND payout_id IS NOT NULL")).toEqual([{ id: "bill-1" }]);
  expect(again.net).toBe("487.06");
  await expectIdentities();
});

const MAPPING = {
  day: "交易日期",
  amount: "",
  received: "收入(贷方)",
  paid: "支出(借方)",
  party: "对方户名",
  text: "摘要",
  balance: "余额",
};
/** A statement as a bank exports it: a title, the headings, the lines, a total below. */
const statement = (lines: readonly string[]): string =>
  [
    "中国工商银行 账户明细查询",
    "账号：62220210****4567,,,,,,",
    "序号,交易日期,收入（贷方）,支出（借方）,对方户名,摘要,余额",
    ...lines,
    "合计,,698.08,37.50,,,",
    "",
  ].join("\r\n");
const LINES = [
  '1,2026-11-20 09:12:33,100.00,,本单位,"现金存款,HD-1","12,100.00"',
  "2,2026-11-20 10:00:00,,12.50,,账户管理费,12087.50",
  "3,2026/11/21,487.06,--,财付通支付科技有限公司,微信提现,12574.56",
  "4,2026年11月21日,11.02,,,结息,12585.58",
  "5,20261121,,25.00,上海自来水,水费,12560.58",
  "6,2026-11-21,100.00,,本单位,,12660.58",
];
const load = (content: string, change: Partial<Input<typeof bankDesk.load>> = {}) =>
  b.admin.call(api.bankDesk.load, { account, fileName: "工行 11 月.csv", content, mapping: MAPPING, ...change });
const lineOf = async (text: string) => (await b.admin.ok(api.bankLines.list, { q: text })).content[0];

it("names the row that it can't read, and imports nothing of such a file", async () => {
  const cases = [
    [["1,2026-11-20,1O0.00,,,x,1"], "第 4 行"],
    [["1,2026-11-31,100.00,,,x,1"], "2026-11-31"],
    [["1,2026-11-20,,,,x,1"], "第 4 行"],
    [["1,2026-11-22,5.00,,,x,5.00"], "今天之后"],
    [["1,2026-11-20,5.00,,,x,5.00", "2,2026-11-20,5.00,,,x,11.00"], "第 5 行"],
    [[], "没有流水"],
  ] as const;
  for (const [lines, words] of cases) expect(problemOf(await load(statement(lines)))).toContain(words);
  expect(problemOf(await load("a,b\r\n1,2\r\n"))).toContain("列名");
  expect((await load(statement(LINES), { mapping: { ...MAPPING, amount: "余额" } })).code).toBe(400);
  expect((await load(statement(LINES), { account: "nowhere" })).code).not.toBe(200);
  expect(await b.count("SELECT id FROM bank_line WHERE venue_id = $1")).toEqual([]);
  expect((await viewed()).mapping).toEqual([]);
});

it("imports each line once, in whatever order and however often, and matches what fits one movement only", async () => {
  expect((await load(statement(LINES))).data).toEqual({ added: 6, known: 0, early: 0, matched: 1 });
  expect((await viewed()).mapping).toEqual(["交易日期", "", "收入(贷方)", "支出(借方)", "对方户名", "摘要", "余额"]);
  const lines = await b.count<{ day: string; amount: number; state: string; text: string; document: string }>(
    `SELECT day::text AS day, amount::float8 AS amount, state, text, left(document_no, 2) AS document FROM bank_line WHERE venue_id = $1 ORDER BY seq`,
  );
  expect(lines).toEqual([
    // Two lines of the amount of one deposit: a person says which.
    { day: "2026-11-20", amount: 10_000, state: "unmatched", text: "现金存款,HD-1", document: "" },
    { day: "2026-11-20", amount: -1_250, state: "unmatched", text: "账户管理费", document: "" },
    { day: "2026-11-21", amount: 48_706, state: "matched", text: "微信提现", document: "DZ" },
    { day: "2026-11-21", amount: 1_102, state: "unmatched", text: "结息", document: "" },
    { day: "2026-11-21", amount: -2_500, state: "unmatched", text: "水费", document: "" },
    { day: "2026-11-21", amount: 10_000, state: "unmatched", text: "本单位", document: "" },
  ]);
  await expectIdentities();
  expect(await viewed()).toMatchObject({ statement: "12660.58", bankBalance: "12660.58", waiting: 5 });
  const counted = () => b.count("SELECT count(*)::int AS lines, sum(amount)::float8 AS sum FROM bank_line WHERE venue_id = $1");
  const before = await counted();
  expect((await load(statement(LINES))).data).toEqual({ added: 0, known: 6, early: 0, matched: 0 });
  expect((await load(statement([...LINES].reverse()))).data).toMatchObject({ added: 0, known: 6 });
  // Six imports at once.
  const more = [...LINES, "7,2026-11-21,3.00,,,退款,12663.58", "8,2026-11-21,3.00,,,退款,12666.58"];
  const answers = await Promise.all(Array.from({ length: 6 }, () => load(statement(more))));
  expect(answers.map(({ data }) => data.added).sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 2]);
  expect(await counted()).not.toEqual(before);
  // Other columns for the same days would let a line enter twice.
  expect(problemOf(await load(statement(LINES), { mapping: { ...MAPPING, text: "" } }))).toContain("列");
  expect(await b.count("SELECT id FROM bank_line WHERE venue_id = $1")).toHaveLength(8);
  await expectIdentities();
});

it("lets no line enter twice once the columns of an account were changed", async () => {
  const { id } = await b.admin.ok(api.bankAccounts.create, {
    name: "建行一般户",
    bank: "建设银行",
    number: "5544332211",
    ledgerAccount: "bank.general",
    openingDay: "2026-11-01",
    opening: "0",
  });
  const former = { day: "交易日期", amount: "金额", received: "", paid: "", party: "", text: "摘要", balance: "" };
  const latter = { ...former, balance: "余额" };
  const early = "2026-11-10,5.00,甲,5.00";
  const late = "2026-11-15,7.00,乙,12.00";
  const file = (...lines: readonly string[]) => ["交易日期,金额,摘要,余额", ...lines, ""].join("\n");
  const enter = (mapping: typeof former, ...lines: readonly string[]) => load(file(...lines), { account: id, mapping });
  expect((await enter(former, early)).data).toMatchObject({ added: 1 });
  // A file without a line of the account's days changes nothing of it.
  expect((await enter(latter, "2026-10-30,5.00,甲,5.00")).data).toMatchObject({ added: 0, early: 1 });
  expect(problemOf(await enter(latter, early))).toContain("列");
  expect((await enter(latter, late)).data).toMatchObject({ added: 1 });
  expect(problemOf(await enter(latter, early, late))).toContain("列");
  expect(problemOf(await enter(former, early))).toContain("列");
  expect((await enter(latter, late)).data).toMatchObject({ added: 0, known: 1 });
  expect(await b.count(`SELECT amount::float8 AS amount FROM bank_line WHERE venue_id = $1 AND account_id = '${id}' ORDER BY day`)).toEqual(
    [{ amount: 500 }, { amount: 700 }],
  );
});

it("takes a file of the longest statement", async () => {
  const content = `${statement(LINES)}${"注".repeat(LONGEST_STATEMENT - statement(LINES).length)}`;
  expect((await load(content)).data).toMatchObject({ added: 0 });
});

it("leaves out lines before the opening day and says how many", async () => {
  expect((await load(statement(["1,2026-11-19,5.00,,,早先,5.00"]))).data).toEqual({ added: 0, known: 0, early: 1, matched: 0 });
});

it("matches a line with the movement that a person chooses, once, and gives it free again", async () => {
  const line = await lineOf("现金存款");
  const { content } = await b.admin.ok(api.bankDesk.candidates, { id: line?.id ?? "" });
  expect(content.map(({ kind, amount, documentKind }) => [kind, amount, documentKind])).toEqual([["own", "100.00", "bankDeposit"]]);
  const tx = content[0]?.id ?? "";
  const before = await balances();
  expect(await b.admin.ok(api.bankLines.match, { id: line?.id ?? "", tx })).toMatchObject({ state: "matched", documentNo: content[0]?.no });
  expect(await balances()).toEqual(before);
  const other = await lineOf("本单位");
  expect((await b.admin.call(api.bankLines.match, { id: other?.id ?? "", tx })).code).toBe(400);
  expect((await b.admin.call(api.bankLines.match, { id: (await lineOf("结息"))?.id ?? "", tx })).code).toBe(400);
  // A matched movement is not reversed.
  const [slip] = (await b.admin.ok(api.bankDeposits.list, { q: content[0]?.no ?? "" })).content;
  expect(slip?.onStatement).toBe("yes");
  expect(problemOf(await b.admin.call(api.bankDeposits.reverse, { id: slip?.id ?? "", reason: "试一试" }))).toContain("撤销核对");
  await expectIdentities();
  await b.admin.ok(api.bankLines.release, { id: line?.id ?? "", reason: "选错了" });
  expect((await b.admin.ok(api.bankDesk.candidates, { id: other?.id ?? "" })).content).toHaveLength(1);
  await b.admin.ok(api.bankLines.match, { id: line?.id ?? "", tx });
});

it("moves a transfer of the books to the bank when a line is matched with it", async () => {
  const entry = await b.admin.ok(api.manualEntries.create, {
    kind: "cost",
    category: "water",
    day: DAY,
    method: "Transfer",
    amount: "25.00",
  });
  const line = await lineOf("水费");
  const [found] = (await b.admin.ok(api.bankDesk.candidates, { id: line?.id ?? "" })).content;
  expect(found).toMatchObject({ kind: "transfer", amount: "-25.00", documentKind: "manual" });
  const [transfer, bank] = [await balanceOf("tender.transfer"), await balanceOf("bank.basic", account)];
  const before = await balances();
  await b.admin.ok(api.bankLines.match, { id: line?.id ?? "", tx: found?.id ?? "" });
  expect(await balanceOf("tender.transfer")).toBe(yuan(fen(transfer) + 2_500));
  expect(await balanceOf("bank.basic", account)).toBe(yuan(fen(bank) - 2_500));
  await expectIdentities();
  expect(problemOf(await b.admin.call(api.manualEntries.void, { id: entry.id, reason: "重复" }))).toContain("撤销核对");
  await b.admin.ok(api.bankLines.release, { id: line?.id ?? "", reason: "不是这一笔" });
  expect(await balances()).toEqual(before);
  await b.admin.ok(api.bankLines.match, { id: line?.id ?? "", tx: found?.id ?? "" });
});

it("books a fee and interest from their lines with one call each, on the day of the line", async () => {
  const before = await balances();
  const [fee, interest] = [await lineOf("账户管理费"), await lineOf("结息")];
  expect(problemOf(await b.admin.call(api.bankLines.book, { id: interest?.id ?? "", against: "income.other" }))).toContain("类别");
  await b.admin.ok(api.bankLines.book, { id: fee?.id ?? "", against: "cost.handling" });
  await b.admin.ok(api.bankLines.book, { id: interest?.id ?? "", against: "income.other", category: "interest" });
  const posted = await b.count(`SELECT p.account, p.subject, p.amount::float8 AS amount, p.earned_on::text AS earned FROM posting p
    JOIN ledger_tx t ON t.venue_id = p.venue_id AND t.id = p.tx_id
    WHERE t.venue_id = $1 AND t.operation = 'bank line booked' AND p.account NOT LIKE 'bank.%' ORDER BY p.account`);
  expect(posted).toEqual([
    { account: "cost.handling", subject: "bank", amount: 1_250, earned: "2026-11-20" },
    { account: "income.other", subject: "interest", amount: -1_102, earned: "2026-11-21" },
  ]);
  await expectIdentities();
  for (const line of [fee, interest]) {
    expect((await b.admin.call(api.bankLines.book, { id: line?.id ?? "", against: "cost.handling" })).code).not.toBe(200);
    await b.admin.ok(api.bankLines.release, { id: line?.id ?? "", reason: "重新记" });
  }
  expect(await balances()).toEqual(before);
  await b.admin.ok(api.bankLines.book, { id: fee?.id ?? "", against: "cost.handling" });
  await expectIdentities();
});

it("lists a booked line of a category under that category in the expense report and the profit and loss", async () => {
  const interest = await lineOf("结息");
  await b.admin.ok(api.bankLines.book, { id: interest?.id ?? "", against: "income.other", category: "interest" });
  const days = { from: DAY, to: DAY };
  const expenses = await b.admin.ok(api.expenseReport.read, { ...days, group: "cause" });
  expect(expenses.rows.find(({ key }) => key === "manual.interest")).toMatchObject({ income: "11.02", cost: "0.00" });
  expect(expenses.rows.find(({ key }) => key === "other")?.["income"] ?? "0.00").toBe("0.00");
  const result = await b.admin.ok(api.profitLoss.read, days);
  expect(result.rows.find(({ key }) => key === "income.other/interest")).toMatchObject({ income: "11.02" });
  await b.admin.ok(api.bankLines.release, { id: interest?.id ?? "", reason: "重新记" });
});

it("counts no payout to the bank as spent money", async () => {
  const log = { from: "2026-11-01", to: "2026-11-30", account: "tender.wechat" };
  const before = await b.admin.ok(api.finance.venueLogSums, log);
  const { id } = await b.admin.ok(api.bankPayouts.create, {
    channel: "wechat",
    account,
    day: DAY,
    gross: "12.00",
    fee: "0.10",
    fromDay: null,
    toDay: null,
  });
  const after = await b.admin.ok(api.finance.venueLogSums, log);
  expect(fen(after.out) - fen(before.out)).toBe(10);
  expect(after.in).toBe(before.in);
  await b.admin.ok(api.bankPayouts.reverse, { id, reason: "登记错了" });
});

it("removes a wrong import whole, with a line in the log, unless a line of it is matched", async () => {
  const other = await b.admin.ok(api.bankAccounts.create, {
    name: "导错的户",
    bank: "某行",
    number: "6222 0210 0100 1234 999",
    ledgerAccount: "bank.general",
    openingDay: "2026-11-20",
    opening: "0.00",
  });
  const content = "交易日期,借贷标志,交易金额,对方户名,摘要\n2026-11-20,贷,66.00,甲,甲款\n2026-11-21,借,7.00,乙,乙费\n";
  const mapping = {
    day: "交易日期",
    amount: "交易金额",
    received: "",
    paid: "",
    party: "对方户名",
    text: "摘要",
    balance: "",
    mark: "借贷标志",
  };
  const loaded = await clerk.ok(api.bankDesk.load, { account: other.id, fileName: "错.csv", content, mapping });
  expect(loaded).toMatchObject({ added: 2 });
  const lines = () =>
    b.count<{ id: string; amount: number }>(
      `SELECT id, amount::float8 AS amount FROM bank_line WHERE venue_id = $1 AND account_id = '${other.id}' ORDER BY amount`,
    );
  const [paid, received] = await lines();
  expect([paid?.amount, received?.amount]).toEqual([-700, 6_600]);
  await b.admin.ok(api.bankLines.book, { id: paid?.id ?? "", against: "cost.handling" });
  const refused = await clerk.call(api.bankLines.removeImport, { id: received?.id ?? "", reason: "导错了" });
  expect(problemOf(refused)).toContain("1 笔");
  expect(await lines()).toHaveLength(2);
  await b.admin.ok(api.bankLines.release, { id: paid?.id ?? "", reason: "先撤销" });
  expect((await (await b.server.as("reader")).call(api.bankLines.removeImport, { id: received?.id ?? "", reason: "x" })).code).toBe(403);
  await clerk.ok(api.bankLines.removeImport, { id: received?.id ?? "", reason: "导错了" });
  expect(await lines()).toEqual([]);
  const logged = await b.count("SELECT object_id FROM audit_log WHERE venue_id = $1 AND object = 'bank_line' AND after IS NULL");
  expect(logged).toHaveLength(2);
  expect(await clerk.ok(api.bankDesk.load, { account: other.id, fileName: "对.csv", content, mapping })).toMatchObject({ added: 2 });
  const [again] = await lines();
  await clerk.ok(api.bankLines.removeImport, { id: again?.id ?? "", reason: "清掉" });
});

it("refuses opening parts above the opening balance", async () => {
  const draft = {
    name: "期初超了",
    bank: "某行",
    number: "6222 0210 0100 1234 888",
    ledgerAccount: "bank.general",
    openingDay: "2026-11-20",
  } as const;
  const refused = await b.admin.call(api.bankAccounts.create, {
    ...draft,
    opening: "100.00",
    openingWechat: "60.00",
    openingAlipay: "40.01",
  });
  expect(refused.code).toBe(400);
  expect(problemOf(refused)).toContain("openingAlipay");
  expect(problemOf(refused)).toContain("40");
});

it("takes a second person for a payment above the limit that a statement line books, to whatever account", async () => {
  const content = "交易日期,金额,摘要\n2026-11-21,-100.01,网银扣款\n";
  const other = await b.admin.ok(api.bankAccounts.create, {
    name: "招行一般户",
    bank: "招商银行",
    number: "9876543210",
    ledgerAccount: "bank.general",
    openingDay: DAY,
    opening: "0",
  });
  const mapping = { day: "交易日期", amount: "金额", received: "", paid: "", party: "", text: "摘要", balance: "" };
  expect((await load(content, { account: other.id, mapping })).data).toMatchObject({ added: 1 });
  const line = await lineOf("网银扣款");
  for (const against of ["cost.handling", "tender.transfer"] as const) {
    const answer = await clerk.call(api.bankLines.book, { id: line?.id ?? "", against });
    expect([answer.code, requestIn(answer).action]).toEqual([403, "bankEntry"]);
  }
  await b.admin.ok(api.bankLines.book, { id: line?.id ?? "", against: "tender.transfer" });
  expect(await balanceOf("bank.general", other.id)).toBe("-100.01");
});

it("posts nothing into a locked period: a line of a locked day is booked on the first open day", async () => {
  await b.count(
    "INSERT INTO period_lock (venue_id, through) VALUES ($1, '2026-11-21') ON CONFLICT (venue_id) DO UPDATE SET through = excluded.through",
  );
  const locked = () =>
    b.count("SELECT account, sum(amount)::float8 AS sum FROM posting WHERE venue_id = $1 AND day <= '2026-11-21' GROUP BY 1 ORDER BY 1");
  const before = await locked();
  const line = await lineOf("结息");
  await b.admin.ok(api.bankLines.book, { id: line?.id ?? "", against: "income.other", category: "interest" });
  const row = await b.admin.ok(api.bankDeposits.create, deposit({ slipNo: "HD-20", amount: "2.00" }));
  expect(row.bookedOn).toBe("2026-11-22");
  expect(await locked()).toEqual(before);
  expect(
    await b.count(
      "SELECT day::text AS day, earned_on::text AS earned, corrects::text AS corrects FROM posting WHERE venue_id = $1 AND subject = 'interest' AND day > '2026-11-21'",
    ),
  ).toEqual([{ day: "2026-11-22", earned: "2026-11-22", corrects: "2026-11-21" }]);
  await expectIdentities();
});

it("lets nobody without its code see or change what is of the bank", async () => {
  const reader = await b.server.as("reader");
  await reader.ok(api.bankLines.list, {});
  const line = await lineOf("本单位");
  expect((await reader.call(api.bankDesk.candidates, { id: line?.id ?? "" })).code).toBe(403);
  expect((await reader.call(api.bankDesk.load, { account, fileName: "x.csv", content: "x", mapping: MAPPING })).code).toBe(403);
  expect((await reader.call(api.bankLines.book, { id: line?.id ?? "", against: "cost.handling" })).code).toBe(403);
  expect((await reader.call(api.bankDeposits.list, {})).code).toBe(403);
  expect((await reader.call(api.bankDeposits.create, deposit({ slipNo: "HD-30" }))).code).toBe(403);
  expect((await clerk.call(api.bankAccounts.close, { id: account })).code).toBe(403);
});
