import { type ReactNode, useSyncExternalStore } from "react";
import { showFen } from "../../../../contract/core/money";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import type { GridStore } from "../grid/store";
import { useChoice, entireChoice } from "../use-choice";
import { slotCount } from "../words";

/** The panel on a phone: a bar with the total and one action, which opens the whole panel over the page. */
export function Sheet({
  open,
  store,
  active,
  onOpen,
  onClose,
  children,
}: {
  open: boolean;
  store: GridStore;
  active: boolean;
  onOpen: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useT();
  const { runs, keys } = useChoice(store, entireChoice);
  const total = runs.reduce((sum, run) => sum + (run.list ?? 0), 0);
  const carried = useSyncExternalStore(store.carrying.watch, () => store.carrying.now()?.down === false);
  // Hide the sheet during a move: the booking is dropped on the grid.
  const isShown = open && active && !carried;
  return (
    <>
      {keys.size > 0 && !isShown && (
        <div className="sheet-bar">
          <div className="grow">
            <b>¥{showFen(total)}</b>
            <small>{t("booking.choice.selected", { slots: slotCount(keys.size, t) })}</small>
          </div>
          <Button kind="primary" size="lg" onClick={onOpen}>
            {t("booking.choice.go")}
          </Button>
        </div>
      )}
      <aside className="panel sheet" hidden={!isShown}>
        <button type="button" className="sheet-grip" aria-label={t("booking.order.close")} onClick={onClose}>
          <i />
        </button>
        {children}
      </aside>
    </>
  );
}
