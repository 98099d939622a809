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
      <h3 className="record-group">{t({ zh: "同单其他单据", en: "Other documents" })}</h3>
      <ul className="sale-facts">
        {of.items.map((item) => (
          <li key={item.id}>
            <span>
              {item.name} × {item.quantity}
            </span>
            <small className="mut">
              <span className="mono">{item.no}</span>
              {item.cards.map(
                ({ no, name, uses }) => ` · ${t({ zh: "{name} {no} 用 {uses} 次", en: "{name} {no}, uses {uses}" }, { name, no, uses })}`,
              )}
              {item.kept !== null &&
                ` ${t(
                  { zh: "已退 {back}，扣下 {kept}", en: "given back {back}, kept {kept}" },
                  { back: showFen(fen(item.givenBack ?? "0")), kept: showFen(fen(item.kept)) },
                )}`}
            </small>
            <b>{showFen(fen(item.total))}</b>
            {item.kind === "deposit" && item.kept === null && item.documentId !== null && maySettle && (
              <Button onClick={() => setSettling(item)}>{t({ zh: "退押金", en: "Give back" })}</Button>
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
      notify.success(t({ zh: "押金已退 {amount}", en: "{amount} of the deposit given back" }, { amount: showFen(back) }));
      onDone();
    } catch {
      // Shown in the form.
    }
  };
  return (
    <Modal title={t({ zh: "退押金", en: "Give the deposit back" })} width={420} onClose={onClose}>
      <div className="panel sale-form">
        <PanelForm
          act={t({ zh: "退 {amount}", en: "Give back {amount}" }, { amount: showFen(back) })}
          kind="primary"
          pending={call.pending}
          ready={keep !== undefined && back >= 0 && (keep === 0 || reasonOk(reason))}
          lacks={
            back < 0
              ? t({ zh: "扣下的不能多于押金", en: "No more than the deposit can be kept" })
              : keep === 0
                ? undefined
                : reasonProblem(reason, t)
          }
          error={call.error ?? undefined}
          back={t("common.back")}
          onAct={act}
          onBack={onClose}
        >
          <p>
            {t(
              {
                zh: "押金 {amount}，原路退回；损坏或未归还的，写明扣下多少",
                en: "{amount} go back the way they came; say what is kept for damage or loss",
              },
              { amount: showFen(total) },
            )}
          </p>
          <label className="field">
            <span className="field-label">{t({ zh: "扣下（元）", en: "Kept (yuan)" })}</span>
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
          {keep !== 0 && <ReasonField title={t({ zh: "扣押金的原因", en: "Why it is kept" })} value={reason} onValue={setReason} />}
        </PanelForm>
      </div>
    </Modal>
  );
}
