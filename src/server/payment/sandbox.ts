/**
 * The sandbox channel: every outcome on one machine, decided by the last digit of the scanned code.
 *
 * | last digit | what happens                                                        |
 * |------------|---------------------------------------------------------------------|
 * | 0–5        | paid at once                                                        |
 * | 6          | password needed; paid at the second query                           |
 * | 7          | password needed; the customer gives up at the second query          |
 * | 8          | refused: not enough money                                           |
 * | 9          | no answer in time; paid at the second query                         |
 */
import type { ChannelName, Charge, ChargeOutcome, PaymentChannel } from "./channel";

interface Trade {
  readonly charge: Charge;
  readonly plan: readonly ChargeOutcome[];
  /** How far the plan went: the charge itself is 0, each query goes one on. */
  at: number;
  refunded: number;
  readonly refunds: Map<string, number>;
}

function planOf({ outTradeNo, authCode }: Charge): readonly [ChargeOutcome, ...ChargeOutcome[]] {
  const paid: ChargeOutcome = { state: "paid", ref: `sandbox-${outTradeNo}` };
  switch (authCode.at(-1)) {
    case "6":
      return [{ state: "password" }, { state: "password" }, paid];
    case "7":
      return [{ state: "password" }, { state: "password" }, { state: "refused", why: "顾客已取消" }];
    case "8":
      return [{ state: "refused", why: "余额不足" }];
    case "9":
      return [{ state: "unknown" }, { state: "unknown" }, paid];
    default:
      return [paid];
  }
}

/** A sandbox in memory; a restart forgets its trades, as a provider's test system may. */
export function sandboxChannel(name: ChannelName): PaymentChannel {
  const trades = new Map<string, Trade>();
  const now = (trade: Trade): ChargeOutcome => trade.plan[Math.min(trade.at, trade.plan.length - 1)] ?? { state: "unknown" };
  return {
    name,
    async charge(charge) {
      const known = trades.get(charge.outTradeNo);
      if (known) {
        const same = known.charge.amount === charge.amount && known.charge.authCode === charge.authCode;
        return same ? now(known) : { state: "refused", why: "订单号重复" };
      }
      const trade: Trade = { charge, plan: planOf(charge), at: 0, refunded: 0, refunds: new Map() };
      trades.set(charge.outTradeNo, trade);
      return now(trade);
    },
    async query(outTradeNo) {
      const trade = trades.get(outTradeNo);
      if (!trade) return { state: "refused", why: "订单不存在" };
      trade.at++;
      return now(trade);
    },
    async refund({ outTradeNo, refundNo, amount }) {
      const trade = trades.get(outTradeNo);
      if (!trade || now(trade).state !== "paid") return { state: "refused", why: "订单未支付" };
      const done = trade.refunds.get(refundNo);
      if (done === amount) return { state: "refunded", ref: `sandbox-${refundNo}` };
      if (done !== undefined) return { state: "refused", why: "退款单号重复" };
      if (trade.refunded + amount > trade.charge.amount) return { state: "refused", why: "退款超过实付" };
      trade.refunded += amount;
      trade.refunds.set(refundNo, amount);
      return { state: "refunded", ref: `sandbox-${refundNo}` };
    },
  };
}
