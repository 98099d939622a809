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
  const lost = useOffline();
  const unsent = useUnsent();
  const maySettle = useCan("sale_settle");
  const [open, setOpen] = useState(false);
  const [settling, setSettling] = useState<KeptSale>();
  if (!lost && unsent.length === 0 && !settling) return null;
  const refused = unsent.filter(({ state }) => state === "refused").length;
  return (
    <div className="till-unsent" role="status">
      <Icon name="warning" />
      <span className="grow">
        {lost &&
          t({
            zh: "断网：可继续收散客现金，有离线额度的会员可扣余额；次卡和扫码要等网络恢复。",
            en: "No network: cash of walk-ins and members' allowances can be taken; cards and codes wait. ",
          })}
        {unsent.length > 0 && <b>{t({ zh: "未发送 {count} 笔", en: "{count} unsent" }, { count: unsent.length })}</b>}
        {refused > 0 && ` ${t({ zh: "其中 {count} 笔被拒绝，请处理", en: "{count} of them refused: look at them" }, { count: refused })}`}
      </span>
      {unsent.length > 0 && (
        <button type="button" className="link" onClick={() => setOpen(true)}>
          {t({ zh: "查看", en: "Show" })}
        </button>
      )}
      {settling && (
        <Modal title={t({ zh: "处理被拒绝的销售", en: "Settle a refused sale" })} width={460} onClose={() => setSettling(undefined)}>
          <Settle of={settling} onClose={() => setSettling(undefined)} />
        </Modal>
      )}
      {open && !settling && (
        <Modal title={t({ zh: "未发送的销售", en: "Unsent sales" })} width={520} onClose={() => setOpen(false)}>
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
                      {state === "waiting" &&
                        personId !== session().person?.userId &&
                        t({ zh: "由本人登录后发送", en: "sent once this person is logged in" })}
                    </small>
                    <b>{showFen(fen(shown.total))}</b>
                    {state === "refused" && <Button onClick={() => void sendAgain(key)}>{t({ zh: "重新发送", en: "Send again" })}</Button>}
                    {state === "refused" && maySettle && (
                      <Button onClick={() => setSettling(one)}>{t({ zh: "处理", en: "Settle" })}</Button>
                    )}
                  </li>
                );
              })}
            </ul>
            <p className="mut">
              {t({
                zh: "这些钱已收，单子保存在本浏览器，网络恢复后按顺序自动发送，每笔只记一次。被拒绝的（如库存不足）可以解决原因后重新发送，或由有权限的人点“处理”：补记入账，或退钱不入账。",
                en: "The money is taken and the sales are kept in this browser; they are sent in order once the network is back, each recorded once. One that was refused (short of stock, say) is sent again once the cause is gone, or settled by somebody with the permission: counted in and recorded, or given back.",
              })}
            </p>
            <Button kind="primary" onClick={() => void flush()}>
              {t({ zh: "现在发送", en: "Send now" })}
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
  if (unsent.length === 0)
    return (
      <p className="mut">
        {t({
          zh: "本浏览器的销售都已发送；其他收银机断网时的未发送数要在那台机器上看。",
          en: "All sales of this browser are sent; what another till has not sent can only be seen there.",
        })}
      </p>
    );
  const sum = unsent
    .flatMap(({ shown }) => shown.payments)
    .reduce((all, { type, amount }) => (type === "Cash" ? all + fen(amount) : all), 0);
  return (
    <div className="till-unsent" role="alert">
      <Icon name="warning" />
      <span className="grow">
        {t(
          {
            zh: "本浏览器还有 {count} 笔销售（现金 {amount}）没有发送：现金在钱箱里，但不在这个班的应有金额中，发送后记入发送时的班次。先发送再交班。",
            en: "{count} sales of this browser (cash {amount}) are not sent: their cash is in the drawer, but not in what this shift expects, and will be the shift's in which they are sent. Send them first.",
          },
          { count: unsent.length, amount: showFen(sum) },
        )}
      </span>
      <Button onClick={() => void flush()}>{t({ zh: "现在发送", en: "Send now" })}</Button>
    </div>
  );
}
