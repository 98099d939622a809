/** The calls of a declared resource, on the paths that the API's habit gives them. */
import { limitFileDays } from "../file-days";
import { z } from "#zod";
import type { Code } from "../permissions";
import { ById, type Call, Done, download, get, Id, type Page, pageOf, PageQuery, postJson, SearchText, XLSX } from "../call";
import {
  type Actions,
  type Draft,
  type DraftIn,
  type FilterIn,
  periodEnds,
  periodOf,
  type Resource,
  type RowOf,
  type SharedCall,
  type SumsOf,
} from "./define";
import type { Fields } from "./fields";
import { type ImportCalls, importCalls } from "./importing";
import type { Label } from "./label";
import { draftSchema, draftShape, filterShape, rowShape, sumsShape } from "./schemas";
import { LABELS } from "./labels";

type In<Out, Wire = Out> = z.ZodType<Out, Wire>;
interface Paged {
  readonly page: number;
  readonly size: number;
  readonly sort?: string | undefined;
}
/** A list's input: any of its filters, a page, a sort. */
export type ListInput = Readonly<Record<string, string | number | readonly string[] | undefined>>;
/** A filter as the server gets it: lists of words as lists, amounts in fen. */
export type Filter = Readonly<Record<string, unknown>>;
/** Option that can be chosen for a reference. */
export interface Option {
  readonly id: string;
  readonly name: string;
  readonly note: string;
}
/** One change of a record: who made it by which call, and the fields that it changed, as rows carry them. */
export interface Change {
  readonly id: string;
  readonly at: string;
  readonly operator: string;
  readonly action: string;
  readonly fields: readonly {
    readonly name: string;
    readonly before: Readonly<Record<string, unknown>>;
    readonly after: Readonly<Record<string, unknown>>;
  }[];
}

type Editing<R extends Resource> = {
  readonly create: Call<In<Draft<R["fields"]> & ExtraOut<R>, DraftIn<R["fields"]> & ExtraIn<R>>, In<RowOf<R>>>;
  readonly modify: Call<
    In<Draft<R["fields"]> & ExtraOut<R> & { readonly id: string }, DraftIn<R["fields"]> & ExtraIn<R> & { readonly id: string }>,
    In<RowOf<R>>
  >;
  readonly delete: Call<In<ExtraOut<R> & { id: string }, ExtraIn<R> & { id: string }>, typeof Done>;
};
type Without<R extends Resource> = R["without"] extends readonly (infer W)[] ? W : never;
type Writes<R extends Resource> = R["codes"] extends { readonly modify: string } ? Omit<Editing<R>, Without<R> & string> : unknown;
/**
 * Fields that the dialog of an action, or a write of the resource, sends beside its declared fields: as input (`_zod.input`) and as output.
 */
export type ExtraIn<A> = A extends { readonly extra: () => infer X } ? { readonly [K in keyof X]?: z.input<X[K] & z.ZodType> } : unknown;
export type ExtraOut<A> = A extends { readonly extra: () => infer X } ? { readonly [K in keyof X]: z.output<X[K] & z.ZodType> } : unknown;
type FieldsOf<A> = A extends { readonly fields: infer F extends Fields } ? F : Readonly<Record<string, never>>;
type Acting<R extends Resource, A> = A extends { readonly many: unknown }
  ? Call<In<{ readonly ids: readonly string[] }, { readonly ids?: readonly string[] }>, typeof Done>
  : Call<
      In<Draft<FieldsOf<A>> & ExtraOut<A> & { readonly id: string }, DraftIn<FieldsOf<A>> & ExtraIn<A> & { readonly id: string }>,
      A extends { readonly removes: true } ? typeof Done : In<RowOf<R>>
    >;
type Moves<R extends Resource> = R["actions"] extends Actions
  ? { readonly [A in Exclude<keyof R["actions"] & string, SharedActions<R>>]: Acting<R, R["actions"][A]> }
  : unknown;
type Shares = Readonly<Record<string, SharedCall>>;
type SharedActions<R extends Resource> = R["shared"] extends Shares ? R["shared"][keyof R["shared"]]["actions"][number] : never;
type Named<A, I> = I & { readonly id: string; readonly action: A };
type SharedOut<R extends Resource, A> = A extends keyof R["actions"] ? Named<A, Draft<FieldsOf<R["actions"][A]>>> : never;
type SharedIn<R extends Resource, A> = A extends keyof R["actions"] ? Named<A, DraftIn<FieldsOf<R["actions"][A]>>> : never;
type Shared<R extends Resource> = R["shared"] extends Shares
  ? {
      readonly [C in keyof R["shared"] & string]: Call<
        In<SharedOut<R, R["shared"][C]["actions"][number]>, SharedIn<R, R["shared"][C]["actions"][number]>>,
        In<RowOf<R>>
      >;
    }
  : unknown;
