/**
 * Serving of a declared resource: list, sums, record, choices of references, adding, changing, deleting, file, import, and its actions, on
 * a table whose columns are its fields. Rules are hooks: each runs in the change's transaction and refuses by throwing. The database writes
 * the audit log. A change is announced to the screens of the venue at commit.
 */
import type { Domain } from "../../contract/all";
import { type Expression, sql, type SqlBool } from "kysely";
import type { Call, Output, Parsed } from "../../contract/core/call";
import { callsByName, type CallsOf, type Change, type ExtraOut } from "../../contract/core/resource/calls";
import type { Draft, Resource, RowOf } from "../../contract/core/resource/define";
import { stateOf, targetOf } from "../../contract/core/resource/define";
import { type Field, type Fields, isMasked, isSeen, isStored, nameKey } from "../../contract/core/resource/fields";
import { textOf } from "../../contract/core/resource/text";
import { yuan } from "../../contract/core/money";
import { maskPhone } from "../../contract/core/phone";
import { mapPage, type PageRequest } from "../db/page";
import type { Tables } from "../db/tables";
import type { Ctx } from "../http/context";
import { readableFields, unreadableFields, withUnreadable } from "../http/drafts";
import { AppError, badInput } from "../http/error";
import { type FileAnswer, inVenue, type Route } from "../http/serve";
import { requireSecondPerson } from "../kernel/second-person";
import { checkDraft, clashMessage, indexOf, maskedPhones } from "./checking";
import { columnName, toColumns, toWire } from "./columns";
import { filesOf } from "./files";
import { changesOf } from "./history";
import { importServices } from "./importing";
import { moving } from "./moving";
import { optionsOf } from "./options";
import { from, readerOf, type Row, type Source } from "./query";
import { addTarget } from "./targets";

/** Effect of an action: returns the columns (by field name) to set, or nothing. The row is locked and its move was allowed. */
type Act<R extends Resource> = (ctx: Ctx, row: RowOf<R>, input: never) => Promise<Readonly<Record<string, unknown>> | undefined | void>;

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

/** Behaviour of a resource beyond its declaration. */
export interface Serving<R extends Resource> extends Source {
  /**
   * Before a row is written; gives the draft to write, with values of readonly fields. On a change the draft has what is set once as it is.
   * `before` is the row as it was, locked; undefined for a new one.
   */
  readonly saving?: (
    ctx: Ctx,
    draft: Draft<R["fields"]>,
    before: RowOf<R> | undefined,
  ) => Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;
  /** After a row was written, in the same transaction. */
  readonly saved?: (ctx: Ctx, row: RowOf<R>, before: RowOf<R> | undefined, draft: Draft<R["fields"]>) => Promise<void>;
  /** Before a row is deleted. */
  readonly deleting?: (ctx: Ctx, row: RowOf<R>) => Promise<void>;
  /** Column of the person who requested the record, where an action is declared `secondPerson`; default: `requester`. */
  readonly requester?: string;
  /** Persons whom the record pays: they decide no more on it than its requester. */
  readonly pays?: (ctx: Ctx, row: RowOf<R>) => Promise<readonly string[]>;
  /** Locks other rows before the row itself, so that all who lock both use one order. `on` as for `around`. The row may not exist. */
  readonly locking?: (ctx: Ctx, on: string, id: string) => Promise<void>;
  /** Effects of actions. A move of the machine without one just moves. */
  readonly actions?: ActsOf<R>;
  /** Values worked out of the row as the query gives it, where SQL can't: in rows and in the file. */
  readonly derive?: Readonly<Record<string, (row: Row, ctx: Ctx) => unknown>>;
  /** Formats values of a special shape for the file. */
  readonly texts?: Readonly<Record<string, (row: Row, ctx: Ctx) => string>>;
  /**
   * Runs a write with what must happen around it, in the same transaction. `on` is "create", "modify", "delete" or the action; `input` is what the
   * call was sent.
   */
  readonly around?: (ctx: Ctx, on: string, input: never, write: () => Promise<unknown>) => Promise<unknown>;
  /** Replaces derived services: own SQL of a list, own create. */
  readonly own?: Readonly<Record<string, (ctx: Ctx, input: never) => Promise<unknown>>>;
  /** Column shown beside the name where other records refer to it. */
  readonly note?: string;
  /** Writes rows where `table` is a view. */
  readonly store?: Store;
}

