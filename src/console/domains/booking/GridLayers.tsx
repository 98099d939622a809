import { useEffect } from "react";
import type { Ground } from "./grid/layout";
import { ClosingWizard } from "./closing/ClosingWizard";
import { proposeClosing } from "./closing/propose";
import { HoverCard } from "./grid/HoverCard";
import { SpotMenu } from "./grid/SpotMenu";
import type { GridStore } from "./grid/store";
import type { Spot } from "./grid/spots";
import type { useCheckIn } from "./use-check-in";
import type { DeskActs } from "./use-desk";

/** Renders the layers over the page: hover card, menu of a cell, closing wizard. */
export function GridLayers({
  store,
  acts,
  hover,
  menu,
  shown,
  week,
  ground,
  checkIn,
  onMenu,
  onShut,
  onRefresh,
  toGrid,
}: {
  store: GridStore;
  acts: DeskActs;
  hover: Spot | undefined;
  menu: Spot | undefined;
  shown: "closing" | undefined;
  week: boolean;
  ground: Ground | undefined;
  checkIn: ReturnType<typeof useCheckIn>;
  onMenu: (spot: Spot | undefined) => void;
  /** Called when the shown layer closes. */
  onShut: () => void;
  onRefresh: () => void;
  toGrid: () => void;
}) {
  const frame = store.frame();
  useEffect(() => {
    if (shown === undefined) return undefined;
    // Once it is gone: while a dialog is there, nothing beneath it takes the focus.
    return toGrid;
  }, [shown, toGrid]);
  return (
    <>
      {hover?.block && !menu && <HoverCard spot={hover} />}
      {menu && (
        <SpotMenu
          spot={menu}
          onClose={() => {
            onMenu(undefined);
            toGrid();
          }}
          onChoose={(next) => acts.begin(next, menu)}
          onOrder={(act) => menu.block && acts.open(menu.line ?? menu.block.booking, act)}
          onCheckIn={() => menu.block && void checkIn(menu.line ?? menu.block.booking)}
          onCarry={(kind) => menu.line && acts.carry(kind, menu.line)}
          onWait={() => acts.wish(menu)}
          onWeek={week ? undefined : () => acts.showPart({ placeId: frame?.layout.columns[menu.slot.column]?.placeId })}
        />
      )}
      {shown === "closing" && frame && ground && (
        <ClosingWizard
          grid={ground}
          first={proposeClosing(frame, store.choice())}
          opens={frame.layout.from}
          closes={frame.layout.from + frame.layout.rows * 30}
          onDone={(done) => {
            onShut();
            store.clear();
            onRefresh();
            acts.closings(done.id);
          }}
          onClose={onShut}
        />
      )}
    </>
  );
}
