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
    if (counts === undefined) notify.error(t({ zh: "有一项金额看不懂，请改正", en: "An amount can't be read; please mend it" }));
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
        <Icon name="eye-off" /> <b>{t({ zh: "盲点", en: "Blind count" })}</b>{" "}
        {t({
          zh: "应有金额在提交后显示。提交前可退回营业，提交后只能说明差异，不能改数。",
          en: "What is expected shows once this is handed in. Until then you can go on working; after that the figures stand and only a note can be added.",
        })}
      </p>
      <UnsentAtClose />
      <CountForm ref={form} onSum={setSum} />
      {(submit.error ?? reopen.error) && <Failure>{(submit.error ?? reopen.error)?.message}</Failure>}
      <div className="shift-foot">
        <span className="mut">{t({ zh: "实点合计", en: "Counted in all" })}</span>
        <b>¥{showFen(fen(sum))}</b>
        <span className="grow" />
        {!next && (
          <CommandButton size="lg" busy={reopen.pending} onClick={() => void reopen.run({}).then(onDone, () => undefined)}>
            {t({ zh: "退回营业", en: "Go on working" })}
          </CommandButton>
        )}
        <CommandButton kind="primary" size="lg" busy={submit.pending} onClick={send}>
          {t({ zh: "提交清点", en: "Hand in the count" })} <Kbd>F9</Kbd>
        </CommandButton>
      </div>
    </>
  );
}
