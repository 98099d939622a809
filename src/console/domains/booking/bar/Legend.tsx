import { memo } from "react";
import { useT } from "../../../i18n/use-t";
import { useMobile } from "../../../shell/use-mobile";
import { Icon } from "../../../ui/Icon";
import { Kbd } from "../../../ui/Kbd";
import type { Look } from "../grid/blocks";
import { LOOK_ICON } from "../grid/block-words";
import { legendCounts, shortPrice } from "../grid/model";
import type { GridStore } from "../grid/store";
import { useLate } from "../use-late";

const ALWAYS: readonly Look[] = ["held", "paid", "live", "fixed", "deal", "event", "locked"];
const WHEN_THERE: readonly Look[] = ["given", "openPlay", "reserved", "missed"];

/** Renders the grid's footer: the meaning of the colours and icons, with the day's count of each. */
export const Legend = memo(function Legend({ store, onKeys }: { store: GridStore; onKeys: () => void }) {
  const t = useT();
  const mobile = useMobile();
  const frame = useLate(store.watchFrame, store.frame);
  const counts = frame ? legendCounts(frame.blocks) : {};
  const price = frame?.layout.columns[0]?.slots.find((slot) => slot.price !== null)?.price;
  return (
    <footer className="legend" role="group" {...(mobile ? { tabIndex: 0 } : {})} aria-label={t("booking.legend.label")}>
      <span>
        <i className="k k-free">{price ? shortPrice(price) : ""}</i>
        {t("booking.legend.free")}
      </span>
      {[...ALWAYS, ...WHEN_THERE.filter((look) => counts[look])].map((look) => (
        <span key={look}>
          <i className={`k k-${look}`}>
            <Icon name={LOOK_ICON[look]} />
          </i>
          {t(`booking.look.${look}`)} {counts[look] ? <b>{counts[look]}</b> : null}
        </span>
      ))}
      {frame?.layout.columns.some((column) => column.linkedIds.length > 0) && (
        <span>
          <i className="k k-linked">
            <Icon name="link" />
          </i>
          {t("booking.legend.linked")}
        </span>
      )}
      <span className="grow" />
      <button type="button" className="mut keys-button m-hide" onClick={onKeys} aria-keyshortcuts="?">
        <Kbd>?</Kbd> {t("booking.legend.keys")}
      </button>
    </footer>
  );
});
