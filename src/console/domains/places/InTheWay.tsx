import "../../zod/real"; // a refusal is read by a schema
import { Link } from "react-router";
import { z } from "zod";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import { WhenDay } from "../../ui/When";
import { placeLabel } from "../../ui/format-place";
import { span } from "../../../contract/core/time";

const Refusal = z.object({
  count: z.number(),
  bookings: z.array(
    z.object({
      orderNo: z.string(),
      name: z.string(),
      place: z.string(),
      day: z.string(),
      start: z.number(),
      end: z.number(),
    }),
  ),
});

/**
 * The bookings and locks for which a change was refused; nothing where it was refused for something else.
 * @param day of a closed day: the wizard of closings moves or refunds what is booked on it
 */
export function InTheWay({ data, day }: { data: unknown; day?: string }) {
  const t = useT();
  const mayClose = useCan("booking_close");
  const refusal = Refusal.safeParse(data);
  if (!refusal.success) return null;
  const { bookings, count } = refusal.data;
  return (
    <section className="card form-group" aria-label={t("places.inTheWay", { count })}>
      <h2>{t("places.inTheWay", { count })}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls is reached by key */}
      <ul className="in-the-way" tabIndex={0}>
        {bookings.map((one) => (
          <li key={`${one.place} ${one.day} ${one.start}`}>
            <WhenDay day={one.day} /> {span(one.start, one.end)} <b>{placeLabel(one.place, t)}</b>{" "}
            {one.name || (one.orderNo && t("common.walkIn"))} <span className="sec">{one.orderNo || t("places.lock")}</span>
          </li>
        ))}
      </ul>
      {day !== undefined && mayClose && (
        <Link className="btn" to={`/book/venue-booking?day=${day}&act=closing`}>
          {t("places.toClosing")}
        </Link>
      )}
    </section>
  );
}
