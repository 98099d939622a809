/** Bills in the layouts that WeChat Pay and Alipay publish, and payments of ours that they differ from, each kind of difference planted. */
import { fen, yuan } from "../../src/contract/core/money";
import type { BillChannel } from "../../src/contract/reconciliation/reconciliation";
import type { Ctx } from "../../src/server/http/context";
import { post } from "../../src/server/ledger/post";

/** Runs a change at the venue. */
type Act = (work: (ctx: Ctx) => Promise<unknown>) => Promise<unknown>;

export interface Line {
  readonly no: string;
  readonly ref: string;
  readonly at: string;
  readonly amount: string;
  readonly fee: string;
  readonly refund?: string;
  /** WeChat: given back because the payment was revoked. */
  readonly revoked?: boolean;
}
const sumOf = (lines: readonly Line[], of: (line: Line) => string | undefined): string =>
  yuan(lines.reduce((sum, line) => sum + fen(of(line) ?? "0"), 0));

/** A fee as WeChat Pay writes it, with five decimals. */
const long = (yuanText: string): string => `${yuanText}000`;

/** A trade bill of WeChat Pay ("ALL"): values led by a backtick, fees with five decimals, a last line of sums. */
export function wechatBill(lines: readonly Line[]): string {
  const head =
    "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注";
  const rows = lines.map(({ no, ref, at, amount, fee, refund, revoked }) =>
    [
      at,
      "wx1",
      "1900",
      "0",
      "",
      refund ? "4200pay" : ref,
      no,
      "oUser",
      "MICROPAY",
      revoked ? "REVOKED" : refund ? "REFUND" : "SUCCESS",
      "OTHERS",
      "CNY",
      refund ? "0.00" : amount,
      "0.00",
      refund && !revoked ? ref : "0",
      "",
      refund ?? "0.00",
      "0.00",
      "",
      "",
      "球馆, 收款",
      "",
      long(fee),
      "0.60%",
      refund ? "0.00" : amount,
      refund ?? "0.00",
      "",
    ]
      .map((each) => `\`${each}`)
      .join(","),
  );
  const pays = lines.filter(({ refund }) => refund === undefined);
  const sums = [
    lines.length,
    sumOf(pays, (line) => line.amount),
    sumOf(lines, (line) => line.refund),
    "0.00",
    long(sumOf(lines, (line) => line.fee)),
    sumOf(pays, (line) => line.amount),
    sumOf(lines, (line) => line.refund),
  ];
  return `\uFEFF${[head, ...rows].join("\r\n")}\r\n总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n${sums.map((each) => `\`${each}`).join(",")}\r\n`;
}

/**
 * A statement of Alipay ("业务明细"): comments led by `#`, refunds and fees below zero. Its sums are of what the merchant gets, and name no
 * fee. Of the first payment the customer paid with a coupon of the merchant's too, so that its order is five yuan more.
 */
export function alipayBill(lines: readonly Line[]): string {
  const head =
    "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注";
  const rows = lines.map(({ no, ref, at, amount, fee, refund }, i) =>
    [
      `${refund ? "2026pay" : ref}\t`,
      `${no}\t`,
      refund ? "退款\t" : "交易\t",
      '"球馆, 收款"',
      at,
      at,
      "",
      "",
      "",
      "",
      "138****0000",
      refund ? `-${refund}` : i === 0 ? yuan(fen(amount) + 500) : amount,
      refund ? `-${refund}` : amount,
      "0.00",
      "0.00",
      "0.00",
      i === 0 ? "5.00" : "0.00",
      "0.00",
      "",
      "0.00\t",
      "0.00",
      refund ? `${ref}\t` : "\t",
      fee === "0.00" ? "0.00" : yuan(-fen(fee)),
      "0.00",
      "",
    ].join(","),
  );
  const pays = lines.filter(({ refund }) => refund === undefined);
  const backs = lines.filter(({ refund }) => refund !== undefined);
  return [
    "#支付宝业务明细查询",
    "#账号：[20880000000000000156]",
    "#起始日期：[2026年11月21日 00:00:00]   终止日期：[2026年11月22日 00:00:00]",
    "#-----------------------------------------业务明细列表----------------------------------------",
    head,
    ...rows,
    "#-----------------------------------------业务明细列表结束------------------------------------",
    `#交易合计：${pays.length}笔，商家实收共${sumOf(pays, (line) => line.amount)}元，商家优惠共${lines.length > 0 ? "5.00" : "0.00"}元`,
    `#退款合计：${backs.length}笔，商家实收退款共${yuan(-fen(sumOf(backs, (line) => line.refund)))}元，商家优惠退款共0.00元`,
    "#导出时间：[2026年11月22日 05:46:49]",
    "",
  ].join("\n");
}

