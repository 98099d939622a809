/** The least server that the specification allows: ids are numbers, a venue is its id alone, whatever is not listed here answers 404. */
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import path from "node:path";
import { PAGES } from "../../src/contract/core/page-codes";
import { GROUPS } from "../../src/contract/core/groups";
import { BUTTONS } from "../../src/contract/core/permissions";

const TOKEN = "a-token-of-another-server";
const codes = (names: readonly string[]) => names.map((code) => ({ code }));
const page = (content: readonly object[]) => ({ content, totalElements: content.length, totalPages: 1, number: 0, size: 20 });
const SALE = { id: 70_001, no: "S1", state: "paid", total: "12.50", createdAt: "2026-11-21T02:00:00Z", paidAt: "2026-11-21T02:00:00Z" };

/** Answer of each call. */
export const ANSWERS: Readonly<Record<string, unknown>> = {
  "POST /api/my/platform/user/member/login/username": { access_token: TOKEN },
  "GET /api/manage/venue/venue/venue-list": { content: [{ venueId: 10_001 }, { venueId: 10_002 }] },
  "GET /api/manage/platform/menu/list": { menuList: codes([...Object.values(GROUPS), ...Object.keys(PAGES)]) },
  "GET /api/manage/platform/menu/resourceAll": { resourcesList: codes(Object.keys(BUTTONS)) },
  "GET /api/manage/venue/venue/view": { id: 10_001, name: "别家球馆", mainTag: "badminton", openMinutes: [], closeMinutes: [] },
  "GET /api/manage/venue/sale/list": page([SALE]),
};

const PUBLIC = /^\/api\/(open|my\/platform\/user\/member\/login)\//;
const isSignedIn = ({ headers, url = "" }: IncomingMessage): boolean => headers.access_token === TOKEN || url.includes(TOKEN);

/** Serves the console of a folder and the calls. @returns the server, and what was asked of it */
export async function otherServer(folder: string): Promise<{ server: Server; origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = (request.url ?? "/").split("?")[0] ?? "/";
    const call = `${request.method ?? ""} ${url}`;
    if (!url.startsWith("/api/")) {
      const file = path.extname(url) === "" ? "index.html" : url;
      const type = { ".js": "text/javascript", ".css": "text/css", ".html": "text/html" }[path.extname(file)] ?? "application/octet-stream";
      readFile(path.join(folder, file)).then(
        (body) => response.writeHead(200, { "content-type": type }).end(body),
        () => response.writeHead(404).end(),
      );
      return;
    }
    asked.push(call);
    response.setHeader("content-type", "application/json");
    if (!(call in ANSWERS)) response.writeHead(404).end(JSON.stringify({ status: 404, error: "Not Found", path: url }));
    else if (!PUBLIC.test(url) && !isSignedIn(request)) response.end(JSON.stringify({ code: 401, msg: "invalid_token", data: null }));
    else response.end(JSON.stringify({ code: 200, msg: "ok", data: ANSWERS[call] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { server, origin: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`, asked };
}
