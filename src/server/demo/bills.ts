/** The demo's bills of yesterday, one of each channel: most rows tie, and there is a difference of each kind, of which one is explained. */
import { fen, yuan } from "../../contract/core/money";
import { type BillChannel, reconciliation } from "../../contract/reconciliation/reconciliation";
import { addDays, clock, instant, wall } from "../../contract/core/time";
import { load } from "../domains/reconciliation/bills";
import { handle } from "../domains/reconciliation/handle";
import type { Ctx, Operator } from "../http/context";
import { at, DESK, entered } from "./act";
import { collect } from "./books";
import { random } from "./random";

const MANAGER: Operator = { id: "2", name: "周凯" };

/** A payment as a bill writes it. */
interface Line {
  readonly no: string;
  readonly channelNo: string;
  readonly at: string;
  readonly amount: number;
}
const THOUSAND = 1_000;
/** Fee of a channel, per thousand. */
const KEEPS: Readonly<Record<BillChannel, number>> = { wechat: 6, alipay: 3.8 };
const feeOf = (channel: BillChannel, { amount }: Line): number => Math.round((amount * KEEPS[channel]) / THOUSAND);
const sum = (lines: readonly Line[], of: (line: Line) => number): string => yuan(lines.reduce((all, line) => all + of(line), 0));

/** The columns of the channels' own files that are read. */
const BILLS: Readonly<
  Record<BillChannel, { readonly file: (day: string) => string; readonly content: (lines: readonly Line[]) => string }>
> = {
  wechat: {
    file: (day) => `1900012345All${day}.csv`,
    content: (lines) => {
      const fee = (line: Line): number => feeOf("wechat", line);
      const row = (values: readonly (string | number)[]): string => values.map((value) => `\`${value}`).join(",");
      return [
        "交易时间,微信订单号,商户订单号,交易状态,应结订单金额,微信退款单号,退款金额,商品名称,手续费",
        ...lines.map((line) =>
          row([line.at, line.channelNo, line.no, "SUCCESS", yuan(line.amount), "0", "0.00", "场馆收款", `${yuan(fee(line))}000`]),
        ),
        "总交易单数,应结订单总金额,退款总金额,手续费总金额",
        row([lines.length, sum(lines, (line) => line.amount), "0.00", `${sum(lines, fee)}000`]),
      ].join("\r\n");
    },
  },
  alipay: {
    file: (day) => `20881234567890120156_${day.replaceAll("-", "")}_业务明细.csv`,
    content: (lines) =>
      [
        "支付宝交易号,商户订单号,业务类型,商品名称,完成时间,商家实收（元）,退款批次号/请求号,服务费（元）",
        ...lines.map((line) =>
          [line.channelNo, line.no, "交易", "场馆收款", line.at, yuan(line.amount), "", yuan(-feeOf("alipay", line))].join(","),
        ),
        `#交易合计：${lines.length}笔，商家实收共${sum(lines, (line) => line.amount)}元，商家优惠共0.00元`,
        "#退款合计：0笔，商家实收退款共0.00元，商家优惠退款共0.00元",
      ].join("\n"),
  },
};

export async function makeBills(system: Ctx, tick: (at: Date) => void): Promise<void> {
  const { zone, id: venueId } = system.venue;
  const { day: today, minute: now } = wall(system.now, zone);
  const day = addDays(today, -1);
  const session = { person: "" };
  for (const channel of ["wechat", "alipay"] as const) {
    const r = random("bills", channel, venueId);
    for (let i = 0; i < 5; i++) {
      const minute = 600 + i * 140 + r.int(0, 100);
      await collect(
        at(system, { day, minute, person: DESK, moves: true }, session, tick),
        channel,
        r.int(4, 40) * 500,
        String(r.int(1_000, 9_999)),
        r.chance(0.3),
      );
    }
    const ctx = at(system, { day: today, minute: now, person: MANAGER, moves: true }, session, tick);
    const content = BILLS[channel].content(await linesOf(ctx, channel, day));
    const bill = await load(ctx, entered(reconciliation.load, { channel, day, fileName: BILLS[channel].file(day), content }));
    if (channel === "alipay") continue;
    const late = await ctx.db
      .selectFrom("channel_bill_row")
      .select("id")
      .where("venue_id", "=", venueId)
      .where("bill_id", "=", bill.id)
      .where("result", "=", "ours")
      .executeTakeFirstOrThrow();
    await handle(ctx, entered(reconciliation.handle, { id: late.id, handling: "explain", note: "跨零点入账，在次日账单里" }));
  }
}

/** Returns the channel's bill of a day: the last payment is not in it yet, the second is reduced by a voucher, and one is not ours. */
async function linesOf(ctx: Ctx, channel: BillChannel, day: string): Promise<readonly Line[]> {
  const own = await ctx.db
    .selectFrom("payment")
    .select(["no", "channel_ref", "amount", "at"])
    .where("venue_id", "=", ctx.venue.id)
    .where("channel", "=", channel)
    .where("state", "=", "succeeded")
    .where("at", ">=", instant(day, 0, ctx.venue.zone))
    .where("at", "<", instant(addDays(day, 1), 0, ctx.venue.zone))
    .orderBy("at")
    .orderBy("id")
    .execute();
  return [
    ...own.slice(0, -1).map(({ no, channel_ref, amount, at: when }, i) => ({
      no,
      channelNo: channel_ref ?? "",
      at: `${day} ${clock(wall(when, ctx.venue.zone).minute)}:00`,
      amount: i === 1 ? amount - fen("5.00") : amount,
    })),
    { no: `OLD${day.replaceAll("-", "")}01`, channelNo: `${channel}0915280001`, at: `${day} 20:18:02`, amount: fen("50.00") },
  ];
}
