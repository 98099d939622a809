/**
 * Bulk data, made by the database itself: a venue whose tables hold as many rows as a chain makes in years. Only the tables that are
 * measured are filled, with rows as the services write them; triggers and foreign keys rest meanwhile, and indexes are built afterwards.
 */
import pg from "pg";

export const VENUE = "bench";
const MEMBER_WORDS = "'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗'";
const NAME_WORDS = "'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平'";
/** Places of the grid, and bookings of an hour that each has on a day: 12 of the 17 hours it is open. */
export const PLACES = 40;
export const HOURS_TAKEN = 12;
export const PER_DAY = PLACES * HOURS_TAKEN;
/** Goods that are sold; there is enough of each. */
export const GOODS = 50;
/** The last of the bookings lies so many days ahead. */
export const DAYS_AHEAD = 30;

/** The venue, who works there, its places and its goods. */
const SETTING = `
INSERT INTO organization (id, name, created_at) VALUES ('bench', '测速机构', now());
INSERT INTO venue (id, organization_id, name, main_tag, tags, site_type_source_id, created_at) VALUES ('bench', 'bench', '测速场馆', 'badminton', '{badminton}', 'bench', now());
INSERT INTO card_type (venue_id, id, name, colour, place_percent, position)
  SELECT 'bench', 'ct-' || i, '等级 ' || i, i * 100, 100 - 5 * i, i FROM generate_series(1, 5) i;
INSERT INTO program (venue_id, id, name, sport, slot_minutes, default_price) VALUES ('bench', 'p', '羽毛球', 'badminton', 30, 4000);
INSERT INTO hall (venue_id, id, program_id, name, max_row, max_column, open_minutes, close_minutes)
  VALUES ('bench', 'h', 'p', '主馆', 5, 8, '{360,360,360,360,360,360,360}', '{1380,1380,1380,1380,1380,1380,1380}');
INSERT INTO unit (venue_id, id, hall_id, name) SELECT 'bench', 'u-' || i, 'h', i::text FROM generate_series(0, ${PLACES - 1}) i;
INSERT INTO place (venue_id, id, hall_id, name, unit_ids, position) SELECT 'bench', 'c-' || i, 'h', (i + 1) || ' 号', ARRAY['u-' || i], i FROM generate_series(0, ${PLACES - 1}) i;
INSERT INTO product_class (venue_id, id, name) VALUES ('bench', 'drinks', '饮料');
INSERT INTO product (venue_id, id, class_id, name, unit, price, cost, position) SELECT 'bench', 'g-' || i, 'drinks', '饮料 ' || i, '瓶', 500, 300, i FROM generate_series(0, ${GOODS - 1}) i;
INSERT INTO stock (venue_id, warehouse, product_id, quantity) SELECT 'bench', 'shop', 'g-' || i, 1000000 FROM generate_series(0, ${GOODS - 1}) i;
INSERT INTO price_plan (venue_id, id, program_id, name, valid_from, valid_to, matrix)
  SELECT 'bench', 'plan', 'p', '全年', current_date - 4000, current_date + 4000, jsonb_build_object(
    'walkIn', (SELECT jsonb_agg(w) FROM (SELECT (SELECT jsonb_agg(CASE WHEN h >= 36 THEN 5000 ELSE 3000 END) FROM generate_series(0, 47) h) AS w FROM generate_series(1, 7)) week),
    'peak', (SELECT jsonb_agg(w) FROM (SELECT (SELECT jsonb_agg(h >= 36) FROM generate_series(0, 47) h) AS w FROM generate_series(1, 7)) week));`;

