import { memo, type RefObject, type SyntheticEvent, useSyncExternalStore } from "react";
import { useT } from "../../i18n/use-t";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorState } from "../../ui/ErrorState";
import { Icon } from "../../ui/Icon";
import { notify } from "../../ui/notices";
import { Legend } from "./bar/Legend";
import { CarryBar } from "./CarryBar";
import type { Carry } from "./grid/carry";
import { GridSkeleton } from "./grid/GridSkeleton";
import { GridTable } from "./grid/GridTable";
import type { GridStore } from "./grid/store";
import type { Spot } from "./grid/spots";
import { canCarry } from "./can-carry";
import type { DeskActs } from "./use-desk";
import { placeLabel } from "../../ui/format-place";
import { span } from "../../../contract/core/time";

/** Cells of the day before must not be chosen for the day that is still on its way; moving about is free. */
function waitForDay(event: SyntheticEvent): void {
  if ("key" in event && event.key !== "Enter" && event.key !== " ") return;
  event.stopPropagation();
}

/** The grid with its notices and legend; or why there is none. */
export const GridArea = memo(function GridArea({
  store,
  scroller,
  across,
  acts,
  empty,
  stale,
  away,
  error,
  retrying,
  onMenu,
  onHover,
  onKeys,
  onRefresh,
}: {
  store: GridStore;
  scroller: RefObject<HTMLDivElement | null>;
  across: boolean;
  acts: DeskActs;
  /** The venue has no courts. */
  empty: boolean;
  /** Another day than the one on screen is on its way. */
  stale: boolean;
  /** The live line is away. */
  away: boolean;
  /** Why the day cannot be shown. */
  error: string | undefined;
  retrying: boolean;
  onMenu: (spot: Spot) => void;
  onHover: (spot: Spot | undefined) => void;
  onKeys: () => void;
  onRefresh: () => void;
}) {
  const t = useT();
  const drawn = useSyncExternalStore(store.watchFrame, () => store.frame() !== undefined);
  const misfit = ({ to }: Carry): void => {
    const place = store.frame()?.layout.names.get(to.placeId) ?? "";
    notify.error(t("booking.carry.taken", { where: `${placeLabel(place, t)} ${span(to.start, to.end)}` }));
  };
  return (
    <div
      className="gridcol"
      aria-busy={stale || undefined}
      {...(stale ? { onKeyDownCapture: waitForDay, onPointerDownCapture: waitForDay, onClickCapture: waitForDay } : {})}
    >
      {away && (
        <p className="notice notice-waiting line-away" role="status">
          <Icon name="warning" />
          <span className="grow">{t("booking.away")}</span>
          <button type="button" className="link" onClick={onRefresh}>
            {t("booking.bar.refresh")}
          </button>
        </p>
      )}
      {error !== undefined ? (
        <ErrorState what={error} onRetry={onRefresh} retrying={retrying} />
      ) : empty ? (
        <EmptyState icon="grid" title={t("booking.empty")} hint={t("booking.emptyHint")} />
      ) : drawn ? (
        <GridTable
          store={store}
          scroller={scroller}
          across={across}
          onChosen={acts.choose}
          onOpen={acts.openSpot}
          onMenu={onMenu}
          onHover={onHover}
          mayCarry={canCarry}
          onMisfit={misfit}
          onPutDown={acts.putDown}
        />
      ) : (
        <GridSkeleton />
      )}
      <CarryBar store={store} onDrop={acts.drop} />
      <Legend store={store} onKeys={onKeys} />
    </div>
  );
});
