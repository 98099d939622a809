/** The demo's bank: an account, cash deposited, payouts of the channels, and a statement of which some lines wait. */
import { bankAccounts, bankDeposits, bankLines, bankPayouts } from "../../contract/accounting/bank";
import { bankDesk } from "../../contract/accounting/bank-desk";
import { mappingOf } from "../../contract/accounting/bank-statement";
import type { Call, Input, Parsed } from "../../contract/core/call";
import { yuan } from "../../contract/core/money";
import { callsOf } from "../../contract/core/resource/calls";
import { addDays, wall } from "../../contract/core/time";
import { bankRoutes } from "../domains/accounting/bank-routes";
import type { Ctx, Operator } from "../http/context";
import { at } from "./act";

const ACCOUNTANT: Operator = { id: "2", name: "周凯" };
const OPENING = 8_600_000;

/** Returns the service of a call, as the desk's requests reach it. */
function service<C extends Call>(call: C): (ctx: Ctx, input: Input<C>) => Promise<unknown> {
  const route = bankRoutes.find((one) => one.call === call);
  if (route?.in !== "venue") throw new TypeError(`${call.path} is not served`);
  return (ctx, input) => route.service(ctx, call.input.parse(input) as Parsed<C> as never);
}
const idOf = (row: unknown): string => (row as { readonly id: string }).id;

export async function makeBank(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { day: today } = wall(system.now, system.venue.zone);
  const on = (ago: number): Ctx =>
    at(system, { day: addDays(today, -ago), minute: 18 * 60 + 30, person: ACCOUNTANT, moves: true }, { person: "" }, tick);
  // Its approvals are those of an administrator: what the books have in the safe is not looked at.
  const ctx: Ctx = { ...on(1), codes: new Set(["bank_approve"]) };
  const account = idOf(
    await service(callsOf(bankAccounts).create)(ctx, {
      name: "工商银行基本户",
      bank: "中国工商银行上海浦东支行",
      number: "6222020200112345678",
      ledgerAccount: "bank.basic",
      openingDay: addDays(today, -7),
      opening: yuan(OPENING),
    }),
  );
  const deposit = service(callsOf(bankDeposits).create);
  await deposit(ctx, { account, amount: "1200.00", slipNo: "20261118-0032", day: addDays(today, -4) });
  await deposit(ctx, { account, amount: "860.00", slipNo: "20261120-0017", day: addDays(today, -1) });
  const payout = service(callsOf(bankPayouts).create);
  await payout(ctx, { channel: "wechat", account, day: addDays(today, -3), gross: "3260.00", fee: "19.56" });
  await payout(ctx, { channel: "alipay", account, day: addDays(today, -2), gross: "1485.00", fee: "8.91" });
  const lines: readonly (readonly [ago: number, amount: number, party: string, text: string])[] = [
    [4, 120_000, "本单位", "现金存款"],
    [3, 324_044, "财付通支付科技有限公司", "微信支付结算"],
    [3, -5_000, "", "账户管理费"],
    [2, 147_609, "支付宝（中国）网络技术有限公司", "支付宝结算"],
    [2, -684_230, "国网上海市电力公司", "电费"],
    [1, 2_316, "", "存款利息"],
    [1, 300_000, "尤尼克斯专卖店", "场地冠名款"],
  ];
  let balance = OPENING;
  const rows = lines.map(([ago, amount, party, text]) => {
    balance += amount;
    const [received, paid] = amount > 0 ? [yuan(amount), ""] : ["", yuan(-amount)];
    return [addDays(today, -ago), received, paid, party, text, yuan(balance)].join(",");
  });
  const mapping = mappingOf(["交易日期", "", "收入金额", "支出金额", "对方户名", "摘要", "余额"]);
  if (!mapping) throw new TypeError("a mapping without columns");
  const content = ["交易日期,收入金额,支出金额,对方户名,摘要,余额", ...rows].join("\n");
  await service(bankDesk.load)(ctx, { account, fileName: "工行流水.csv", content, mapping });
  const [fee] = await ctx.db
    .selectFrom("bank_line")
    .select("id")
    .where("venue_id", "=", ctx.venue.id)
    .where("text", "=", "账户管理费")
    .execute();
  if (fee) await service(callsOf(bankLines).book)(ctx, { id: fee.id, against: "cost.handling" });
}
