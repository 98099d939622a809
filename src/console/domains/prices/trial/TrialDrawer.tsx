import "../prices.css";
import { Drawer } from "antd";
import { useState } from "react";
import { useT } from "../../../i18n/use-t";
import { AntdScope } from "../../../ui/AntdScope";
import { Button } from "../../../ui/Button";
import { useToday } from "../../../ui/today";
import { usePlaces } from "../../../ui/form/use-named";
import { type TrialDraft, TrialFields } from "./TrialFields";
import { TrialResult } from "./TrialResult";

const EVENING = 19 * 60;

/** "Why this price": a place, a time and a level of customer, and every rule that was tried. Nothing is booked. */
export function TrialDrawer({ onClose }: { onClose: () => void }) {
  const t = useT();
  const today = useToday();
  const [first] = usePlaces();
  const [draft, setDraft] = useState<TrialDraft>({ placeId: "", day: today, start: EVENING, minutes: 60, cardTypeId: "" });
  const trialDraft = draft.placeId === "" ? { ...draft, placeId: first?.id ?? "" } : draft;
  return (
    <AntdScope>
      <Drawer open width={440} onClose={onClose} closable={false} aria-label={t("prices.trial.title")} styles={{ body: { padding: 0 } }}>
        <div className="drawer-body">
          <header className="drawer-head">
            <div className="grow">
              <h2>{t("prices.trial.title")}</h2>
              <p className="mut">{t("prices.trial.hint")}</p>
            </div>
            <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
          </header>
          <div className="trial-body">
            <TrialFields draft={trialDraft} set={(change) => setDraft({ ...trialDraft, ...change })} />
            <TrialResult draft={trialDraft} />
          </div>
        </div>
      </Drawer>
    </AntdScope>
  );
}
