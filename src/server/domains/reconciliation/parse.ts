/**
 * Reads the bills that WeChat Pay and Alipay publish. Pure: text in, rows and the bill's own summary out, amounts in fen.
 * WeChat: a header in Chinese, values led by a backtick, then a header and a line of sums. Alipay: comment lines led by `#`, which hold the
 * sums too. Fees have more decimals than a fen (WeChat's five): they are added up as written, and the sum is rounded to the fen, half away
 * from zero.
 */
import { fen } from "../../../contract/core/money";
import type { BillChannel } from "../../../contract/reconciliation/reconciliation";
import { instant } from "../../../contract/core/time";

/** A payment or refund of a bill. Amounts and fees are as the channel says: above zero; a refund gives a part of its fee back. */
export interface BillEntry {
  readonly way: "pay" | "refund";
  readonly at: Date;
  readonly channelNo: string;
  /** The number under which we sent it; of a refund the payment's. */
  readonly ourNo: string;
  readonly matter: string;
  readonly amount: number;
  /** Fee of a payment, to the fen; below zero: given back with a refund. */
  readonly fee: number;
  /** A refund that takes the whole payment back, as if it had not been: a charge by scanned code that was reversed. */
  readonly revoked: boolean;
}
export interface ParsedBill {
  readonly entries: readonly BillEntry[];
  /** The bill's summary row; its parts are checked against the entries. */
  readonly taken: number;
  readonly refunded: number;
  /** Fees of payments, and what of them came back with refunds. Each entry's fee is rounded for itself; these are rounded once. */
  readonly fees: { readonly pay: number; readonly refund: number };
}
/** Unreadable part of a bill, with its line (from 1). */
export class BillFault extends Error {
  readonly line: number;
  readonly what: "header" | "amount" | "time" | "summary" | "sums" | "day";
  constructor(line: number, what: BillFault["what"]) {
    super(`${what} in line ${line}`);
    this.line = line;
    this.what = what;
  }
}

