/** Giving a member another card type: which one, what its card costs, and how that is paid. */
import { useState } from "react";
import { memberRecords } from "../../../contract/members/member-records";
import { type Member, members } from "../../../contract/members/members";
import { fen, showFen } from "../../../contract/core/money";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { Modal } from "../../desk/Modal";
import { OnePayment, type PaidBy } from "../../desk/OnePayment";
import { announcePaid } from "../../desk/announce-paid";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { Money } from "../../ui/Money";
import { notify } from "../../ui/notices";
import "../../theme/form.css";

/** @param onDone the member carries another card type */
export function ChangeLevel({ member, onDone, onClose }: { member: Member; onDone: () => void; onClose: () => void }) {
  const t = useT();
  const types = useRead(members.cardTypes, {}, { staleTime: 60_000 });
  const [chosenType, setChosenType] = useState("");
  const asks = useRead(memberRecords.levelPreview, { id: member.id, cardTypeId: chosenType }, { enabled: chosenType !== "" });
  const { run, pending, error } = useCall(members.setLevel);
  const offered = (types.data?.content ?? []).filter(({ id }) => id !== member.cardTypeId);
  const found = chosenType === "" ? undefined : asks.data;
  const due = fen(found?.due ?? "0.00");
  const act = (by?: PaidBy): void => {
    run({ id: member.id, cardTypeId: chosenType, ...(by && found ? { fees: { due: found.due, ...by } } : {}) })
      .then(({ name, cardTypeName }) => {
        const currentText = t("members.changeLevel.now", { name, type: cardTypeName });
        if (by && found) announcePaid(currentText, [{ type: by.method, amount: found.due, ...by }]);
        else notify.success(currentText);
        onDone();
      })
      .catch(() => undefined); // shown above the button
  };
  const failure = asks.error ?? types.error;
  return (
    <Modal title={t("members.changeLevel.upgradeCard", { name: member.name })} width={480} onClose={onClose}>
      <div className="stack">
        {failure && <Failure>{failure.message}</Failure>}
        <label>
          <span className="field-label">{t("members.changeLevel.fromTo", { now: member.cardTypeName })}</span>
          <span className="input">
            <select value={chosenType} onChange={({ target: { value } }) => setChosenType(value)}>
              <option value="">{t("common.choose")}</option>
              {offered.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </span>
        </label>
        {found && (
          <table className="table">
            <tbody>
              {[
                { label: t("members.changeLevel.cardFee"), value: found.fee },
                { label: t("members.changeLevel.depositPay"), value: found.deposit },
                { label: t("members.changeLevel.depositHeldAlready"), value: found.held },
              ].map(({ label, value }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td className="num">
                    <Money value={value} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {due > 0 ? (
          <OnePayment
            due={due}
            label={t("members.changeLevel.takeUpgrade", { amount: showFen(due) })}
            busy={pending}
            failure={error?.message}
            onPay={act}
          />
        ) : (
          <>
            {error && <Failure>{error.message}</Failure>}
            <Button
              kind="primary"
              size="lg"
              block
              busy={pending || (chosenType !== "" && !found && !failure)}
              why={chosenType === "" ? t("members.changeLevel.chooseCardFirst") : failure?.message}
              whyInTooltip={chosenType !== ""}
              onClick={() => act()}
            >
              {t("members.upgrade")}
            </Button>
          </>
        )}
      </div>
    </Modal>
  );
}
