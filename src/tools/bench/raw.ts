/**
 * Baseline of the list: the same statements by the raw driver behind a minimal HTTP server. BENCH_URL is the database, BENCH_STATEMENTS a
 * file with the statements: the first alone, the others at once, as in the list.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import pg from "pg";
import type { Statement } from "./statements";
import { VENUE } from "./data";

const { BENCH_URL: url = "", BENCH_STATEMENTS: file = "" } = process.env;
const [first, ...others] = JSON.parse(readFileSync(file, "utf8")) as Statement[];
if (!first) throw new Error("no statements");
const pool = new pg.Pool({ connectionString: url, max: 16, options: `-c role=venue_app -c app.venue_id=${VENUE}` });

/** Prepared once per connection, as the server's own are. */
const prepared = (statement: Statement, i: number) => ({ name: `s${i}`, text: statement.text, values: [...statement.values] });

const server = createServer((_, answer) => {
  void (async () => {
    const { rows: ids } = await pool.query(prepared(first, 0));
    const parts = await Promise.all(others.map((statement, i) => pool.query<Record<string, unknown>>(prepared(statement, i + 1))));
    answer.setHeader("content-type", "application/json; charset=utf-8");
    answer.end(JSON.stringify({ code: 200, msg: "", data: { ids: ids.length, content: parts.map((part) => part.rows) } }));
  })().catch((error: unknown) => {
    answer.statusCode = 500;
    answer.end(String(error));
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`);
});
process.on("SIGTERM", () => process.exit(0));
