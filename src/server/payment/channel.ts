/** Payment channels: what takes money by a scanned code. One adapter each; the sandbox is the default. */

/** What became of a charge. `unknown`: no answer in time; ask `query` until it is something else. */
export type ChargeOutcome =
  | { readonly state: "paid"; readonly ref: string }
  /** The customer is entering the password; ask `query`. */
  | { readonly state: "password" }
  | { readonly state: "refused"; readonly why: string }
  | { readonly state: "unknown" };

export type RefundOutcome =
  | { readonly state: "refunded"; readonly ref: string }
  | { readonly state: "refused"; readonly why: string }
  | { readonly state: "unknown" };

/** A charge by the code on the customer's phone. `outTradeNo` is ours: the same number is one charge, however often it is sent. */
export interface Charge {
  readonly outTradeNo: string;
  /** Fen, above zero. */
  readonly amount: number;
  readonly authCode: string;
  readonly subject: string;
}
/** A refund of a charge. The same `refundNo` is one refund. */
export interface Refund {
  readonly outTradeNo: string;
  readonly refundNo: string;
  readonly amount: number;
}

/** One provider. Never throws for what the provider or the customer did: that is an outcome. */
export interface PaymentChannel {
  readonly name: ChannelName;
  charge(charge: Charge): Promise<ChargeOutcome>;
  /** The outcome so far of a charge; `refused` when the provider knows none of that number. */
  query(outTradeNo: string): Promise<ChargeOutcome>;
  refund(refund: Refund): Promise<RefundOutcome>;
}

export type ChannelName = "wechat" | "alipay";

/** Which channel a scanned code belongs to: WeChat 18 digits from 10–15, Alipay 16–24 digits from 25–30; null: neither. */
export function channelOfCode(authCode: string): ChannelName | null {
  if (/^1[0-5]\d{16}$/.test(authCode)) return "wechat";
  if (/^(2[5-9]|30)\d{14,22}$/.test(authCode)) return "alipay";
  return null;
}
