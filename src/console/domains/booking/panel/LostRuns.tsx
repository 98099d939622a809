import { useSyncExternalStore } from "react";
import type { ApiError } from "../../../api/error";
import { useT } from "../../../i18n/useT";
import { Icon } from "../../../ui/Icon";
import { placeLabel, span } from "../words";
import { type Offer, offersFor } from "../grid/model";
import type { Choice, GridStore } from "../grid/store";
import { offersOf, takenOf } from "./refusal";

/** Chosen cells that somebody else took first: who and when, what is kept, and what could be had instead. */
export function LostRuns({ store, lost, error }: { store: GridStore; lost: Choice["lost"]; error: ApiError | undefined }) {
  const t = useT();
  const frame = useSyncExternalStore(store.watchFrame, store.frame);
  if (lost.length === 0 || !frame) return null;
  const taken = takenOf(error);
  const told = offersOf(error).filter((offer) => frame.layout.columnOf.has(offer.placeId));
  const swap = (run: Choice["lost"][number], offer: Offer): void => {
    const kept = store.choice().runs.map(({ placeId, start, end }) => ({ placeId, start, end }));
    const others = lost.filter((other) => other !== run);
    store.choose([offer, ...kept, ...others]);
  };
  return (
    <div className="lost-runs" role="alert">
      {lost.map((run) => {
        const who = taken.find((entry) => entry.placeId === run.placeId && entry.start < run.end && run.start < entry.end);
        const near = offersFor(frame.layout, frame.blocks, run, frame.now);
        const offers = told.length > 0 ? told : near;
        const values = {
          place: placeLabel(run.placeName, t),
          times: span(run.start, run.end),
          name: who?.name || run.block.booking.name || t("booking.walkIn"),
          at: who?.at ?? "",
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
                  <button key={`${offer.placeId}@${offer.start}`} type="button" className="chip" onClick={() => swap(run, offer)}>
                    {placeLabel(frame.layout.columnOf.get(offer.placeId)?.name ?? offer.placeName, t)} {span(offer.start, offer.end)}
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
