import { memo } from "react";
import { useT } from "../../../i18n/use-t";
import { shortPrice } from "./sheet";
import { isOfInputMethod } from "../../../keys/ime";

/** Way in which typing into a cell ends. */
export type Done = "down" | "stay" | "cancel";

interface CellProps {
  readonly day: number;
  readonly half: number;
  readonly name: string;
  readonly open: boolean;
  readonly price: number | null;
  readonly inherited: boolean;
  readonly unread: string | undefined;
  readonly peak: boolean;
  readonly changed: boolean;
  readonly before: number | null;
  readonly heat: number;
  readonly selected: boolean;
  readonly edge: string;
  readonly focused: boolean;
  readonly typed: string | undefined;
  readonly onTyped: ((text: string) => void) | undefined;
  readonly onDone: ((how: Done) => void) | undefined;
}

/** Draws again only when what it shows has changed: a drag passes over hundreds of them. */
export const Cell = memo(function Cell(props: CellProps) {
  const t = useT();
  const { price, unread, typed, onTyped, onDone } = props;
  const cellText = [
    props.name,
    unread !== undefined
      ? t("prices.unread", { text: unread })
      : !props.open
        ? t("prices.closed")
        : price === null
          ? t("prices.noPrice")
          : t("prices.yuan", { price: shortPrice(price) }),
    props.inherited ? t("prices.inherited") : "",
    props.peak ? t("prices.peak") : "",
    props.changed ? t("prices.was", { price: props.before === null ? "—" : shortPrice(props.before) }) : "",
  ];
  const about = cellText.filter(Boolean).join(t("ui.comma"));
  return (
    <td
      data-day={props.day}
      data-half={props.half}
      data-edge={props.edge}
      data-closed={!props.open || undefined}
      data-inherited={props.inherited || undefined}
      data-peak={props.peak || undefined}
      data-changed={props.changed || undefined}
      data-heat={props.open && price !== null ? props.heat : undefined}
      aria-selected={props.selected}
      aria-invalid={unread !== undefined || undefined}
      aria-label={typed === undefined ? about : undefined}
      title={props.changed || unread !== undefined ? about : undefined}
      tabIndex={props.focused ? 0 : -1}
    >
      {typed !== undefined ? (
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- typing into the cell is what opened it
          autoFocus
          className="pm-input"
          aria-label={`${t("prices.price")} ${props.name}`}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => onTyped?.(event.target.value)}
          onBlur={() => onDone?.("stay")}
          onKeyDown={(event) => {
            if (isOfInputMethod(event)) return;
            if (event.key === "Enter") {
              event.preventDefault();
              onDone?.("down");
            } else if (event.key === "Escape") {
              event.preventDefault();
              event.stopPropagation();
              onDone?.("cancel");
            }
          }}
        />
      ) : unread !== undefined ? (
        unread
      ) : props.open && price !== null ? (
        shortPrice(price)
      ) : null}
    </td>
  );
});
