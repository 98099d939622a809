/**
 * The customers' pages below /mini: HTML made on the server, cached for some seconds, so that any number of readers cost one rendering. They
 * show only venues that have published their page; every other address is a 404 in words. Renderings are limited, not requests, because all
 * phones of a hall share one address. Above the limit the last rendering is served with its age.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Language, LANGUAGES } from "../../contract/core/enums";
import { missingPage, type Site, troublePage, venuePath } from "../../public-site/layout";
import { venuesPage } from "../../public-site/venues";
import { type Database, PLATFORM } from "../db/client";
import { Bounded } from "../kernel/bounded";
import type { Ctx, VenueRow } from "./context";
import { type CustomerPage, registerCustomerPages } from "./customer-pages";
import { AppError } from "./error";
import { read } from "./perform";
import type { PublicLimits } from "./security";
import { languageOf, originOf } from "./transport";

/** A page of a venue. */
export interface PublicPage {
  /** Its path below the venue's, with parameters: "/articles/:id". */
  readonly url: string;
  /** Seconds for which a rendering is served; live scores change sooner than prices. */
  readonly seconds: number;
  /** Renders the page; null where there is nothing to show. */
  readonly render: (ctx: Ctx, id: (name: string) => string, site: Site) => Promise<string | null>;
}
/** Paths of a venue's pages that search engines may list. */
export type PathsOf = (ctx: Ctx) => Promise<readonly string[]>;

interface Options {
  readonly database: Database;
  readonly now: () => Date;
  readonly pages: readonly PublicPage[];
  readonly customerPages: readonly CustomerPage[];
  readonly pathsOf: PathsOf;
  readonly limits: PublicLimits | undefined;
  /** Folder of the built script and styles. */
  readonly assetsDir: string;
  /** Configured target of printed codes; canonical addresses use its origin, never the one that a request names. */
  readonly codeUrl: string | null;
}

interface Rendered {
  readonly until: number;
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
  readonly packed: Buffer;
  readonly tag: string;
  readonly seconds: number;
}
const MOST_PAGES = 1_000;
const MOST_BYTES = 64 * 1_024 * 1_024;
/** Renderings at a time: of more, readers wait, and the desks keep the database. */
const MOST_AT_ONCE = 4;
const MOST_WAITING = 200;
/** Maximum number of customers' pages that wait for an outside service at the same time. */
const MOST_CALLING_OUT = 16;
/** Age up to which a rendering is served where none can be made now. */
const STALE_MS = 10 * 60_000;
const MOST_VENUES = 2_000;
const pack = promisify(gzip);
const Manifest = z.record(z.string(), z.object({ file: z.string(), css: z.array(z.string()).optional() }));
const VISITOR = { id: "", name: "visitor" };
const HTML = "text/html; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";

function readAssets(dir: string): Pick<Site, "script" | "style"> {
  const file = path.join(dir, "manifest.json");
  if (!existsSync(file)) return { script: null, style: null };
  const [entry] = Object.values(Manifest.parse(JSON.parse(readFileSync(file, "utf8"))));
  const [style] = entry?.css ?? [];
  return { script: entry ? `/mini/${entry.file}` : null, style: style === undefined ? null : `/mini/${style}` };
}

