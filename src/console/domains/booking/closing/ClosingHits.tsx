import type { ClosingHit, ClosingPreview } from "../../../../contract/closing/closing";
import { fen, showFen } from "../../../../contract/core/money";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import { placeLabel } from "../../../ui/format-place";
import { span } from "../../../../contract/core/time";
import { HitRow } from "./HitRow";

/** Lines that somebody chose another way for than their booking goes as a whole. */
export interface ChosenLines {
  readonly refundLineIds: readonly string[];
  readonly moveLineIds: readonly string[];
}
export const NONE_CHOSEN: ChosenLines = { refundLineIds: [], moveLineIds: [] };

/** Every booking that a closing hits, with what becomes of it; what could be moved may be refunded instead, and the other way round. */
export function ClosingHits({
  preview,
  busy,
  chosen,
  onChosen,
}: {
  preview: ClosingPreview;
  busy: boolean;
  chosen: ChosenLines;
  onChosen: (chosen: ChosenLines) => void;
}) {
  const t = useT();
  const { hits, locks } = preview;
  return (
    <>
      {hits.length === 0 ? (
        <p className="notice notice-success">
          <Icon name="check-circle" />
          {t("booking.closing.noHits")}
        </p>
      ) : (
        <ul className="hits" aria-busy={busy}>
          {hits.map((hit) => (
            <Hit
              key={hit.lineId}
              hit={hit}
              busy={busy}
              onRefund={(refund) => {
                const but = (ids: readonly string[]) => ids.filter((id) => id !== hit.lineId);
                const { refundLineIds, moveLineIds } = { refundLineIds: but(chosen.refundLineIds), moveLineIds: but(chosen.moveLineIds) };
                onChosen(
                  refund
                    ? { refundLineIds: [...refundLineIds, hit.lineId], moveLineIds }
                    : { refundLineIds, moveLineIds: [...moveLineIds, hit.lineId] },
                );
              }}
            />
          ))}
        </ul>
      )}
      <p className="mut pay-note">{t("booking.closing.locks", { count: locks.length })}</p>
    </>
  );
}

function Hit({ hit, busy, onRefund }: { hit: ClosingHit; busy: boolean; onRefund: (refund: boolean) => void }) {
  const t = useT();
  const moves = hit.proposal === "move" && hit.toPlaceName !== null;
  const becomes = moves
    ? t("booking.closing.move", { place: placeLabel(hit.toPlaceName ?? "", t) })
    : [
        fen(hit.refund) > 0 ? t("booking.closing.refund", { amount: showFen(fen(hit.refund)) }) : "",
        hit.cardUses > 0 ? t("booking.closing.cardBack", { uses: hit.cardUses }) : "",
        hit.voucherUses > 0 ? t("booking.closing.voucherBack", { uses: hit.voucherUses }) : "",
      ]
        .filter(Boolean)
        .join(t("list.and")) || t("booking.closing.cancel");
  return (
    <HitRow hit={hit} moves={moves} becomes={becomes}>
      {hit.toPlaceName !== null && (
        <div className="seg seg-s" role="group" aria-label={`${hit.name || t("common.walkIn")} ${span(hit.start, hit.end)}`}>
          <button type="button" aria-pressed={moves} disabled={busy} onClick={() => onRefund(false)}>
            {t("booking.closing.byMove")}
          </button>
          <button type="button" aria-pressed={!moves} disabled={busy} onClick={() => onRefund(true)}>
            {t("booking.closing.byRefund")}
          </button>
        </div>
      )}
    </HitRow>
  );
}
