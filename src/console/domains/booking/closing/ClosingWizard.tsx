import { useState } from "react";
import { closing, type Closing, type ClosingPreview } from "../../../../contract/closing/closing";
import { fen, showFen } from "../../../../contract/core/money";
import { clock, GRANULE, span } from "../../../../contract/core/time";
import { useCall } from "../../../api/use-call";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { Failure } from "../../../ui/Failure";
import { Icon } from "../../../ui/Icon";
import { notify } from "../../../ui/notices";
import { reasonProblem } from "../../../ui/form/PanelForm";
import { placeLabel } from "../../../ui/format-place";
import type { Ground } from "../grid/layout";
import { type ChosenLines, ClosingHits, NONE_CHOSEN } from "./ClosingHits";
import { useModal } from "../../../ui/use-modal";
import { DayInput } from "../../../ui/form/DayInput";

/** Draft of a closing while it is chosen. */
export interface ClosingDraft {
  readonly placeIds: readonly string[];
  readonly from: string;
  readonly to: string;
  /** Minutes of the day. */
  readonly start: number;
  readonly end: number;
}

/**
 * Closes places for rain or maintenance in two steps: what and when, then every booking that it hits with what becomes of it. Nothing
 * happens before the one confirmation, and then all of it or nothing.
 * @param first what is proposed: the choice in the grid, else the rest of the shown day
 */
