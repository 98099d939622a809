/** Sells something to a member or a walk-in beside the page: who, what it asks for, how it is paid. */
import "../../theme/form.css";
import "../../desk/desk.css";
import "./marketing.css";
import { Drawer } from "antd";
import { type ReactNode, type RefObject, useRef } from "react";
import { type Fen, showFen } from "../../../contract/core/money";
import { useT } from "../../i18n/use-t";
import { AntdScope } from "../../ui/AntdScope";
import { Button } from "../../ui/Button";
import { SkeletonText } from "../../ui/Skeleton";
import { Booker, type BookerDraft, phoneOk } from "../../desk/Booker";
import { FormTotal, PanelForm } from "../../ui/form/PanelForm";
import { Payments } from "../../desk/Payments";
import { toPayments } from "../../desk/payments";
import { usePayLines } from "../../desk/use-pay-lines";

export type PaidBy = ReturnType<typeof toPayments>;
interface Props {
  readonly title: string;
  readonly hint: ReactNode;
  readonly due: Fen;
  readonly booker: BookerDraft;
  readonly onBooker: (booker: BookerDraft) => void;
  /** True if everything needed besides the person and the payment is complete. */
  readonly ready: boolean;
  readonly act: string;
  readonly pending: boolean;
  readonly error: Error | undefined;
  readonly onAct: (payments: PaidBy) => Promise<void>;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function SellPanel(props: Props) {
  const t = useT();
  const { title, hint, booker, onClose } = props;
  const input = useRef<HTMLInputElement>(null);
  const member = booker.walkIn ? undefined : booker.member;
  return (
    <AntdScope>
      <Drawer
        open
        width={480}
        onClose={onClose}
        closable={false}
        aria-label={title}
        styles={{ body: { padding: 0 } }}
        destroyOnHidden
        afterOpenChange={(open) => open && input.current?.focus()}
      >
        <div className="panel sell">
          <header className="hd">
            <div className="grow">
              <h2>{title}</h2>
              <p>{hint}</p>
            </div>
            <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
          </header>
          {/* A member has purses of their own: what was typed for another one does not count. */}
          <Paying key={member?.id ?? "walk-in"} {...props} memberId={member?.id ?? null} input={input} />
        </div>
      </Drawer>
    </AntdScope>
  );
}

function Paying({
  due,
  booker,
  onBooker,
  ready,
  act,
  pending,
  error,
  onAct,
  onClose,
  children,
  memberId,
  input,
}: Props & { readonly memberId: string | null; readonly input: RefObject<HTMLInputElement | null> }) {
  const t = useT();
  const { lines, purses, split, setLines } = usePayLines(due, memberId);
  const paid = due === 0 || (lines !== undefined && split.ok);
  return (
    <PanelForm
      act={due === 0 ? act : `${act} ${showFen(due)}`}
      pending={pending}
      ready={ready && phoneOk(booker.phone) && paid}
      error={error}
      total={<FormTotal title={t("marketing.sellPanel.due")} amount={showFen(due)} />}
      back={t("common.cancel")}
      focusAct={memberId !== null}
      onAct={() => onAct(due > 0 && lines ? toPayments(lines) : [])}
      onBack={onClose}
    >
      <Booker booker={booker} onBooker={onBooker} input={input} errors={{}} />
      {children}
      {due > 0 && !lines && <SkeletonText lines={2} label={t("ui.loading")} />}
      {due > 0 && lines && <Payments lines={lines} due={due} purses={purses} onLines={setLines} />}
    </PanelForm>
  );
}