const queryOf = (request: FastifyRequest, name: string): string => {
  const value = (request.query as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value : "";
};
const languageFor = (request: FastifyRequest): Language =>
  LANGUAGES.find((language) => language === queryOf(request, "lang")) ?? languageOf(request) ?? "zh";

/** Runs at most so many tasks at a time; so many others wait in their order. @throws AppError `busy` beyond */
function lane(most: number, mostWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= most && waiting.length >= mostWaiting) throw new AppError("busy");
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Registers the pages. */
export async function registerPublicPages(app: FastifyInstance, options: Options): Promise<void> {
  const { database, now, limits } = options;
  const assets = readAssets(options.assetsDir);
  const base = options.codeUrl === null ? null : new URL(options.codeUrl);
  const origin = base?.pathname.replace(/\/+$/, "") === "/mini" ? base.origin : "";
  const config = limits ? { config: { rateLimit: limits.page } } : {};
  const cache = new Bounded<string, Rendered | Promise<Rendered>>(MOST_PAGES, {
    most: MOST_BYTES,
    of: (page) => (page instanceof Promise ? 0 : page.body.length + page.packed.length),
  });
  const run = lane(MOST_AT_ONCE, MOST_WAITING);
  const runApart = lane(MOST_CALLING_OUT, MOST_WAITING);

  const siteOf = (request: FastifyRequest): Site => ({ ...assets, origin, language: languageFor(request), path: pathOf(request) });

  async function make(seconds: number, type: string, text: string, status = 200): Promise<Rendered> {
    const body = Buffer.from(text);
    const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    return { until: now().getTime() + seconds * 1_000, status, type, body, packed: await pack(body), tag, seconds };
  }

  /** Returns a page that is rendered or being rendered, and not too old. */
  function findFresh(key: string): Rendered | Promise<Rendered> | undefined {
    const known = cache.get(key);
    return known && (known instanceof Promise || known.until > now().getTime()) ? known : undefined;
  }

  /**
   * Returns a page from the cache, or renders it; readers who come meanwhile wait for that one rendering. Falls back to the last rendering if a new
   * one fails or is over the limit.
   * @throws AppError `slowDown`, `busy` where there is none
   */
  async function obtain(request: FastifyRequest, site: Site, { seconds, render, type }: Recipe): Promise<Rendered> {
    // Ids need no escapes: each other spelling of an address would be a page of its own to render and store.
    if (site.path.includes("%")) return make(seconds, HTML, missingPage(site), 404);
    const key = `${site.language} ${site.path}`;
    const fresh = findFresh(key);
    if (fresh) return fresh;
    const wait = await limits?.rendering(request);
    // Another reader may have begun meanwhile.
    const begun = findFresh(key);
    if (begun) return begun;
    const known = cache.get(key);
    const last = known && !(known instanceof Promise) && now().getTime() - madeAt(known) < STALE_MS ? known : undefined;
    if (wait !== undefined) {
      if (last) return last;
      throw new AppError("slowDown", { seconds: wait });
    }
    // Readers who come meanwhile get what this one gets, the last rendering included.
    const rendering = run(async () => {
      const text = await render(site);
      return text === null ? make(seconds, HTML, missingPage(site), 404) : make(seconds, type, text);
    }).catch((error: unknown) => {
      if (!last) throw error;
      if (error instanceof AppError) request.log.warn({ key: error.key }, "public page not rendered anew");
      else request.log.error({ err: error }, "public page not rendered anew");
      return last;
    });
    cache.set(key, rendering);
    try {
      const rendered = await rendering;
      // An address that shows nothing costs one look for a row; remembered, such addresses would push out pages.
      if (rendered.status === 200) cache.set(key, rendered);
      else cache.delete(key);
      return rendered;
    } catch (error) {
      cache.delete(key);
      throw error;
    }
  }

  async function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    seconds: number,
    render: (site: Site) => Promise<string | null>,
    type = HTML,
  ): Promise<FastifyReply> {
    const site = siteOf(request);
    const page = await obtain(request, site, { seconds, render, type });
    const age = Math.floor((now().getTime() - madeAt(page)) / 1_000);
    if (age > page.seconds) reply.header("age", age);
    return send(request, reply, site, page);
  }

  const visit = <T>(venue: VenueRow, language: Language, work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    read(
      database,
      { venue, person: VISITOR, codes: new Set(), language, address: "", action: "public.page", now: now(), idempotencyKey: null },
      work,
    );
  const venueOf = (id: string) =>
    database.dbFor(PLATFORM).selectFrom("venue").selectAll().where("id", "=", id).where("public_page", "=", true).executeTakeFirst();
  const publicVenues = () =>
    database.dbFor(PLATFORM).selectFrom("venue").selectAll().where("public_page", "=", true).orderBy("id").limit(MOST_VENUES).execute();

  /** Paths for search engines, one a line: the same whatever host a request names. */
  async function listPaths(site: Site): Promise<string> {
    const paths = ["/mini"];
    for (const venue of await publicVenues()) paths.push(venuePath(venue.id), ...(await visit(venue, site.language, options.pathsOf)));
    return paths.join("\n");
  }

  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => answerTrouble(error, request, reply, siteOf(request)));
    for (const page of options.pages)
      pages.get(`/mini/v/:venueId${page.url}`, config, (request, reply) => {
        const params = request.params as Readonly<Record<string, string>>;
        const id = (name: string): string => params[name] ?? "";
        return serve(request, reply, page.seconds, async (site) => {
          const venue = await venueOf(id("venueId"));
          if (!venue) return null;
          return visit(venue, site.language, (ctx) => page.render(ctx, id, site)).catch((error: unknown) => {
            if (error instanceof AppError && error.key === "missing") return null;
            throw error;
          });
        });
      });
    registerCustomerPages(pages, { database, now, pages: options.customerPages, siteOf, venueOf, limits, run, runApart });
    pages.get("/mini", config, async (request, reply) => {
      const venueId = queryOf(request, "venueId");
      // Parameters of printed codes: `t=cg` is the venue's page, `business` another.
      if (venueId !== "") {
        const rest = queryOf(request, "business") === "payToVenue" ? "/pay" : "";
        return reply.header("cache-control", "no-store").redirect(`${venuePath(venueId, rest)}?lang=${languageFor(request)}`, 302);
      }
      return serve(request, reply, 60, async (site) => venuesPage(site, await publicVenues()));
    });
    pages.get("/mini/sitemap.xml", config, async (request, reply) => {
      const site = siteOf(request);
      const page = await obtain(request, site, { seconds: 600, render: listPaths, type: TEXT });
      if (page.status !== 200) return send(request, reply, site, page);
      const host = site.origin === "" ? originOf(request) : site.origin;
      const urls = page.body
        .toString()
        .split("\n")
        .flatMap((each) => LANGUAGES.map((language) => `<url><loc>${host}${each}?lang=${language}</loc></url>`));
      return reply
        .type("application/xml; charset=utf-8")
        .header("cache-control", site.origin === "" ? "no-store" : "public, max-age=600")
        .send(
          `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`,
        );
    });
    if (assets.script !== null)
      await pages.register(fastifyStatic, {
        root: path.join(options.assetsDir, "assets"),
        prefix: "/mini/assets/",
        decorateReply: false,
        cacheControl: false,
        setHeaders: (reply) => void reply.header("cache-control", "public, max-age=31536000, immutable"),
      });
    pages.get("/mini/*", config, (request, reply) =>
      reply
        .code(404)
        .type(HTML)
        .header("cache-control", "no-store")
        .send(missingPage(siteOf(request))),
    );
  });
}

