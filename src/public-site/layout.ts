/** The frame of all public pages: head for browsers and search engines, top bar with the venue, foot. */
import type { Language } from "../contract/core/enums";
import type { Label } from "../contract/core/resource/label";
import { html, type Html, type Part, safeUrl } from "./html";

/** Request that a page is rendered for. */
export interface Site {
  readonly language: Language;
  /** Addresses of the built script and styles; null while they are not built. */
  readonly script: string | null;
  readonly style: string | null;
  /** Origin in addresses for search engines, "https://venue.example"; "" where it is not configured. */
  readonly origin: string;
  /** Path of the page. */
  readonly path: string;
  /** Further parameters of the address, "&day=…"; a page that is cached has none. */
  readonly query?: string;
}

/** Venue whose page it is. */
export interface Owner {
  readonly id: string;
  readonly name: string;
  readonly logo: string | null;
}

export interface Frame {
  readonly title: string;
  readonly description?: string;
  readonly venue: Owner | null;
  /** Picture for search engines and shared links. */
  readonly picture?: string | undefined;
  /** Further elements of the head. */
  readonly head?: Part;
  /** Search engines leave it out. */
  readonly isPrivate?: boolean;
  /** Path of the page above; none on the venue's own. */
  readonly back?: string;
  /** Bar at the bottom. */
  readonly bar?: Part;
}

/** Picks the text of the page's language and fills in `{names}`. */
export function translate(site: Pick<Site, "language">, text: Label, values: Readonly<Record<string, string | number>> = {}): string {
  return text[site.language].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

const LANGUAGE_TAG = { zh: "zh-CN", en: "en" } as const;
const OTHER = { zh: "en", en: "zh" } as const;

/** Address of a page of this site in the page's language. */
export const link = (site: Pick<Site, "language">, path: string, hash = ""): string => `${path}?lang=${site.language}${hash}`;

/** Path of a venue's pages. */
export const venuePath = (venueId: string, rest = ""): string => `/mini/v/${encodeURIComponent(venueId)}${rest}`;

const address = (site: Site, language?: Language): string => `${site.origin}${site.path}${language ? `?lang=${language}` : ""}`;

/** Returns a page as a whole document. */
export function document(site: Site, frame: Frame, body: Part): string {
  const { language } = site;
  const t = (text: Label): string => translate(site, text);
  const owner = frame.venue;
  const page = html`<html lang="${LANGUAGE_TAG[language]}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <title>${frame.title}</title>
      ${frame.description ? html`<meta name="description" content="${frame.description.slice(0, 200)}" />` : null}
      ${
        frame.isPrivate
          ? html`<meta name="robots" content="noindex" />`
          : html`<link rel="canonical" href="${address(site, language)}" />
              <link rel="alternate" hreflang="zh-CN" href="${address(site, "zh")}" />
              <link rel="alternate" hreflang="en" href="${address(site, "en")}" />
              <link rel="alternate" hreflang="x-default" href="${address(site)}" />
              <meta property="og:title" content="${frame.title}" />
              <meta property="og:url" content="${address(site, language)}" />`
      }
      ${frame.picture ? html`<meta property="og:image" content="${safeUrl(frame.picture.startsWith("/") ? site.origin + frame.picture : frame.picture)}" />` : null}
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      ${site.style ? html`<link rel="stylesheet" href="${site.style}" />` : null} ${frame.head}
    </head>
    <body>
      <a class="skip" href="#main">${t({ zh: "跳到正文", en: "Skip to content" })}</a>
      <header class="top">
        ${frame.back ? html`<a class="tool" href="${link(site, frame.back)}" aria-label="${t({ zh: "返回", en: "Back" })}"><span aria-hidden="true">‹</span></a>` : null}
        ${
          owner
            ? html`<a class="who" href="${link(site, venuePath(owner.id))}"
                >${owner.logo ? html`<img src="${safeUrl(owner.logo)}" alt="" width="28" height="28" />` : null}<b>${owner.name}</b></a
              >`
            : html`<span class="who"><b>${t({ zh: "场馆", en: "Venues" })}</b></span>`
        }
        <button type="button" class="tool" data-share hidden>${t({ zh: "分享", en: "Share" })}</button>
        <a
          class="tool"
          href="${site.path}?lang=${OTHER[language]}${site.query}"
          lang="${LANGUAGE_TAG[OTHER[language]]}"
          hreflang="${LANGUAGE_TAG[OTHER[language]]}"
          >${language === "zh" ? "English" : "中文"}</a
        >
      </header>
      <main id="main">${body}</main>
      ${frame.bar ? html`<div class="bar">${frame.bar}</div>` : null}
      <p
        class="status"
        role="status"
        data-status
        data-shared="${t({ zh: "链接已复制", en: "Link copied" })}"
        data-stale="${translate(site, { zh: "暂时不能更新，以下是 {time} 的内容", en: "Updates are paused; this is as of {time}" }, { time: "{time}" })}"
        data-offline="${t({ zh: "网络已断开，页面上的内容可能已过时；恢复后自动更新", en: "You are offline; what is shown may be out of date. It updates once you are back" })}"
      ></p>
      ${site.script ? html`<script type="module" src="${site.script}"></script>` : null}
    </body>
  </html>`;
  return `<!doctype html>\n${page.source}`;
}

/** A card with a heading. @param live its content is brought up to date while the page is open */
export function card(title: string, content: Part, { id, note, live = false }: { id?: string; note?: string; live?: boolean } = {}): Html {
  return html`<section class="card" ${id === undefined ? null : html` id="${id}"`}${live ? html` data-live` : null}>
    <h2>${title}${note ? html` <small>${note}</small>` : null}</h2>
    ${content}
  </section>`;
}

/** Returns the page for an address that shows nothing. */
export function missingPage(site: Site): string {
  const title = translate(site, { zh: "没有这个页面", en: "There is no such page" });
  return document(
    site,
    { title, venue: null, isPrivate: true },
    html`<section class="card empty">
      <h1>${title}</h1>
      <p>
        ${translate(site, {
          zh: "场馆没有公开此页面，或链接已失效。请向场馆前台索取新的二维码或链接。",
          en: "The venue has not published this page, or the link is no longer valid. Please ask the venue’s desk for a new code or link.",
        })}
      </p>
    </section>`,
  );
}

/** Returns a page that says one thing. */
export const noticePage = (site: Site, text: string): string =>
  document(site, { title: text, venue: null, isPrivate: true }, html`<section class="card empty"><p role="alert">${text}</p></section>`);

/** Returns the page for a fault or a crowd. */
export function troublePage(site: Site, seconds?: number): string {
  const title = translate(site, { zh: "页面暂时打不开", en: "The page can’t be shown right now" });
  return document(
    site,
    { title, venue: null, isPrivate: true },
    html`<section class="card empty">
      <h1>${title}</h1>
      <p>
        ${
          seconds === undefined
            ? translate(site, {
                zh: "请稍后刷新；如果一直这样，请联系场馆前台。",
                en: "Please reload in a moment. If it stays so, contact the venue’s desk.",
              })
            : translate(
                site,
                { zh: "访问太频繁，请 {seconds} 秒后刷新。", en: "Too many requests. Please reload in {seconds} seconds." },
                { seconds },
              )
        }
      </p>
    </section>`,
  );
}
