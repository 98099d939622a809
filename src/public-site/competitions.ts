/** Pages of competitions: list, game, order of play, draw with tables, a match, a court, and the draw made again from its seed. */
import { html, type Html } from "./html";
import { card, document, link, type Owner, type Site, translate, venuePath } from "./layout";
import { gameRows, type GameLine } from "./venue";

export interface PublicSide {
  /** By initials; of a team its name. */
  readonly name: string;
  readonly club: string;
  readonly seed: number | null;
  readonly isWinner: boolean;
}
export interface PublicMatch {
  readonly id: string;
  readonly event: string;
  readonly eventId: string;
  readonly round: string;
  readonly state: string;
  readonly tone: "live" | "success" | "waiting" | "neutral";
  readonly sides: readonly [PublicSide, PublicSide];
  readonly sets: readonly (readonly [number, number])[];
  readonly court: string;
  /** Day of it, "2026-11-22", "" while it has no time. */
  readonly day: string;
  readonly time: string;
}
export interface GameHead {
  readonly venue: Owner;
  readonly id: string;
  readonly title: string;
  readonly days: string;
  readonly state: string;
  readonly isLive: boolean;
}
export interface EventLine {
  readonly id: string;
  readonly title: string;
  readonly entries: number;
  readonly isDrawn: boolean;
}
export interface GameView extends GameHead {
  readonly events: readonly EventLine[];
  readonly place: string;
  readonly signUp: string;
  readonly live: readonly PublicMatch[];
  readonly latest: readonly PublicMatch[];
}
export interface EventView {
  readonly game: GameHead;
  readonly id: string;
  readonly title: string;
  readonly events: readonly EventLine[];
  readonly isDrawn: boolean;
  readonly rounds: readonly { readonly title: string; readonly matches: readonly PublicMatch[] }[];
  readonly tables: readonly {
    readonly title: string;
    readonly rows: readonly {
      readonly place: number;
      readonly name: string;
      readonly played: number;
      readonly won: number;
      readonly points: number;
    }[];
  }[];
}
export const gamePath = (game: GameHead, rest = ""): string =>
  venuePath(game.venue.id, `/competitions/${encodeURIComponent(game.id)}${rest}`);

const head = (game: GameHead): Html =>
  html`<h1>${game.title} <span class="tag ${game.isLive ? "live" : "neutral"}">${game.state}</span></h1>
    <p class="mut">${game.days}</p>`;

type Tab = "game" | "order";
function tabs(site: Site, game: GameHead, current: Tab | null): Html {
  const each = [
    ["game", "", translate(site, { zh: "概况", en: "Overview" })],
    ["order", "/order", translate(site, { zh: "赛程", en: "Order of play" })],
  ] as const;
  return html`<nav class="tabs" aria-label="${translate(site, { zh: "比赛", en: "Competition" })}">
    ${each.map(
      ([name, path, label]) =>
        html`<a href="${link(site, gamePath(game, path))}" ${name === current ? html` aria-current="page"` : null}>${label}</a>`,
    )}
  </nav>`;
}

