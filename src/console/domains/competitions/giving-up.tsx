/** Dialogs that end a match or change its result: sides by name, what will be recorded, and what a correction changes. */
import { createContext, useContext, useState } from "react";
import { battles } from "../../../contract/competitions/battles";
import { toError } from "../../api/to-error";
import type { Match } from "../../../contract/competitions/match";
import { matches } from "../../../contract/competitions/matches";
import { callsOf } from "../../../contract/core/resource/calls";
import { useCall } from "../../api/use-call";
import { useRead } from "../../api/use-read";
import { Modal } from "../../desk/Modal";
import { useT } from "../../i18n/use-t";
import type { ControlProps, Parts, PreviewProps } from "../../resource/parts";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { scoreText, sideName } from "./names";
import { parseSets } from "./WholeScore";

const SIDES = ["home", "away"] as const;
/** The match that the dialog is about. */
export const GivenUp = createContext<Match | undefined>(undefined);

function Side({ value, onChange }: ControlProps) {
  const t = useT();
  const match = useContext(GivenUp);
  return (
    <span className="comp-either" role="radiogroup" aria-label={t("matches.givingUp.whichSideCantContinue")}>
      {match &&
        SIDES.map((side) => (
          <label key={side} className="row">
            <input type="radio" name="side" checked={value === side} onChange={() => onChange?.(side)} />
            {sideName(match[side])}
          </label>
        ))}
    </span>
  );
}

function Recorded({ values: { side }, end }: Pick<PreviewProps, "values"> & { end: string }) {
  const t = useT();
  const match = useContext(GivenUp);
  if (!match || (side !== "home" && side !== "away")) return null;
  const winner = sideName(side === "home" ? match.away : match.home);
  return (
    <p className="notice notice-info">
      <span>
        {t("matches.givingUp.recorded")} <b>{t("matches.givingUp.wins", { winner })}</b> {scoreText(match)} {end}
      </span>
    </p>
  );
}

function Walkover(props: PreviewProps) {
  const t = useT();
  return <Recorded {...props} end={t("matches.givingUp.walkover")} />;
}
function Retirement(props: PreviewProps) {
  const t = useT();
  return <Recorded {...props} end={t("matches.givingUp.otherSideRetired")} />;
}

const CHANGES = {
  emptied: "matches.givingUp.waitsWinnerAgain",
  unstarted: "matches.givingUp.begunWaitsAgain",
  walkoverUndone: "matches.givingUp.walkoverUndone",
} as const;

/** Matches that a correction changes, before it is made. */
function Consequences({ row: { id } }: PreviewProps) {
  const t = useT();
  const { data } = useRead(matches.correction, { id });
  if (!data || (data.changes.length === 0 && !data.blockedBy)) return null;
  const title = ({ home, away }: Match): string => `${sideName(home)} – ${sideName(away)}`;
  if (data.blockedBy)
    return <p className="notice notice-warn">{t("matches.givingUp.followingMatchScoreWhere", { match: title(data.blockedBy) })}</p>;
  return (
    <div className="notice notice-info">
      <span>
        {t("matches.givingUp.changes")}
        {data.changes.map(({ match, what }) => (
          <span key={match.id} className="block">
            {title(match)}: {t(CHANGES[what])}
          </span>
        ))}
      </span>
    </div>
  );
}

/** Another score for a match that is over; its winner stays. */
function AmendScore({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const t = useT();
  const match = useContext(GivenUp);
  const { run, pending } = useCall(callsOf(battles).amend);
  const [typed, setTyped] = useState(() => (match?.sets ?? []).map((set) => set.join("-")).join(" "));
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<Error>();
  if (!match) return null;
  const sets = parseSets(typed);
  const isRead = sets.length > 0 && sets.flat().every(Number.isInteger);
  return (
    <Modal title={t("matches.givingUp.amendScore")} width={420} onClose={onClose}>
      <form
        className="comp-form"
        onSubmit={(event) => {
          event.preventDefault();
          run({ id: match.id, sets: sets.map(([home, away]) => [home, away]), reason: reason.trim(), version: match.version }).then(
            onDone,
            (error: unknown) => setFailure(toError(error)),
          );
        }}
      >
        <p className="sec">{t("matches.givingUp.winnerStaysSoDoes")}</p>
        <label className="field-label">
          {t("matches.givingUp.wholeScore")}
          <span className="input">
            <input
              value={typed}
              required
              inputMode="numeric"
              placeholder="21-15 18-21 21-19"
              onChange={(event) => setTyped(event.target.value)}
            />
          </span>
        </label>
        <label className="field-label">
          {t("ui.reason")}
          <span className="input">
            <input value={reason} maxLength={200} required onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        {failure && <Failure>{failure.message}</Failure>}
        <div className="form-foot">
          <Button
            kind="primary"
            type="submit"
            busy={pending}
            why={!isRead ? t("matches.writeLike2115") : reason.trim() === "" ? t("matches.givingUp.enterReason") : undefined}
          >
            {t("matches.givingUp.saveCorrection")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </form>
    </Modal>
  );
}

export const givingUp: Parts = {
  controls: { side: Side },
  previews: { walkover: Walkover, retire: Retirement, correct: Consequences },
  actions: { amend: AmendScore },
};
