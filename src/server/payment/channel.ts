/** Payment channels: what takes money by a scanned code. One adapter each; the sandbox is used where none is configured. */

export type ChargeOutcome =
  | { readonly state: "paid"; readonly ref: string }
  /** The customer is entering the password; ask `query`. */
  | { readonly state: "password" }
  | { readonly state: "refused"; readonly why: string }
  /** No answer that can be trusted; ask `query` until it is something else. `why` is for the desk. */
  | { readonly state: "unknown"; readonly why?: string };

/** Result of a query: an outcome so far, or that the channel knows no charge of that number (yet). */
export type QueryOutcome = ChargeOutcome | { readonly state: "missing" };

/** `closed`: whatever the charge was, the customer has not paid, or has the money back. */
export type ReverseOutcome = { readonly state: "closed" } | { readonly state: "unknown" };

type RefundOutcome =
  | { readonly state: "refunded"; readonly ref: string }
  | { readonly state: "refused"; readonly why: string }
  | { readonly state: "unknown" };

/** A charge by the code on the customer's phone. `outTradeNo` is ours: the same number is one charge, however often it is sent. */
interface Charge {
  readonly outTradeNo: string;
  /** Fen, above zero. */
  readonly amount: number;
  readonly authCode: string;
  readonly subject: string;
}
/** A charge that was sent. */
interface Sent {
  readonly outTradeNo: string;
  /** Fen. */
  readonly amount: number;
  readonly sentAt: Date;
  /** The last digits of the scanned code; "" where none was scanned. */
  readonly codeTail: string;
  /** The provider's number, as far as it is known. */
  readonly ref?: string | null;
}
/** A payment that the customer makes on the provider's page. */
export interface OnlineCharge {
  readonly outTradeNo: string;
  /** Fen, above zero. */
  readonly amount: number;
  readonly subject: string;
  readonly at: Date;
  /** The provider accepts no payment after it. */
  readonly until: Date;
  /** The customer's address. */
  readonly address: string;
  /** Address for the provider's notifications. */
  readonly noticeUrl: string;
  /** Page to which the provider sends the customer back. */
  readonly returnUrl: string;
}
export type OnlineOutcome =
  /** The provider's page, where the customer pays. */
  | { readonly state: "ready"; readonly url: string }
  | { readonly state: "refused"; readonly why: string }
  | { readonly state: "unknown"; readonly why?: string };
/** A payment that the provider reports by itself. Amount in fen. */
export interface OnlineNotice {
  readonly outTradeNo: string;
  readonly amount: number;
  readonly ref: string;
}
/** Payments on the provider's page. */
interface OnlinePayments {
  /** Registers a charge. The same number is one charge, however often it is begun. */
  begin(charge: OnlineCharge): Promise<OnlineOutcome>;
  /** Ends a charge that the customer has not paid. */
  close(sent: Sent): Promise<ReverseOutcome>;
  /** Reads a notification of a payment; null unless the provider signed it for this merchant. */
  readNotice(body: string): OnlineNotice | null;
  /** Answer by which the provider stops repeating a notification. */
  readonly received: string;
}
/** A refund of a charge. The same `refundNo` is one refund. Amounts in fen. */
interface Refund {
  readonly outTradeNo: string;
  readonly refundNo: string;
  readonly amount: number;
  /** Amount of the charge. */
  readonly total: number;
  readonly reason: string;
}

/** One provider. Never throws for what the provider, the network or the customer did: that is an outcome. */
export interface PaymentChannel {
  /** No real money moves. */
  readonly sandbox: boolean;
  charge(charge: Charge): Promise<ChargeOutcome>;
  query(sent: Sent): Promise<QueryOutcome>;
  /** Ends a charge that nobody knows the end of: closes it, or gives the money back. */
  reverse(sent: Sent): Promise<ReverseOutcome>;
  refund(refund: Refund): Promise<RefundOutcome>;
  /** Left out where the channel charges scanned codes only. */
  readonly online?: OnlinePayments;
}

const CHANNELS = ["wechat", "alipay"] as const;
export type ChannelName = (typeof CHANNELS)[number];
export const isChannel = (name: string): name is ChannelName => CHANNELS.some((channel) => channel === name);

/** The channels of this installation; undefined: not set up. */
export type Channels = Readonly<Record<ChannelName, PaymentChannel | undefined>>;

/** Which channel a scanned code belongs to: WeChat 18 digits from 10–15, Alipay 16–24 digits from 25–30; null: neither. */
export function channelOfCode(authCode: string): ChannelName | null {
  if (/^1[0-5]\d{16}$/.test(authCode)) return "wechat";
  if (/^(2[5-9]|30)\d{14,22}$/.test(authCode)) return "alipay";
  return null;
}
