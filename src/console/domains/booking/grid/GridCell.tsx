import { memo, useSyncExternalStore } from "react";
import { useT } from "../../../i18n/useT";
import { Icon } from "../../../ui/Icon";
import { span } from "../words";
import type { CellHandle, CellView } from "./cells";
import { GridBlock } from "./GridBlock";
import { shortPrice } from "./model";

/**
 * One slot of one court. It watches its own view and draws again when that alone changes.
 * @param place its court (and day, in a week) in words
 * @param across the hours run across
 */
export const GridCell = memo(function GridCell({
  handle,
  place,
  last,
  across = false,
}: {
  handle: CellHandle;
  place: string;
  last: boolean;
  across?: boolean;
}) {
  const view = useSyncExternalStore(handle.subscribe, handle.view);
  const { slot } = handle;
  return (
    <td
      data-k={slot.key}
      className={classOf(handle, view, last)}
      rowSpan={!across && slot.rows > 1 ? slot.rows : undefined}
      colSpan={across && slot.rows > 1 ? slot.rows : undefined}
      tabIndex={view.focus ? 0 : undefined}
      aria-selected={view.selected || undefined}
    >
      {view.selected && <Icon name="check" size="s" />}
      {view.free && slot.price !== null && shortPrice(slot.price)}
      {view.focus && !view.block && <CellWords handle={handle} view={view} place={place} />}
      {view.block && (
        <GridBlock
          key={`${view.block.key}/${view.block.look}`}
          block={view.block}
          offset={view.block.row - slot.row}
          mark={view.mark}
          waiting={view.waiting}
        />
      )}
    </td>
  );
});

function classOf({ slot }: CellHandle, view: CellView, last: boolean): string | undefined {
  let name = "";
  if (!slot.open) name += " shut";
  else if (view.past) name += " past";
  else if (slot.peak) name += " pk";
  if (view.free) name += view.running ? " free run" : " free";
  if (view.selected) name += view.up ? (view.down ? " sel s-mid" : " sel s-end") : view.down ? " sel s-top" : " sel";
  if (view.lost) name += " lost";
  if ((slot.row + slot.rows) % 2 === 0) name += " o";
  if (last) name += " gs";
  return name === "" ? undefined : name.slice(1);
}

/** The cell in words, said when the focus is on it: the table's heads say the rest. */
function CellWords({ handle: { slot }, view, place }: { handle: CellHandle; view: CellView; place: string }) {
  const t = useT();
  const state = !slot.open ? "shut" : view.past ? "past" : view.selected ? "selected" : view.free ? "free" : "taken";
  return <span className="sr">{` ${place} ${span(slot.start, slot.end)} ${t(`booking.cell.${state}`)}`}</span>;
}