type Files<R extends Resource> = R["codes"] extends { readonly export: string }
  ? { readonly excel: Call<In<Filter, FilterIn>, typeof Done> & { readonly file: string } }
  : unknown;

/** The calls of a resource. */
export type CallsOf<R extends Resource> = {
  readonly list: Call<In<Filter & Paged, ListInput>, In<Page<RowOf<R>>>>;
  readonly sums: Call<In<Filter, FilterIn>, In<SumsOf<R>>>;
  readonly view: Call<In<{ id: string }>, In<RowOf<R>>>;
  readonly history: Call<In<{ id: string }>, In<readonly Change[]>>;
  readonly options: Call<
    In<{ field: string; q: string; id?: string | undefined }, { field: string; q?: string; id?: string }>,
    In<readonly Option[]>
  >;
} & Writes<R> &
  Moves<R> &
  Shared<R> &
  Files<R> &
  (R["codes"] extends { readonly import: string } ? ImportCalls : unknown);

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A call whose schemas are made when they are first looked at. */
function lazily(call: Call, schemas: { readonly input: () => z.ZodType; readonly output?: () => z.ZodType }): Call {
  const builtSchemas: { input?: z.ZodType; output?: z.ZodType } = {};
  return Object.defineProperties(
    { ...call },
    {
      input: { enumerable: true, get: () => (builtSchemas.input ??= schemas.input()) },
      ...(schemas.output === undefined
        ? {}
        : { output: { enumerable: true, get: () => (builtSchemas.output ??= schemas.output?.() ?? call.output) } }),
    },
  );
}

const CREATED = { zh: "创建时间", en: "Created" };
const SHARED: Readonly<Record<string, Label>> = { field: LABELS.field };

/** Returns the labels of the fields of a resource's calls: the first word of every validation message. */
function labelsIn(fields: Fields, periods: Pick<Resource, "period" | "dates"> = {}): Record<string, Label> {
  const named = (name: string, label: Label) => periodEnds(periods, name).map((end) => [end, label] as const);
  const own = Object.entries(fields).flatMap(([name, { label }]) => [[name, label] as const, ...named(name, label)]);
  return { ...SHARED, ...Object.fromEntries([...named("createdAt", CREATED), ...own]) };
}

/** Returns the labels of the values of choice fields. */
const choicesIn = (fields: Fields): NonNullable<Call["choices"]> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, { choices }]) => (choices ? [[name, choices] as const] : [])));

const made = new WeakMap<Resource, Readonly<Record<string, Call>>>();

/** The calls of a declared resource by their names, for code that serves every resource; the same ones each time. */
export function callsByName(resource: Resource): Readonly<Record<string, Call>> {
  const known = made.get(resource);
  if (known) return known;
  const calls = make(resource);
  made.set(resource, calls);
  return calls;
}
/** The calls of a declared resource, each with the types of its fields: what `make` builds field by field. */
export function callsOf<R extends Resource>(resource: R): CallsOf<R>;
export function callsOf(resource: Resource): Readonly<Record<string, Call>> {
  return callsByName(resource);
}

/** The name of the call that an action shares with others; its own: none. */
const sharedBy = ({ shared = {} }: Resource, action: string): string | undefined =>
  Object.entries(shared).find(([, { actions }]) => actions.includes(action))?.[0];

/** The call that does an action, and what its input says of the action: nothing, but where the call does several. */
export function actionCall(
  resource: Resource,
  action: string,
): { readonly call: Call | undefined; readonly named: { readonly action?: string } } {
  const share = sharedBy(resource, action);
  return { call: callsByName(resource)[share ?? action], named: share === undefined ? {} : { action } };
}

function sharedCall({ one, actions = {} }: Resource, { path, actions: names }: SharedCall, labels: Record<string, Label>): Call {
  const shared = names.flatMap((name) => actions[name] ?? []);
  const summary = `${one.en}: ${shared.map(({ label }) => label.en).join(", ")}`;
  const code = shared[0]?.code;
  const call = postJson(path, { summary, ...(code === undefined ? {} : { code }) });
  const more = Object.assign({}, ...shared.map(({ fields }) => labelsIn(fields ?? {}))) as Record<string, Label>;
  return { ...call, named: true, labels: { ...labels, ...more } };
}

/** Returns the input schema of a shared call: the record, the action, and the input of that action. */
function namedInput({ actions = {} }: Resource, { actions: names }: SharedCall): z.ZodType {
  const inputs = names.map((action) => z.object({ id: Id, action: z.literal(action), ...draftShape(actions[action]?.fields ?? {}) }));
  const [first, ...rest] = inputs;
  if (first === undefined) throw new TypeError("a shared call without actions");
  return z.discriminatedUnion("action", [first, ...rest]);
}

