/** Items of a sale beside goods, each a document of its own; deposits are settled here. */
import { useState } from "react";
import { fen, showFen, yuan } from "../../../contract/core/money";
import { sale, type SaleDetail, type SaleItem } from "../../../contract/sale/sale";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { Modal } from "../../desk/Modal";
import { useCan } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { notify } from "../../ui/notices";
import { readAmountOrZero } from "../../../contract/core/typed/amount";
import { PanelForm, ReasonField, reasonProblem, reasonOk } from "../../ui/form/PanelForm";
import { FieldProblem, hasProblem } from "../../ui/FieldProblem";

export function SaleItems({ of, onDone }: { of: SaleDetail; onDone: () => void }) {
  const t = useT();
  const maySettle = useCan("sale_return");
  const [settling, setSettling] = useState<SaleItem>();
  if (of.items.length === 0) return null;
  return (
    <>
      <h3 className="record-group">{t("sale.saleItems.otherDocuments")}</h3>
      <ul className="sale-facts">
        {of.items.map((item) => (
          <li key={item.id}>
            <span>
              {item.name} × {item.quantity}
            </span>
            <small className="mut">
              <span className="mono">{item.no}</span>
              {item.cards.map(({ no, name, uses }) => ` · ${t("sale.saleItems.uses", { name, no, uses })}`)}
              {item.kept !== null &&
                ` ${t("sale.saleItems.givenBackKept", { back: showFen(fen(item.givenBack ?? "0")), kept: showFen(fen(item.kept)) })}`}
            </small>
            <b>{showFen(fen(item.total))}</b>
            {item.kind === "deposit" && item.kept === null && item.documentId !== null && maySettle && (
              <Button onClick={() => setSettling(item)}>{t("sale.saleItems.giveBack")}</Button>
            )}
          </li>
        ))}
      </ul>
      {settling && (
        <Settle
          item={settling}
          onClose={() => setSettling(undefined)}
          onDone={() => {
            setSettling(undefined);
            onDone();
          }}
        />
      )}
    </>
  );
}

function Settle({ item, onDone, onClose }: { item: SaleItem; onDone: () => void; onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const call = useCall(sale.settleDeposit);
  const typed = readAmountOrZero(text);
  const keep = typed.value;
  const total = fen(item.total);
  const back = total - (keep ?? 0);
  const act = async (): Promise<void> => {
    try {
      await call.run({ itemId: item.id, keep: yuan(keep ?? 0), reason: reason.trim() });
      notify.success(t("sale.saleItems.depositGivenBack", { amount: showFen(back) }));
      onDone();
    } catch {
      // Shown in the form.
    }
  };
  return (
    <Modal title={t("sale.saleItems.giveDepositBack")} width={420} onClose={onClose}>
      <div className="panel sale-form">
        <PanelForm
          act={t("sale.saleItems.giveBack2", { amount: showFen(back) })}
          kind="primary"
          pending={call.pending}
          ready={keep !== undefined && back >= 0 && (keep === 0 || reasonOk(reason))}
          lacks={back < 0 ? t("sale.saleItems.noMoreThanDeposit") : keep === 0 ? undefined : reasonProblem(reason, t)}
          error={call.error ?? undefined}
          back={t("common.back")}
          onAct={act}
          onBack={onClose}
        >
          <p>{t("sale.saleItems.goBackWayThey", { amount: showFen(total) })}</p>
          <label className="field">
            <span className="field-label">{t("sale.saleItems.keptYuan")}</span>
            <span className="input">
              <input
                inputMode="decimal"
                autoComplete="off"
                placeholder="0.00"
                value={text}
                aria-invalid={hasProblem(typed) || undefined}
                onChange={(event) => setText(event.target.value)}
              />
            </span>
            <FieldProblem of={typed} />
          </label>
          {keep !== 0 && <ReasonField title={t("sale.saleItems.whyKept")} value={reason} onValue={setReason} />}
        </PanelForm>
      </div>
    </Modal>
  );
}
