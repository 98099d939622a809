/** Paying a debt at the desk: how much of what is owed, and how; what fixed bookings owe is paid there. */
import { useState } from "react";
import { Link } from "react-router";
import { memberRecords } from "../../../contract/members/member-records";
import type { Member } from "../../../contract/members/members";
import { fen, showFen, yuan } from "../../../contract/core/money";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { Modal } from "../../desk/Modal";
import { OnePayment, type PaidBy } from "../../desk/OnePayment";
import { readAmount } from "../../../contract/core/typed/amount";
import { announcePaid } from "../../desk/announce-paid";
import { useT } from "../../i18n/use-t";
import { BeforeAfter, movedBy } from "../../ui/BeforeAfter";
import { ErrorState } from "../../ui/ErrorState";
import { Money } from "../../ui/Money";
import { SkeletonText } from "../../ui/Skeleton";
import "../../theme/form.css";
import { FieldProblem } from "../../ui/FieldProblem";

/** @param onDone it is paid */
export function PayDebt({ member, onDone, onClose }: { member: Member; onDone: () => void; onClose: () => void }) {
  const t = useT();
  const owed = useRead(memberRecords.debt, { id: member.id });
  const { run, pending, error } = useCall(memberRecords.payDebt);
  const [text, setText] = useState<string>();
  const here = fen(owed.data?.here ?? "0.00");
  const typed = readAmount(text ?? yuan(here), { zero: false, max: here });
  const amount = typed.value;
  const due = amount;
  const pay = ({ method, ...by }: PaidBy): void => {
    if (due === undefined) return;
    run({ id: member.id, amount: yuan(due), method, ...by })
      .then(({ debt }) => {
        announcePaid(t("members.payDebt.takenStillOwed", { left: showFen(fen(debt)) }), [{ type: method, amount: yuan(due), ...by }]);
        onDone();
      })
      .catch(() => undefined); // shown above the button
  };
  return (
    <Modal title={t("members.payDebt.takeWhatOwes", { name: member.name })} width={480} onClose={onClose}>
      {owed.error && <ErrorState what={owed.error.message} retrying={owed.isFetching} onRetry={() => void owed.refetch()} />}
      {!owed.data && !owed.error && <SkeletonText lines={4} label={t("ui.loading")} />}
      {owed.data && (
        <div className="stack">
          {owed.data.contracts.map((contract) => (
            <p key={contract.id} className="notice notice-waiting">
              {t("members.payDebt.fixedBooking")} <Link to={`/book/regular-list/${contract.id}`}>{contract.no}</Link>{" "}
              {t("members.payDebt.owes")} <Money value={contract.owed} />
              {t("members.payDebt.paidThere")}
            </p>
          ))}
          <label className="input input-lg">
            <span className="mut">{t("members.payDebt.amount")} ¥</span>
            <input
              inputMode="decimal"
              autoComplete="off"
              value={text ?? yuan(here)}
              aria-invalid={due === undefined || undefined}
              onFocus={(event) => event.target.select()}
              onChange={(event) => setText(event.target.value)}
            />
          </label>
          <FieldProblem of={typed} />
          <BeforeAfter rows={[movedBy(t("members.debt"), owed.data.here, -(due ?? 0))]} />
          <OnePayment
            due={due}
            purse={fen(member.principal)}
            label={t("members.payDebt.take", { amount: showFen(due ?? 0) })}
            busy={pending}
            failure={error?.message}
            onPay={pay}
          />
        </div>
      )}
    </Modal>
  );
}
