/** Additions to the derived list of sales: a record shows its lines, payments and returns, and the actions on it. */
import { useState } from "react";
import { type Fen, fen, showFen } from "../../../contract/core/money";
import { sale, type SaleDetail } from "../../../contract/sale/sale";
import { next, sale as machine } from "../../../contract/core/states";
import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import type { AnyRow, Parts } from "../../resource/parts";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { ErrorState } from "../../ui/ErrorState";
import { notify } from "../../ui/notices";
import { SkeletonText } from "../../ui/Skeleton";
import { When } from "../../ui/When";
import { PanelForm, ReasonField, reasonProblem, reasonOk } from "../../ui/form/PanelForm";
import { Approvals } from "../../desk/Approvals";
import { ReturnGoods } from "../../desk/ReturnGoods";
import { Receipt } from "./Receipt";
import { SaleItems } from "./SaleItems";
import "../../desk/desk.css";
import "./sale.css";

type Doing = "return" | "void" | "print";

function SaleRecord({ row, again }: { row: AnyRow; again: () => void }) {
  const t = useT();
  const read = useRead(sale.view, { id: row.id });
  const [doing, setDoing] = useState<Doing>();
  const mayReturn = useCan("sale_return");
  const mayVoid = useCan("sale_delete");
  const { data } = read;
  if (read.error && !data) return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  if (!data) return <SkeletonText lines={6} label={t("ui.loading")} />;
  const done = (): void => {
    setDoing(undefined);
    void read.refetch();
    again();
  };
  const close = (): void => setDoing(undefined);
  const left = data.lines.some((line) => line.returned < line.quantity);
  return (
    <section className="sale-record">
      <div className="row wrap">
        <Button icon="print" onClick={() => setDoing("print")}>
          {t({ zh: "打印小票", en: "Print receipt" })}
        </Button>
        {mayReturn && left && next(machine, data.state, "returnPart") !== undefined && (
          <Button icon="repeat" onClick={() => setDoing("return")}>
            {t({ zh: "退货", en: "Take goods back" })}
          </Button>
        )}
        <span className="grow" />
        {mayVoid && data.items.length === 0 && next(machine, data.state, "void") !== undefined && (
          <Button kind="danger" onClick={() => setDoing("void")}>
            {t({ zh: "作废", en: "Void" })}
          </Button>
        )}
      </div>
      {data.lines.length > 0 && <Lines of={data} />}
      <SaleItems of={data} onDone={done} />
      <h3 className="record-group">{t({ zh: "收款", en: "Payments" })}</h3>
      <ul className="sale-facts">
        {data.payments.map((payment) => (
          <li key={payment.id}>
            <span>{t(PAY_TYPE_LABELS[payment.type])}</span>
            <small className="mut">
              {payment.tendered !== null &&
                t(
                  { zh: "收 {given}，找零 {change}", en: "given {given}, change {change}" },
                  { given: showFen(fen(payment.tendered)), change: showFen(fen(payment.change)) },
                )}
              {fen(payment.refunded) > 0 &&
                ` ${t({ zh: "已退 {amount}", en: "refunded {amount}" }, { amount: showFen(fen(payment.refunded)) })}`}
            </small>
            <b>{showFen(fen(payment.amount))}</b>
          </li>
        ))}
      </ul>
      {data.returns.length > 0 && (
        <>
          <h3 className="record-group">{t({ zh: "退货", en: "Returns" })}</h3>
          <ul className="sale-facts">
            {data.returns.map((one) => (
              <li key={one.id}>
                <span className="mono">{one.no}</span>
                <small className="mut">
                  <When at={one.at} /> {one.operator} · {one.reason}
                </small>
                <b>{showFen(-fen(one.refund))}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      <Approvals of={data.approvals} />
      {doing === "return" && (
        <Modal title={t({ zh: "退货", en: "Take goods back" })} width={460} onClose={close}>
          <div className="panel sale-form">
            <ReturnGoods of={{ ...data, refunded: data.returned }} onDone={done} onBack={close} />
          </div>
        </Modal>
      )}
      {doing === "void" && <VoidSale of={data} onDone={done} onClose={close} />}
      {doing === "print" && <Receipt of={data} onClose={close} />}
    </section>
  );
}

/** The goods of a sale: each line leads from its list price to what it was sold for, and the lines add up to the sale. */
function Lines({ of }: { of: SaleDetail }) {
  const t = useT();
  const off = (amount: Fen): string => (amount === 0 ? "—" : showFen(-amount));
  const sum = (key: "list" | "total"): Fen => of.lines.reduce((total, line) => total + fen(line[key]), 0);
  return (
    <table className="sale-lines">
      <thead>
        <tr>
          <th scope="col">{t({ zh: "商品", en: "Product" })}</th>
          <th scope="col" className="end">
            {t({ zh: "单价", en: "Unit price" })}
          </th>
          <th scope="col" className="end">
            {t({ zh: "数量", en: "Qty" })}
          </th>
          <th scope="col" className="end">
            {t({ zh: "优惠", en: "Off" })}
          </th>
          <th scope="col" className="end">
            {t({ zh: "成交", en: "Sold for" })}
          </th>
        </tr>
      </thead>
      <tbody>
        {of.lines.map((line) => {
          const kinds = [
            [t({ zh: "会员价", en: "Member" }), fen(line.memberOff)],
            [t({ zh: "优惠券", en: "Coupon" }), fen(line.couponOff)],
            [t({ zh: "手工", en: "By hand" }), fen(line.manualOff)],
            [t({ zh: "抹零", en: "Rounding" }), fen(line.rounding)],
          ] as const;
          return (
            <tr key={line.id}>
              <td>
                {line.productName} <small className="mut">{line.className}</small>
                {line.returned > 0 && (
                  <small className="bad"> {t({ zh: "已退 {count}", en: "{count} returned" }, { count: line.returned })}</small>
                )}
                {line.setPrice && (
                  <small className="mut sale-note">
                    {t(
                      { zh: "原价 {own} 改为 {price}：{reason}", en: "{own} changed to {price}: {reason}" },
                      { own: showFen(fen(line.setPrice.own)), price: showFen(fen(line.setPrice.price)), reason: line.setPrice.reason },
                    )}
                  </small>
                )}
              </td>
              <td className="end">
                {showFen(fen(line.unitPrice))}
                {fen(line.memberOff) > 0 && (
                  <small className="mut sale-note">
                    {t({ zh: "会员价 {price}", en: "member {price}" }, { price: showFen(fen(line.price)) })}
                  </small>
                )}
              </td>
              <td className="end">{line.quantity}</td>
              <td className="end">
                {off(fen(line.list) - fen(line.total))}
                {kinds.map(
                  ([name, amount]) =>
                    amount > 0 && (
                      <small key={name} className="mut sale-note">
                        {name} {off(amount)}
                      </small>
                    ),
                )}
              </td>
              <td className="end">{showFen(fen(line.total))}</td>
            </tr>
          );
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t({ zh: "商品合计", en: "Goods" })}</th>
          <td className="end">{showFen(sum("list"))}</td>
          <td className="end">{of.quantity}</td>
          <td className="end">{off(sum("list") - sum("total"))}</td>
          <td className="end">{showFen(sum("total"))}</td>
        </tr>
        {fen(of.rounding) > 0 && (
          <tr>
            <th scope="row" colSpan={3}>
              {t({ zh: "其中抹零", en: "Of which rounding" })}
            </th>
            <td className="end">{off(fen(of.rounding))}</td>
            <td />
          </tr>
        )}
      </tfoot>
    </table>
  );
}

function VoidSale({ of, onDone, onClose }: { of: SaleDetail; onDone: () => void; onClose: () => void }) {
  const t = useT();
  const [reason, setReason] = useState("");
  const call = useCall(sale.remove);
  const act = async (): Promise<void> => {
    try {
      await call.run({ id: of.id, reason: reason.trim() });
      notify.success(t({ zh: "{no} 已作废，款项原路退回", en: "{no} is void; the money went back the way it came" }, { no: of.no }));
      onDone();
    } catch {
      // Shown in the form.
    }
  };
  return (
    <Modal title={t({ zh: "作废 {no}", en: "Void {no}" }, { no: of.no })} width={420} onClose={onClose}>
      <div className="panel sale-form">
        <PanelForm
          act={t({ zh: "作废并退 {amount}", en: "Void and give back {amount}" }, { amount: showFen(fen(of.total)) })}
          kind="danger"
          pending={call.pending}
          ready={reasonOk(reason)}
          lacks={reasonProblem(reason, t)}
          error={call.error ?? undefined}
          back={t("common.back")}
          onAct={act}
          onBack={onClose}
        >
          <p>
            {t({
              zh: "当班收的款可以作废：商品回到门市，款项原路退回，账上记相反的分录。跨班请用退货。",
              en: "A sale of the running shift can be voided: the goods go back to the shop, the money the way it came, and mirror entries are posted. After the shift, take goods back instead.",
            })}
          </p>
          <ReasonField title={t({ zh: "原因", en: "Reason" })} value={reason} onValue={setReason} />
        </PanelForm>
      </div>
    </Modal>
  );
}

export const parts: Parts = { record: SaleRecord };
