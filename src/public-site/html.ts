/** HTML text in which everything that is inserted is escaped, unless it is HTML made here. */

/** HTML that is safe to send. Only this module makes it. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

/** Content of a template: text and numbers are escaped, nothing is left out where there is nothing. */
export type Part = Html | string | number | null | undefined | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");

function render(part: Part): string {
  if (part instanceof Html) return part.source;
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escape(String(part));
  return part.map(render).join("");
}

/** Makes HTML of a template. Attributes must stand in double quotes; addresses go through `safeUrl` first. */
export const html = (texts: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(texts.reduce((all, text, i) => all + render(parts[i - 1]) + text));

/** Marks HTML as safe that the server's sanitizer has cleaned. */
export const cleaned = (source: string): Html => new Html(source);

/** Returns the address where it is a path of this site, http(s), a telephone or a mail address; else "#". */
export const safeUrl = (url: string): string => (/^(?:\/(?![/\\])|https?:\/\/|tel:|mailto:)[^\s"'<>\\]*$/i.test(url) ? url : "#");

/** Structured data for search engines. The browser does not run it; "<" is written so that no text can end the element. */
export const jsonLd = (value: object): Html =>
  new Html(`<script type="application/ld+json">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`);
