import { type ReactNode, useState } from "react";
import { fen, showFen } from "../../contract/core/money";
import type { PaymentType } from "../../contract/core/enums";
import { PAY_TYPE_LABELS } from "../../contract/core/pay-types";
import { useT } from "../i18n/use-t";
import { ErrorState } from "../ui/ErrorState";
import { SkeletonText } from "../ui/Skeleton";
import { PanelForm, ReasonField, reasonProblem, reasonOk } from "../ui/form/PanelForm";

/** Refunds of everybody: the total in yuan, and the amount by refund method. */
interface Preview {
  readonly refund: string;
  readonly byType: readonly { readonly type: PaymentType; readonly amount: string }[];
}

/**
 * Cancels what many have paid for. First what goes back, method by method: everything, to where it came from.
 * @param words `who` says whom it concerns, once the preview is there
 * @param empty nobody has paid: there is nothing to go back
 * @param more lines of the preview besides money
 * @param onCancel cancels; a refusal shows what is true now, and the reason stays
 */
export function CancelInFull({
  words,
  preview,
  empty,
  more,
  read,
  cancel,
  onCancel,
  onBack,
}: {
  words: {
    readonly title: string;
    readonly act: string;
    readonly keep: string;
    readonly who: string;
    readonly reason: string;
    readonly hint: string;
  };
  preview: Preview | undefined;
  empty: boolean;
  more?: ReactNode;
  read: { readonly error: Error | null; readonly isFetching: boolean; readonly refetch: () => unknown };
  cancel: { readonly pending: boolean; readonly error: Error | undefined };
  onCancel: (reason: string) => Promise<void>;
  onBack: () => void;
}) {
  const t = useT();
  const [reason, setReason] = useState("");
  const act = (): Promise<void> => onCancel(reason.trim()).catch(() => void read.refetch());
  return (
    <PanelForm
      act={words.act}
      kind="danger"
      pending={cancel.pending}
      waits={read.isFetching}
      ready={preview !== undefined && reasonOk(reason)}
      lacks={reasonProblem(reason, t)}
      error={cancel.error}
      back={words.keep}
      onAct={act}
      onBack={onBack}
    >
      <h3 className="sec-t">{words.title}</h3>
      {read.error && <ErrorState what={read.error.message} onRetry={() => void read.refetch()} />}
      {!preview && !read.error && <SkeletonText lines={4} label={t("ui.loading")} />}
      {preview && <p className="mut pay-note">{words.who}</p>}
      {preview && !empty && (
        <dl className="preview">
          {preview.byType.map(({ type, amount }) => (
            <div key={type} className="sess-back">
              <dt>{t(PAY_TYPE_LABELS[type])}</dt>
              <dd>{showFen(fen(amount))}</dd>
            </div>
          ))}
          {more}
          <dt className="sum">{t("booking.cancel.refund")}</dt>
          <dd className="sum">{showFen(fen(preview.refund))}</dd>
        </dl>
      )}
      <ReasonField title={words.reason} value={reason} hint={words.hint} onValue={setReason} />
    </PanelForm>
  );
}
