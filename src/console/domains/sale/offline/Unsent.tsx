import "../sale.css";
import "./unsent.css";
import { useState } from "react";
import { fen, showFen } from "../../../../contract/core/money";
import { useT } from "../../../i18n/use-t";
import { Modal } from "../../../desk/Modal";
import { useCan } from "../../../providers/access-control";
import { session } from "../../../session/store";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { When } from "../../../ui/When";
import { useOffline } from "../../../api/connection";
import { flush, sendAgain, useUnsent } from "./outbox";
import { Settle } from "./Settle";
import type { KeptSale } from "./store";

/**
 * Shows the connection state of the till and the number of sales that the server does not have yet; a press lists them. Renders nothing if
 * all is well.
 */
export function Unsent() {
  const t = useT();
  const isOffline = useOffline();
  const unsent = useUnsent();
  const maySettle = useCan("sale_settle");
  const [open, setOpen] = useState(false);
  const [settling, setSettling] = useState<KeptSale>();
  if (!isOffline && unsent.length === 0 && !settling) return null;
  const refused = unsent.filter(({ state }) => state === "refused").length;
  return (
    <div className="till-unsent" role="status">
      <Icon name="warning" />
      <span className="grow">
        {isOffline && t("sale.unsent.noNetworkCashWalk")}
        {unsent.length > 0 && <b>{t("sale.unsent.unsent", { count: unsent.length })}</b>}
        {refused > 0 && ` ${t("sale.unsent.themRefusedLookThem", { count: refused })}`}
      </span>
      {unsent.length > 0 && (
        <button type="button" className="link" onClick={() => setOpen(true)}>
          {t("sale.unsent.show")}
        </button>
      )}
      {settling && (
        <Modal title={t("sale.unsent.settleRefusedSale")} width={460} onClose={() => setSettling(undefined)}>
          <Settle of={settling} onClose={() => setSettling(undefined)} />
        </Modal>
      )}
      {open && !settling && (
        <Modal title={t("sale.unsent.unsentSales")} width={520} onClose={() => setOpen(false)}>
          <div className="till-unsent-list">
            <ul className="sale-facts">
              {unsent.map((one) => {
                const { key, at, shown, state, why, operator, personId } = one;
                return (
                  <li key={key}>
                    <span>
                      <span className="mono">{shown.no}</span> {shown.goods}
                    </span>
                    <small className="mut">
                      <When at={at} /> {operator} {state === "refused" && <span className="bad">{why}</span>}
                      {state === "waiting" && personId !== session().person?.userId && t("sale.unsent.sentOncePersonLogged")}
                    </small>
                    <b>{showFen(fen(shown.total))}</b>
                    {state === "refused" && <Button onClick={() => void sendAgain(key)}>{t("sale.unsent.sendAgain")}</Button>}
                    {state === "refused" && maySettle && <Button onClick={() => setSettling(one)}>{t("sale.unsent.settle")}</Button>}
                  </li>
                );
              })}
            </ul>
            <p className="mut">{t("sale.unsent.moneyTakenSalesKept")}</p>
            <Button kind="primary" onClick={() => void flush()}>
              {t("sale.unsent.sendNow")}
            </Button>
          </div>
        </Modal>
      )}
    </div>
  );
}

/** Said before a shift is closed: what this browser has not sent, and that what other tills hold can't be known here. */
export function UnsentAtClose() {
  const t = useT();
  const unsent = useUnsent();
  if (unsent.length === 0) return <p className="mut">{t("sale.unsent.allSalesBrowserSent")}</p>;
  const sum = unsent
    .flatMap(({ shown }) => shown.payments)
    .reduce((all, { type, amount }) => (type === "Cash" ? all + fen(amount) : all), 0);
  return (
    <div className="till-unsent" role="alert">
      <Icon name="warning" />
      <span className="grow">{t("sale.unsent.salesBrowserCashNot", { count: unsent.length, amount: showFen(sum) })}</span>
      <Button onClick={() => void flush()}>{t("sale.unsent.sendNow")}</Button>
    </div>
  );
}
