/**
 * Every search of every list: each declared resource that is searched, on a table of its own filled with rows made of its fields, and the lists
 * that are written by hand. Only the tables of one list are full at a time, so that a million rows of each need no disk for all.
 */
import pg from "pg";
import type { Call } from "../../contract/core/call";
import { callsByName } from "../../contract/core/resource/calls";
import { periodOf } from "../../contract/core/resource/define";
import { type Field, labelsOf } from "../../contract/core/resource/fields";
import { bookingOrders } from "../../contract/booking/booking-orders";
import { bookingInfo } from "../../contract/finance/booking-info";
import { cards } from "../../contract/cards/cards";
import { coupon } from "../../contract/coupon/coupon";
import { callsOf } from "../../contract/core/resource/calls";
import { finance } from "../../contract/finance/finance";
import { fixed } from "../../contract/fixed/fixed";
import { members } from "../../contract/members/members";
import { openPlay } from "../../contract/openPlay/open-play";
import { stock } from "../../contract/stock/stock";
import { addDays, dayOf, DEFAULT_ZONE } from "../../contract/core/time";
import { columnName } from "../../server/resource/columns";
import { servedResources } from "../../server/resource/serve";
import { allRoutes } from "../../server/routes";
import { VENUE } from "./data";
import type { Figure } from "./figures";
import { sendRequest, percentile } from "./load";
import type { Stage } from "./parts";

/** Typed search texts: a beginning, letters, something in the middle, a whole phone, a text without a match. */
const TYPED = ["测速1", "cesu", "速7", "13800000007", "zzzz"];
const ROUNDS = 4;
const OPENED_DAYS = 31;
/** Maximum and target duration of a search, ms. */
const USUAL = { bar: 1_000, goal: 100 } as const;
/** Limits for goods at the checkout, where each customer waits for the search. */
const AT_TILL = { bar: 50, goal: 25 } as const;
type Limits = Readonly<Record<keyof typeof USUAL, number>>;

interface Column {
  readonly name: string;
  readonly type: string;
}

/** The id of the row of a number. */
const idOf = (row: string): string => `'x' || lpad((${row})::text, 10, '0')`;
const ID = idOf("i");
/** Values of columns that tell rows of one table apart by what they are of, as SQL. */
type Fixed = Readonly<Record<string, string>>;

/** Over so many days the rows of a table lie, in the order in which they are written. */
const DAYS = 1_000;
/**
 * A value of a column for row `i` of `rows`, as SQL: text that is distinct, days and instants one after the other. Rows of one number belong to
 * each other, so that a list over several tables joins all of them.
 */
function valueOf({ name, type }: Column, field: Field | undefined, rows: number): string {
  const ago = `(${rows} - i) * ${DAYS}::bigint / ${rows}`;
  const [first] = field ? Object.keys(labelsOf(field)) : [];
  if (type === "boolean") return "true";
  if (type === "numeric" || type === "smallint") return "i % 10";
  if (first !== undefined) return type === "ARRAY" ? `ARRAY['${first}']` : `'${first}'`;
  if (name === "venue_id") return `'${VENUE}'`;
  if (name === "id" || (type === "text" && name.endsWith("_id"))) return ID;
  if (/phone|mobile|tel$/.test(name)) return "(13800000000 + i)::text";
  if (name === "pinyin") return "'cesu' || i || ' cs'";
  if (type === "ARRAY") return "'{}'";
  if (type === "jsonb") return "'{}'";
  if (type === "date") return `current_date - (${ago})::int`;
  if (type.startsWith("timestamp")) return `now() - (${ago}) * interval '1 day' + i * interval '1 millisecond' - interval '1 day'`;
  if (type === "text") return "'测速' || i";
  return "i";
}

