/** Notices of money: what a channel announced and what the form of a document says of the same money are one. */
import { notify } from "../ui/notices";

/** The id of the notice that announces a payment. */
export const paymentNotice = (paymentId: string): string => `payment-${paymentId}`;

/** Says that a document was paid. Scanned payments of it were announced when the channel took them: this takes the place of those notices. */
export function sayPaid(text: string, payments: readonly { readonly paymentId?: string }[]): void {
  const [first, ...more] = payments.flatMap(({ paymentId }) => (paymentId === undefined ? [] : [paymentNotice(paymentId)]));
  for (const id of more) notify.close(id);
  notify.success(text, first === undefined ? {} : { id: first });
}
