/** Notices of money: what a channel announced and what the form of a document says of the same money are one. */
import type { PaymentType } from "../../contract/core/enums";
import { fen, showFen } from "../../contract/core/money";
import { t } from "../i18n/i18n";
import type { T } from "../i18n/keys";
import { countUse } from "./method-use";
import { notify } from "../ui/notices";

/** The id of the notice that announces a payment. */
export const paymentNotice = (paymentId: string): string => `payment-${paymentId}`;

/** The notice stays until the change is counted out. */
const CHANGE_MS = 12_000;

/** Amounts collected for a document. */
export interface Taken {
  readonly type: PaymentType;
  readonly amount: string;
  readonly tendered?: string;
  readonly paymentId?: string;
}

/** Returns the cash handed over and the change of a cash payment; nothing if the cash equals the amount or the payment is not in cash. */
export function changeOf(
  say: T,
  { amount, tendered }: { readonly amount: string; readonly tendered?: string | null | undefined },
): string | undefined {
  const [due, given] = [fen(amount), fen(tendered ?? amount)];
  return given > due ? say("pay.change", { given: showFen(given), change: showFen(given - due) }) : undefined;
}

/**
 * Says that a document was paid, and of cash what was handed over and what goes back. Scanned payments of it were announced when the channel
 * took them: this takes the place of those notices.
 */
export function announcePaid(text: string, payments: readonly Taken[]): void {
  if (payments.length > 0) countUse(payments.map(({ type }) => type));
  const [first, ...more] = payments.flatMap(({ paymentId }) => (paymentId === undefined ? [] : [paymentNotice(paymentId)]));
  for (const id of more) notify.close(id);
  const cash = payments.map((payment) => changeOf(t, payment)).filter((said) => said !== undefined);
  notify.success([text, ...cash].join(" · "), {
    ...(first === undefined ? {} : { id: first }),
    ...(cash.length > 0 ? { stays: CHANGE_MS } : {}),
  });
}
