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
        <b>{t({ zh: "已收 ¥{amount}", en: "¥{amount} received" }, { amount: showFen(fen(of.due)) })}</b>
        <span className="mono mut">{of.no}</span>
        {isUnsent(of) && <small className="mut"> {t({ zh: "待发送", en: "to be sent" })}</small>}
      </p>
      {back > 0 && (
        <p className="till-change">
          {t({ zh: "收 ¥{given}，找零", en: "¥{given} given, change" }, { given: showFen(given) })} <b>¥{showFen(back)}</b>
        </p>
      )}
      <div className="till-acts">
        <CommandButton size="lg" icon="print" onClick={onPrint}>
          {t({ zh: "打印小票", en: "Print receipt" })}
        </CommandButton>
        <CommandButton size="lg" onClick={onNext}>
          {t({ zh: "下一单", en: "Next" })}
        </CommandButton>
      </div>
    </div>
  );
}

/** The till's keys, at the foot of the goods. */
export function TillLegend() {
  const t = useT();
  const keys = [
    ["F2", t({ zh: "会员", en: "Member" })],
    ["F3", t({ zh: "快捷", en: "Quick" })],
    ["F4", t({ zh: "挂单", en: "Hang" })],
    ["F6", t({ zh: "改价", en: "Price" })],
    ["F7", t({ zh: "抹零", en: "Round" })],
    ["F8", t({ zh: "优惠", en: "Discount" })],
    ["F9", t({ zh: "收款", en: "Pay" })],
    ["Esc", t({ zh: "返回", en: "Back" })],
  ] as const;
  return (
    <p className="till-keys" aria-hidden>
      {keys.map(([key, name]) => (
        <span key={key}>
          <Kbd>{key}</Kbd> {name}
        </span>
      ))}
      <span className="grow" />
      <span>{t({ zh: "价格单位：元", en: "Prices in yuan" })}</span>
    </p>
  );
}