/** A collection of i × 10 yuan at 8:0i. */
async function collect(act: Act, day: string, channel: BillChannel, i: number): Promise<void> {
  const id = `${channel}-${i}`;
  const at = new Date(`${day}T00:0${i}:00Z`);
  await act(async (ctx) => {
    await ctx.db
      .insertInto("payment")
      .values({
        venue_id: ctx.venue.id,
        id,
        no: `P-${id}`,
        document_kind: "collection",
        document_id: id,
        type: "scanCode",
        amount: i * 1_000,
        tendered: null,
        state: "succeeded",
        channel,
        channel_ref: `ref-${id}`,
        shift_id: null,
        person_id: "p",
        operator: "测试员",
        at,
        purpose: "collect",
        sent_at: at,
      })
      .execute();
    const account = channel === "wechat" ? "tender.wechat" : "tender.alipay";
    await post(ctx, {
      document: { kind: "collection", id, no: `P-${id}` },
      operation: "scan to pay",
      legs: [
        { account, amount: i * 1_000 },
        { account: "income.other", amount: -i * 1_000, earnedOn: day },
      ],
    });
  });
}
/** Four yuan of the sixth went back. */
async function refund(act: Act, day: string, channel: BillChannel): Promise<void> {
  const at = new Date(`${day}T02:00:00Z`);
  await act(async (ctx) => {
    const payment_id = `${channel}-6`;
    await ctx.db
      .insertInto("channel_refund")
      .values({
        venue_id: ctx.venue.id,
        id: `r-${channel}`,
        payment_id,
        amount: 400,
        state: "refunded",
        channel_ref: `back-${channel}`,
        next_at: at,
        person_id: "p",
        operator: "测试员",
        at,
      })
      .execute();
    await ctx.db.updateTable("payment").set({ refunded: 400 }).where("id", "=", payment_id).execute();
    await post(ctx, {
      document: { kind: "collection", id: payment_id, no: `P-${payment_id}` },
      operation: "refund of a collection",
      legs: [
        { account: "income.other", amount: 400, earnedOn: day },
        { account: channel === "wechat" ? "tender.wechat" : "tender.alipay", amount: -400 },
      ],
    });
  });
}

/** Ours 1 to 4 and 6 with its refund; the fourth with another amount; the fifth left out; two that are only theirs. */
export const planted = (channel: string, day: string): Line[] => [
  ...[1, 2, 3, 6].map((i) => ({
    no: `${channel}-${i}`,
    ref: `ref-${channel}-${i}`,
    at: `${day} 08:0${i}:00`,
    amount: `${i * 10}.00`,
    fee: "0.06",
  })),
  { no: `${channel}-4`, ref: `ref-${channel}-4`, at: `${day} 08:04:00`, amount: "47.50", fee: "0.30" },
  { no: "elsewhere-1", ref: "9001", at: `${day} 13:05:44`, amount: "128.00", fee: "0.77" },
  { no: "elsewhere-2", ref: "9002", at: `${day} 20:18:02`, amount: "50.00", fee: "0.30" },
  { no: `${channel}-6`, ref: `back-${channel}`, at: `${day} 10:00:00`, amount: "0.00", fee: "-0.02", refund: "4.00" },
];

/** Six payments of a channel on a day, and a refund of one: what `planted` lists with its differences. */
export async function collected(act: Act, day: string, channel: BillChannel): Promise<void> {
  for (let i = 1; i <= 6; i++) await collect(act, day, channel, i);
  await refund(act, day, channel);
}