/** Writes of rows, given by their columns. */
export interface Store {
  readonly insert: (ctx: Ctx, values: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly update: (ctx: Ctx, id: string, values: Readonly<Record<string, unknown>>) => Promise<unknown>;
  readonly remove: (ctx: Ctx, id: string) => Promise<unknown>;
}

/** Writes of rows to their table. */
const tableStore = (table: keyof Tables): Store => ({
  insert: (ctx, values) => ctx.db.insertInto(table).values(values).execute(),
  update: (ctx, id, values) =>
    sql`update ${sql.table(table)} set ${sql.join(
      Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
    )} where venue_id = ${ctx.venue.id} and id = ${id}`.execute(ctx.db),
  remove: (ctx, id) => sql`delete from ${sql.table(table)} where venue_id = ${ctx.venue.id} and id = ${id}`.execute(ctx.db),
});

/** Every resource that is served, with its table: for the tests of rows and declarations. */
export const servedResources: { readonly resource: Resource; readonly source: Source }[] = [];

type Answer<C> = C extends { readonly file: string } ? FileAnswer : C extends Call ? Output<C> : never;
/** The services of a declared resource, by the names of its calls, for other services, jobs and demo data; and its routes. */
export type Served<R extends Resource> = {
  readonly [K in keyof CallsOf<R>]: (
    ctx: Ctx,
    input: CallsOf<R>[K] extends Call ? Parsed<CallsOf<R>[K]> : never,
  ) => Promise<Answer<CallsOf<R>[K]>>;
} & {
  readonly routes: Route[];
  /** The rows, newest first, that satisfy a condition on the table `t`. */
  readonly find: (ctx: Ctx, where: Expression<SqlBool>) => Promise<RowOf<R>[]>;
};

/** The routes of a declared resource. */
type Named = Resource & { readonly name: Domain };
export const serveResource = <R extends Named>(resource: R, serving: Serving<R>): Route[] => servicesOf(resource, serving).routes;

/** The hooks as they are called: with values read by the declaration's fields. */
function hooksOf<R extends Resource>(serving: Serving<R>): Serving<Resource>;
function hooksOf(serving: Serving<Resource>): Serving<Resource> {
  return serving;
}

/** Serves a declared resource. */
export function servicesOf<R extends Named>(resource: R, serving: Serving<R>): Served<R> {
  const fields = Object.entries<Field>(resource.fields);
  const reader = readerOf(resource, serving);
  const title = resource.fields[resource.title];
  const { within } = targetOf(resource);
  const parent = within && resource.fields[within.field];
  if (title && isStored(title))
    addTarget(resource.name, {
      table: serving.table,
      name: columnName(resource.title, title, serving.names),
      list: resource.codes.read ?? [resource.codes.page],
      ...(serving.where ? { where: serving.where } : {}),
      ...(serving.constants ? { constants: serving.constants } : {}),
      ...(serving.note === undefined ? {} : { note: serving.note, ...noteField(serving.note, fields, serving.names) }),
      ...(within && parent ? { within: { column: columnName(within.field, parent, serving.names), resource: within.of().resource } } : {}),
    });
  // Routes that need a setting are made by each app of a process.
  if (!servedResources.some((each) => each.resource === resource)) servedResources.push({ resource, source: serving });
  const hooks = hooksOf(serving);
  const requester = decides(resource) ? (serving.requester ?? "requester") : undefined;

  const seen = (ctx: Ctx, field: Field): boolean => isSeen(field, ctx.codes);
  const valueIn = (ctx: Ctx, row: Row, name: string): unknown => serving.derive?.[name]?.(row, ctx) ?? row[name];
  const around = (ctx: Ctx, on: string, input: object, write: () => Promise<unknown>): Promise<unknown> =>
    serving.around?.(ctx, on, input as never, write) ?? write();
  function wire(ctx: Ctx, row: Row): RowOf<R>;
  function wire(ctx: Ctx, row: Row): Readonly<Record<string, unknown>> {
    const values = fields.flatMap(([name, field]): (readonly [string, unknown])[] => {
      const value = toWire(field.kind, seen(ctx, field) ? valueIn(ctx, row, name) : null);
      const masked = isMasked(field, ctx.codes) ? maskPhone(textOf(value)) : value;
      return [[name, masked], ...(field.of ? [[nameKey(name), row[nameKey(name)] ?? null] as const] : [])];
    });
    return { id: row.id, ...Object.fromEntries(values), createdAt: row.createdAt.toISOString() };
  }
  const missing = (ctx: Ctx): AppError => new AppError("missing", { what: resource.one[ctx.language] });
  async function view(ctx: Ctx, { id }: { readonly id: string }): Promise<RowOf<R>> {
    const row = await (await reader.rows(ctx, {})).where(reader.hasId(ctx, id)).executeTakeFirst();
    if (!row) throw missing(ctx);
    return wire(ctx, row);
  }
  /** Locks the row itself, and gives it as it is. @throws AppError `missing` */
  async function lock(ctx: Ctx, on: string, id: string): Promise<RowOf<R>> {
    await hooks.locking?.(ctx, on, id);
    const row = await (await reader.one(ctx, id)).select("t.id").forUpdate().executeTakeFirst();
    if (!row) throw missing(ctx);
    return view(ctx, { id });
  }
  const store = serving.store ?? tableStore(serving.table);
  const uniqueFields = {
    table: serving.writes ?? serving.table,
    source: serving.table,
    names: serving.names,
    constants: serving.constants,
    all: resource.fields,
    fields: fields.filter(([, { options }]) => options.unique),
  };
  /** Runs a write; a clash with a unique index of a field is refused at that field. */
  async function writing(ctx: Ctx, write: Promise<unknown>): Promise<void> {
    try {
      await write;
    } catch (error) {
      const constraint = constraintOf(error);
      const clash = uniqueFields.fields.find(([name, field]) => constraint === indexOf(uniqueFields, name, field));
      if (!clash) throw error;
      throw badInput({ [clash[0]]: clashMessage(clash[1], ctx.language) });
    }
  }
  const changed = (ctx: Ctx, id: string): void => ctx.emit({ type: "changed", data: { resource: resource.name, id } });
  async function insert(ctx: Ctx, input: Draft<R["fields"]>): Promise<RowOf<R>> {
    const id = ctx.newId();
    const rules = async (wrong: ReadonlySet<string>) => (await hooks.saving?.(ctx, withUnreadable(input, wrong), undefined)) ?? input;
    const [stateField, state] = stateOf(resource) ?? [];
    const initial = stateField === undefined ? {} : { [stateField]: state?.machine?.states[0] };
    const masked = maskedPhones(resource.fields, input, ctx.language);
    const checked = await checkDraft(ctx, resource.fields, input, rules, { ...uniqueFields, initial }, masked);
    const draft = { ...initial, ...checked };
    const values = {
      venue_id: ctx.venue.id,
      id,
      created_at: ctx.now,
      ...(requester === undefined ? {} : { [requester]: ctx.person.id }),
      ...serving.constants,
      ...toColumns(resource.fields, draft, serving.names),
    };
    await around(ctx, "create", input, () => writing(ctx, store.insert(ctx, values)));
    const row = await view(ctx, { id });
    changed(ctx, id);
    if (!hooks.saved) return row;
    await hooks.saved(ctx, row, undefined, input);
    return view(ctx, { id });
  }
  async function update(ctx: Ctx, before: RowOf<R>, set: Readonly<Record<string, unknown>>): Promise<void> {
    const columns = toColumns(resource.fields, set, serving.names, before);
    if (Object.keys(columns).length === 0) return;
    await writing(ctx, store.update(ctx, before.id, columns));
  }
  async function modify(ctx: Ctx, input: Draft<R["fields"]> & { readonly id: string }): Promise<RowOf<R>> {
    const { id } = input;
    const before = await lock(ctx, "modify", id);
    const readable = readableFields(input);
    // A value that the person could not see, or saw masked and left unchanged, stays; so does a field that is set once.
    const isUnchanged = ([name, field]: readonly [string, Field]): boolean => {
      const was: unknown = Reflect.get(before, name);
      return (
        !seen(ctx, field) || field.options.once === true || (field.kind === "phone" && readable[name] === was && String(was).includes("*"))
      );
    };
    const unchanged = new Set(fields.filter(isUnchanged).map(([name]) => name));
    const draft = Object.fromEntries(Object.entries(readable).filter(([name]) => name !== "id" && !unchanged.has(name)));
    // A hook sees what is set once as it is, and cannot tell it from what was sent: given back unchanged, it is not written.
    const once = Object.fromEntries(
      fields.filter(([, { options }]) => options.once && !options.secret).map(([name]) => [name, Reflect.get(before, name) as unknown]),
    );
    const unread = new Set([...unreadableFields(input)].filter((name) => !unchanged.has(name)));
    const rules = async (wrong: ReadonlySet<string>) => {
      const checked = withUnreadable({ ...draft, ...once }, new Set([...unread, ...[...wrong].filter((name) => !unchanged.has(name))]));
      return (await hooks.saving?.(ctx, checked, before)) ?? draft;
    };
    const given = await checkDraft(ctx, resource.fields, withUnreadable(readable, unreadableFields(input)), rules, { ...uniqueFields, id });
    const set = Object.fromEntries(Object.entries(given).filter(([name, value]) => !Object.hasOwn(once, name) || once[name] !== value));
    await around(ctx, "modify", input, () => update(ctx, before, set));
    const row = await view(ctx, { id });
    changed(ctx, id);
    if (!hooks.saved) return row;
    await hooks.saved(ctx, row, before, input);
    return view(ctx, { id });
  }
  async function remove(ctx: Ctx, input: { readonly id: string }): Promise<Record<string, never>> {
    const row = await lock(ctx, "delete", input.id);
    await hooks.deleting?.(ctx, row);
    return drop(ctx, row, "delete", input);
  }
  async function drop(ctx: Ctx, row: RowOf<R>, on: string, input: { readonly id: string }): Promise<Record<string, never>> {
    const { id } = row;
    try {
      await around(ctx, on, input, () => store.remove(ctx, id));
    } catch (error) {
      if (stateCode(error) !== FOREIGN_KEY) throw error;
      throw new AppError("inUse", { what: resource.one[ctx.language], name: String(Reflect.get(row, resource.title)) });
    }
    changed(ctx, id);
    return {};
  }
  /** @throws AppError `ownRequest` where the person requested the record or is paid by it */
  async function checkSecondPerson(ctx: Ctx, row: RowOf<R>, column: string): Promise<void> {
    const { by } = await from(ctx.db, serving.table)
      .select(sql<string>`${sql.ref(`t.${column}`)}`.as("by"))
      .where("t.venue_id", "=", ctx.venue.id)
      .where("t.id", "=", row.id)
      .executeTakeFirstOrThrow();
    requireSecondPerson(ctx, by, ...((await hooks.pays?.(ctx, row)) ?? []));
  }
  const setRequester = (ctx: Ctx, id: string, column: string) =>
    sql`update ${sql.table(serving.table)} set ${sql.ref(column)} = ${ctx.person.id} where venue_id = ${ctx.venue.id} and id = ${id}`.execute(
      ctx.db,
    );
  /** An action: the row is locked, its move checked by the machine, the effect run, the state set where it still is what it was. */
  function acting(action: string, asked: Fields) {
    const found = stateOf(resource);
    const machine = found?.[1].machine;
    const effect = serving.actions?.[action as never] as Act<R> | undefined;
    const moves = machine !== undefined && machine.states.some((each) => machine.table[each]?.[action] !== undefined);
    const { states, label, removes, secondPerson, requests } = resource.actions?.[action] ?? {};
    return async (ctx: Ctx, input: { readonly id: string }): Promise<RowOf<R> | Record<string, never>> => {
      const row = await lock(ctx, action, input.id);
      const at = found ? String(Reflect.get(row, found[0])) : "";
      const next = moves ? machine.table[at]?.[action] : undefined;
      if (moves ? next === undefined : states?.includes(at) === false)
        throw new AppError(
          "wrongState",
          { state: machine?.labels[at]?.[ctx.language] ?? at, action: label?.[ctx.language] ?? action },
          { state: at },
        );
      const set =
        (await checkDraft(ctx, asked, input, async (wrong) => {
          if (requester !== undefined && secondPerson) await checkSecondPerson(ctx, row, requester);
          if (requester !== undefined && requests) await setRequester(ctx, row.id, requester);
          return effect?.(ctx, row, withUnreadable(input, wrong) as never);
        })) ?? {};
      if (removes) return drop(ctx, row, action, input);
      const all = { ...(found && next !== undefined ? { [found[0]]: next } : {}), ...set };
      await around(ctx, action, input, () => update(ctx, row, all));
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
      fields.filter(([, field]) => seen(ctx, field) && !field.options.secret),
      serving.names,
    );
  }
  const options = optionsOf(resource, reader);
  const { excel } = filesOf({ resource, reader, table: serving.writes ?? serving.table, seen, valueIn, texts: serving.texts });
  const calls = callsByName(resource);
  const services: Record<string, (ctx: Ctx, input: never) => Promise<unknown>> = {
    list: async (ctx, input: PageRequest) => mapPage(await reader.page(ctx, input), (row) => wire(ctx, row)),
    sums: async (ctx, input) => {
      const sums = await reader.sums(ctx, input);
      return Object.fromEntries(
        Object.entries(sums).map(([name, sum]) => {
          const field = resource.fields[name];
          if (field && !seen(ctx, field)) return [name, null];
          return [name, field?.kind === "money" ? yuan(sum) : sum];
        }),
      );
    },
    view,
    history,
    options,
    create: insert,
    modify,
    delete: remove,
    excel,
    ...(resource.codes.import === undefined ? {} : importServices(resource, insert)),
    ...Object.fromEntries(
      Object.entries(resource.actions ?? {}).map(([name, { fields: asked = {}, many }]) => [
        name,
        many ? moving(name, { resource, serving, reader }) : acting(name, asked),
      ]),
    ),
    ...Object.fromEntries(Object.keys(resource.shared ?? {}).map((name) => [name, byAction])),
    ...serving.own,
  };
  function byAction(ctx: Ctx, { action, ...input }: { readonly action: string }): Promise<unknown> {
    const service = services[action];
    if (!service) throw new TypeError(`${resource.name} has no action ${action}`);
    return service(ctx, input as never);
  }
  const drafts = new Set(["create", "modify", ...Object.keys(resource.actions ?? {})].map((name) => calls[name]));
  const routes = inVenue(calls, Object.fromEntries(Object.keys(calls).map((name) => [name, services[name]])) as never).map((route) =>
    drafts.has(route.call) ? { ...route, checksDrafts: true } : route,
  );
  const find = async (ctx: Ctx, where: Expression<SqlBool>): Promise<RowOf<R>[]> =>
    (await reader.newestFirst(ctx, (await reader.rows(ctx, {})).where(where)).execute()).map((row) => wire(ctx, row));
  return { ...services, routes, find } as never;
}

/** The field that a column is of. */
function noteField(column: string, fields: readonly (readonly [string, Field])[], names: Source["names"]): { readonly noteField?: Field } {
  const found = fields.find(([name, field]) => isStored(field) && columnName(name, field, names) === column);
  return found ? { noteField: found[1] } : {};
}

/** True if an action of the resource takes a second person. */
const decides = ({ actions = {} }: Resource): boolean => Object.values(actions).some(({ secondPerson }) => secondPerson);

const FOREIGN_KEY = "23503";
const stateCode = (error: unknown): unknown => (typeof error === "object" && error !== null && "code" in error ? error.code : undefined);
const constraintOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "constraint" in error ? error.constraint : undefined;