const char = (words: string, by: string): string => `substr(${words}, 1 + (${by}) % 20, 1)`;
/** Statements that fill each table, with `$rows` rows where it is bulk. */
const FILLS: Readonly<Record<string, readonly (readonly [table: string, fill: string])[]>> = {
  members: [
    [
      "member",
      `INSERT INTO member (venue_id, id, card_no, name, pinyin, initials, phone, gender, card_type_id, spent, last_visit_at, created_at, expires_on, enrolled_by)
       SELECT 'bench', 'm' || lpad(i::text, 10, '0'), 'VIP' || lpad(i::text, 8, '0'),
         ${char(MEMBER_WORDS, "i")} || ${char(NAME_WORDS, "i / 20")} || ${char(NAME_WORDS, "i / 400")}, 'wang' || i % 997, 'w' || i % 97, (13000000000 + i * 7)::text,
         CASE i % 3 WHEN 0 THEN 'male' WHEN 1 THEN 'female' ELSE 'unknown' END, 'ct-' || 1 + i % 5, (i % 5000) * 100,
         CASE WHEN i % 10 > 0 THEN now() - (i * 37 % 31536000) * interval '1 second' END, now() - (i::float8 / $rows) * interval '1000 days',
         CASE WHEN i % 4 = 0 THEN current_date + i % 700 END, ${char(MEMBER_WORDS, "i % 7")} || i % 7
       FROM generate_series(1, $rows) i`,
    ],
    [
      "balance",
      `INSERT INTO balance (venue_id, account, subject, amount)
       SELECT 'bench', 'purse.principal', 'm' || lpad(i::text, 10, '0'), (i::bigint * 7919 % 500000) FROM generate_series(1, $rows) i
       UNION ALL SELECT 'bench', 'purse.gift', 'm' || lpad(i::text, 10, '0'), i % 9000 FROM generate_series(1, $rows, 3) i`,
    ],
  ],
  bookings: [
    [
      "booking_order",
      `INSERT INTO booking_order (venue_id, id, no, source, name, phone, program_id, day, start_minute, end_minute, starts_at, ends_at, places, list, discount, total, paid,
         order_status, pay_status, person_id, operator, created_at)
       SELECT 'bench', 'o' || lpad(i::text, 10, '0'), 'B' || i, 'desk', ${char(MEMBER_WORDS, "i")} || ${char(NAME_WORDS, "i / 20")}, (13000000000 + i)::text, 'p', day, start, start + 60,
         (day + make_interval(mins => start)) AT TIME ZONE 'Asia/Shanghai', (day + make_interval(mins => start + 60)) AT TIME ZONE 'Asia/Shanghai', (place + 1) || ' 号', 8000, 0, 8000, 8000,
         CASE WHEN day < current_date THEN 'finished' ELSE 'paid' END, 'paid', 'p', '测速', (day - 2) + make_interval(mins => start)
       FROM (SELECT i, current_date + ${DAYS_AHEAD} - i / ${PER_DAY} AS day, i % ${PLACES} AS place, 360 + 60 * (((i % ${PER_DAY}) / ${PLACES} * 7 + i % ${PLACES}) % 17) AS start
         FROM generate_series(0, $rows - 1) i) slots`,
    ],
    [
      "booking_line",
      `INSERT INTO booking_line (venue_id, id, order_id, place_id, day, start_minute, end_minute, list, discount, price, trace)
       SELECT 'bench', 'l' || lpad(i::text, 10, '0'), 'o' || lpad(i::text, 10, '0'), 'c' || '-' || i % ${PLACES}, current_date + ${DAYS_AHEAD} - i / ${PER_DAY}, start, start + 60, 8000, 0, 8000, '[]'
       FROM (SELECT i, 360 + 60 * (((i % ${PER_DAY}) / ${PLACES} * 7 + i % ${PLACES}) % 17) AS start FROM generate_series(0, $rows - 1) i) slots`,
    ],
    [
      "occupancy",
      `INSERT INTO occupancy (venue_id, unit_id, slot_start, holder_id)
       SELECT 'bench', 'u-' || i % ${PLACES}, (current_date + ${DAYS_AHEAD} - i / ${PER_DAY} + make_interval(mins => start + half)) AT TIME ZONE 'Asia/Shanghai', 'l' || lpad(i::text, 10, '0')
       FROM (SELECT i, 360 + 60 * (((i % ${PER_DAY}) / ${PLACES} * 7 + i % ${PLACES}) % 17) AS start FROM generate_series(0, $rows - 1) i) slots, (VALUES (0), (30)) halves (half)`,
    ],
  ],
  sales: [
    [
      "sale",
      `INSERT INTO sale (venue_id, id, no, list, discount, total, paid, state, day, person_id, operator, at)
       SELECT 'bench', 's' || lpad(i::text, 10, '0'), 'S' || i, 500 + i % 9000, 0, 500 + i % 9000, 500 + i % 9000, 'paid', (now() - (i::float8 / $rows) * interval '1000 days')::date, 'p', '测速',
         now() - (i::float8 / $rows) * interval '1000 days' FROM generate_series(1, $rows) i`,
    ],
    [
      "sale_line",
      `INSERT INTO sale_line (venue_id, id, sale_id, product_id, name, quantity, unit_price, list, discount, price, cost, day, created_at)
       SELECT 'bench', 'n' || lpad(i::text, 10, '0'), 's' || lpad(i::text, 10, '0'), 'g-' || i % ${GOODS}, '饮料', 1, 500 + i % 9000, 500 + i % 9000, 0, 500 + i % 9000, 300, at::date, at
       FROM (SELECT i, now() - (i::float8 / $rows) * interval '1000 days' AS at FROM generate_series(1, $rows) i) times`,
    ],
    [
      "payment",
      `INSERT INTO payment (venue_id, id, document_kind, document_id, type, amount, state, person_id, operator, at)
       SELECT 'bench', 'y' || lpad(i::text, 10, '0'), 'sale', 's' || lpad(i::text, 10, '0'), (ARRAY['Cash', 'WeChat', 'Alipay', 'BankCard'])[1 + i % 4], 500 + i % 9000, 'succeeded', 'p', '测速',
         now() - (i::float8 / $rows) * interval '1000 days' FROM generate_series(1, $rows) i`,
    ],
    [
      "ledger_tx",
      `INSERT INTO ledger_tx (venue_id, id, document_kind, document_id, document_no, operation, person_id, operator, posted_at, day)
       SELECT 'bench', 't' || lpad(i::text, 10, '0'), 'sale', 's' || lpad(i::text, 10, '0'), 'S' || i, 'sale of goods', 'p', '测速', at, at::date
       FROM (SELECT i, now() - (i::float8 / $rows) * interval '1000 days' AS at FROM generate_series(1, $rows) i) times`,
    ],
    [
      "posting",
      `INSERT INTO posting (venue_id, tx_id, seq, account, subject, amount, earned_on, day, posted_at)
       SELECT 'bench', 't' || lpad(i::text, 10, '0'), seq, (ARRAY[(ARRAY['tender.cash', 'tender.wechat', 'tender.alipay', 'tender.bank_card'])[1 + i % 4], 'income.product', 'cost.goods',
         'stock.shop'])[1 + seq], CASE WHEN seq = 3 THEN 'g-' || i % ${GOODS} ELSE '' END, (ARRAY[500 + i % 9000, -500 - i % 9000, 300, -300])[1 + seq],
         CASE WHEN seq IN (1, 2) THEN at::date END, at::date, at
       FROM (SELECT i, now() - (i::float8 / $rows) * interval '1000 days' AS at FROM generate_series(1, $rows) i) times, (VALUES (0), (1), (2), (3)) legs (seq)`,
    ],
  ],
  books: [
    [
      "ledger_tx",
      `INSERT INTO ledger_tx (venue_id, id, document_kind, document_id, document_no, operation, person_id, operator, posted_at, day)
       SELECT 'bench', 'p' || id, 'order', id, no, 'place', 'p', '测速', created_at, created_at::date FROM booking_order
       UNION ALL SELECT 'bench', 'r' || lpad(i::text, 10, '0'), 'recharge', 'r' || i, 'R' || i, 'recharge', 'p', '测速', at, at::date
       FROM (SELECT i, now() - (i::float8 / ($rows / 5)) * interval '1000 days' AS at FROM generate_series(1, $rows / 5) i) times`,
    ],
    [
      "posting",
      `INSERT INTO posting (venue_id, tx_id, seq, account, subject, amount, earned_on, day, posted_at, balance_after)
       SELECT 'bench', 'p' || id, seq, (ARRAY['tender.wechat', 'income.place', 'discount.member'])[1 + seq], CASE WHEN seq = 1 THEN 'p' ELSE '' END, (ARRAY[7000, -8000, 1000])[1 + seq],
         CASE WHEN seq > 0 THEN day END, created_at::date, created_at, NULL FROM booking_order, (VALUES (0), (1), (2)) legs (seq)
       UNION ALL SELECT 'bench', 'r' || lpad(i::text, 10, '0'), seq, (ARRAY['tender.wechat', 'purse.principal'])[1 + seq], CASE WHEN seq = 1 THEN 'm' || lpad(i::text, 10, '0') ELSE '' END,
         (ARRAY[50000, -50000])[1 + seq], NULL, at::date, at, CASE WHEN seq = 1 THEN 50000 END
       FROM (SELECT i, now() - (i::float8 / ($rows / 5)) * interval '1000 days' AS at FROM generate_series(1, $rows / 5) i) times, (VALUES (0), (1)) legs (seq)`,
    ],
  ],
};
/** Groups of tables that can be filled; `books` are the postings of `bookings`, and of recharges of `members`. */
export type Bulk = "members" | "bookings" | "sales" | "books";

/**
 * Fills a fresh, migrated database.
 * @param url its owner's connection
 * @param log told of each table with its seconds
 */
export async function fill(url: string, bulk: readonly Bulk[], rows: number, log: (line: string) => void): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    options: "-c session_replication_role=replica -c synchronous_commit=off -c maintenance_work_mem=512MB",
  });
  await client.connect();
  try {
    await client.query(SETTING);
    for (const [table, statement] of bulk.flatMap((name) => FILLS[name] ?? [])) {
      const started = performance.now();
      const { rows: indexes } = await client.query<{ name: string; made: string }>(
        `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS made FROM pg_index i
         WHERE i.indrelid = $1::regclass AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
        [table],
      );
      for (const index of indexes) await client.query(`DROP INDEX ${index.name}`);
      await client.query(statement.replaceAll("$rows", String(rows)));
      for (const index of indexes) await client.query(index.made);
      await client.query(`VACUUM (ANALYZE) ${table}`);
      log(`  ${table} ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
    await client.query("CHECKPOINT");
  } finally {
    await client.end();
  }
}
