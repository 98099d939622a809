/**
 * Checks of a draft before it is written. Fields that the schema refuses, references, unique values and the resource's own rules are looked
 * at together, so that one refusal names every wrong field.
 */
import { sql } from "kysely";
import type { Language } from "../../contract/core/enums";
import type { Field, Fields } from "../../contract/core/resource/fields";
import type { Ctx } from "../http/context";
import { readableFields, UnreadableField, unreadableFields } from "../http/drafts";
import { AppError, badInput, faultsOf } from "../http/error";
import { columnName, toColumns } from "./columns";
import { from, type Source } from "./query";
import { targetTable, visibleIn } from "./targets";

type Faults = Readonly<Record<string, string>>;
const hasFaults = (faults: Faults): boolean => Object.keys(faults).length > 0;

/**
 * Runs the rules of a draft, and refuses with their faults and those of references and unique values together.
 * @param fields the fields of the draft
 * @param rules the resource's own rules; fields at fault are unreadable for them
 * @param unique the unique fields that the draft writes
 * @param more faults that were found already
 * @throws AppError `badInput`, or a rule's refusal of the whole where nothing else is wrong
 */
export async function checkDraft<T>(
  ctx: Ctx,
  fields: Fields,
  draft: object,
  rules: (wrong: ReadonlySet<string>) => T | Promise<T>,
  unique?: UniqueFields,
  more: Faults = {},
): Promise<T> {
  const known = { ...more, ...(await missingReferences(ctx, fields, draft)) };
  const [answer] = await Promise.allSettled([Promise.resolve(new Set(Object.keys(known))).then(rules)]);
  const failure: unknown = answer.status === "rejected" ? answer.reason : undefined;
  const isUnread = failure instanceof UnreadableField || unreadableFields(draft).size > 0;
  const ruled = faultsOf(ctx.language, failure);
  if (failure !== undefined && !ruled && !isUnread && !hasFaults(known)) throw failure;
  const isWrong = failure !== undefined || isUnread || hasFaults(known);
  // A failed statement aborts the transaction: no further query is possible.
  const canAsk = failure === undefined || failure instanceof AppError || failure instanceof UnreadableField;
  // The index itself finds a single clash.
  const clashes = unique && canAsk && (isWrong || unique.fields.length > 1) ? await findClashes(ctx, unique, draft) : {};
  const faults = { ...clashes, ...ruled, ...known };
  if (hasFaults(faults)) throw badInput(faults);
  if (answer.status === "rejected" || isUnread) throw failure ?? new UnreadableField();
  return answer.value;
}

/** Returns the messages of references to records that do not exist or that this person may not see. */
async function missingReferences(ctx: Ctx, fields: Fields, draft: object): Promise<Faults> {
  const faults: Record<string, string> = {};
  const readable = readableFields(draft);
  for (const [name, { kind, of: target, label }] of Object.entries(fields)) {
    const id = readable[name];
    if (kind !== "reference" || target === undefined || typeof id !== "string") continue;
    const pointed = targetTable(target().resource);
    const found = await from(ctx.db, pointed.table)
      .select("t.id")
      .where("t.venue_id", "=", ctx.venue.id)
      .where("t.id", "=", id)
      .where(visibleIn(pointed, ctx))
      .executeTakeFirst();
    if (!found) faults[name] = new AppError("missing", { what: label[ctx.language] }).text(ctx.language);
  }
  return faults;
}

/** Fields whose values are unique, with where they are stored. */
export interface UniqueFields {
  readonly table: string;
  /** Table or view that the rows are read from. */
  readonly source: string;
  readonly names: Source["names"];
  readonly constants: Source["constants"];
  readonly all: Fields;
  readonly fields: readonly (readonly [string, Field])[];
  /** Fields that a new row has beside its draft. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** The row that the draft changes; none: a new one. */
  readonly id?: string;
}

