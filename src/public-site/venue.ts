/** The venue's own page, its articles and albums, the page of its payment code and of a court, and the list of venues. */
import { html, type Html, jsonLd, safeUrl } from "./html";
import { card, document, link, type Owner, type Site, translate, venuePath } from "./layout";

/** Prices of some courts on some days, as one sentence. */
export interface PriceLine {
  readonly program: string;
  readonly courts: string;
  readonly sentences: readonly string[];
}
/** Hours of today that still come, with the courts free in each. */
export interface FreeHours {
  readonly program: string;
  readonly hours: readonly { readonly time: string; readonly free: number; readonly isPeak: boolean }[];
}
export interface ArticleLine {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly day: string;
}
export interface GameLine {
  readonly id: string;
  readonly title: string;
  readonly days: string;
  readonly state: string;
  readonly isLive: boolean;
}
export interface VenueView extends Owner {
  /** Customers book online. */
  readonly hasBooking: boolean;
  readonly pictures: readonly string[];
  readonly intro: string;
  readonly address: string;
  readonly province: string;
  readonly city: string;
  readonly area: string;
  readonly phone: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  /** Opening today, "07:00–22:00"; null: closed. */
  readonly today: string | null;
  readonly isOpen: boolean;
  readonly day: string;
  /** Time of the reading, "15:20". */
  readonly asOf: string;
  /** Weekdays with the same hours, Monday first. */
  readonly week: readonly { readonly days: string; readonly hours: string }[];
  /** By weekday from Monday, for search engines. */
  readonly openings: readonly { readonly opens: string; readonly closes: string }[];
  readonly sports: string;
  readonly notices: readonly { readonly title: string; readonly text: string }[];
  readonly free: readonly FreeHours[];
  readonly prices: readonly PriceLine[];
  readonly services: readonly { readonly name: string; readonly memo: string; readonly picture: string | null; readonly price: string }[];
  readonly coaches: readonly { readonly name: string; readonly level: string; readonly photo: string | null; readonly price: string }[];
  readonly albums: readonly { readonly name: string; readonly photos: readonly { readonly url: string; readonly title: string }[] }[];
  readonly activities: readonly { readonly day: string; readonly title: string; readonly note: string; readonly price: string }[];
  readonly games: readonly GameLine[];
  readonly articles: readonly ArticleLine[];
}

const mapUrl = ({ longitude, latitude, name, address }: VenueView): string =>
  longitude === null || latitude === null
    ? `https://uri.amap.com/search?keyword=${encodeURIComponent(`${address} ${name}`)}`
    : `https://uri.amap.com/marker?position=${longitude},${latitude}&name=${encodeURIComponent(name)}`;
export const telUrl = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, "")}`;

const WEEKDAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function structuredData(site: Site, venue: VenueView): Html {
  const absolute = (url: string): string => (url.startsWith("/") ? site.origin + url : url);
  return jsonLd({
    "@context": "https://schema.org",
    "@type": "SportsActivityLocation",
    name: venue.name,
    url: `${site.origin}${site.path}`,
    ...(venue.intro === "" ? {} : { description: venue.intro }),
    ...(venue.phone === "" ? {} : { telephone: venue.phone }),
    ...(venue.pictures.length === 0 ? {} : { image: venue.pictures.map(absolute) }),
    address: {
      "@type": "PostalAddress",
      addressCountry: "CN",
      addressRegion: venue.province,
      addressLocality: `${venue.city}${venue.area}`,
      streetAddress: venue.address,
    },
    ...(venue.longitude === null || venue.latitude === null
      ? {}
      : { geo: { "@type": "GeoCoordinates", latitude: venue.latitude, longitude: venue.longitude } }),
    openingHoursSpecification: venue.openings.flatMap(({ opens, closes }, i) =>
      opens === closes
        ? []
        : [{ "@type": "OpeningHoursSpecification", dayOfWeek: `https://schema.org/${WEEKDAY_NAMES[i] ?? ""}`, opens, closes }],
    ),
  });
}

