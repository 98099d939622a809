import { useT } from "../i18n/use-t";
import { notify } from "../ui/notices";
import { useScan } from "./use-scan";

/** Rejects payment codes while a form collects money that it can't charge to a code: a charge of its own would belong to nothing. */
export function useNoPayCode(isCollecting: boolean): void {
  const t = useT();
  useScan("pay", () => {
    if (!isCollecting) return false;
    notify.error(
      t({
        zh: "这里不能扫付款码，没有收款，填写的内容都在。请选别的收款方式",
        en: "Payment codes can't be charged here. Nothing was charged, and what you typed is kept. Choose another method",
      }),
    );
    return true;
  });
}
