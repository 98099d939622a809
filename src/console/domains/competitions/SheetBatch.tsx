/** Score sheets of many matches at once: chosen by court, round or event, one page each. */
import { useEffect, useState } from "react";
import type { Match } from "../../../contract/competitions/match";
import { Modal } from "../../desk/Modal";
import { useT } from "../../i18n/use-t";
import { Button } from "../../ui/Button";
import { ScoreSheet } from "./ScoreSheet";
import type { Rules } from "./Sets";
import { nameIn, roundsOf } from "./names";
import { Picker } from "./use-events";

const ALL = "";

interface Batch {
  readonly court: string;
  readonly round: string;
  readonly event: string;
}

/** Matches of a batch: still to be played, sides known or not, without ties as a whole. */
export function matchesOf(all: readonly Match[], { court, round, event }: Batch, roundOf: (match: Match) => string): Match[] {
  return all.filter(
    (match) =>
      !match.isTie &&
      ["waiting", "ready", "running"].includes(match.state) &&
      (court === ALL || match.court?.id === court) &&
      (event === ALL || match.eventId === event) &&
      (round === ALL || roundOf(match) === round),
  );
}

export function SheetBatch({
  all,
  onPrint,
  onClose,
}: {
  all: readonly Match[];
  onPrint: (chosen: readonly Match[]) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [batch, setBatch] = useState<Batch>({ court: ALL, round: ALL, event: ALL });
  const roundOf = nameIn(all, t);
  const open = matchesOf(all, { court: ALL, round: ALL, event: ALL }, roundOf);
  const chosen = matchesOf(all, batch, roundOf);
  const every = { id: ALL, title: t("list.all") };
  const courts = [...new Map(open.flatMap(({ court }) => (court ? [[court.id, { id: court.id, title: court.name }]] : []))).values()];
  const events = [...new Map(open.map(({ eventId, event }) => [eventId, { id: eventId, title: event }])).values()];
  const rounds = [...new Set(open.map(roundOf))].map((title) => ({ id: title, title }));
  const pickers = [
    { key: "court", label: t("matches.court"), of: courts },
    { key: "event", label: t("matches.sheetBatch.event"), of: events },
    { key: "round", label: t("matches.round"), of: rounds },
  ] as const;
  return (
    <Modal title={t("matches.sheetBatch.scoreSheets")} width={420} onClose={onClose}>
      <div className="comp-form">
        {pickers.map(({ key, label, of }) => (
          <label key={key} className="field-label">
            {label}
            <Picker label={label} value={batch[key]} of={[every, ...of]} onPick={(value) => setBatch({ ...batch, [key]: value })} />
          </label>
        ))}
        <div className="form-foot">
          <Button
            kind="primary"
            icon="print"
            why={chosen.length === 0 ? t("matches.sheetBatch.noSuchMatchPlayed") : undefined}
            onClick={() => onPrint(chosen)}
          >
            {t("matches.sheetBatch.print", { count: chosen.length })}
          </Button>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
        </div>
      </div>
    </Modal>
  );
}

/** The sheets themselves, on paper only; they go once they are printed. */
export function Sheets({
  game,
  chosen,
  all,
  rulesOf,
  onPrinted,
}: {
  game: string;
  chosen: readonly Match[];
  all: readonly Match[];
  rulesOf: (match: Match) => Rules | undefined;
  onPrinted: () => void;
}) {
  useEffect(() => {
    window.addEventListener("afterprint", onPrinted);
    window.print();
    return () => window.removeEventListener("afterprint", onPrinted);
  }, [onPrinted]);
  return chosen.map((match) => {
    const rules = rulesOf(match);
    return rules && <ScoreSheet key={match.id} game={game} match={match} rules={rules} rounds={roundsOf(match, all)} />;
  });
}
