/** Customers' own bookings: the list, and one of them. */
import { fen, showFen } from "../contract/core/money";
import { clock, span } from "../contract/core/time";
import { type BookedLine, priceLines } from "./booked-lines";
import { customerNav } from "./customer";
import { html, type Html, type Part } from "./html";
import { document, link, type Owner, type Site, translate, venuePath } from "./layout";
import { dayName, speak } from "./speak";
import { type WishRow, wishes } from "./waitlist";

/** States of a booking, as its customer reads them. */
const STATES = {
  held: ["待付款", "Awaiting payment", "waiting"],
  reserved: ["到馆付款", "Pay on arrival", "waiting"],
  paid: ["已订好，等您到场", "Booked, see you there", "success"],
  checked_in: ["已到场", "Checked in", "live"],
  finished: ["已结束", "Finished", "neutral"],
  no_show: ["未到场", "Not attended", "neutral"],
  cancelled: ["已取消", "Cancelled", "neutral"],
  expired: ["超时未付，已释放", "Released, not paid in time", "neutral"],
} as const;
export type BookingState = keyof typeof STATES;
const stateTag = (site: Site, state: BookingState): Html => {
  const [zh, en, look] = STATES[state];
  return html`<span class="tag ${look}">${translate(site, { zh, en })}</span>`;
};

export interface BookingRow {
  readonly id: string;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly program: string;
  readonly places: string;
  readonly state: BookingState;
  readonly total: string;
}

/** Returns the customer's bookings: those to come, and the last ones. */
export function bookingsPage(
  site: Site,
  venue: Owner,
  {
    coming,
    past,
    wishes: queue,
  }: Readonly<Record<"coming" | "past", readonly BookingRow[]>> & {
    readonly wishes: readonly WishRow[];
  },
): string {
  const t = speak(site);
  const title = t("我的预订", "My bookings");
  const rows = (list: readonly BookingRow[], none: Part): Html =>
    list.length === 0
      ? html`<p>${none}</p>`
      : html`<ul class="rows">
          ${list.map(
            (row) =>
              html`<li class="split">
                <span
                  ><a href="${link(site, venuePath(venue.id, `/bookings/${encodeURIComponent(row.id)}`))}"
                    ><b>${dayName(site, row.day)} ${clock(row.start)}</b></a
                  ><span class="mut">${row.program} ${row.places}</span></span
                ><span class="money">${stateTag(site, row.state)}<br />¥${showFen(fen(row.total))}</span>
              </li>`,
          )}
        </ul>`;
  return document(
    site,
    { title: `${title} · ${venue.name}`, venue, isPrivate: true, back: venuePath(venue.id) },
    html`${customerNav(site, venue.id, "/bookings")}
      <h1 class="hidden">${title}</h1>
      <section class="card">
        <h2>${t("未结束", "Upcoming")}</h2>
        ${rows(
          coming,
          html`${t("还没有预订。", "You have no bookings.")}
            <a href="${link(site, venuePath(venue.id, "/book"))}">${t("去订场", "Book a court")}</a>`,
        )}
      </section>
      ${wishes(site, venue.id, queue)}
      ${
        past.length === 0
          ? null
          : html`<section class="card">
              <h2>${t("历史预订", "Past bookings")}</h2>
              ${rows(past, "")}
            </section>`
      }`,
  );
}

export interface BookingView {
  readonly venue: Owner & { readonly phone: string };
  readonly id: string;
  readonly no: string;
  readonly state: BookingState;
  readonly day: string;
  readonly start: number;
  readonly end: number;
  readonly program: string;
  readonly lines: readonly BookedLine[];
  readonly total: string;
  readonly paid: string;
  readonly refunded: string;
  readonly fee: string;
  readonly due: string;
  readonly payments: readonly { readonly name: string; readonly amount: string }[];
  readonly holdUntil: string | null;
  readonly canCancel: boolean;
  readonly canPay: boolean;
  readonly terms: string;
}

/** Returns the page of one booking. */
export function bookingPage(site: Site, view: BookingView): string {
  const t = speak(site);
  const title = `${dayName(site, view.day)} ${span(view.start, view.end)}`;
  const sums: readonly (readonly [string, string, boolean])[] = [
    [t("应付", "Total"), view.total, true],
    ...view.payments.map(({ name, amount }) => [name, amount, true] as const),
    [t("已退", "Refunded"), view.refunded, view.refunded !== "0.00"],
    [t("取消手续费", "Cancellation fee"), view.fee, view.fee !== "0.00"],
    [t("待付", "Amount due"), view.due, view.due !== "0.00"],
  ];
  return document(
    site,
    { title: `${title} · ${view.venue.name}`, venue: view.venue, isPrivate: true, back: venuePath(view.venue.id, "/bookings") },
    html`${customerNav(site, view.venue.id)}
      <section class="card">
        <p class="state">${stateTag(site, view.state)}</p>
        <h1>${title}</h1>
        <p>${view.program}</p>
        ${
          view.holdUntil === null
            ? null
            : html`<p class="notice">
                ${t("请在 {time} 前到前台付 {sum} 元，报单号或手机号即可；到时未付自动释放。", "Please pay ¥{sum} at the desk by {time}, giving the booking number below or your mobile number. Unpaid bookings are released then.", { time: view.holdUntil, sum: showFen(fen(view.due)) })}
              </p>`
        }
        ${view.state === "paid" ? html`<p class="notice">${t("到馆后向前台报单号或手机号开场。", "To check in, give the booking number below or your mobile number at the desk.")}</p>` : null}
        <p class="number"><small>${t("单号", "Booking no.")}</small> <b>${view.no}</b></p>
        ${priceLines(site, view.lines)}
        <dl class="facts">
          ${sums
            .filter(([, , isShown]) => isShown)
            .map(
              ([label, amount]) =>
                html`<div>
                  <dt>${label}</dt>
                  <dd>¥${showFen(fen(amount))}</dd>
                </div>`,
            )}
        </dl>
        <p class="mut">${view.terms}</p>
        ${
          view.canPay
            ? html`<p>
                <a class="button" href="${link(site, venuePath(view.venue.id, `/bookings/${encodeURIComponent(view.id)}/pay`))}"
                  >${t("网上付款 ¥{sum}", "Pay ¥{sum} online", { sum: showFen(fen(view.due)) })}</a
                >
              </p>`
            : null
        }
        ${
          view.canCancel
            ? html`<p>
                <a class="round" href="${link(site, venuePath(view.venue.id, `/bookings/${encodeURIComponent(view.id)}/cancel`))}"
                  >${t("取消预订…", "Cancel booking…")}</a
                >
              </p>`
            : null
        }
      </section>`,
  );
}
