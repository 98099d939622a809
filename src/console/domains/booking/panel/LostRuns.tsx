import { useEffect, useRef, useSyncExternalStore } from "react";
import type { ApiError } from "../../../api/error";
import { useLanguage, useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { formatInstant, weekdayName } from "../../../ui/format-time";
import { useZone } from "../../../ui/zone";
import { placeLabel } from "../../../ui/format-place";
import { span } from "../../../../contract/core/time";
import { columnAt } from "../grid/layout";
import { type Offer, offersFor } from "../grid/model";
import type { Choice } from "../grid/choice";
import type { GridStore } from "../grid/store";
import { occupiedRun } from "./refusal";

/** Chosen cells that somebody else took first: who and when, what is kept, and what could be had instead. */
export function LostRuns({
  store,
  lost,
  error,
  onSwapped,
}: {
  store: GridStore;
  lost: Choice["lost"];
  error: ApiError | undefined;
  /** Another place or time was taken instead. */
  onSwapped: () => void;
}) {
  const t = useT();
  const language = useLanguage();
  const zone = useZone();
  const frame = useSyncExternalStore(store.watchFrame, store.frame);
  const root = useRef<HTMLDivElement>(null);
  const occupied = occupiedRun(error);
  const refused = occupied !== undefined && lost.length > 0;
  // After one's own refused booking the nearest alternative gets the focus, once; news of others never takes it away.
  const answered = useRef<ApiError>(undefined);
  useEffect(() => {
    if (!refused || answered.current === error) return;
    answered.current = error;
    root.current?.querySelector<HTMLElement>(".chip")?.focus();
  }, [refused, error]);
  if (lost.length === 0 || !frame) return null;
  const swap = (run: Choice["lost"][number], offer: Offer): void => {
    const keptRuns = store.choice().runs;
    const others = lost.filter((other) => other !== run);
    store.choose([offer, ...keptRuns, ...others]);
    onSwapped();
  };
  return (
    <div className="lost-runs" role="alert" ref={root}>
      {lost.map((run) => {
        const who =
          occupied && occupied.placeId === run.placeId && occupied.start < run.end && run.start < occupied.end ? occupied : undefined;
        const offerTexts = (who?.offers ?? [])
          .map((offer) => ({ ...offer, day: run.day }))
          .filter((offer) => columnAt(frame.layout, offer.placeId, offer.day));
        const whole = who !== undefined && who.start === run.start && who.end === run.end;
        const offers = whole && offerTexts.length > 0 ? offerTexts : offersFor(frame.layout, frame.blocks, run, frame.now);
        const values = {
          place: placeLabel(run.placeName, t),
          times: span(run.start, run.end),
          name: who?.name || run.block.booking.name || t("common.walkIn"),
          at: who?.at ? formatInstant(new Date(who.at), frame.today, zone, language) : "",
        };
        return (
          <div key={`${run.placeId}@${run.start}`} className="notice notice-error">
            <Icon name="error" />
            <div className="grow">
              <p>
                <b>{who?.at ? t("booking.choice.lostAt", values) : t("booking.choice.lost", values)}</b>
              </p>
              <p>{t("booking.choice.lostKept")}</p>
              <div className="offers">
                {offers.length > 0 && <span>{t("booking.choice.offers")}</span>}
                {offers.map((offer) => (
                  <button
                    key={`${offer.placeId}@${offer.day}@${offer.start}`}
                    type="button"
                    className="chip"
                    onClick={() => swap(run, offer)}
                  >
                    {offer.day === run.day ? "" : `${weekdayName(offer.day, language)} `}
                    {placeLabel(frame.layout.names.get(offer.placeId) ?? offer.placeName, t)} {span(offer.start, offer.end)}
                  </button>
                ))}
                <button type="button" className="link" onClick={() => store.drop(run)}>
                  {t("booking.choice.dropLost")}
                </button>
              </div>
            </div>
          </div>
        );
      })}
    </div>
  );
}
