import { useT } from "../i18n/use-t";
import { notify } from "../ui/notices";
import { useScan } from "./use-scan";

/** Rejects payment codes while a form collects money that it can't charge to a code: a charge of its own would belong to nothing. */
export function useNoPayCode(isCollecting: boolean): void {
  const t = useT();
  useScan("pay", () => {
    if (!isCollecting) return false;
    notify.error(t("desk.useNoPayCode.paymentCodesCantCharged"));
    return true;
  });
}
