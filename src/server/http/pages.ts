/** The built console: compressed beforehand, immutable by hashed name, and index.html for every address that is a screen. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Config } from "../config";

const YEAR = "public, max-age=31536000, immutable";
/** For the icon: browsers ask for it at every navigation inside the console. */
const DAY = "public, max-age=86400";
const cacheControlFor = (file: string): string =>
  file.includes(`${path.sep}assets${path.sep}`) ? YEAR : path.extname(file) === ".svg" ? DAY : "no-cache";

/** Hashes of the scripts inside index.html that the build made, for the CSP ("'sha256-…'"). */
export function scriptHashes(consoleDir: string): string[] {
  const file = path.join(consoleDir, "csp.json");
  if (!existsSync(file)) return [];
  const found = readFileSync(file, "utf8").match(/sha(?:256|384|512)-[A-Za-z0-9+/=]+/g) ?? [];
  return found.map((hash) => `'${hash}'`);
}

/** Sends index.html. */
type SendPage = (reply: FastifyReply) => FastifyReply;

/** index.html of a console whose API is elsewhere. */
const pointed = (html: string, { host, test }: Config["consoleApi"]): string =>
  html.replace(/<meta name="api-host"[^>]*>/, `<meta name="api-host" content="${host}" data-test="${test}" />`);

/** Serves the console's files, if they are built; else there is only the API. @returns what answers the address of a screen */
export async function registerPages(app: FastifyInstance, consoleDir: string, api: Config["consoleApi"]): Promise<SendPage | undefined> {
  const index = path.join(consoleDir, "index.html");
  if (!existsSync(index)) return undefined;
  await app.register(fastifyStatic, {
    root: consoleDir,
    wildcard: true,
    preCompressed: true,
    cacheControl: false,
    index: ["index.html"],
    allowedPath: (file) => file !== "/csp.json" && !file.endsWith(".map"),
    setHeaders(reply, file) {
      reply.header("vary", "Accept-Encoding");
      reply.header("cache-control", cacheControlFor(file));
    },
  });
  if (api.host === "" && api.test === "") return (reply) => reply.sendFile("index.html");
  const page = pointed(readFileSync(index, "utf8"), api);
  const send: SendPage = (reply) => reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page);
  for (const url of ["/", "/index.html"]) app.get(url, (_, reply) => send(reply));
  return send;
}

/** True if an unknown address is a screen of the console: anything except the API and files. */
export const isScreen = (url: string): boolean =>
  !/^\/(api|assets|files|docs|oauth|text2audio|healthz|readyz|metrics|mini)(\/|\?|$)/.test(url);
