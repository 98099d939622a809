/** The operation log: every change at the venue, as the database wrote it, in words that people read. */
import { type RawBuilder, sql, type SqlBool } from "kysely";
import { contains } from "../../db/contains";
import { securityLog } from "../../../contract/platform/security-log";
import type { Ctx } from "../../http/context";
import { serveResource } from "../../resource/serve";
import { namesIn } from "./names";

const VERBS = { created: { zh: "新增", en: "Added " }, changed: { zh: "修改", en: "Changed " }, removed: { zh: "删除", en: "Removed " } };
const LONGEST = 200;

const kind = sql`CASE WHEN t.before IS NULL THEN 'created' WHEN t.after IS NULL THEN 'removed' ELSE 'changed' END`;
/** All names as one value of the statement, read once however many rows there are. */
const names = (ctx: Ctx): RawBuilder<unknown> => sql`(SELECT ${JSON.stringify(namesIn(ctx.language))}::jsonb)`;
/** A date keeps its local sense in a day column only; an instant is shown as the database keeps it. */
const PHONES = "(phone|mobile)";
const BANK = "(bank|account_no)";

/** One side of a changed column as text: amounts in yuan, mobiles and bank accounts masked, known values by their names. */
function side(ctx: Ctx, of: "before" | "after"): RawBuilder<unknown> {
  const value = sql`(${sql.ref(`t.${of}`)} -> k.key)`;
  const plain = sql`left(${value} #>> '{}', ${LONGEST})`;
  const masked = ctx.codes.has("member_phone")
    ? plain
    : sql`CASE WHEN k.key ~ ${PHONES} THEN regexp_replace(${plain}, '^(\\d{3})\\d{4}(\\d{4})$', '\\1****\\2') ELSE ${plain} END`;
  return sql`CASE
    WHEN ${value} IS NULL OR ${value} IN ('null'::jsonb, '""'::jsonb, '[]'::jsonb, '{}'::jsonb) THEN NULL
    WHEN jsonb_typeof(${value}) = 'number' AND (${names(ctx)} ? ('$' || t.object || '.' || k.key) OR ${names(ctx)} ? ('$.' || k.key))
      THEN to_char((${value} #>> '{}')::numeric / 100, 'FM9999999990.00')
    WHEN k.key ~ ${BANK} THEN regexp_replace(${plain}, '^.*(.{4})$', '**** \\1')
    ELSE coalesce(${names(ctx)} ->> (t.object || '.' || k.key || '=' || (${value} #>> '{}')),
      CASE WHEN k.key ~ '(state|status|language|purse_order)$' THEN ${names(ctx)} ->> ('=' || (${value} #>> '{}')) END, ${masked}) END`;
}

/** "Name: old → new" of each changed column, in the reader's language. */
function changes(ctx: Ctx): RawBuilder<unknown> {
  const colon = ctx.language === "zh" ? "：" : ": ";
  const label = sql`coalesce(${names(ctx)} ->> (t.object || '.' || k.key), ${names(ctx)} ->> ('.' || k.key), k.key)`;
  return sql`coalesce((
    SELECT array_agg(c.label || ${colon} || CASE
        WHEN t.before IS NULL THEN c.is_now WHEN t.after IS NULL THEN c.was
        ELSE coalesce(c.was, '—') || ' → ' || coalesce(c.is_now, '—') END ORDER BY c.n)
    FROM (SELECT k.n, ${label} AS label, ${side(ctx, "before")} AS was, ${side(ctx, "after")} AS is_now
      FROM jsonb_object_keys(coalesce(t.after, t.before)) WITH ORDINALITY AS k (key, n)
      WHERE k.key NOT IN ('venue_id', 'id', 'created_at')) c
    WHERE c.was IS NOT NULL OR c.is_now IS NOT NULL), '{}')`;
}

export const securityLogRoutes = serveResource(securityLog, {
  table: "audit_log",
  hasId: (id) => (/^\d{1,18}$/.test(id) ? sql<SqlBool>`t.id = ${id}::bigint` : sql<SqlBool>`false`),
  columns: {
    id: () => sql`t.id::text`,
    createdAt: () => sql`t.at`,
    at: () => sql`t.at`,
    operator: (ctx) =>
      sql`CASE WHEN t.operator = 'system' AND t.person_id = '' THEN ${ctx.language === "zh" ? "系统" : "System"} ELSE t.operator END`,
    operatorId: () => sql`t.person_id`,
    change: () => kind,
    what: (ctx) =>
      sql`coalesce(${names(ctx)} ->> ('!' || t.action), (CASE WHEN t.before IS NULL THEN ${VERBS.created[ctx.language]} WHEN t.after IS NULL THEN ${VERBS.removed[ctx.language]} ELSE ${VERBS.changed[ctx.language]} END) || coalesce(${names(ctx)} ->> t.object, t.object))`,
    changes,
  },
  filters: {
    /** Whole ids are found by the index of records; words by who, what and where from. */
    q: (q: string, ctx) => {
      const text = q.toLowerCase();
      const tables = Object.entries(namesIn(ctx.language)).flatMap(([key, name]) =>
        /^\w+$/.test(key) && name.toLowerCase().includes(text) ? [key] : [],
      );
      return sql<SqlBool>`(${contains(text, sql.ref("t.operator"))} OR t.object = any(${tables}::text[]) OR lower(t.action) ^@ ${text}
        OR t.object_id = ${q} OR t.address = ${q})`;
    },
  },
});
