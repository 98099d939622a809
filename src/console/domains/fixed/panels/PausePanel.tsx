import { useState } from "react";
import { fixed } from "../../../../contract/fixed/fixed";
import { useCall } from "../../../api/use-call";
import { useT } from "../../../i18n/use-t";
import { reasonProblem, reasonOk } from "../../../ui/form/PanelForm";
import { Panel, type PanelProps } from "./Panel";
import { Reason } from "./Reason";

/** Pauses a contract. */
export function PausePanel({ contract, onBack, onDone }: PanelProps & { onDone: () => void }) {
  const t = useT();
  const [reason, setReason] = useState("");
  const pause = useCall(fixed.pause);
  return (
    <Panel
      title={t("fixed.act.pause")}
      act={t("fixed.act.pause")}
      ready={reasonOk(reason)}
      lacks={reasonProblem(reason, t)}
      pending={pause.pending}
      error={pause.error}
      onBack={onBack}
      onAct={() => {
        pause
          .run({ id: contract.id, reason: reason.trim() })
          .then(onDone)
          .catch(() => undefined); // shown in the panel
      }}
    >
      <p className="mut">{t("fixed.pauseHint")}</p>
      <Reason value={reason} onValue={setReason} />
    </Panel>
  );
}
