/** `/docs`: the OpenAPI page, under the console's own CSP, and `/api/open/openapi.json`. */
import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { packageRoot } from "../root";
import { openapi } from "./openapi";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Venue Console API</title>
    <link rel="stylesheet" href="/docs/ui/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/ui/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`;
const START = `SwaggerUIBundle({ url: "/api/open/openapi.json", dom_id: "#swagger-ui", deepLinking: true });\n`;

export async function registerDocs(app: FastifyInstance): Promise<void> {
  let document: string | undefined;
  app.get("/api/open/openapi.json", async (_request, reply) => {
    document ??= JSON.stringify(openapi());
    return reply.type("application/json; charset=utf-8").send(document);
  });
  app.get("/docs", async (_request, reply) => reply.type("text/html; charset=utf-8").send(PAGE));
  app.get("/docs/start.js", async (_request, reply) => reply.type("text/javascript; charset=utf-8").send(START));
  const root = path.join(packageRoot, "node_modules/swagger-ui-dist");
  if (!existsSync(root)) return;
  await app.register(fastifyStatic, {
    root,
    prefix: "/docs/ui/",
    decorateReply: false,
    index: false,
    allowedPath: (file) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(file),
  });
}
