/** The page of free courts, by sport and day. */
import { showFen } from "../contract/core/money";
import { clock, span } from "../contract/core/time";
import { customerNav } from "./customer";
import { html, type Html } from "./html";
import { document, link, type Owner, type Site, venuePath } from "./layout";
import { speak, weekdayName } from "./speak";

/** A slot of a court; null where the court has none at that time. */
export interface CourtCell {
  /** The form's value, "<place>~<minute>". */
  readonly value: string;
  readonly end: number;
  /** List price, fen. */
  readonly price: number;
  readonly isPeak: boolean;
  readonly isFree: boolean;
}
export interface CourtTable {
  readonly programs: readonly { readonly id: string; readonly name: string }[];
  readonly programId: string;
  readonly days: readonly string[];
  readonly day: string;
  /** Minute of the day at which availability was read. */
  readonly asOf: number;
  /** The hall is named where the sport has several. */
  readonly courts: readonly { readonly hall: string | null; readonly name: string }[];
  readonly rows: readonly { readonly start: number; readonly cells: readonly (CourtCell | null)[] }[];
}

const tablePath = (site: Site, venueId: string, programId: string, day: string): string =>
  link(site, venuePath(venueId, `/book/${encodeURIComponent(programId)}/${day}`));

function cell(site: Site, court: string, start: number, one: CourtCell | null): Html {
  const t = speak(site);
  if (one === null) return html`<td></td>`;
  if (!one.isFree) return html`<td class="taken"><span class="hidden">${t("不可订", "not available")}</span></td>`;
  const price = showFen(one.price).replace(/\.00$/, "");
  const name = t("{court} {time} {price} 元", "{court} {time} ¥{price}", { court, time: span(start, one.end), price });
  return html`<td class="${one.isPeak ? "free peak" : "free"}">
    <label
      ><input type="checkbox" name="cell" value="${one.value}" data-price="${one.price}" aria-label="${name}" /><span>${price}</span></label
    >
  </td>`;
}

/** Returns the page of free courts. */
export function courtsPage(site: Site, venue: Owner, table: CourtTable): string {
  const t = speak(site);
  const program = table.programs.find(({ id }) => id === table.programId)?.name ?? "";
  const title = t("订场", "Book a court");
  const isEmpty = table.rows.length === 0;
  const names = table.courts.map(({ hall, name }) => (hall === null ? name : `${hall} ${name}`));
  return document(
    site,
    { title: `${title} ${program} ${table.day} · ${venue.name}`, venue, isPrivate: true, back: venuePath(venue.id) },
    html`${customerNav(site, venue.id, "/book")}
      <h1 class="hidden">${title}</h1>
      ${
        table.programs.length < 2
          ? null
          : html`<nav class="pills" aria-label="${t("项目", "Sports")}">
              ${table.programs.map(
                ({ id, name }) =>
                  html`<a href="${tablePath(site, venue.id, id, table.day)}" ${id === table.programId ? html` aria-current="true"` : null}
                    >${name}</a
                  >`,
              )}
            </nav>`
      }
      <nav class="days" aria-label="${t("日期", "Days")}">
        ${table.days.map(
          (day, i) =>
            html`<a href="${tablePath(site, venue.id, table.programId, day)}" ${day === table.day ? html` aria-current="date"` : null}
              ><small>${i === 0 ? t("今天", "Today") : weekdayName(site, day)}</small><b>${day.slice(5)}</b></a
            >`,
        )}
      </nav>
      ${
        isEmpty
          ? html`<section class="card empty">
              <p>${t("这一天没有可订的场地，请换一天。", "There is nothing to book on this day. Please choose another.")}</p>
            </section>`
          : html`<form method="get" action="${venuePath(venue.id, "/book/choice")}" class="booking">
              <input type="hidden" name="lang" value="${site.language}" />
              <input type="hidden" name="day" value="${table.day}" />
              <div
                id="courts"
                data-live
                class="courts"
                tabindex="0"
                role="region"
                aria-label="${t("{program} {day} 的场地", "{program}, courts of {day}", { program, day: table.day })}"
              >
                <table>
                  <thead>
                    <tr>
                      <th scope="col"><span class="hidden">${t("时间", "Time")}</span></th>
                      ${table.courts.map(({ hall, name }) => html`<th scope="col">${hall === null ? null : html`<small>${hall}</small> `}<b>${name}</b></th>`)}
                    </tr>
                  </thead>
                  <tbody>
                    ${table.rows.map(
                      ({ start, cells }) =>
                        html`<tr>
                          <th scope="row">
                            ${
                              cells.some((one) => one?.isFree) || (table.day === table.days[0] && start <= table.asOf)
                                ? clock(start)
                                : html`<a
                                    href="${link(site, venuePath(venue.id, "/waitlist/join"))}&amp;program=${encodeURIComponent(table.programId)}&amp;day=${table.day}&amp;start=${start}"
                                    >${clock(start)} <small>${t("候补", "Wait")}</small></a
                                  >`
                            }
                          </th>
                          ${cells.map((one, i) => cell(site, names[i] ?? "", start, one))}
                        </tr>`,
                    )}
                  </tbody>
                </table>
              </div>
              <p class="mut legend">
                <i class="free"></i>${t("可订（元）", "available, ¥")} <i class="free peak"></i>${t("高峰", "peak")}
                <i class="taken"></i>${t("不可订", "not available")} · ${t("截至 {time}", "as of {time}", { time: clock(table.asOf) })}
              </p>
              <div class="bar">
                <p data-sum data-text="${t("已选 {n} 格，原价 {sum} 元", "{n} chosen, list price ¥{sum}", { n: "{n}", sum: "{sum}" })}">
                  ${t("选好格子，下一步看价格", "Choose cells, then see the price")}
                </p>
                <button class="button">${t("下一步", "Next")}</button>
              </div>
            </form>`
      }`,
  );
}