/** Records that an action is done to; none: all of them. */
const Many = () => z.object({ ids: z.array(Id).max(500).default([]) });
const OPTIONS = z.array(z.object({ id: Id, name: z.string(), note: z.string() }));
const PART = z.record(z.string(), z.unknown());
const CHANGES = z.array(
  z.object({
    id: z.string(),
    at: z.string(),
    operator: z.string(),
    action: z.string(),
    fields: z.array(z.object({ name: z.string(), before: PART, after: PART })),
  }),
);

/** The filter of a file, with the greatest period of dated rows. */
function fileFilter(resource: Resource, filter: z.ZodObject): z.ZodType {
  const period = periodOf(resource);
  if (period === undefined) return filter;
  const { mostDays } = resource;
  return limitFileDays(filter, [period.from, period.to], mostDays === undefined ? {} : { max: mostDays, endsToday: false });
}

function make(resource: Resource): Record<string, Call> {
  const { one, fields, codes, paths = {}, without = [], actions = {} } = resource;
  const at = (call: string): string => Reflect.get(paths, call) ?? `${resource.path}/${call === "excel" ? "excelExport" : kebab(call)}`;
  const labels = labelsIn(fields, resource);
  const Row = (): z.ZodType => z.object(rowShape(fields));
  const Filter = () => z.object(filterShape(resource));
  const page = codes.read ?? codes.page;
  const may = (...some: readonly (Code | undefined)[]) => some.filter((code) => code !== undefined);
  // Rows without an end are counted and added up apart from the desks, too.
  const heavy = resource.mostDays !== undefined;
  const of = (call: Call, more: Fields = {}): Call => ({
    ...call,
    labels: { ...labels, ...labelsIn(more) },
    choices: choicesIn({ ...fields, ...more }),
  });
  const calls: Record<string, Call> = {
    list: lazily(of(get(at("list"), { summary: `${one.en}: page`, code: page, heavy })), {
      // An open path takes the venue as an input.
      // Not spread: in the console's build a shape is not there yet.
      input: () =>
        Filter()
          .extend(PageQuery.shape)
          .extend(at("list").startsWith("/api/open/") ? { venueId: Id } : {}),
      output: () => pageOf(Row()),
    }),
    sums: lazily(of(get(at("sums"), { summary: `${one.en}: sums`, code: codes.page, heavy })), {
      input: Filter,
      output: () => z.object(sumsShape(fields)),
    }),
    view: lazily(get(at("view"), { summary: `${one.en}: one`, code: page }), { input: () => ById, output: Row }),
    history: lazily(get(at("history"), { summary: `${one.en}: changes`, code: page }), {
      input: () => ById,
      output: () => CHANGES,
    }),
    options: lazily(of(get(at("options"), { summary: `${one.en}: choices`, code: may(codes.page, codes.modify) })), {
      input: () =>
        z.object({ field: z.string().regex(/^\w{1,40}$/), q: SearchText.default(""), id: Id.optional().describe("only this one") }),
      output: () => OPTIONS,
    }),
  };
  const { modify } = codes;
  if (modify !== undefined) {
    if (!without.includes("create"))
      calls["create"] = lazily(of(postJson(at("create"), { summary: `${one.en}: add`, code: codes.create ?? modify })), {
        input: () => draftSchema(resource),
        output: Row,
      });
    if (!without.includes("modify"))
      calls["modify"] = lazily(of(postJson(at("modify"), { summary: `${one.en}: change`, code: modify })), {
        input: () => draftSchema(resource, { id: Id }),
        output: Row,
      });
    if (!without.includes("delete"))
      calls["delete"] = lazily(postJson(at("delete"), { summary: `${one.en}: delete`, code: codes.delete ?? modify }), {
        input: () => ById.extend(resource.extra?.() ?? {}),
        output: () => Done,
      });
  }
  for (const [name, share] of Object.entries(resource.shared ?? {}))
    calls[name] = lazily(sharedCall(resource, share, labels), { input: () => namedInput(resource, share), output: Row });
  for (const [action, { code, fields: asked = {}, label, extra, removes, many }] of Object.entries(actions)) {
    if (sharedBy(resource, action) !== undefined) continue;
    calls[action] = lazily(of(postJson(at(action), { summary: `${one.en}: ${label.en}`, code: may(code) }), asked), {
      input: () => (many ? Many() : z.object({ id: Id, ...draftShape(asked), ...extra?.() })),
      output: removes || many ? () => Done : Row,
    });
  }
  if (codes.export !== undefined)
    calls["excel"] = lazily(of(download(at("excel"), { summary: `${one.en}: file`, code: codes.export, file: XLSX })), {
      input: () => fileFilter(resource, Filter()),
    });
  if (codes.import !== undefined) Object.assign(calls, importCalls(resource));
  return calls;
}
