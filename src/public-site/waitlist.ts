/** Pages of the waitlist: queueing for a time that is taken, and a customer's own entries. */
import { clock, span } from "../contract/core/time";
import { customerNav, postForm, problem } from "./customer";
import { html, type Html } from "./html";
import { card, document, link, type Owner, type Site, venuePath } from "./layout";
import { dayName, speak } from "./speak";

export interface WishView {
  readonly venue: Owner;
  readonly program: string;
  readonly day: string;
  readonly start: number;
  /** Ends that can be chosen, minutes of the day. */
  readonly ends: readonly number[];
  readonly back: string;
  /** Minutes for which an offer is held. */
  readonly offerMinutes: number;
  readonly error?: string | undefined;
}

/** Returns the page on which a customer queues for a time. */
export function joinPage(site: Site, view: WishView): string {
  const t = speak(site);
  const title = t("候补", "Join the waitlist");
  return document(
    site,
    { title: `${title} · ${view.venue.name}`, venue: view.venue, isPrivate: true, back: venuePath(view.venue.id, "/book") },
    html`${customerNav(site, view.venue.id)}
      <section class="card">
        <h1>${title}</h1>
        <p><b>${view.program}</b> ${dayName(site, view.day)} ${t("{time} 起", "from {time}", { time: clock(view.start) })}</p>
        ${problem(view.error)}
        <p>
          ${t("有场地空出时，按先后顺序为您保留 {minutes} 分钟，请在“我的预订”里付款；到时未付，转给下一位。", "When a court comes free it is held for you for {minutes} minutes, in the order of the queue. Pay for it under “My bookings”; otherwise it goes to the next person.", { minutes: view.offerMinutes })}
        </p>
        ${postForm(
          site,
          html`<label for="end">${t("到", "Until")}</label>
            <select id="end" name="end">
              ${view.ends.map((end) => html`<option value="${end}">${clock(end)}</option>`)}
            </select>
            <button class="button">${t("加入候补", "Join the waitlist")}</button>`,
        )}
        <p class="more"><a href="${view.back}">${t("返回选场", "Back to the courts")}</a></p>
      </section>`,
  );
}

export interface WishRow {
  readonly id: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly program: string;
  readonly state: "waiting" | "offered" | "lapsed";
  /** Place in the queue; null unless waiting. */
  readonly position: number | null;
  readonly offer: { readonly place: string; readonly until: string; readonly orderId: string } | null;
  readonly canRequeue: boolean;
}

/** Renders a customer's entries on the waitlist. */
export function wishes(site: Site, venueId: string, rows: readonly WishRow[]): Html | null {
  const t = speak(site);
  if (rows.length === 0) return null;
  const describe = ({ state, position, offer }: WishRow): string => {
    if (offer)
      return t("{place} 已为您保留到 {until}，请在此前付款", "{place} is held for you until {until}; please pay by then", { ...offer });
    if (state === "lapsed") return t("保留的时间已过，已转给下一位", "The time to pay has passed; it went to the next person");
    return t("排第 {n} 位", "No. {n} in the queue", { n: position ?? 1 });
  };
  const action = (id: string, answer: string, text: string): Html =>
    postForm(
      site,
      html`<input type="hidden" name="answer" value="${answer}" /><button class="round">${text}</button>`,
      link(site, venuePath(venueId, `/waitlist/${encodeURIComponent(id)}`)),
    );
  return card(
    t("候补", "Waitlist"),
    html`<ul class="rows">
      ${rows.map(
        (row) =>
          html`<li>
            <p><b>${row.program} ${dayName(site, row.day)} ${span(row.start, row.end)}</b><span class="mut">${describe(row)}</span></p>
            ${
              row.offer
                ? html`<p>
                    <a class="button" href="${link(site, venuePath(venueId, `/bookings/${encodeURIComponent(row.offer.orderId)}/pay`))}"
                      >${t("付款", "Pay")}</a
                    >
                  </p>`
                : null
            }
            ${row.canRequeue ? action(row.id, "requeue", t("重新排队", "Queue again")) : null}
            ${row.state === "lapsed" ? null : action(row.id, "withdraw", t("退出候补", "Leave the waitlist"))}
          </li>`,
      )}
    </ul>`,
  );
}
