/** Content of the customer display, and how it travels from a till to the display's window. */
import { maskName } from "../../../../contract/core/public-names";
import { type Fen, fen } from "../../../../contract/core/money";
import type { SaleDetail, SaleQuote } from "../../../../contract/sale/sale";
import type { Till } from "../till";

/** A line of the cart as the customer reads it; amounts in fen. `total` is undefined while the price is being asked. */
export interface DisplayLine {
  readonly key: string;
  readonly name: string;
  readonly price: Fen;
  readonly quantity: number;
  /** Amount taken off the line. */
  readonly off: Fen;
  /** True for a deposit, which is given back on return. */
  readonly isDeposit: boolean;
  readonly total: Fen | undefined;
}

/** The buyer: a masked name, never a phone number. */
export interface DisplayMember {
  readonly name: string;
  readonly cardType: string;
  /** Principal and gift together; undefined while they are being read. */
  readonly balance: Fen | undefined;
}

/** A payment of a finished sale. `tendered` is the cash handed over. */
interface DisplayPayment {
  readonly id: string;
  readonly type: SaleDetail["payments"][number]["type"];
  readonly amount: Fen;
  readonly tendered: Fen;
}

/** Everything that the display shows; it asks nothing of the server. */
export interface DisplayState {
  readonly venue: string;
  readonly pictures: readonly string[];
  readonly operator: string;
  readonly member: DisplayMember | undefined;
  readonly of:
    | { readonly kind: "idle" }
    | {
        readonly kind: "cart";
        readonly lines: readonly DisplayLine[];
        readonly off: Fen;
        /** Dropped by rounding. */
        readonly rounding: Fen;
        /** Undefined while the price is being asked: the display then asks for patience instead of naming an old amount. */
        readonly due: Fen | undefined;
        /** True where a customer's payment code can be charged. */
        readonly takesCode: boolean;
      }
    | { readonly kind: "paid"; readonly no: string; readonly due: Fen; readonly change: Fen; readonly payments: readonly DisplayPayment[] };
}

/** Returns the cart as the customer reads it. While `waits`, no line and no sum has an amount. */
export function displayCart(
  till: Till,
  quote: SaleQuote | undefined,
  { waits, takesCode }: { waits: boolean; takesCode: boolean },
): DisplayState["of"] {
  const known = waits ? undefined : quote;
  const goods = till.lines.map((line): DisplayLine => {
    const priced = known?.lines.find(({ productId }) => productId === line.productId);
    return {
      key: line.productId,
      name: line.name,
      price: fen(line.setPrice?.amount ?? line.price),
      quantity: line.quantity,
      off: priced ? fen(priced.discount) : 0,
      isDeposit: false,
      total: priced && fen(priced.total),
    };
  });
  const items = till.items.map((item): DisplayLine => {
    const priced = known?.items.find(({ kind, of }) => kind === item.kind && of === item.of);
    return {
      key: `${item.kind} ${item.of ?? ""}`,
      name: item.name,
      price: fen(item.price),
      quantity: item.quantity,
      off: 0,
      isDeposit: false,
      total: priced && fen(priced.total),
    };
  });
  const deposits = (known?.items ?? []).flatMap(({ kind, of, name, quantity, total }): DisplayLine[] =>
    kind === "deposit"
      ? [
          {
            key: `deposit ${of ?? ""}`,
            name,
            price: Math.round(fen(total) / quantity),
            quantity,
            off: 0,
            isDeposit: true,
            total: fen(total),
          },
        ]
      : [],
  );
  return {
    kind: "cart",
    lines: [...goods, ...items, ...deposits],
    off: known ? fen(known.discount) : 0,
    rounding: known ? fen(known.rounding) : 0,
    due: known && fen(known.due),
    takesCode,
  };
}

/** Returns the finished sale as the customer reads it. */
export const displayPaid = (sale: SaleDetail): DisplayState["of"] => ({
  kind: "paid",
  no: sale.no,
  due: fen(sale.due),
  change: sale.payments.reduce((sum, { change }) => sum + fen(change), 0),
  payments: sale.payments.map(({ id, type, amount, change }) => ({ id, type, amount: fen(amount), tendered: fen(amount) + fen(change) })),
});

/** Returns the buyer as the customer reads it: the first letter of each name, since others stand in the queue. */
export const displayMember = (name: string, cardType: string, balance: Fen | undefined): DisplayMember => ({
  name: maskName(name),
  cardType,
  balance,
});

/** Returns the key of the line that the till changed last, which the display marks; `marked` where none of them changed. */
export function changedLine(before: DisplayState | undefined, after: DisplayState, marked: string | undefined): string | undefined {
  if (after.of.kind !== "cart") return undefined;
  const known = before?.of.kind === "cart" ? before.of.lines : [];
  const changed = after.of.lines.findLast(({ key, quantity, isDeposit }) => {
    const old = known.find((line) => line.key === key);
    return !isDeposit && old?.quantity !== quantity;
  });
  return changed?.key ?? marked;
}
