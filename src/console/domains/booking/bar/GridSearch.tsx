import { useEffect, useRef, useState, type RefObject } from "react";
import { bookingOrders } from "../../../../contract/booking/booking-orders";
import { callsOf } from "../../../../contract/core/resource/calls";
import { addDays } from "../../../../contract/core/time";
import { useRead } from "../../../api/use-read";
import { useT } from "../../../i18n/use-t";
import { Icon } from "../../../ui/Icon";
import type { Block } from "../grid/blocks";
import type { GridStore } from "../grid/store";
import { useLate } from "../use-late";
import { isOfInputMethod } from "../../../keys/ime";

const WAIT_MS = 200;
const ORDERS = callsOf(bookingOrders).list;

const says = (block: Block, text: string): boolean =>
  block.look !== "linked" &&
  [block.booking.name, block.booking.orderNo, block.booking.phone, block.booking.note].some((field) => field.toLowerCase().includes(text));

/**
 * Finds bookings of the shown days by order number, phone or name and marks them; the others are muted. Enter goes to the next one.
 * Names are found at once in what is on screen; whole phone numbers, which the grid shows masked, are asked of the server.
 */
export function GridSearch({
  store,
  day,
  days,
  input,
  onFound,
}: {
  store: GridStore;
  /** The first of the `days` that are shown. */
  day: string;
  days: number;
  input: RefObject<HTMLInputElement | null>;
  onFound: (block: Block) => void;
}) {
  const t = useT();
  const [text, setText] = useState("");
  const [searchText, setQuery] = useState("");
  const at = useRef(-1);
  const frame = useLate(store.watchFrame, store.frame);
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const answer = useRead(ORDERS, { q: searchText, from: day, to: addDays(day, days - 1), size: 50 }, { enabled: searchText.length >= 3 });
  const query = text.trim().toLowerCase();
  const orders = new Set(searchText.length >= 3 && searchText === text.trim() ? answer.data?.content.map((order) => order.id) : []);
  const found =
    query === "" || !frame
      ? undefined
      : frame.blocks.list
          .filter(
            (block) =>
              says(block, query) || (block.look !== "linked" && block.booking.orderId !== null && orders.has(block.booking.orderId)),
          )
          .sort((a, b) => a.start - b.start || a.column - b.column);
  const keys = found?.map((block) => block.key).join(" ");
  useEffect(() => {
    store.mark(keys === undefined ? undefined : new Set(keys.split(" ")));
    at.current = -1;
  }, [store, keys]);
  return (
    <div className="input grid-search">
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        value={text}
        maxLength={64}
        placeholder={t("booking.bar.search")}
        aria-label={t("booking.bar.search")}
        aria-keyshortcuts="/"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && text !== "") {
            event.stopPropagation();
            setText("");
          }
          if (event.key !== "Enter" || isOfInputMethod(event) || !found || found.length === 0) return;
          event.preventDefault();
          at.current = (at.current + 1) % found.length;
          const block = found[at.current];
          if (block) onFound(block);
        }}
      />
      {found && (
        <small className={found.length === 0 ? "bad" : "mut"} role="status">
          {found.length === 0 ? t("booking.bar.searchNone") : t("booking.bar.searchFound", { count: found.length })}
        </small>
      )}
    </div>
  );
}
