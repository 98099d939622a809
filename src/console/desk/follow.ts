/** Following an attempt whose dialog was left: the person hears how it ended. */
import type { ScanPayment } from "../../contract/sale/collections";
import { sale } from "../../contract/sale/sale";
import { invoke } from "../api/invoke";
import { t } from "../i18n/i18n";
import { session } from "../session/store";
import { notify } from "../ui/notices";

const POLL_MS = 2_000;
const OPEN: ReadonlySet<ScanPayment["state"]> = new Set(["created", "processing", "unknown"]);

/** True if the outcome of an attempt is still unknown. */
export const isOpen = (payment: Pick<ScanPayment, "state">): boolean => OPEN.has(payment.state);

/** Why an attempt brought no money, for the desk. */
export const whyNot = (payment: ScanPayment): string =>
  t("pay.refusedWhy", { amount: payment.amount, why: payment.note === "" ? t("pay.cancelled") : payment.note });

/** Asks until the end is known and says it; stops when the venue is left. */
export function follow(payment: ScanPayment): void {
  const { venueId } = session();
  const id = payment.paymentId;
  const look = (now: ScanPayment): void => {
    if (session().venueId !== venueId) return;
    if (isOpen(now)) setTimeout(() => void invoke(sale.scanState, { paymentId: id }).then(look, () => look(now)), POLL_MS);
    else if (now.state === "refused" || now.state === "cancelled") notify.error(whyNot(now), { id, stays: Infinity });
    else notify.success(t("pay.paid", { amount: now.amount }), { id });
  };
  if (isOpen(payment)) notify.info(t("pay.left", { amount: payment.amount }), { id });
  look(payment);
}
