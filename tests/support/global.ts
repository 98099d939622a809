/**
 * One PostgreSQL for all test files: TEST_DATABASE_URL, or else an embedded one under .data/test, shared by every run at that time.
 * It holds one migrated template, from which `freshDatabase` copies.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { startEmbedded, type EmbeddedDatabase } from "../../src/server/db/embedded";
import { migrate } from "../../src/server/db/migrate";
import { packageRoot } from "../../src/server/root";
import { at, named, on } from "./database";

const anyTestDatabase = "^venue_(template|building|test|free)_";
const lock = 7_317_299;

/** Starts the database and leaves its address and the template's name in the environment of the test processes. */
export async function setup(): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const embedded = given ? undefined : await startForTests();
  const url = embedded?.url ?? given ?? "";
  const template = `venue_template_${migrationsHash()}`;
  await prepareTemplate(url, template, embedded?.adopted === false);
  process.env.VENUE_TEST_SERVER = url;
  process.env.VENUE_TEST_TEMPLATE = template;
  // Made by the first who asks for it: `demo.ts`.
  const demo = named();
  process.env.VENUE_TEST_DEMO = demo;
  return async () => {
    await on(url, (client) => client.query(`DROP DATABASE IF EXISTS "${demo}" WITH (FORCE)`));
    await embedded?.stop();
  };
}

function startForTests(): Promise<EmbeddedDatabase> {
  return startEmbedded({
    dataDir: path.join(packageRoot, ".data/test"),
    log: (line) => console.error(line),
    // Test data need not outlive a power cut. Small as it is, no plan fits one value better than another: each statement is planned once.
    settings: {
      fsync: "off",
      synchronous_commit: "off",
      full_page_writes: "off",
      max_connections: "200",
      plan_cache_mode: "force_generic_plan",
    },
  });
}

function migrationsHash(): string {
  const folder = path.join(packageRoot, "src/server/db/migrations");
  const hash = createHash("sha256");
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(path.join(folder, name)));
  return hash.digest("hex").slice(0, 12);
}

/** @param clean nobody else uses this server, so what earlier runs left may go */
async function prepareTemplate(url: string, template: string, clean: boolean): Promise<void> {
  await on(url, async (client) => {
    await client.query("SELECT pg_advisory_lock($1)", [lock]);
    if (clean) {
      const left = await client.query<{ datname: string }>("SELECT datname FROM pg_database WHERE datname ~ $1 AND datname <> $2", [
        anyTestDatabase,
        template,
      ]);
      for (const { datname } of left.rows) await client.query(`DROP DATABASE "${datname}" WITH (FORCE)`);
    }
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [template]);
    if (rowCount) return;
    const building = template.replace("template", "building");
    await client.query(`DROP DATABASE IF EXISTS "${building}" WITH (FORCE)`);
    await client.query(`CREATE DATABASE "${building}"`);
    await migrate(at(url, building));
    await client.query(`ALTER DATABASE "${building}" RENAME TO "${template}"`);
    await client.query(`ALTER DATABASE "${template}" ALLOW_CONNECTIONS false`);
  });
}
