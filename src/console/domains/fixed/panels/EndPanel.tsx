import { useRef, useState } from "react";
import { type EndPreview, fixed } from "../../../../contract/fixed/fixed";
import { fen, showFen, yuan } from "../../../../contract/core/money";
import { PAY_TYPE_LABELS } from "../../../../contract/core/pay-types";
import { useCall } from "../../../api/use-call";
import { useRead } from "../../../api/use-read";
import { useSettled } from "../../../api/use-settled";
import { useT } from "../../../i18n/use-t";
import { Money } from "../../../ui/Money";
import { SkeletonText } from "../../../ui/Skeleton";
import { reasonProblem, reasonOk } from "../../../ui/form/PanelForm";
import { readAmountOrZero } from "../../../../contract/core/typed/amount";
import { Panel, type PanelProps } from "./Panel";
import { Reason } from "./Reason";
import { FieldProblem } from "../../../ui/FieldProblem";

/** Ends a contract: the refund preview is shown before it happens. */
export function EndPanel({ contract, onBack, onDone }: PanelProps & { onDone: () => void }) {
  const t = useT();
  const [reason, setReason] = useState("");
  const [feeText, setFeeText] = useState("");
  const typed = readAmountOrZero(feeText);
  const fee = typed.value;
  const [previewInput, settled] = useSettled({ id: contract.id, ...(fee ? { fee: yuan(fee) } : {}) });
  const preview = useRead(fixed.endPreview, previewInput, { keepPrevious: true, staleTime: 0 });
  const end = useCall(fixed.end);
  // The last figures stay where a fee is refused: it is typed among them, and has to be mended there.
  const last = useRef<EndPreview>(undefined);
  last.current = preview.data ?? last.current;
  const data = last.current;
  return (
    <Panel
      title={t("fixed.act.end")}
      act={data && data.refund !== "0.00" ? t("fixed.confirmEnd", { amount: showFen(fen(data.refund)) }) : t("fixed.act.end")}
      danger
      ready={reasonOk(reason) && fee !== undefined && preview.data !== undefined && !preview.isPlaceholderData && !preview.error}
      lacks={typed.problem ? t(typed.problem) : reasonProblem(reason, t)}
      waits={!settled || preview.isFetching}
      pending={end.pending}
      error={end.error ?? preview.error ?? undefined}
      onBack={onBack}
      onAct={() => {
        end
          .run({ id: contract.id, reason: reason.trim(), fee: yuan(fee ?? 0) })
          .then(onDone)
          .catch(() => undefined); // shown in the panel
      }}
    >
      {data ? (
        <dl className="fixed-end">
          <dt>{t("fixed.endPaid")}</dt>
          <dd>
            <Money value={data.paid} />
          </dd>
          <dt>{t("fixed.endUsed", { count: data.usedCount })}</dt>
          <dd>
            − <Money value={data.used} />
          </dd>
          <dt>{t("fixed.endUnused")}</dt>
          <dd>
            <Money value={data.unused} />
          </dd>
          <dt>{t("fixed.endFee")}</dt>
          <dd>
            <span className="input">
              <input
                inputMode="decimal"
                autoComplete="off"
                aria-label={t("fixed.endFee")}
                placeholder="0.00"
                value={feeText}
                disabled={data.unused === "0.00"}
                onChange={(event) => setFeeText(event.target.value)}
              />
            </span>
            <FieldProblem of={typed} />
          </dd>
          <dt className="sum">{t("fixed.endRefund")}</dt>
          <dd className="sum">
            <Money value={data.refund} />
          </dd>
          {data.back
            .filter((part) => part.refund !== "0.00")
            .map((part) => (
              <div key={part.paymentId} className="fixed-back">
                <dt className="sec">
                  {t("fixed.endBack")} {t(PAY_TYPE_LABELS[part.type])}
                </dt>
                <dd className="sec">
                  <Money value={part.refund} />
                </dd>
              </div>
            ))}
        </dl>
      ) : (
        <SkeletonText lines={4} label={t("ui.loading")} />
      )}
      {data && data.openCount > 0 && <p className="mut">{t("fixed.endOpen", { count: data.openCount })}</p>}
      {data && data.owed !== "0.00" && <p className="notice notice-waiting">{t("fixed.endOwed", { amount: showFen(fen(data.owed)) })}</p>}
      <Reason value={reason} onValue={setReason} />
    </Panel>
  );
}
