/** Payment behaviour in the demo's days. */
import type { PaymentType } from "../../contract/core/enums";
import { yuan } from "../../contract/core/money";
import type { DeskMember } from "./desk";
import type { Random } from "./random";

/** Tenders with how often each is used. */
export const TENDERS: readonly (readonly [PaymentType, number])[] = [
  ["WeChat", 46],
  ["Alipay", 22],
  ["Cash", 12],
  ["BankCard", 8],
  ["Card", 4],
];

/** Chooses a payment: from the purses where they suffice, else by a tender; sometimes from both. */
export function pay(
  r: Random,
  total: number,
  member: DeskMember | undefined,
  splits: boolean,
): { type: PaymentType; amount: string; tendered?: string }[] {
  if (member && member.gift >= total && r.chance(0.3)) {
    member.gift -= total;
    return [{ type: "Coupon", amount: yuan(total) }];
  }
  if (member && member.principal >= total && r.chance(0.85)) {
    member.principal -= total;
    return [{ type: "Balance", amount: yuan(total) }];
  }
  const type = r.weighted(TENDERS);
  if (member && splits && member.principal > 1_000 && member.principal < total) {
    const part = Math.floor(member.principal / 100) * 100;
    member.principal -= part;
    return [
      { type: "Balance", amount: yuan(part) },
      { type, amount: yuan(total - part) },
    ];
  }
  return type === "Cash"
    ? [{ type, amount: yuan(total), tendered: yuan(Math.ceil(total / 5_000) * 5_000) }]
    : [{ type, amount: yuan(total) }];
}
