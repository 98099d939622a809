import { memo, type RefObject } from "react";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import type { Block } from "../grid/blocks";
import type { Part } from "../grid/extent";
import type { Ground } from "../grid/layout";
import type { GridStore } from "../grid/store";
import type { GridAddress } from "../use-grid-address";
import { WEEK } from "../use-grid-data";
import { DateStrip } from "./DateStrip";
import { GridSearch } from "./GridSearch";
import { GridMore, PartFilter } from "./GridTools";

/** The bar over the grid: which day, which part of the venue, who is looked for, and what is seldom needed. */
export const GridBar = memo(function GridBar({
  store,
  address: { day, programId, hallId, placeId },
  today,
  ground,
  waiting,
  across,
  panel,
  search,
  onDay,
  onPart,
  onFound,
  onPanel,
  onAcross,
  onWaitlist,
  onClosing,
  onClosings,
}: {
  store: GridStore;
  address: GridAddress;
  today: string;
  /** Halls and courts to choose among; undefined while they are on their way. */
  ground: Ground | undefined;
  /** Number of people on the waitlist of the day. */
  waiting: number;
  across: boolean;
  /** True if the panel is open. */
  panel: boolean;
  search: RefObject<HTMLInputElement | null>;
  onDay: (day: string) => void;
  onPart: (part: Part) => void;
  onFound: (block: Block) => void;
  onPanel: () => void;
  onAcross: () => void;
  onWaitlist: () => void;
  onClosing: () => void;
  onClosings: () => void;
}) {
  const t = useT();
  const part = { programId, hallId, placeId };
  return (
    <div className="bar">
      <DateStrip day={day} today={today} week={placeId !== undefined} onDay={onDay} />
      <span className="grow" />
      <span className="m-hide">{ground && <PartFilter grid={ground} part={part} onPart={onPart} />}</span>
      <span className="m-hide">
        <GridSearch store={store} day={day} days={placeId === undefined ? 1 : WEEK} input={search} onFound={onFound} />
      </span>
      <span className="m-hide">
        <Button icon="sidebar" aria-label={t("booking.bar.panel")} title={t("booking.bar.panel")} aria-pressed={panel} onClick={onPanel} />
      </span>
      {ground && (
        <GridMore
          grid={ground}
          part={part}
          waiting={waiting}
          across={across}
          onPart={onPart}
          onAcross={onAcross}
          onWaitlist={onWaitlist}
          onClosing={onClosing}
          onClosings={onClosings}
        />
      )}
    </div>
  );
});
