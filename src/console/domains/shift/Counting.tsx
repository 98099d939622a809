import { useEffect, useRef, useState } from "react";
import { fen, showFen } from "../../../contract/core/money";
import { shifts } from "../../../contract/shift/shift";
import { useCall } from "../../api/use-call";
import { useT } from "../../i18n/use-t";
import { CommandButton } from "../../ui/CommandButton";
import { Failure } from "../../ui/Failure";
import { Icon } from "../../ui/Icon";
import { Kbd } from "../../ui/Kbd";
import { notify } from "../../ui/notices";
import { UnsentAtClose } from "../sale/offline/Unsent";
import { type Counts, CountForm } from "./CountForm";

/** The blind count: what is expected shows once it is handed in. */
export function Counting({ onDone, next }: { onDone: () => void; next: boolean }) {
  const t = useT();
  const form = useRef<{ readonly read: () => Counts }>(null);
  const [sum, setSum] = useState("0.00");
  const submit = useCall(shifts.submit);
  const reopen = useCall(shifts.reopen);
  const send = (): void => {
    const counts = form.current?.read();
    if (counts === undefined) notify.error(t("shift.counting.amountCantReadPlease"));
    else submit.run({ counts }).then(onDone, () => undefined);
  };
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "F9" || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      send();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });
  return (
    <>
      <p className="notice shift-blind">
        <Icon name="eye-off" /> <b>{t("shift.counting.blindCount")}</b> {t("shift.counting.whatExpectedShowsOnce")}
      </p>
      <UnsentAtClose />
      <CountForm ref={form} onSum={setSum} />
      {(submit.error ?? reopen.error) && <Failure>{(submit.error ?? reopen.error)?.message}</Failure>}
      <div className="shift-foot">
        <span className="mut">{t("shift.counting.countedAll")}</span>
        <b>¥{showFen(fen(sum))}</b>
        <span className="grow" />
        {!next && (
          <CommandButton size="lg" busy={reopen.pending} onClick={() => void reopen.run({}).then(onDone, () => undefined)}>
            {t("shift.counting.goWorking")}
          </CommandButton>
        )}
        <CommandButton kind="primary" size="lg" busy={submit.pending} onClick={send}>
          {t("shift.counting.handCount")} <Kbd>F9</Kbd>
        </CommandButton>
      </div>
    </>
  );
}