/** Fills a table with rows of every column; what only guards the data rests in this scratch database. */
async function fillTable(
  client: pg.Client,
  table: string,
  fieldOf: (column: string) => Field | undefined,
  rows: number,
  fixed: Fixed = {},
): Promise<void> {
  const { rows: columns } = await client.query<Column>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER' AND is_identity = 'NO'`,
    [table],
  );
  const { rows: checks } = await client.query<{ name: string }>(
    "SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'",
    [table],
  );
  for (const check of checks) await client.query(`ALTER TABLE "${table}" DROP CONSTRAINT "${check.name}"`);
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const values = columns.map((column) => fixed[column.name] ?? valueOf(column, fieldOf(column.name), rows)).join(", ");
  await withoutIndexes(client, table, () =>
    client.query(`INSERT INTO "${table}" (${names}) SELECT ${values} FROM generate_series(1, ${rows}) i ON CONFLICT DO NOTHING`),
  );
  await client.query(`VACUUM (ANALYZE) "${table}"`);
}

/** Writes very many rows while a table has no index but those that decide which rows it takes; they are made anew at once afterwards. */
async function withoutIndexes(client: pg.Client, table: string, write: () => Promise<unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; made: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS made FROM pg_index
     WHERE indrelid = $1::regclass AND NOT indisunique`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  await write();
  for (const { made } of rows) await client.query(made);
}

/** Rows of a list's searches within what it opens on, and their times in ms. */
async function timesOf({ server, token }: Stage, call: Call, opened: Readonly<Record<string, string>>): Promise<Searched> {
  const times: number[] = [];
  const faults: string[] = [];
  const headers = { access_token: token, sourceId: VENUE };
  const addressOf = (q: string): string => `${server.origin}${call.path}?${new URLSearchParams({ ...opened, q }).toString()}`;
  let found = 0;
  for (const q of TYPED) {
    const answer: unknown = await (await fetch(addressOf(q), { headers })).json();
    found += foundIn(answer);
  }
  for (let round = 0; round < ROUNDS; round++)
    for (const q of TYPED) {
      const typed = round === 0 ? q : `${q}${round}`;
      const started = performance.now();
      const { status, head } = await sendRequest({ url: addressOf(typed), headers });
      times.push(performance.now() - started);
      if (status !== 200 || !head.startsWith('{"code":200')) faults.push(head.slice(0, 80));
    }
  return { times, faults, found };
}

interface Searched {
  readonly times: readonly number[];
  readonly faults: readonly string[];
  /** Rows that the typed words found: a list that finds none says nothing of its search. */
  readonly found: number;
}

/** The filter that the screen of a list opens with. */
function openedOn(period: Written["period"]): Readonly<Record<string, string>> {
  if (period === undefined) return {};
  const today = dayOf(new Date(), DEFAULT_ZONE);
  const [from, to] = period;
  return { [from]: addDays(today, 1 - OPENED_DAYS), [to]: today };
}

/** Rows of an answer's page. */
function foundIn(answer: unknown): number {
  const data: unknown = typeof answer === "object" && answer !== null && "data" in answer ? answer.data : undefined;
  const content: unknown = typeof data === "object" && data !== null && "content" in data ? data.content : undefined;
  return Array.isArray(content) ? content.length : 0;
}

const figureOf = (name: string, rows: number, { times, faults, found }: Searched, { bar, goal }: Limits): Figure => {
  const p95 = percentile(times, 0.95);
  return {
    what: `search of ${name} over ${rows.toLocaleString("en-US")} rows, p95`,
    value: `${p95.toFixed(p95 < 10 ? 1 : 0)} ms`,
    bar: `< ${bar} ms`,
    goal: `< ${goal} ms`,
    met: faults.length > 0 || found === 0 || p95 >= bar ? "no" : p95 < goal ? "goal" : "bar",
    note: `${times.length} searches one after the other, p50 ${percentile(times, 0.5).toFixed(0)} ms, ${found} rows found; ${faults.length} failed ${faults[0] ?? ""}`,
  };
};

/** A list that is written by hand. */
interface Written {
  readonly name: string;
  readonly call: Call;
  /** The tables that it joins, the one that it lists last. */
  readonly tables: readonly string[];
  readonly most?: number;
  /** Tables that hold few rows however many the list has. */
  readonly few?: Readonly<Record<string, number>>;
  readonly limits?: Limits;
  readonly fixed?: Fixed;
  /** The range filter by whose last 31 days the screen opens, its two ends: a search is asked for within them. */
  readonly period?: readonly [from: string, to: string] | undefined;
}
/** Test data for a declared list: the tables beside its own, and the values that distinguish its rows. */
type Beside = Pick<Written, "tables" | "fixed">;
// As many as a chain of shops keeps.
const PRODUCTS = 20_000;
const CLASSES = 200;
const WRITTEN: readonly Written[] = [
  {
    name: "members",
    call: members.list,
    tables: ["card_type", "member"],
    fixed: { state: "'active'", gender: "'unknown'", colour: "100" },
  },
  {
    name: "products at the checkout",
    call: stock.products,
    tables: ["product_class", "product"],
    most: PRODUCTS,
    few: { product_class: CLASSES },
    fixed: { class_id: idOf(`1 + i % ${CLASSES}`) },
    limits: AT_TILL,
  },
  { name: "booking orders", call: callsOf(bookingOrders).list, tables: ["booking_order"], period: ["from", "to"] },
  { name: "booking details", call: bookingInfo.list, tables: ["program", "hall", "place", "booking_order", "booking_line"] },
  { name: "fixed contracts", call: fixed.list, tables: ["fixed_contract"] },
  { name: "open plays", call: openPlay.list, tables: ["open_play"] },
  { name: "coupons", call: callsOf(coupon).list, tables: ["coupon"], fixed: { state: "'issued'" } },
  { name: "held package cards", call: cards.holdings, tables: ["member", "package_card", "holding"] },
  {
    name: "venue account log",
    call: finance.venueLog,
    tables: ["ledger_tx", "posting"],
    fixed: { account: "'tender.cash'" },
    period: ["from", "to"],
  },
];

/** A line shows only with its sale, and a sale only once it is paid; both are found by member and by goods. */
const SOLD: Beside = { tables: ["member", "product", "sale", "sale_line"], fixed: { state: "'paid'" } };
const BESIDE: Readonly<Record<string, Beside>> = { sale: SOLD, sale_line: SOLD };

/** Views with the one table that gives them their rows. */
const BEHIND: Readonly<Record<string, string>> = { order_book: "booking_order", member_total: "member" };

const OURS: Fixed = { organization_id: `(SELECT organization_id FROM venue WHERE id = '${VENUE}')` };
const GAMES = ["game", "game_event", "game_team"];
const WEEK = (minute: number): string => `array_fill(${minute}, ARRAY[7])`;
/** Lists that show rows only with what those belong to, of some kind, or out of a view of several tables. */
const OF_LIST: Readonly<Record<string, Beside>> = {
  mainStockLog: { tables: ["product", "stock_movement"], fixed: { warehouse: "'main'" } },
  stockReceipts: { tables: ["stock_document"], fixed: { kind: "'receiptShop'" } },
  gameSettings: { tables: ["game", "game_setting"] },
  gameEventSettings: { tables: ["game", "game_event", "game_event_setting"] },
  gamePayments: { tables: [...GAMES, "payment"], fixed: { document_kind: "'entry'", state: "'succeeded'" } },
  battles: { tables: [...GAMES, "battle"], fixed: { winner: "0" } },
  accountLogs: { tables: ["member", "ledger_tx", "posting"], fixed: { account: "'purse.principal'", subject: ID } },
  userAccountLogs: { tables: ["member", "ledger_tx", "posting"], fixed: { account: "'purse.principal'", subject: ID } },
  memberPurchases: { tables: ["member", "booking_order"], fixed: { kind: "'single'" } },
  bookEntries: { tables: ["ledger_tx", "posting"], fixed: { account: "'income.place'" } },
  courtHours: {
    tables: ["hall", "unit", "place", "booking_order", "booking_line"],
    fixed: {
      unit_ids: `ARRAY[${ID}]`,
      status: "'active'",
      order_status: "'paid'",
      pay_status: "'paid'",
      start_minute: "600",
      end_minute: "660",
    },
  },
  cardsOpened: { tables: ["card_type", "member"], fixed: { state: "'active'", gender: "'unknown'", colour: "100" } },
  marketingEntries: { tables: ["voucher"], fixed: { state: "'unused'" } },
  roles: { tables: ["role"], fixed: OURS },
  staff: { tables: ["person", "person_venue"], fixed: { state: "'active'" } },
  updateLog: { tables: ["update_notice"], fixed: { ...OURS, state: "'draft'" } },
  securityLog: { tables: ["audit_log"], fixed: { id: "i + 1000000000", at: "now() - i * interval '1 millisecond'" } },
  halls: { tables: ["hall"], fixed: { open_minutes: WEEK(480), close_minutes: WEEK(1_320), closed_times: "'[]'", sells: "'places'" } },
};
/** Condition that only the filled rows meet, not the venue's own, where that is not their id. */
const FILLED: Readonly<Record<string, string>> = {
  posting: "tx_id LIKE 'x%'",
  person_venue: "person_id LIKE 'x%'",
  audit_log: "id > 1000000000",
};

export async function measureSearches(stage: Stage): Promise<Figure[]> {
  allRoutes({ dataDir: "/nowhere" }); // serving a resource enters it in the list
  const client = new pg.Client({
    connectionString: stage.url,
    options: "-c session_replication_role=replica -c synchronous_commit=off -c maintenance_work_mem=512MB",
  });
  await client.connect();
  const figures: Figure[] = [];
  const measure = async (
    { name, call, tables, most = Infinity, few = {}, fixed: values, period, limits = USUAL }: Written,
    fieldOf: (column: string) => Field | undefined = () => undefined,
  ): Promise<void> => {
    if (stage.lists.length > 0 && !stage.lists.includes(name)) return;
    const rows = Math.min(stage.rows, most);
    try {
      for (const table of tables) await fillTable(client, table, fieldOf, few[table] ?? rows, values);
      figures.push(figureOf(name, rows, await timesOf(stage, call, openedOn(period)), limits));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      figures.push({ ...figureOf(name, rows, { times: [], faults: [why], found: 0 }, limits), value: "not measured" });
    } finally {
      const last = figures.at(-1);
      // At a million rows a list takes a minute: whoever waits sees how far it is.
      console.log(`  ${last?.what ?? name}: ${last?.value ?? "-"} (${last?.note ?? ""})`);
      for (const table of tables) {
        await withoutIndexes(client, table, () => client.query(`DELETE FROM "${table}" WHERE ${FILLED[table] ?? "id LIKE 'x%'"}`));
        await client.query(`VACUUM "${table}"`);
      }
    }
  };
  try {
    for (const list of WRITTEN) await measure(list);
    for (const { resource, source } of servedResources) {
      const searched =
        Object.values<Field>(resource.fields).some(({ options }) => options.search !== undefined) || source.filters?.["q"] !== undefined;
      const { list: search } = callsByName(resource);
      if (!searched || !search) continue;
      const fields = Object.entries<Field>(resource.fields);
      const constants = source.constants ?? {};
      const own = {
        tables: [source.writes ?? BEHIND[source.table] ?? source.table],
        fixed: Object.fromEntries(Object.entries(constants).map(([column, value]) => [column, `'${value}'`])),
      };
      const opens = periodOf(resource);
      const list = { name: resource.name, call: search, period: opens && ([opens.from, opens.to] as const) };
      await measure({ ...list, ...(OF_LIST[resource.name] ?? BESIDE[source.table] ?? own) }, (column) =>
        Object.hasOwn(constants, column) ? undefined : fields.find(([name, field]) => columnName(name, field) === column)?.[1],
      );
    }
  } finally {
    await client.end();
  }
  return figures;
}
