import { useId } from "react";
import type { CardOffer } from "../../contract/booking/booking-order";
import { fen, showFen } from "../../contract/core/money";
import type { CartCard } from "../../contract/sale/sale";
import { useT } from "../i18n/use-t";

/**
 * The buyer's package cards that fit, taken before money unless they are put aside: what each is used for, and what it counts after.
 * @param without holdings that are put aside
 */
export function CardOffers({
  offers,
  without,
  onWithout,
}: {
  offers: readonly (CardOffer | CartCard)[];
  without: readonly string[];
  onWithout: (without: string[]) => void;
}) {
  const t = useT();
  const id = useId();
  if (offers.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <div className="sec-t">
        <h3 id={id}>{t("booking.choice.cardsFirst")}</h3>
      </div>
      {offers.map((offer) => {
        const off = without.includes(offer.holdingId);
        return (
          <label key={offer.holdingId} className="card-offer">
            <input
              type="checkbox"
              className="check"
              checked={!off}
              onChange={() => onWithout(off ? without.filter((one) => one !== offer.holdingId) : [...without, offer.holdingId])}
            />
            <b className="cut">{offer.name}</b>
            <span className="am">{offer.uses > 0 && `−${showFen(fen(offer.amount))}`}</span>
            <span className="mut">
              {offer.after === null || offer.before === null
                ? t("desk.cardOffers.periodCardCountsNo")
                : offer.uses > 0
                  ? t("booking.choice.cardUses", { uses: offer.uses, left: offer.after })
                  : t("booking.choice.cardUnused", { left: offer.before })}
              {" · "}
              {t("booking.choice.cardUntil", { day: offer.expiresOn })}
            </span>
          </label>
        );
      })}
    </section>
  );
}
