import type { ClosingHit, ClosingPreview } from "../../../../contract/closing";
import { fen, showFen } from "../../../../contract/money";
import { useT } from "../../../i18n/useT";
import { Icon } from "../../../ui/Icon";
import { placeLabel } from "../../../ui/sayPlace";
import { span } from "../../../../contract/time";
import { HitRow } from "./HitRow";

/** Every booking that a closing hits, with what becomes of it; what could be moved may be refunded instead. */
export function ClosingHits({
  preview,
  busy,
  refunds,
  onRefunds,
}: {
  preview: ClosingPreview;
  busy: boolean;
  /** Lines that are refunded although they could be moved. */
  refunds: readonly string[];
  onRefunds: (lineIds: readonly string[]) => void;
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
              chosen={refunds.includes(hit.lineId)}
              busy={busy}
              onRefund={(refund) => onRefunds(refund ? [...refunds, hit.lineId] : refunds.filter((id) => id !== hit.lineId))}
            />
          ))}
        </ul>
      )}
      <p className="mut pay-note">{t("booking.closing.locks", { count: locks.length })}</p>
    </>
  );
}

function Hit({ hit, chosen, busy, onRefund }: { hit: ClosingHit; chosen: boolean; busy: boolean; onRefund: (refund: boolean) => void }) {
  const t = useT();
  const moves = hit.proposal === "move" && hit.toPlaceName !== null;
  const becomes = moves
    ? t("booking.closing.move", { place: placeLabel(hit.toPlaceName ?? "", t) })
    : fen(hit.refund) > 0
      ? t("booking.closing.refund", { amount: showFen(fen(hit.refund)) })
      : t("booking.closing.cancel");
  return (
    <HitRow hit={hit} moves={moves} becomes={becomes}>
      {(moves || chosen) && (
        <div className="seg seg-s" role="group" aria-label={`${hit.name} ${span(hit.start, hit.end)}`}>
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