/** Name of the unique index of a field. */
export const indexOf = ({ table, names }: Pick<UniqueFields, "table" | "names">, name: string, field: Field): string =>
  `${table}_${columnName(name, field, names)}`;

/** Message of a field whose value another record has. */
export const clashMessage = ({ label }: Field, language: Language): string =>
  language === "zh" ? `${label.zh} 已存在，请换一个` : `${label.en} exists already; choose another`;

/** Returns the messages of values that another record has, by the indexes that hold them unique. */
async function findClashes(ctx: Ctx, unique: UniqueFields, draft: object): Promise<Faults> {
  const faults: Record<string, string> = {};
  const readable = { ...unique.initial, ...readableFields(draft) };
  const columns = { venue_id: ctx.venue.id, ...unique.constants, ...toColumns(unique.all, readable, unique.names, readable) };
  for (const [name, field] of unique.fields) {
    if (!Object.hasOwn(readable, name)) continue;
    const index = await readIndex(ctx, indexOf(unique, name, field));
    if (index && (await isTaken(ctx, unique, index, columns))) faults[name] = clashMessage(field, ctx.language);
  }
  return faults;
}

/** Keys and condition of a unique index, as SQL. */
interface UniqueIndex {
  readonly keys: readonly string[];
  readonly condition: string;
}
/** Indexes by name. Migrations run before a process serves. */
const indexes = new Map<string, UniqueIndex>();

async function readIndex(ctx: Ctx, name: string): Promise<UniqueIndex | undefined> {
  const known = indexes.get(name);
  if (known) return known;
  const { rows } =
    await sql<UniqueIndex>`SELECT array(SELECT pg_get_indexdef(i.indexrelid, k, true) FROM generate_series(1, i.indnkeyatts) k) AS keys,
      coalesce(pg_get_expr(i.indpred, i.indrelid), 'true') AS condition
    FROM pg_index i WHERE i.indexrelid = to_regclass(${name}) AND i.indisunique`.execute(ctx.db);
  const [index] = rows;
  if (index) indexes.set(name, index);
  return index;
}

/** True if a row other than the draft's own has the draft's keys in an index. */
async function isTaken(
  ctx: Ctx,
  { table, source, id = "" }: UniqueFields,
  { keys, condition }: UniqueIndex,
  columns: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const [name, holds] = [sql.table(table), sql.raw(condition)];
  // A table behind a view has the rows of all venues.
  const ofVenue = table === source ? sql`venue_id = ${ctx.venue.id} AND` : sql``;
  const { rows } = await sql<{ taken: boolean }>`WITH draft AS (
      SELECT ${sql.join(keys.map((key, at) => sql`${sql.raw(key)} AS ${sql.ref(`draft_key_${at}`)}`))}
      FROM jsonb_populate_record(NULL::${name}, coalesce((SELECT to_jsonb(t) FROM ${sql.table(source)} t WHERE t.venue_id = ${ctx.venue.id} AND t.id = ${id}), '{}') || ${JSON.stringify(columns)}::jsonb) AS ${name}
      WHERE ${holds})
    SELECT EXISTS (SELECT FROM draft, LATERAL (SELECT FROM ${name} WHERE ${ofVenue} ${holds} AND id <> ${id}
      AND ${sql.join(
        keys.map((key, at) => sql`${sql.raw(key)} = ${sql.ref(`draft.draft_key_${at}`)}`),
        sql` AND `,
      )}) other) AS taken`.execute(ctx.db);
  return rows[0]?.taken ?? false;
}

/** Returns the messages of masked phone numbers, which a new record can't store. */
export const maskedPhones = (fields: Fields, draft: object, language: Language): Faults =>
  Object.fromEntries(
    Object.entries(readableFields(draft)).flatMap(([name, value]) => {
      const field = fields[name];
      if (field?.kind !== "phone" || !String(value).includes("*")) return [];
      const { label } = field;
      return [[name, language === "zh" ? `${label.zh} 的格式不正确` : `${label.en} must be in the format expected`]];
    }),
  );
