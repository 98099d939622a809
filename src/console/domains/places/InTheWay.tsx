import "../../zod/real"; // a refusal is read by a schema
import { z } from "zod";
import { useT } from "../../i18n/useT";
import { WhenDay } from "../../ui/When";
import { placeLabel } from "../../ui/sayPlace";
import { span } from "../../../contract/time";

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

/** The bookings and locks for which a change was refused; nothing where it was refused for something else. */
export function InTheWay({ data }: { data: unknown }) {
  const t = useT();
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
            <WhenDay day={one.day} /> {span(one.start, one.end)} <b>{placeLabel(one.place, t)}</b> {one.name}{" "}
            <span className="sec">{one.orderNo || t("places.lock")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
