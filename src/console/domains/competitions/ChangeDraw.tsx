import { useState } from "react";
import { type DrawView, matches } from "../../../contract/competitions/matches";
import { toError } from "../../api/to-error";
import { useCall } from "../../api/use-call";
import { Modal } from "../../desk/Modal";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { Failure } from "../../ui/Failure";
import { reasonProblem } from "../../ui/form/PanelForm";
import { Picker } from "./use-events";

const NONE = "";

/** Exchanges two entries of a draw, or gives the place of one to a late entry or a lucky loser. */
export function ChangeDraw({
  view,
  how,
  onDone,
  onClose,
}: {
  view: DrawView;
  how: "swap" | "replace";
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useT();
  const swap = useCall(matches.swapLines);
  const replace = useCall(matches.replaceEntry);
  const [first, setFirst] = useState(NONE);
  const [second, setSecond] = useState(NONE);
  const [reason, setReason] = useState("");
  const [failure, setFailure] = useState<Error>();
  const choose = { id: NONE, title: t("common.choose") };
  const entrants = view.entrants.map(({ id, name, club }) => ({ id, title: club === "" ? name : `${name}（${club}）` }));
  const late = view.reserves.map(({ id, name, paid }) => ({
    id,
    title: `${name} · ${paid ? t("competitions.changeDraw.lateEntryPaid") : t("competitions.changeDraw.lateEntryNotPaid")}`,
  }));
  const lucky = view.luckyLosers.map(({ id, name }) => ({ id, title: `${name} · ${t("competitions.changeDraw.luckyLoser")}` }));
  const act = (): Promise<unknown> =>
    how === "swap"
      ? swap.run({ eventId: view.eventId, firstId: first, secondId: second, reason: reason.trim() })
      : replace.run({ eventId: view.eventId, outId: first, inId: second, reason: reason.trim() });
  const submit = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await act();
      onDone();
    } catch (error) {
      setFailure(toError(error));
    }
  };
  const incomplete = first === NONE || second === NONE ? t("competitions.changeDraw.chooseTwoEntries") : reasonProblem(reason, t);
  const title = how === "swap" ? t("competitions.changeDraw.swapTwoLines") : t("competitions.changeDraw.replaceEntry");
  return (
    <Modal title={title} width={480} onClose={onClose}>
      <form
        className="comp-form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <p className="sec">
          {how === "swap" ? t("competitions.changeDraw.onlyEntriesNotPlayed") : t("competitions.changeDraw.addLateEntriesUnder")}
        </p>
        <label className="field-label">
          {how === "swap" ? t("competitions.changeDraw.first") : t("competitions.changeDraw.whoGoes")}
          <Picker
            label={how === "swap" ? t("competitions.changeDraw.first") : t("competitions.changeDraw.whoGoes")}
            value={first}
            of={[choose, ...entrants]}
            onPick={setFirst}
          />
        </label>
        <label className="field-label">
          {how === "swap" ? t("competitions.changeDraw.second") : t("competitions.changeDraw.whoComes")}
          <Picker
            label={how === "swap" ? t("competitions.changeDraw.second") : t("competitions.changeDraw.whoComes")}
            value={second}
            of={[choose, ...(how === "swap" ? entrants.filter(({ id }) => id !== first) : [...late, ...lucky])]}
            onPick={setSecond}
          />
        </label>
        {how === "replace" && late.length + lucky.length === 0 && (
          <p className="notice notice-warn">{t("competitions.changeDraw.thereNoLateEntries")}</p>
        )}
        <label className="field-label">
          {t("competitions.changeDraw.reasonPrintedSheet")}
          <span className="input">
            <input value={reason} maxLength={200} required onChange={(event) => setReason(event.target.value)} />
          </span>
        </label>
        {failure && <Failure>{failure.message}</Failure>}
        <div className="form-foot">
          <Button kind="primary" type="submit" busy={swap.pending || replace.pending} why={incomplete}>
            {how === "swap" ? t("competitions.changeDraw.swap") : t("competitions.changeDraw.replace")}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </form>
    </Modal>
  );
}