/** A page to be rendered: for so many seconds, as this type. */
interface Recipe {
  readonly seconds: number;
  readonly render: (site: Site) => Promise<string | null>;
  readonly type: string;
}
const madeAt = ({ until, seconds }: Rendered): number => until - seconds * 1_000;

const pathOf = (request: FastifyRequest): string => (request.url.split("?")[0] ?? "").replace(/(?<=.)\/+$/, "");

function send(request: FastifyRequest, reply: FastifyReply, site: Site, page: Rendered): FastifyReply {
  reply
    .code(page.status)
    .type(page.type)
    .header("etag", page.tag)
    .header("vary", "Accept-Language, Accept-Encoding")
    .header("content-language", site.language === "zh" ? "zh-CN" : "en")
    .header("cache-control", `public, max-age=${page.seconds}`);
  if (page.status === 200 && request.headers["if-none-match"] === page.tag) return reply.code(304).send();
  if (!/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return reply.send(page.body);
  return reply.header("content-encoding", "gzip").send(page.packed);
}

function answerTrouble(error: unknown, request: FastifyRequest, reply: FastifyReply, site: Site): FastifyReply {
  reply.type(HTML).header("cache-control", "no-store");
  if (error instanceof AppError && error.key === "slowDown") {
    const seconds = Number(error.values["seconds"] ?? 60);
    return reply.code(429).header("retry-after", seconds).send(troublePage(site, seconds));
  }
  // Too big a form, or one of another type: nothing of ours is at fault.
  const { statusCode = 500 } = error as Partial<FastifyError>;
  if (statusCode >= 400 && statusCode < 500) return reply.code(statusCode).send(troublePage(site));
  const status = error instanceof AppError && error.key === "busy" ? 503 : 500;
  request.log.error({ err: error }, "public page not rendered");
  return reply.code(status).send(troublePage(site));
}
