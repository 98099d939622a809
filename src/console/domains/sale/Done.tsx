import { fen, showFen } from "../../../contract/core/money";
import type { SaleDetail } from "../../../contract/sale/sale";
import { useT } from "../../i18n/use-t";
import { CommandButton } from "../../ui/CommandButton";
import { Icon } from "../../ui/Icon";
import { Kbd } from "../../ui/Kbd";
import { isUnsent } from "./offline/local";

/** Shows the sale that was just made, with the change in large figures; the next scan begins the next cart. */
export function Done({ of, onPrint, onNext }: { of: SaleDetail; onPrint: () => void; onNext: () => void }) {
  const t = useT();
  const back = of.payments.reduce((sum, { change }) => sum + fen(change), 0);
  const given = of.payments.reduce((sum, { amount, change }) => sum + (fen(change) > 0 ? fen(amount) + fen(change) : 0), 0);
  return (
    <div className="till-done">
      <Icon name="check-circle" />
      <p role="status">
        <b>{t("common.received", { amount: showFen(fen(of.due)) })}</b>
        <span className="mono mut">{of.no}</span>
        {isUnsent(of) && <small className="mut"> {t("sale.done.sent")}</small>}
      </p>
      {back > 0 && (
        <p className="till-change">
          {t("sale.done.givenChange", { given: showFen(given) })} <b>¥{showFen(back)}</b>
        </p>
      )}
      <div className="till-acts">
        <CommandButton size="lg" icon="print" onClick={onPrint}>
          {t("sale.printReceipt")}
        </CommandButton>
        <CommandButton size="lg" onClick={onNext}>
          {t("sale.done.next")}
        </CommandButton>
      </div>
    </div>
  );
}

/** The till's keys, at the foot of the goods. */
export function TillLegend() {
  const t = useT();
  const keys = [
    ["F2", t("sale.member")],
    ["F3", t("sale.done.quick")],
    ["F4", t("sale.hold")],
    ["F6", t("sale.price")],
    ["F7", t("sale.done.round")],
    ["F8", t("sale.key.discount")],
    ["F9", t("sale.done.pay")],
    ["Esc", t("common.back")],
  ] as const;
  return (
    <p className="till-keys" aria-hidden>
      {keys.map(([key, name]) => (
        <span key={key}>
          <Kbd>{key}</Kbd> {name}
        </span>
      ))}
      <span className="grow" />
      <span>{t("sale.done.pricesYuan")}</span>
    </p>
  );
}
