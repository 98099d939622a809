import "../../desk/desk.css";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import type { VoucherUse } from "../../../contract/marketing/groupon";
import { useT } from "../../i18n/use-t";
import { usePreference } from "../../session/preferences";
import { useSession } from "../../session/store";
import { printedInstant } from "../../ui/format-time";
import { useZone } from "../../ui/zone";
import { inFours } from "./words";

/** Prints the slip of a redemption: it is drawn beside the page, seen only by the printer. */
export function VoucherSlip({ use, onClose }: { readonly use: VoucherUse; readonly onClose: () => void }) {
  const t = useT();
  const zone = useZone();
  const { venue } = useSession();
  const [storedPaper] = usePreference("slip.paper");
  const paper = storedPaper === "58" ? 58 : 80;
  useEffect(() => {
    const done = (): void => onClose();
    window.addEventListener("afterprint", done, { once: true });
    const timer = setTimeout(() => window.print(), 50);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("afterprint", done);
    };
  }, [onClose]);
  const pair = (name: string, value: string) => (
    <p className="slip-row" key={name}>
      <span>{name}</span>
      <span>{value}</span>
    </p>
  );
  return createPortal(
    <div className="slip" style={{ width: `${paper - 8}mm` }}>
      <style>{`@page { size: ${paper}mm auto; margin: 4mm; }`}</style>
      <h1>{venue?.name}</h1>
      <h2>{t("marketing.voucherSlip.redemption")}</h2>
      {pair(t("marketing.goods"), use.goods)}
      {pair(t("marketing.code"), inFours(use.voucherCode))}
      {pair(t("marketing.holder"), use.holder)}
      {use.slot !== "" && pair(t("marketing.court"), use.slot)}
      <hr />
      {pair(t("marketing.voucherSlip.times"), String(use.times))}
      {pair(t("marketing.voucherSlip.left"), `${use.left} / ${use.all}`)}
      <hr />
      {pair(t("common.time"), printedInstant(new Date(use.at), zone))}
      {pair(t("marketing.by"), use.operator)}
    </div>,
    document.body,
  );
}
