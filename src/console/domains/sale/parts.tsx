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
          {t("sale.printReceipt")}
        </Button>
        {mayReturn && left && next(machine, data.state, "returnPart") !== undefined && (
          <Button icon="repeat" onClick={() => setDoing("return")}>
            {t("sale.parts.takeGoodsBack")}
          </Button>
        )}
        <span className="grow" />
        {mayVoid && data.items.length === 0 && next(machine, data.state, "void") !== undefined && (
          <Button kind="danger" onClick={() => setDoing("void")}>
            {t("sale.parts.void")}
          </Button>
        )}
      </div>
      {data.lines.length > 0 && <Lines of={data} />}
      <SaleItems of={data} onDone={done} />
      <h3 className="record-group">{t("sale.parts.payments")}</h3>
      <ul className="sale-facts">
        {data.payments.map((payment) => (
          <li key={payment.id}>
            <span>{t(PAY_TYPE_LABELS[payment.type])}</span>
            <small className="mut">
              {payment.tendered !== null &&
                t("sale.parts.givenChange", { given: showFen(fen(payment.tendered)), change: showFen(fen(payment.change)) })}
              {fen(payment.refunded) > 0 && ` ${t("sale.parts.refunded", { amount: showFen(fen(payment.refunded)) })}`}
            </small>
            <b>{showFen(fen(payment.amount))}</b>
          </li>
        ))}
      </ul>
      {data.returns.length > 0 && (
        <>
          <h3 className="record-group">{t("sale.parts.returns")}</h3>
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
        <Modal title={t("sale.parts.takeGoodsBack")} width={460} onClose={close}>
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
          <th scope="col">{t("sale.product")}</th>
          <th scope="col" className="end">
            {t("sale.parts.unitPrice")}
          </th>
          <th scope="col" className="end">
            {t("sale.parts.qty")}
          </th>
          <th scope="col" className="end">
            {t("sale.parts.off")}
          </th>
          <th scope="col" className="end">
            {t("sale.parts.sold")}
          </th>
        </tr>
      </thead>
      <tbody>
        {of.lines.map((line) => {
          const kinds = [
            [t("sale.parts.member"), fen(line.memberOff)],
            [t("sale.parts.coupon"), fen(line.couponOff)],
            [t("sale.parts.hand"), fen(line.manualOff)],
            [t("sale.rounding"), fen(line.rounding)],
          ] as const;
          return (
            <tr key={line.id}>
              <td>
                {line.productName} <small className="mut">{line.className}</small>
                {line.returned > 0 && <small className="bad"> {t("sale.parts.returned", { count: line.returned })}</small>}
                {line.setPrice && (
                  <small className="mut sale-note">
                    {t("sale.parts.changed", {
                      own: showFen(fen(line.setPrice.own)),
                      price: showFen(fen(line.setPrice.price)),
                      reason: line.setPrice.reason,
                    })}
                  </small>
                )}
              </td>
              <td className="end">
                {showFen(fen(line.unitPrice))}
                {fen(line.memberOff) > 0 && (
                  <small className="mut sale-note">{t("sale.parts.member2", { price: showFen(fen(line.price)) })}</small>
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
          <th scope="row">{t("sale.parts.goods")}</th>
          <td className="end">{showFen(sum("list"))}</td>
          <td className="end">{of.quantity}</td>
          <td className="end">{off(sum("list") - sum("total"))}</td>
          <td className="end">{showFen(sum("total"))}</td>
        </tr>
        {fen(of.rounding) > 0 && (
          <tr>
            <th scope="row" colSpan={3}>
              {t("sale.parts.whichRounding")}
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
      notify.success(t("sale.parts.voidMoneyWentBack", { no: of.no }));
      onDone();
    } catch {
      // Shown in the form.
    }
  };
  return (
    <Modal title={t("sale.parts.void2", { no: of.no })} width={420} onClose={onClose}>
      <div className="panel sale-form">
        <PanelForm
          act={t("sale.parts.voidGiveBack", { amount: showFen(fen(of.total)) })}
          kind="danger"
          pending={call.pending}
          ready={reasonOk(reason)}
          lacks={reasonProblem(reason, t)}
          error={call.error ?? undefined}
          back={t("common.back")}
          onAct={act}
          onBack={onClose}
        >
          <p>{t("sale.parts.saleRunningShiftCan")}</p>
          <ReasonField title={t("ui.reason")} value={reason} onValue={setReason} />
        </PanelForm>
      </div>
    </Modal>
  );
}

export const parts: Parts = { record: SaleRecord };
