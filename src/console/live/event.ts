/** Messages of the venue's websocket. */

import type { Domain } from "../../contract/all";
import { fen, type Fen } from "../../contract/core/money";

export const LIVE_TYPES = ["payment", "booking_online", "booking_changed", "stock_low", "message_count", "changed"] as const;
export type LiveType = (typeof LIVE_TYPES)[number];

/** One message. `resource` names what lists should refresh. */
export interface LiveMessage {
  readonly id: number;
  readonly type: LiveType;
  readonly orderId?: string;
  readonly amount?: Fen;
  readonly resource?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const isType = (value: unknown): value is LiveType => LIVE_TYPES.some((type) => type === value);

/** Reads a message; what can't be read is ignored, silently. */
export function readMessage(text: unknown): LiveMessage | undefined {
  if (typeof text !== "string" || !text.startsWith("{")) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return undefined;
    const all = Object.fromEntries(Object.entries(value));
    const nested = typeof all["data"] === "object" && all["data"] !== null ? Object.fromEntries(Object.entries(all["data"])) : {};
    const data: Record<string, unknown> = { ...all, ...nested };
    const { type, orderId, amount, resource } = data;
    if (!isType(type)) return undefined;
    return {
      id: Number(all["id"] ?? 0),
      type,
      ...(typeof orderId === "string" ? { orderId } : {}),
      ...(typeof amount === "string" || typeof amount === "number" ? { amount: fen(amount) } : {}),
      ...(typeof resource === "string" ? { resource } : {}),
      data,
    };
  } catch {
    return undefined;
  }
}

/** Domains that a message without a resource makes stale. */
const TOUCHED: Readonly<Record<LiveMessage["type"], readonly Domain[]>> = {
  booking_changed: ["booking", "fixed", "waitlist", "capacitySessions", "openPlay", "gameCourts", "finance", "bookingInfo"],
  booking_online: ["booking", "capacitySessions", "finance", "bookingInfo", "messages"],
  payment: [
    "finance",
    "bookingInfo",
    "sale",
    "members",
    "cards",
    "booking",
    "stock",
    "sales",
    "saleLines",
    "orders",
    "venuePayments",
    "shifts",
  ],
  stock_low: ["stock", "messages"],
  message_count: ["messages"],
  changed: [],
};

/** Domains whose answers a message makes old. */
export function touchedBy({ type, resource }: Pick<LiveMessage, "type" | "resource">): readonly string[] {
  return resource === undefined ? TOUCHED[type] : [...TOUCHED[type], resource];
}