export function ClosingWizard({
  grid,
  first,
  opens,
  closes,
  onDone,
  onClose,
}: {
  grid: Ground;
  first: ClosingDraft;
  /** Earliest and latest minute that can be closed. */
  opens: number;
  closes: number;
  onDone: (done: Closing) => void;
  onClose: () => void;
}) {
  const t = useT();
  const dialog = useModal();
  const [draft, setDraft] = useState(first);
  const [reason, setReason] = useState("");
  const [agreedPreview, setAgreedPreview] = useState<ClosingPreview>();
  const [chosen, setChosen] = useState(NONE_CHOSEN);
  const [changed, setChanged] = useState(false);
  const preview = useCall(closing.preview);
  const apply = useCall(closing.apply);
  const input = (lines: ChosenLines) => ({
    ...draft,
    placeIds: [...draft.placeIds],
    reason: reason.trim(),
    refundLineIds: [...lines.refundLineIds],
    moveLineIds: [...lines.moveLineIds],
  });
  const lacks =
    draft.placeIds.length === 0
      ? t("booking.closingWizard.choosePlaces")
      : draft.start >= draft.end
        ? t("booking.closingWizard.endMustAfterStart")
        : draft.from === "" || draft.from > draft.to
          ? t("booking.closingWizard.chooseDaysLastNot")
          : reasonProblem(reason, t);
  const look = async (lines: ChosenLines): Promise<void> => {
    try {
      setAgreedPreview(await preview.run(input(lines)));
      setChosen(lines);
    } catch {
      // Shown above the foot; what was chosen stays.
    }
  };
  const act = async (): Promise<void> => {
    if (!agreedPreview) return;
    try {
      const done = await apply.run({ ...input(chosen), fingerprint: agreedPreview.fingerprint });
      notify.success(t("booking.closing.done", { moves: done.moves, refunds: done.refunds, amount: showFen(fen(done.refundTotal)) }));
      onDone(done);
    } catch {
      // Something was booked or cancelled meanwhile: what is true now is shown, and asked for again.
      setChanged(true);
      await look(chosen);
    }
  };
  const error = apply.error ?? preview.error;
  const times = Array.from({ length: (closes - opens) / GRANULE + 1 }, (_, i) => opens + i * GRANULE);
  return (
    <dialog
      ref={dialog}
      className="closing"
      aria-labelledby="closing-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (agreedPreview) void act();
          else if (lacks === undefined) void look(NONE_CHOSEN);
        }}
      >
        <header className="row">
          <div className="grow">
            <h2 id="closing-title">{t("booking.closing.title")}</h2>
            <p className="mut">{t(agreedPreview ? "booking.closing.hint2" : "booking.closing.hint1")}</p>
          </div>
          <Button kind="quiet" icon="close" aria-label={t("common.close")} onClick={onClose} />
        </header>
        <div className="closing-body">
          {agreedPreview ? (
            <>
              {changed && (
                <p className="notice notice-waiting" role="alert">
                  <Icon name="warning" />
                  {t("booking.closing.changed")}
                </p>
              )}
              <ClosingHits
                preview={agreedPreview}
                busy={preview.pending}
                chosen={chosen}
                onChosen={(next) => {
                  setChanged(false);
                  void look(next);
                }}
              />
            </>
          ) : (
            <>
              <Places grid={grid} chosen={draft.placeIds} onChosen={(placeIds) => setDraft({ ...draft, placeIds })} />
              <div className="closing-when">
                {(["from", "to"] as const).map((key) => (
                  <label key={key}>
                    <span className="field-label">{t(`booking.closing.${key}`)}</span>
                    <DayInput
                      value={draft[key]}
                      onChange={(day) =>
                        setDraft(key === "from" ? { ...draft, from: day, to: draft.to < day ? day : draft.to } : { ...draft, to: day })
                      }
                    />
                  </label>
                ))}
                {(["start", "end"] as const).map((key) => (
                  <label key={key}>
                    <span className="field-label">{t(`booking.closing.${key}`)}</span>
                    <span className="input">
                      <select value={draft[key]} onChange={(event) => setDraft({ ...draft, [key]: Number(event.target.value) })}>
                        {times.map((minute) => (
                          <option key={minute} value={minute}>
                            {clock(minute)}
                          </option>
                        ))}
                      </select>
                    </span>
                  </label>
                ))}
              </div>
              <label>
                <span className="field-label">{t("booking.choice.reason")}</span>
                <span className="input">
                  <input
                    value={reason}
                    maxLength={200}
                    placeholder={t("booking.closing.reasonHint")}
                    onChange={(event) => setReason(event.target.value)}
                  />
                </span>
              </label>
            </>
          )}
          {error && !changed && <Failure>{error.message}</Failure>}
        </div>
        <footer className="row">
          {agreedPreview ? (
            <>
              <span className="grow closing-sum">
                {t("booking.closing.sum", { hits: agreedPreview.hits.length, moves: agreedPreview.moves, refunds: agreedPreview.refunds })}
                <b>
                  {t("booking.closing.refundTotal")} ¥{showFen(fen(agreedPreview.refundTotal))}
                </b>
              </span>
              <Button onClick={() => setAgreedPreview(undefined)}>{t("common.back")}</Button>
              <Button kind="primary" type="submit" busy={apply.pending || preview.pending}>
                {t("booking.closing.do")}
              </Button>
            </>
          ) : (
            <>
              <span className="grow mut">{span(draft.start, draft.end)}</span>
              <Button kind="primary" type="submit" busy={preview.pending} why={lacks}>
                {t("booking.closing.preview")}
              </Button>
            </>
          )}
        </footer>
      </form>
    </dialog>
  );
}

/** Courts to choose, hall by hall. */
function Places({ grid, chosen, onChosen }: { grid: Ground; chosen: readonly string[]; onChosen: (ids: readonly string[]) => void }) {
  const t = useT();
  const set = new Set(chosen);
  return grid.halls.map((hall) => {
    const places = grid.places.filter((place) => place.hallId === hall.id);
    const all = places.every((place) => set.has(place.id));
    return (
      <fieldset key={hall.id} className="closing-hall">
        <legend className="row">
          <span className="grow">{hall.name}</span>
          <button
            type="button"
            className="link"
            onClick={() => {
              const others = chosen.filter((id) => places.every((place) => place.id !== id));
              onChosen(all ? others : [...others, ...places.map((place) => place.id)]);
            }}
          >
            {t(all ? "booking.closing.none" : "booking.closing.all")}
          </button>
        </legend>
        <div className="closing-places">
          {places.map((place) => (
            <label key={place.id} className="chip">
              <input
                type="checkbox"
                className="check"
                checked={set.has(place.id)}
                onChange={(event) => onChosen(event.target.checked ? [...chosen, place.id] : chosen.filter((id) => id !== place.id))}
              />
              {placeLabel(place.name, t)}
            </label>
          ))}
        </div>
      </fieldset>
    );
  });
}
