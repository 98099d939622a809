/**
 * The customers' pages below /mini: HTML made on the server, cached for some seconds, so that any number of readers cost one rendering. They
 * show only venues that have published their page; every other address is a 404 in words.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Language, LANGUAGES } from "../../contract/core/enums";
import { missingPage, type Site, troublePage, venuePath } from "../../public-site/layout";
import { venuesPage } from "../../public-site/venue";
import { type Database, PLATFORM } from "../db/client";
import { Bounded } from "../kernel/bounded";
import type { Ctx, VenueRow } from "./context";
import { AppError } from "./error";
import { read } from "./perform";
import { languageOf } from "./transport";

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
  readonly pathsOf: PathsOf;
  /** Rate limit of public calls. */
  readonly limit: object | undefined;
  /** Folder of the built script and styles. */
  readonly assetsDir: string;
  /** Target of printed codes; canonical addresses use its origin, never the one that a request names. */
  readonly codeUrl: string;
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
/** Renderings at a time: of more, readers wait, and the desks keep the database. */
const MOST_AT_ONCE = 4;
const MOST_VENUES = 2_000;
const pack = promisify(gzip);
const Manifest = z.record(z.string(), z.object({ file: z.string(), css: z.array(z.string()).optional() }));
const VISITOR = { id: "", name: "visitor" };
const HTML = "text/html; charset=utf-8";

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

/** Runs at most so many tasks at a time; the others wait in their order. */
function lane(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
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
  const { database, now, limit } = options;
  const assets = readAssets(options.assetsDir);
  const base = new URL(options.codeUrl);
  const origin = base.pathname.replace(/\/+$/, "") === "/mini" ? base.origin : "";
  const config = limit ? { config: { rateLimit: limit } } : {};
  const cache = new Bounded<string, Rendered | Promise<Rendered>>(MOST_PAGES);
  const run = lane(MOST_AT_ONCE);

  const siteOf = (request: FastifyRequest): Site => ({ ...assets, origin, language: languageFor(request), path: pathOf(request) });

  async function make(seconds: number, type: string, text: string, status = 200): Promise<Rendered> {
    const body = Buffer.from(text);
    const tag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    return { until: now().getTime() + seconds * 1_000, status, type, body, packed: await pack(body), tag, seconds };
  }

  /** Serves from the cache; readers who come while a page is rendered wait for that one rendering. */
  async function serve(
    request: FastifyRequest,
    reply: FastifyReply,
    seconds: number,
    render: (site: Site) => Promise<string | null>,
    type = HTML,
  ): Promise<FastifyReply> {
    const site = siteOf(request);
    // Ids need no escapes: each other spelling of an address would be a page of its own to render and store.
    if (site.path.includes("%")) return send(request, reply, site, await make(seconds, HTML, missingPage(site), 404));
    const key = `${site.language} ${site.path}`;
    const known = cache.get(key);
    if (known && (known instanceof Promise || known.until > now().getTime())) return send(request, reply, site, await known);
    const rendering = run(async () => {
      const text = await render(site);
      return text === null ? make(seconds, HTML, missingPage(site), 404) : make(seconds, type, text);
    });
    cache.set(key, rendering);
    try {
      const rendered = await rendering;
      // An address that shows nothing costs one look for a row; remembered, such addresses would push out pages.
      if (rendered.status === 200) cache.set(key, rendered);
      else cache.delete(key);
      return send(request, reply, site, rendered);
    } catch (error) {
      cache.delete(key);
      throw error;
    }
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
    pages.get("/mini", config, async (request, reply) => {
      const venueId = queryOf(request, "venueId");
      // Parameters of printed codes: `t=cg` is the venue's page, `business` another.
      if (venueId !== "") {
        const rest = queryOf(request, "business") === "payToVenue" ? "/pay" : "";
        return reply.header("cache-control", "no-store").redirect(`${venuePath(venueId, rest)}?lang=${languageFor(request)}`, 302);
      }
      return serve(request, reply, 60, async (site) => venuesPage(site, await publicVenues()));
    });
    pages.get("/mini/sitemap.xml", config, (request, reply) =>
      serve(
        request,
        reply,
        600,
        async (site) => {
          const paths = ["/mini"];
          for (const venue of await publicVenues())
            paths.push(venuePath(venue.id), ...(await visit(venue, site.language, options.pathsOf)));
          const urls = paths.flatMap((each) => LANGUAGES.map((language) => `<url><loc>${site.origin}${each}?lang=${language}</loc></url>`));
          return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
        },
        "application/xml; charset=utf-8",
      ),
    );
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
  const status = error instanceof AppError && error.key === "busy" ? 503 : 500;
  request.log.error({ err: error }, "public page not rendered");
  return reply.code(status).send(troublePage(site));
}
