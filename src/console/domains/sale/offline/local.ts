/** Local sale computations while the server is unreachable: goods at their list price, for cash or out of an allowance. */
import type { Allowance } from "../../../../contract/sale/allowances";
import { type Fen, fen, yuan } from "../../../../contract/core/money";
import type { SaleDetail, SaleQuote } from "../../../../contract/sale/sale";
import { session } from "../../../session/store";
import type { PayLine } from "../../../desk/payments";
import { isEmpty, type Till } from "../till";

/**
 * True if a cart can be sold without the server: goods, for no particular buyer, or for a member with an allowance from the server.
 * Everything else needs the server's confirmation, as does a cart that may have reached it.
 */
export const canWait = (till: Till, allowance?: Allowance): boolean =>
  !isEmpty(till) &&
  (till.memberId === null || allowance !== undefined) &&
  till.attempt === null &&
  till.items.length === 0 &&
  till.cartId === null &&
  till.scanned === null &&
  till.discount.amount === "" &&
  till.rounding === null &&
  till.couponCode === "" &&
  till.lines.every((line) => line.off === "" && line.setPrice === undefined && fen(line.deposit) === 0);

/** True if a cart's payment needs no confirmation by the server. */
export const isWaiting = (lines: readonly PayLine[], allowance?: Allowance): boolean =>
  lines.every(({ type }) => type === "Cash" || (type === "Balance" && allowance !== undefined));

/** The price of a cart that can wait. */
export function localQuote(till: Till): SaleQuote {
  const lines = till.lines.map(({ productId, quantity, price }) => {
    const total = yuan(fen(price) * quantity);
    return { productId, quantity, list: total, discount: "0.00", total };
  });
  const sum = yuan(lines.reduce((all, { total }) => all + fen(total), 0));
  return {
    lines,
    items: [],
    cards: [],
    list: sum,
    discount: "0.00",
    rounding: "0.00",
    roundings: [],
    total: sum,
    due: sum,
    mostDiscount: 0,
    needsApproval: false,
  };
}

/** Payment of a cart that can wait. */
export interface LocalPayment {
  readonly type: "Cash" | "Balance";
  readonly amount: Fen;
  readonly tendered: Fen;
}

/** Returns the known details of a sale before the server has it; its number is the beginning of its key. */
export function localDetail(till: Till, key: string, paid: readonly LocalPayment[], at: Date, allowance?: Allowance): SaleDetail {
  const { person } = session();
  const quote = localQuote(till);
  const { total } = quote;
  return {
    id: key,
    no: `OFF-${key.slice(0, 8).toUpperCase()}`,
    at: at.toISOString(),
    memberId: till.memberId,
    memberName: allowance?.memberName ?? "",
    phone: "",
    goods: till.lines.map(({ name, quantity }) => `${name} ×${quantity}`).join(", "),
    quantity: till.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    list: total,
    discount: "0.00",
    rounding: "0.00",
    total,
    due: total,
    paid: total,
    returned: "0.00",
    payTypes: paid.map(({ type }) => type),
    state: "paid",
    orderId: null,
    operator: person?.name ?? "",
    lines: till.lines.map(({ productId, name, price, quantity }, i) => ({
      id: `${key}-${i}`,
      saleId: key,
      productId,
      className: "",
      productName: name,
      unit: "",
      quantity,
      returned: 0,
      unitPrice: price,
      list: quote.lines[i]?.list ?? "0.00",
      memberOff: "0.00",
      couponOff: "0.00",
      manualOff: "0.00",
      rounding: "0.00",
      setPrice: null,
      price,
      discount: "0.00",
      total: quote.lines[i]?.total ?? "0.00",
      refunded: "0.00",
    })),
    items: [],
    payments: paid.map(({ type, amount, tendered }) => ({
      id: `${key}-${type}`,
      type,
      amount: yuan(amount),
      refunded: "0.00",
      tendered: type === "Cash" ? yuan(tendered) : null,
      change: yuan(tendered - amount),
      state: "succeeded",
      at: at.toISOString(),
      note: "",
    })),
    returns: [],
    approvals: [],
    remark: "",
    reason: "",
    draft: null,
  };
}
/** True if a shown sale is one that the server does not have yet. */
export const isUnsent = ({ no }: { readonly no: string }): boolean => no.startsWith("OFF-");
