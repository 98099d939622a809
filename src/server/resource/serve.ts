/**
 * What serves a declared resource: list, sums, record, choices of references, adding, changing, deleting, file, import, and its actions, on
 * a table whose columns are its fields. Rules hang in as hooks: each runs in the change's transaction and refuses by throwing. The audit
 * log is written by the database; a change is announced to the screens of the venue at commit.
 */
import type { Domain } from "../../contract/all";
import { sql } from "kysely";
import type { Call } from "../../contract/call";
import { callsByName, callsOf, type Change, type ExtraOut, type ImportFault, type Option } from "../../contract/resource/calls";
import type { Draft, Resource, RowOf } from "../../contract/resource/define";
import { stateOf } from "../../contract/resource/define";
import { type Field, type Fields, isEdited, isStored, labelsOf } from "../../contract/resource/fields";
import { explain, labelsIn } from "../../contract/explain";
import { textOf } from "../../contract/resource/text";
import { yuan } from "../../contract/money";
import { maskPhone } from "../../contract/phone";
import { clock } from "../../contract/time";
import { mapPage, pageOf } from "../db/page";
import { streamRows } from "../db/stream";
import type { Ctx } from "../http/context";
import { AppError, badField, badInput } from "../http/error";
import { type ExcelCell, type ExcelColumn, type ExcelType, streamExcel } from "../http/excel";
import { inVenue, type Route } from "../http/serve";
import { columnName, toColumns, toWire } from "./columns";
import { changesOf } from "./history";
import { from, readerOf, type Row, type Source } from "./query";
import { addTarget, targetTable } from "./targets";

/** What an action does: gives the columns (by field name) to set, or nothing. The row is locked and its move was allowed. */
export type Act<R extends Resource> = (
  ctx: Ctx,
  row: RowOf<R>,
  input: never,
) => Promise<Readonly<Record<string, unknown>> | undefined | void>;

type ActionInput<A> = (A extends { readonly fields: infer F extends Fields }
  ? Draft<F> & { readonly id: string }
  : { readonly id: string }) &
  ExtraOut<A>;
type ActsOf<R extends Resource> = {
  readonly [A in keyof R["actions"] & string]?: (
    ctx: Ctx,
    row: RowOf<R>,
    input: ActionInput<NonNullable<R["actions"]>[A]>,
  ) => Promise<Partial<Readonly<Record<keyof R["fields"] & string, unknown>>> | undefined | void>;
};

/** What a resource does beyond its declaration. */
export interface Serving<R extends Resource> extends Source {
  /** Before a row is written; gives the draft to write, with values of readonly fields. `before` is the row as it was, locked; undefined for a new one. */
  readonly saving?: (
    ctx: Ctx,
    draft: Draft<R["fields"]>,
    before: RowOf<R> | undefined,
  ) => Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;
  /** After a row was written, in the same transaction. */
  readonly saved?: (ctx: Ctx, row: RowOf<R>, before: RowOf<R> | undefined, draft: Draft<R["fields"]>) => Promise<void>;
  /** Before a row is deleted. */
  readonly deleting?: (ctx: Ctx, row: RowOf<R>) => Promise<void>;
  /** Effects of actions. A move of the machine without one just moves. */
  readonly actions?: ActsOf<R>;
  /** Replaces derived services: own SQL of a list, own create. */
  readonly own?: Readonly<Record<string, (ctx: Ctx, input: never) => Promise<unknown>>>;
  /** Column shown beside the name where other records refer to it. */
  readonly note?: string;
}

const EXCEL: Readonly<Record<Field["kind"], ExcelType>> = {
  text: "text",
  phone: "text",
  money: "money",
  number: "number",
  percent: "number",
  day: "day",
  instant: "instant",
  minute: "text",
  bool: "text",
  choice: "text",
  state: "text",
  reference: "text",
  words: "text",
  picture: "text",
  pictures: "text",
  richText: "text",
  region: "text",
};
const CREATED = { zh: "创建时间", en: "Created" } as const;
const YES = { true: { zh: "是", en: "Yes" }, false: { zh: "否", en: "No" } } as const;