function matchCard(site: Site, venueId: string, match: PublicMatch, isShort = false): Html {
  const where = [match.court, isShort ? match.time : `${match.day} ${match.time}`.trim()].filter((part) => part !== "").join(" · ");
  return html`<article class="match">
    <p class="mut">${match.event} · ${match.round}</p>
    <table>
      <caption class="hidden">
        ${match.sides[0].name} – ${match.sides[1].name}
      </caption>
      <tbody>
        ${match.sides.map(
          (side, i) =>
            html`<tr class="${side.isWinner ? "winner" : ""}">
              <th scope="row">
                ${side.seed === null ? null : html`<i>${side.seed}</i> `}${side.name}${side.club === "" ? null : html` <small>${side.club}</small>`}${
                  side.isWinner ? html`<span class="hidden">${translate(site, { zh: "，胜", en: ", winner" })}</span>` : null
                }
              </th>
              ${match.sets.map((set) => html`<td>${set[i]}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="foot">
      <span class="tag ${match.tone}">${match.state}</span> ${where}
      <a href="${link(site, venuePath(venueId, `/matches/${encodeURIComponent(match.id)}`))}"
        >${translate(site, { zh: "详情", en: "Details" })}<span class="hidden"> ${match.sides[0].name} – ${match.sides[1].name}</span></a
      >
    </p>
  </article>`;
}

const none = (text: string): Html => html`<p class="mut">${text}</p>`;

/** Returns the list of a venue's competitions. */
export const gamesPage = (site: Site, venue: Owner, games: readonly GameLine[]): string =>
  document(
    site,
    { title: `${translate(site, { zh: "比赛", en: "Competitions" })} · ${venue.name}`, venue, back: venuePath(venue.id) },
    html`<section class="card">
      <h1>${translate(site, { zh: "比赛", en: "Competitions" })}</h1>
      ${
        games.length === 0
          ? none(translate(site, { zh: "现在没有公开的比赛。", en: "No competition is published at the moment." }))
          : gameRows(site, venue.id, games)
      }
    </section>`,
  );

/** Returns the page of a competition. */
export function gamePage(site: Site, game: GameView): string {
  const t = (zh: string, en: string): string => translate(site, { zh, en });
  return document(
    site,
    {
      title: `${game.title} · ${game.venue.name}`,
      description: `${game.title} ${game.days} ${game.place}`,
      venue: game.venue,
      back: venuePath(game.venue.id, "/competitions"),
    },
    html`<section class="card">
        ${head(game)}${game.place === "" ? null : html`<p>${game.place}</p>`}${game.signUp === "" ? null : html`<p class="mut">${game.signUp}</p>`}${tabs(site, game, "game")}
      </section>
      ${card(
        t("项目", "Events"),
        game.events.length === 0
          ? none(t("还没有项目。", "There are no events yet."))
          : html`<ul class="rows">
              ${game.events.map(
                ({ id, title, entries, isDrawn }) =>
                  html`<li class="split">
                    <span
                      >${isDrawn ? html`<a href="${link(site, gamePath(game, `/events/${encodeURIComponent(id)}`))}"><b>${title}</b></a>` : html`<b>${title}</b>`}<span
                        class="mut"
                        >${translate(site, { zh: "{n} 个报名", en: "Entries: {n}" }, { n: entries })}</span
                      ></span
                    ><span class="mut">${isDrawn ? t("对阵已公布", "Draw published") : t("尚未公布对阵", "Not drawn yet")}</span>
                  </li>`,
              )}
            </ul>`,
      )}
      ${card(t("正在进行", "On court now"), game.live.length === 0 ? none(t("现在没有进行中的对阵。", "No match is being played right now.")) : game.live.map((match) => matchCard(site, game.venue.id, match)), { id: "live", live: true })}
      ${
        game.latest.length === 0
          ? null
          : card(
              t("最新成绩", "Latest results"),
              game.latest.map((match) => matchCard(site, game.venue.id, match)),
              { id: "latest", live: true },
            )
      }`,
  );
}

/** Returns the order of play of a competition, by day. */
export function orderPage(site: Site, game: GameHead, matches: readonly PublicMatch[]): string {
  const days = [...new Set(matches.map(({ day }) => day))];
  const untimed = translate(site, { zh: "时间待定", en: "Time not set" });
  return document(
    site,
    { title: `${translate(site, { zh: "赛程", en: "Order of play" })} · ${game.title}`, venue: game.venue, back: gamePath(game) },
    html`<section class="card">${head(game)}${tabs(site, game, "order")}</section>
      ${matches.length === 0 ? card(untimed, none(translate(site, { zh: "赛程还没有公布。", en: "The order of play is not published yet." }))) : null}
      ${days.map((day, i) =>
        card(
          day === "" ? untimed : day,
          html`<div class="grid">
            ${matches.filter((match) => match.day === day).map((match) => matchCard(site, game.venue.id, match, true))}
          </div>`,
          { id: `day-${i}`, live: true },
        ),
      )}`,
  );
}

/** Returns the draw and tables of an event. */
export function eventPage(site: Site, view: EventView): string {
  const { game } = view;
  const t = (zh: string, en: string): string => translate(site, { zh, en });
  return document(
    site,
    { title: `${view.title} · ${game.title}`, venue: game.venue, back: gamePath(game) },
    html`<section class="card">
        ${head(game)}${tabs(site, game, null)}
        <nav class="pills" aria-label="${t("项目", "Events")}">
          ${view.events
            .filter(({ isDrawn }) => isDrawn)
            .map(
              ({ id, title }) =>
                html`<a
                  href="${link(site, gamePath(game, `/events/${encodeURIComponent(id)}`))}"
                  ${id === view.id ? html` aria-current="page"` : null}
                  >${title}</a
                >`,
            )}
        </nav>
      </section>
      ${view.tables.map(({ title, rows }, i) =>
        card(
          title,
          html`<div class="scroll" tabindex="0" role="group" aria-label="${title}">
            <table class="table">
              <thead>
                <tr>
                  <th scope="col">${t("名次", "Place")}</th>
                  <th scope="col">${t("选手", "Entry")}</th>
                  <th scope="col">${t("场次", "Played")}</th>
                  <th scope="col">${t("胜", "Won")}</th>
                  <th scope="col">${t("积分", "Points")}</th>
                </tr>
              </thead>
              <tbody>
                ${rows.map(
                  (row) =>
                    html`<tr>
                      <td>${row.place}</td>
                      <th scope="row">${row.name}</th>
                      <td>${row.played}</td>
                      <td>${row.won}</td>
                      <td>${row.points}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`,
          { id: `table-${i}`, live: true },
        ),
      )}
      <div class="rounds" id="rounds" data-live tabindex="0" role="group" aria-label="${t("对阵", "Draw")}">
        ${view.rounds.map(
          ({ title, matches }) =>
            html`<section>
              <h2>${title}</h2>
              ${matches.map((match) => matchCard(site, game.venue.id, match))}
            </section>`,
        )}
      </div>
      <p class="more">
        <a href="${link(site, gamePath(game, `/events/${encodeURIComponent(view.id)}/repeat`))}"
          >${t("用随机种子重现抽签", "Repeat the draw from its seed")}</a
        >
      </p>
      <p class="mut">${t("个人姓名只显示首字，团队显示队名。", "People are shown by initials, teams by their names.")}</p>`,
  );
}

/** Returns the page of one match: what its code opens. @param umpire path of the umpire's tablet */
export function matchPage(site: Site, game: GameHead, match: PublicMatch, umpire: string): string {
  return document(
    site,
    { title: `${match.sides[0].name} – ${match.sides[1].name} · ${game.title}`, venue: game.venue, isPrivate: true, back: gamePath(game) },
    html`<section class="card">${head(game)}${tabs(site, game, null)}</section>
      ${card(translate(site, { zh: "对阵", en: "Match" }), matchCard(site, game.venue.id, match), { id: "match", live: true })}
      ${umpireLink(site, umpire)}`,
  );
}

const umpireLink = (site: Site, path: string): Html =>
  html`<p class="more">
    <a href="${path}">${translate(site, { zh: "我是裁判，用 PIN 计分", en: "I am the umpire: score with a PIN" })}</a>
  </p>`;

export interface CourtView {
  readonly venue: Owner;
  readonly name: string;
  readonly hall: string;
  readonly matches: readonly PublicMatch[];
  /** Path of the umpire's tablet; null where the court has no match today. */
  readonly umpire: string | null;
}

/** Returns the page of a court: what its code opens. */
export const courtPage = (site: Site, { venue, name, hall, matches, umpire }: CourtView): string =>
  document(
    site,
    { title: `${name} · ${venue.name}`, venue, isPrivate: true, back: venuePath(venue.id) },
    html`<section class="card">
        <h1>${name}</h1>
        <p class="mut">${hall}</p>
      </section>
      ${card(
        translate(site, { zh: "今天这片场地的对阵", en: "Matches on this court today" }),
        matches.length === 0
          ? none(translate(site, { zh: "今天没有公开的对阵。", en: "No published match today." }))
          : matches.map((match) => matchCard(site, venue.id, match, true)),
        { id: "court", live: true },
      )}
      ${umpire === null ? null : umpireLink(site, umpire)}
      <p class="more">
        <a href="${link(site, venuePath(venue.id))}"
          >${translate(site, { zh: "场馆页面：营业时间、空场、价格", en: "The venue’s page: hours, free courts, prices" })}</a
        >
      </p>`,
  );
