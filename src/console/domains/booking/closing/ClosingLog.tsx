import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { closing, type Closing, type ClosingDone } from "../../../../contract/closing/closing";
import { fen, showFen } from "../../../../contract/core/money";
import { invoke } from "../../../api/invoke";
import { readKey } from "../../../api/keys";
import { useRead } from "../../../api/use-read";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { ErrorState } from "../../../ui/ErrorState";
import { Failure } from "../../../ui/Failure";
import { Icon } from "../../../ui/Icon";
import { SkeletonText } from "../../../ui/Skeleton";
import { When, WhenDay } from "../../../ui/When";
import { ListPanel } from "../panel/ListPanel";
import { placeLabel, placesIn } from "../../../ui/format-place";
import { span } from "../../../../contract/core/time";
import { HitRow } from "./HitRow";

const PAGE = 20;

/** Closings that were done, newest first: what, when, why and by whom; opened, each booking with what became of it. */
export function ClosingLog({
  opened,
  onOrder,
  onClose,
}: {
  /** Shown opened: the closing that was just done. */
  opened: string | undefined;
  onOrder: (id: string) => void;
  onClose: () => void;
}) {
  const t = useT();
  const read = useInfiniteQuery({
    queryKey: [...readKey(closing.list, { size: PAGE }), "pages"],
    queryFn: ({ pageParam, signal }) => invoke(closing.list, { page: pageParam, size: PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.last ? undefined : page.number + 1),
  });
  const closings = read.data?.pages.flatMap((page) => page.content) ?? [];
  return (
    <ListPanel
      title={t("booking.closing.log")}
      hint={t("booking.closing.logHint")}
      read={read}
      none={closings.length === 0 ? t("booking.closing.logNone") : undefined}
      onClose={onClose}
    >
      <ul className="waits closings">
        {closings.map((one) => (
          <Entry key={one.id} closing={one} first={one.id === opened} onOrder={onOrder} />
        ))}
      </ul>
      {read.isFetchNextPageError && <Failure>{read.error.message}</Failure>}
      {read.hasNextPage && (
        <Button busy={read.isFetching} onClick={() => void read.fetchNextPage()}>
          {t("booking.closing.older")}
        </Button>
      )}
    </ListPanel>
  );
}

function Entry({ closing: one, first, onOrder }: { closing: Closing; first: boolean; onOrder: (id: string) => void }) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(first);
  return (
    <li>
      <button type="button" className="closing-head" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span className="grow">
          <b className="cut">{one.reason}</b>
          <small>
            <WhenDay day={one.from} />
            {one.to !== one.from && (
              <>
                –<WhenDay day={one.to} />
              </>
            )}{" "}
            <span className="nowrap">{span(one.start, one.end)}</span> · {placesIn(one.places, t)}
          </small>
          <small>
            {one.operator} · <When at={one.at} />
          </small>
          <small className="sec">
            {t("booking.closing.sum", { hits: one.moves + one.refunds, moves: one.moves, refunds: one.refunds })}
            {fen(one.refundTotal) > 0 && ` · ${t("booking.closing.refundTotal")} ¥${showFen(fen(one.refundTotal))}`}
          </small>
        </span>
        <Icon name={open ? "chevron-up" : "chevron-down"} />
      </button>
      <div id={id} hidden={!open}>
        {open && <Hits closing={one} onOrder={onOrder} />}
      </div>
    </li>
  );
}

function Hits({ closing: one, onOrder }: { closing: Closing; onOrder: (id: string) => void }) {
  const t = useT();
  const read = useRead(closing.view, { id: one.id });
  if (!read.data)
    return read.error ? (
      <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />
    ) : (
      <SkeletonText lines={2} label={t("ui.loading")} />
    );
  const { hits } = read.data;
  if (hits.length === 0)
    return <p className="mut pay-note">{t(one.moves + one.refunds > 0 ? "booking.closing.unkept" : "booking.closing.hitNone")}</p>;
  return (
    <ul className="hits">
      {hits.map((hit) => (
        <Hit key={hit.lineId} hit={hit} onOrder={onOrder} />
      ))}
    </ul>
  );
}

function Hit({ hit, onOrder }: { hit: ClosingDone; onOrder: (id: string) => void }) {
  const t = useT();
  const becomes =
    hit.toPlaceName !== null
      ? t("booking.closing.moved", { place: placeLabel(hit.toPlaceName, t) })
      : fen(hit.refund) > 0
        ? t("booking.closing.refunded", { amount: showFen(fen(hit.refund)) })
        : t("booking.closing.cancelled");
  return (
    <HitRow hit={hit} moves={hit.toPlaceName !== null} becomes={becomes}>
      <Button
        kind="quiet"
        title={hit.orderNo}
        aria-label={t("booking.closing.order", { no: hit.orderNo })}
        onClick={() => onOrder(hit.orderId)}
      >
        {t("booking.closing.open")}
      </Button>
    </HitRow>
  );
}