/** Every resource that is served, with its table: for the tests of rows and declarations. */
export const servedResources: { readonly resource: Resource; readonly source: Source }[] = [];

/** The routes of a declared resource. */
export function serveResource<R extends Resource & { readonly name: Domain }>(resource: R, serving: Serving<R>): Route[] {
  const fields = Object.entries<Field>(resource.fields);
  const reader = readerOf(resource, serving);
  const title = resource.fields[resource.title];
  if (title && isStored(title))
    addTarget(resource.name, {
      table: serving.table,
      name: columnName(resource.title, title),
      ...(serving.note === undefined ? {} : { note: serving.note }),
    });
  servedResources.push({ resource, source: serving });
  const hooks = serving as unknown as Serving<Resource>;

  const seen = (ctx: Ctx, { kind, options }: Field): boolean =>
    options.code === undefined || ctx.codes.has(options.code) || kind === "phone";
  function wire(ctx: Ctx, row: Row): RowOf<R> {
    const values = fields.flatMap(([name, field]): (readonly [string, unknown])[] => {
      const value = seen(ctx, field) ? toWire(field.kind, row[name]) : toWire(field.kind, null);
      const masked = field.kind === "phone" && !ctx.codes.has("member_phone") ? maskPhone(textOf(value)) : value;
      return [[name, masked], ...(field.of ? [[`${name}Name`, row[`${name}Name`] ?? null] as const] : [])];
    });
    return { id: row.id, ...Object.fromEntries(values), createdAt: row.createdAt.toISOString() } as unknown as RowOf<R>;
  }
  const missing = (ctx: Ctx): AppError => new AppError("missing", { what: resource.one[ctx.language] });
  async function view(ctx: Ctx, { id }: { readonly id: string }): Promise<RowOf<R>> {
    const row = await reader.rows(ctx, {}).where(reader.hasId(ctx, id)).executeTakeFirst();
    if (!row) throw missing(ctx);
    return wire(ctx, row);
  }
  /** Locks the row itself, and gives it as it is. @throws AppError `missing` */
  async function lock(ctx: Ctx, id: string): Promise<RowOf<R>> {
    const row = await reader.one(ctx, id).select("t.id").forUpdate().executeTakeFirst();
    if (!row) throw missing(ctx);
    return view(ctx, { id });
  }
  async function checkReferences(ctx: Ctx, of: Fields, draft: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [name, { kind, of: target, label }] of Object.entries(of)) {
      const id = draft[name];
      if (kind !== "reference" || target === undefined || typeof id !== "string") continue;
      const found = await from(ctx.db, targetTable(target().resource).table)
        .select("t.id")
        .where("t.venue_id", "=", ctx.venue.id)
        .where("t.id", "=", id)
        .executeTakeFirst();
      if (!found) throw badInput({ [name]: new AppError("missing", { what: label[ctx.language] }).text(ctx.language) });
    }
  }
  /** Runs a write; a clash with a unique index of a field is refused at that field. */
  async function writing(ctx: Ctx, write: Promise<unknown>): Promise<void> {
    try {
      await write;
    } catch (error) {
      const constraint = constraintOf(error);
      const clash = fields.find(
        ([name, field]) => field.options.unique && constraint === `${serving.writes ?? serving.table}_${columnName(name, field)}`,
      );
      if (!clash) throw error;
      const [name, { label }] = clash;
      throw badInput({ [name]: ctx.language === "zh" ? `${label.zh} 已存在，请换一个` : `${label.en} exists already; choose another` });
    }
  }
  const changed = (ctx: Ctx, id: string): void => ctx.emit({ type: "changed", data: { resource: resource.name, id } });
  async function insert(ctx: Ctx, input: Draft<R["fields"]>): Promise<RowOf<R>> {
    await checkReferences(ctx, resource.fields, input);
    for (const [name, { kind, label }] of fields)
      if (kind === "phone" && String(Reflect.get(input, name)).includes("*"))
        throw badInput({ [name]: ctx.language === "zh" ? `${label.zh} 的格式不正确` : `${label.en} must be in the format expected` });
    const id = ctx.newId();
    const draft = (await hooks.saving?.(ctx, input, undefined)) ?? input;
    const found = stateOf(resource);
    const first = found && !Object.hasOwn(draft, found[0]) ? { [found[0]]: found[1].machine?.states[0] } : {};
    const values = {
      venue_id: ctx.venue.id,
      id,
      created_at: ctx.now,
      ...serving.constants,
      ...toColumns(resource.fields, { ...first, ...draft }),
    };
    await writing(ctx, ctx.db.insertInto(serving.table).values(values).execute());
    const row = await view(ctx, { id });
    await hooks.saved?.(ctx, row, undefined, input);
    changed(ctx, id);
    return row;
  }
  async function update(ctx: Ctx, id: string, set: Readonly<Record<string, unknown>>): Promise<void> {
    const columns = toColumns(resource.fields, set);
    if (Object.keys(columns).length === 0) return;
    await writing(
      ctx,
      sql`update ${sql.table(serving.table)} set ${sql.join(
        Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
      )} where venue_id = ${ctx.venue.id} and id = ${id}`.execute(ctx.db),
    );
  }
  async function modify(ctx: Ctx, { id, ...input }: Draft<R["fields"]> & { readonly id: string }): Promise<RowOf<R>> {
    const before = await lock(ctx, id);
    await checkReferences(ctx, resource.fields, input);
    // What the person could not see, or saw masked and left as it was, stays; so does what is set once.
    const kept = fields.filter(([name, field]) => {
      const was: unknown = Reflect.get(before, name);
      return (
        !seen(ctx, field) || field.options.once || (field.kind === "phone" && Reflect.get(input, name) === was && String(was).includes("*"))
      );
    });
    const draft = Object.fromEntries(Object.entries(input).filter(([name]) => !kept.some(([each]) => each === name)));
    const set = (await hooks.saving?.(ctx, draft, before)) ?? draft;
    await update(ctx, id, withPinyin(resource, set, before));
    const row = await view(ctx, { id });
    await hooks.saved?.(ctx, row, before, input);
    changed(ctx, id);
    return row;
  }
  async function remove(ctx: Ctx, { id }: { readonly id: string }): Promise<Record<string, never>> {
    const row = await lock(ctx, id);
    await hooks.deleting?.(ctx, row);
    try {
      await sql`delete from ${sql.table(serving.table)} where venue_id = ${ctx.venue.id} and id = ${id}`.execute(ctx.db);
    } catch (error) {
      if (stateCode(error) !== FOREIGN_KEY) throw error;
      throw new AppError("inUse", { what: resource.one[ctx.language], name: String(Reflect.get(row, resource.title)) });
    }
    changed(ctx, id);
    return {};
  }
  /** An action: the row is locked, its move checked by the machine, the effect run, the state set where it still is what it was. */
  function acting(action: string, asked: Fields) {
    const found = stateOf(resource);
    const machine = found?.[1].machine;
    const effect = serving.actions?.[action as never] as Act<R> | undefined;
    const moves = machine !== undefined && machine.states.some((each) => machine.table[each]?.[action] !== undefined);
    const { states, label } = resource.actions?.[action] ?? {};
    return async (ctx: Ctx, input: { readonly id: string }): Promise<RowOf<R>> => {
      const row = await lock(ctx, input.id);
      const at = found ? String(Reflect.get(row, found[0])) : "";
      const next = moves ? machine.table[at]?.[action] : undefined;
      if (moves ? next === undefined : states?.includes(at) === false)
        throw new AppError(
          "wrongState",
          { state: machine?.labels[at]?.[ctx.language] ?? at, action: label?.[ctx.language] ?? action },
          { state: at },
        );
      await checkReferences(ctx, asked, input);
      const set = (await effect?.(ctx, row, input as never)) ?? {};
      await update(ctx, input.id, { ...(found && next !== undefined ? { [found[0]]: next } : {}), ...set });
      changed(ctx, input.id);
      return view(ctx, { id: input.id });
    };
  }
  async function history(ctx: Ctx, { id }: { readonly id: string }): Promise<readonly Change[]> {
    const row = await view(ctx, { id });
    return changesOf(
      ctx,
      serving.writes ?? serving.table,
      row.id,
      fields.filter(([, field]) => seen(ctx, field)),
    );
  }
  async function options(
    ctx: Ctx,
    { field, q, id: only }: { readonly field: string; readonly q: string; readonly id?: string | undefined },
  ): Promise<readonly Option[]> {
    const asked = resource.fields[field] ?? Object.values(resource.actions ?? {}).find(({ fields: own }) => own?.[field])?.fields?.[field];
    if (!asked?.of) throw badField("field", "other");
    const { table, name, note } = targetTable(asked.of().resource);
    const column = sql.ref(`t.${name}`);
    const text = q.toLowerCase();
    let query = from(ctx.db, table)
      .select([
        sql<string>`t.id`.as("id"),
        sql<string>`${column}`.as("name"),
        note ? sql<string>`coalesce(${sql.ref(`t.${note}`)}, '')`.as("note") : sql<string>`''`.as("note"),
      ])
      .where("t.venue_id", "=", ctx.venue.id)
      .orderBy(sql`length(${column})`)
      .orderBy(column)
      .limit(20);
    if (only !== undefined) query = query.where(sql<boolean>`t.id = ${only}`);
    if (text !== "")
      query = query.where(
        note
          ? sql<boolean>`(position(${text} in lower(${column})) > 0 or lower(${sql.ref(`t.${note}`)}) ^@ ${text})`
          : sql<boolean>`position(${text} in lower(${column})) > 0`,
      );
    return (await query.execute()).map(({ id, name: label, note: more }) => ({ id, name: label, note: more }));
  }
  async function excel(ctx: Ctx, input: Readonly<Record<string, unknown>>) {
    const shown = fields.filter(([, field]) => !field.options.formOnly && field.kind !== "richText" && seen(ctx, field));
    const columns: ExcelColumn[] = [
      ...shown.map(([, { label, kind }]) => ({ title: label[ctx.language], type: EXCEL[kind] })),
      ...(resource.undated ? [] : [{ title: (resource.time ?? CREATED)[ctx.language], type: "instant" as const }]),
    ];
    const query = reader.rows(ctx, input).orderBy(reader.createdAt(ctx), "desc").orderBy(reader.idOf(ctx), "desc");
    const open = ctx.codes.has("member_phone");
    async function* rows() {
      for await (const row of streamRows(ctx.db, query))
        yield [...shown.map(([name, field]) => cell(ctx, field, row, name, open)), ...(resource.undated ? [] : [row.createdAt])];
    }
    return streamExcel(`${resource.one[ctx.language]}.xlsx`, columns, rows(), ctx.venue.zone);
  }
  async function template(ctx: Ctx) {
    const columns: ExcelColumn[] = fields
      .filter(([, field]) => isEdited(field))
      .map(([, { label }]) => ({ title: label[ctx.language], type: "text" }));
    const none = (async function* () {})();
    return streamExcel(`${resource.one[ctx.language]}.xlsx`, columns, none, ctx.venue.zone);
  }
  function cell(ctx: Ctx, field: Field, row: Row, name: string, open: boolean): ExcelCell {
    const value = row[field.kind === "reference" ? `${name}Name` : name];
    const label = (one: unknown): string => labelsOf(field)[String(one)]?.[ctx.language] ?? String(one);
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return value.map(label).join(ctx.language === "zh" ? "、" : ", ");
    if (field.kind === "choice" || field.kind === "state") return label(value);
    if (field.kind === "bool") return YES[value === true ? "true" : "false"][ctx.language];
    if (field.kind === "minute") return clock(Number(value));
    if (field.kind === "phone" && !open) return maskPhone(textOf(value));
    return value as ExcelCell;
  }
  /** Takes rows of a file, all of them or none; a dry run only says what is wrong with each. */
  async function take(
    ctx: Ctx,
    { rows, dryRun }: { readonly rows: readonly Readonly<Record<string, unknown>>[]; readonly dryRun: boolean },
  ) {
    const call = Reflect.get(callsOf<Resource>(resource), "create") as Call | undefined;
    if (!call) throw new AppError("notServed");
    const faults: ImportFault[] = [];
    let made = 0;
    for (const [row, raw] of rows.entries()) {
      const point = `import_${row}`;
      await sql`savepoint ${sql.id(point)}`.execute(ctx.db);
      try {
        const parsed = call.input.safeParse(await named(ctx, raw));
        if (!parsed.success) throw badInput(explain(parsed.error, ctx.language, labelsIn(call, ctx.language)));
        await insert({ ...ctx, emit: dryRun ? () => undefined : ctx.emit }, parsed.data as never);
        made++;
        if (dryRun) await sql`rollback to savepoint ${sql.id(point)}`.execute(ctx.db);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        await sql`rollback to savepoint ${sql.id(point)}`.execute(ctx.db);
        const errors = error.dataIn(ctx.language)["errors"] as Readonly<Record<string, string>> | undefined;
        faults.push({ row, errors: errors ?? { "": error.text(ctx.language) } });
      }
    }
    if (!dryRun && faults.length > 0) throw new AppError("badInput", {}, { faults });
    return { made: dryRun ? 0 : made, faults };
  }
  /** An imported row with choices by their names in either language and references by the name of the record. */
  async function named(ctx: Ctx, raw: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const row: Record<string, unknown> = {};
    for (const [name, field] of fields) {
      if (!isEdited(field) || !Object.hasOwn(raw, name)) continue;
      const value = raw[name];
      const text = typeof value === "string" ? value.trim() : value;
      const choice = Object.entries(labelsOf(field)).find(([key, { zh, en }]) => [key, zh, en].some((each) => each === text));
      if (field.kind === "bool") row[name] = ["true", "是", "yes", "1", "y"].includes(String(text).toLowerCase());
      else if (field.kind === "words" && typeof text === "string")
        row[name] = text
          .split(/[,，、;；]/)
          .map((one) => one.trim())
          .filter(Boolean);
      else if (field.of && typeof text === "string" && text !== "") {
        const { table, name: column } = targetTable(field.of().resource);
        const [found, second] = await from(ctx.db, table)
          .select("t.id")
          .where("t.venue_id", "=", ctx.venue.id)
          .where(sql<boolean>`(${sql.ref(`t.${column}`)} = ${text} or t.id = ${text})`)
          .limit(2)
          .execute();
        if (!found || second)
          throw badInput({ [name]: new AppError("missing", { what: `${field.label[ctx.language]} “${text}”` }).text(ctx.language) });
        row[name] = found.id;
      } else row[name] = choice && field.choices ? choice[0] : text;
    }
    return row;
  }

  const calls = callsByName(resource);
  const services: Record<string, (ctx: Ctx, input: never) => Promise<unknown>> = {
    list: async (ctx, input: { page: number; size: number }) =>
      mapPage(await pageOf(ctx, reader.rows(ctx, input as never), input, reader.sortable(ctx), resource.sort ?? "createdAt,desc"), (row) =>
        wire(ctx, row),
      ),
    sums: async (ctx, input) => {
      const sums = await reader.sums(ctx, input);
      return Object.fromEntries(
        Object.entries(sums).map(([name, sum]) => [name, resource.fields[name]?.kind === "money" ? yuan(sum) : sum]),
      );
    },
    view,
    history,
    options,
    create: insert,
    modify,
    delete: remove,
    excel,
    import: take,
    template,
    ...Object.fromEntries(Object.entries(resource.actions ?? {}).map(([name, { fields: asked = {} }]) => [name, acting(name, asked)])),
    ...serving.own,
  };
  return inVenue(calls, Object.fromEntries(Object.keys(calls).map((name) => [name, services[name]])) as never);
}

const FOREIGN_KEY = "23503";
const stateCode = (error: unknown): unknown => (typeof error === "object" && error !== null && "code" in error ? error.code : undefined);
const constraintOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "constraint" in error ? error.constraint : undefined;

/** A change with what else is searched by pinyin, so that the stored spelling is of the whole row. */
function withPinyin(resource: Resource, set: Readonly<Record<string, unknown>>, before: object): Readonly<Record<string, unknown>> {
  const spelled = Object.entries(resource.fields).filter(([, { options }]) => options.search === "pinyin");
  return { ...Object.fromEntries(spelled.map(([name]): [string, unknown] => [name, Reflect.get(before, name)])), ...set };
}