/** Cuts a line of CSV. WeChat leads each value by a backtick, which tells commas inside values from those between; else quotes do. */
export function cells(line: string): string[] {
  if (line.startsWith("`"))
    return line
      .slice(1)
      .split(/,`/)
      .map((each) => each.trim());
  const found: string[] = [];
  let value = "";
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const char = line[i] ?? "";
    if (char === '"' && quoted && line[i + 1] === '"') {
      value += char;
      i++;
    } else if (char === '"') quoted = !quoted;
    else if (char === "," && !quoted) {
      found.push(value);
      value = "";
    } else value += char;
  }
  return [...found, value].map((each) => each.trim());
}

const LAYOUTS = {
  wechat: {
    at: "交易时间",
    channelNo: "微信订单号",
    ourNo: "商户订单号",
    amount: "应结订单金额",
    refund: "退款金额",
    refundNo: "微信退款单号",
    matter: "商品名称",
    fee: "手续费",
    state: "交易状态",
  },
  alipay: {
    at: "完成时间",
    channelNo: "支付宝交易号",
    ourNo: "商户订单号",
    // Amount that the merchant receives: a discount at its cost is deducted, one at Alipay's cost is not. Its summary adds these up.
    amount: "商家实收（元）",
    refund: "",
    refundNo: "退款批次号/请求号",
    matter: "商品名称",
    fee: "服务费（元）",
    state: "业务类型",
  },
} as const;

const plain = (text: string | undefined): string => (text ?? "").replace(/[¥,\s]/g, "") || "0";

function amountOf(text: string | undefined, line: number): number {
  try {
    return fen(plain(text));
  } catch {
    throw new BillFault(line, "amount");
  }
}

const FEE_DECIMALS = 8;
const FEN_DECIMALS = 2;
const OF_A_FEN = 10n ** BigInt(FEE_DECIMALS - FEN_DECIMALS);
/** A fee as it is written, in 10⁻⁸ yuan. */
function exactFeeOf(text: string | undefined, line: number): bigint {
  const [, sign, whole, decimals = ""] = /^(-?)(\d{1,13})(?:\.(\d{1,8}))?$/.exec(plain(text)) ?? [];
  if (whole === undefined) throw new BillFault(line, "amount");
  const value = BigInt(whole + decimals.padEnd(FEE_DECIMALS, "0"));
  return sign === "-" ? -value : value;
}
/** To the fen, half away from zero. */
function toFen(exact: bigint): number {
  const size = Number(((exact < 0n ? -exact : exact) + OF_A_FEN / 2n) / OF_A_FEN);
  return exact < 0n && size > 0 ? -size : size;
}

/** A moment as a bill writes it, in the zone of the venue. */
function momentOf(text: string, zone: string, line: number): Date {
  const [, day, hour, minute, second] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}):(\d{2}):(\d{2})/.exec(text) ?? [];
  if (!day) throw new BillFault(line, "time");
  return new Date(instant(day, Number(hour) * 60 + Number(minute), zone).getTime() + Number(second) * 1_000);
}

/** @throws BillFault where it is no such bill, or its sums are not those of its rows */
export function parseBill(channel: BillChannel, content: string, zone: string): ParsedBill {
  const lines = content.replace(/^\uFEFF/, "").split(/\r?\n/);
  const layout = LAYOUTS[channel];
  const top = lines.findIndex((line) => !line.startsWith("#") && line.includes(layout.channelNo) && line.includes(layout.ourNo));
  if (top < 0) throw new BillFault(1, "header");
  const header = cells(lines[top] ?? "");
  const place = (name: string): number => header.findIndex((each) => each === name || each.replace("(", "（").replace(")", "）") === name);
  const at = Object.fromEntries(Object.entries(layout).map(([key, name]) => [key, name === "" ? -1 : place(name)])) as Record<
    keyof typeof layout,
    number
  >;
  for (const key of ["at", "ourNo", "amount", "fee", "state"] as const) if (at[key] < 0) throw new BillFault(top + 1, "header");
  const entries: BillEntry[] = [];
  const exact = { pay: 0n, refund: 0n };
  let next = top + 1;
  for (; next < lines.length; next++) {
    const line = lines[next] ?? "";
    if (line.trim() === "" || line.startsWith("#") || (channel === "wechat" && line.includes("总交易单数"))) break;
    const row = cells(line);
    const of = (key: keyof typeof layout): string => (at[key] < 0 ? "" : (row[at[key]] ?? ""));
    // WeChat writes a payment that was revoked once as paid and, under the same number, once as given back.
    const revoked = channel === "wechat" && of("state") === "REVOKED";
    const refund = channel === "wechat" ? revoked || of("state") === "REFUND" : of("state").includes("退款");
    const amount = refund && channel === "wechat" ? amountOf(of("refund"), next + 1) : Math.abs(amountOf(of("amount"), next + 1));
    // Revoked before it was paid.
    if (revoked && amount === 0) continue;
    const way = refund ? "refund" : "pay";
    const written = exactFeeOf(of("fee"), next + 1);
    // Alipay writes what it keeps as below zero.
    const fee = channel === "alipay" ? -written : written;
    exact[way] += fee;
    entries.push({
      way,
      at: momentOf(of("at"), zone, next + 1),
      channelNo: refund && of("refundNo") !== "" && of("refundNo") !== "0" ? of("refundNo") : of("channelNo"),
      ourNo: of("ourNo"),
      matter: of("matter"),
      amount,
      fee: toFen(fee),
      revoked,
    });
  }
  const sum = (way: BillEntry["way"]): number => entries.reduce((total, one) => total + (one.way === way ? one.amount : 0), 0);
  const summary = channel === "wechat" ? wechatSums(lines, next) : alipaySums(lines);
  if (!summary) throw new BillFault(lines.length, "summary");
  const fee = toFen(exact.pay + exact.refund);
  if (summary.taken !== sum("pay") || summary.refunded !== sum("refund") || (summary.fee !== undefined && summary.fee !== fee))
    throw new BillFault(summary.line, "sums");
  // The rest, so that both together are the sum.
  const pay = toFen(exact.pay);
  return { entries, taken: summary.taken, refunded: summary.refunded, fees: { pay, refund: fee - pay } };
}

interface Sums {
  readonly line: number;
  readonly taken: number;
  readonly refunded: number;
  /** Undefined where the summary says nothing of fees. */
  readonly fee: number | undefined;
}

function wechatSums(lines: readonly string[], from: number): Sums | undefined {
  const head = lines.findIndex((line, i) => i >= from && line.includes("总交易单数"));
  if (head < 0) return undefined;
  const names = cells(lines[head] ?? "");
  const values = cells(lines[head + 1] ?? "");
  const of = (name: string): string | undefined => values[names.indexOf(name)];
  const fee = of("手续费总金额");
  return {
    line: head + 2,
    taken: amountOf(of("应结订单总金额"), head + 2),
    refunded: amountOf(of("退款总金额"), head + 2),
    fee: fee === undefined ? undefined : toFen(exactFeeOf(fee, head + 2)),
  };
}

/** `#交易合计：3笔，商家实收共88.00元，商家优惠共0.00元`, `#退款合计：1笔，商家实收退款共-10.00元，商家优惠退款共0.00元`; neither names fees. */
function alipaySums(lines: readonly string[]): Sums | undefined {
  const find = (name: string): number => lines.findIndex((each) => each.startsWith("#") && each.includes(name));
  const [line, back] = [find("交易合计"), find("退款合计")];
  if (line < 0) return undefined;
  const read = (at: number, name: RegExp): number => amountOf(name.exec(lines[at] ?? "")?.[1], at + 1);
  return {
    line: line + 1,
    taken: read(line, /商家实收共(-?[\d.]+)元/),
    refunded: Math.abs(read(back, /商家实收退款共(-?[\d.]+)元/)),
    fee: undefined,
  };
}