const pictureOf = (url: string, text: string, size: number): Html =>
  html`<img src="${safeUrl(url)}" alt="${text}" width="${size}" height="${size}" loading="lazy" decoding="async" />`;

/** Returns the venue's page. */
export function venuePage(site: Site, venue: VenueView): string {
  const t = (zh: string, en: string, values: Readonly<Record<string, string | number>> = {}): string => translate(site, { zh, en }, values);
  const [cover, ...more] = venue.pictures;
  const whole = `${venue.province}${venue.city}${venue.area}${venue.address}`;
  const body = html` ${
      cover === undefined
        ? null
        : html`<div class="pictures">
            ${[cover, ...more].map(
              (url, i) =>
                html`<img
                  src="${safeUrl(url)}"
                  alt="${t("{name}，照片 {n}", "{name}, picture {n}", { name: venue.name, n: i + 1 })}"
                  width="390"
                  height="208"
                  ${i > 0 ? html` loading="lazy"` : null}
                  decoding="async"
                />`,
            )}
          </div>`
    }
    <section class="card">
      <h1>${venue.name}</h1>
      <p class="state">
        <span class="tag ${venue.isOpen ? "success" : "neutral"}"
          >${venue.today === null ? t("今天休息", "Closed today") : venue.isOpen ? t("营业中", "Open") : t("未营业", "Closed now")}</span
        >
        ${venue.today} <span class="mut">${venue.sports}</span>
      </p>
      ${venue.intro === "" ? null : html`<p class="lines">${venue.intro}</p>`}
      ${
        whole === ""
          ? null
          : html`<div class="fact">
              <span>${whole}</span
              ><a class="round" href="${mapUrl(venue)}" rel="noopener noreferrer" target="_blank">${t("地图", "Map")}</a>
            </div>`
      }
      ${
        venue.phone === ""
          ? null
          : html`<div class="fact">
              <span>${venue.phone}</span><a class="round" href="${safeUrl(telUrl(venue.phone))}">${t("电话", "Call")}</a>
            </div>`
      }
      <dl class="hours">
        ${venue.week.map(
          ({ days, hours }) =>
            html`<div>
              <dt>${days}</dt>
              <dd>${hours}</dd>
            </div>`,
        )}
      </dl>
    </section>
    ${
      venue.notices.length === 0
        ? null
        : card(
            t("公告", "Notices"),
            html`<ul class="rows">
              ${venue.notices.map(({ title, text }) => html`<li><b>${title}</b><span class="mut">${text}</span></li>`)}
            </ul>`,
          )
    }
    ${
      venue.free.length === 0
        ? null
        : card(
            t("今天空场", "Free today"),
            venue.free.map(
              ({ program, hours }) =>
                html`<h3>${program}</h3>
                  <ul class="strip" tabindex="0" aria-label="${t("{program}每小时的空场", "{program}: free courts by hour", { program })}">
                    ${hours.map(
                      ({ time, free, isPeak }) =>
                        html`<li class="${free === 0 ? "full" : isPeak ? "peak" : ""}">
                          <small>${time}</small
                          ><b>${free === 0 ? t("满", "Full") : free}</b
                          >${free === 0 ? null : html`<small>${t("片", free === 1 ? "court" : "courts")}</small>`}
                        </li>`,
                    )}
                  </ul>`,
            ),
            { id: "free", note: t("{day}，截至 {time}", "{day}, as of {time}", { day: venue.day, time: venue.asOf }), live: true },
          )
    }
    ${
      venue.prices.length === 0
        ? null
        : card(
            t("价格", "Prices"),
            venue.prices.map(
              ({ program, courts, sentences }) =>
                html`<div class="price">
                  <h3>${program} <small>${courts}</small></h3>
                  ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
                </div>`,
            ),
            { note: t("今天起 7 天，散客价；会员另有折扣", "the next 7 days, without membership; members may pay less") },
          )
    }
    ${
      venue.activities.length === 0
        ? null
        : card(
            t("活动", "Activities"),
            html`<ul class="rows">
              ${venue.activities.map(
                ({ day, title, note, price }) =>
                  html`<li class="split">
                    <span><b>${title}</b><span class="mut">${day} ${note}</span></span
                    ><span class="money">${price}</span>
                  </li>`,
              )}
            </ul>`,
          )
    }
    ${
      venue.games.length === 0
        ? null
        : card(
            t("比赛", "Competitions"),
            html`${gameRows(site, venue.id, venue.games)}
              <p class="more"><a href="${link(site, venuePath(venue.id, "/competitions"))}">${t("全部比赛", "All competitions")}</a></p>`,
          )
    }
    ${
      venue.services.length === 0
        ? null
        : card(
            t("服务", "Services"),
            html`<ul class="rows">
              ${venue.services.map(
                ({ name, memo, picture, price }) =>
                  html`<li class="split">
                    ${picture === null ? null : pictureOf(picture, "", 44)}<span><b>${name}</b><span class="mut">${memo}</span></span
                    ><span class="money">${price}</span>
                  </li>`,
              )}
            </ul>`,
          )
    }
    ${
      venue.coaches.length === 0
        ? null
        : card(
            t("教练", "Coaches"),
            html`<ul class="rows">
              ${venue.coaches.map(
                ({ name, level, photo, price }) =>
                  html`<li class="split">
                    ${photo === null ? null : pictureOf(photo, "", 44)}<span><b>${name}</b><span class="mut">${level}</span></span
                    ><span class="money">${price}</span>
                  </li>`,
              )}
            </ul>`,
          )
    }
    ${venue.albums.map(({ name, photos }) =>
      card(
        name,
        html`<ul class="photos">
          ${photos.map(({ url, title }) => html`<li>${pictureOf(url, title === "" ? name : title, 112)}</li>`)}
        </ul>`,
        { note: t("相册", "Album") },
      ),
    )}
    ${
      venue.articles.length === 0
        ? null
        : card(
            t("文章", "Articles"),
            html`<ul class="rows">
              ${venue.articles.map(
                ({ id, title, summary, day }) =>
                  html`<li>
                    <a href="${link(site, venuePath(venue.id, `/articles/${encodeURIComponent(id)}`))}"><b>${title}</b></a
                    ><span class="mut">${summary} ${day}</span>
                  </li>`,
              )}
            </ul>`,
          )
    }`;
  return document(
    site,
    {
      title: venue.name,
      description: venue.intro === "" ? `${venue.name} ${whole}` : venue.intro,
      venue,
      picture: cover,
      head: structuredData(site, venue),
      ...(venue.hasBooking
        ? {
            bar: html`<p>${t("手机号登录即可订场", "Sign in by mobile to book")}</p>
              <a class="button" href="${link(site, venuePath(venue.id, "/book"))}">${t("订场", "Book a court")}</a>`,
          }
        : venue.phone === ""
          ? {}
          : {
              bar: html`<p>${t("订场请致电或到前台", "Book by phone or at the desk")}</p>
                <a class="button" href="${safeUrl(telUrl(venue.phone))}">${t("打电话", "Call")}</a>`,
            }),
    },
    body,
  );
}

/** Rows of competitions. */
export const gameRows = (site: Site, venueId: string, games: readonly GameLine[]): Html =>
  html`<ul class="rows">
    ${games.map(
      ({ id, title, days, state, isLive }) =>
        html`<li class="split">
          <span
            ><a href="${link(site, venuePath(venueId, `/competitions/${encodeURIComponent(id)}`))}"><b>${title}</b></a
            ><span class="mut">${days}</span></span
          ><span class="tag ${isLive ? "live" : "neutral"}">${state}</span>
        </li>`,
    )}
  </ul>`;
