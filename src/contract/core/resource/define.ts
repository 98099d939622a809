/**
 * Declared resources: what is listed, summed, viewed, added, changed, deleted, exported, imported and moved through states, said once as
 * data. Calls, schemas, permission checks, list SQL, Excel, list page, form, record page, filters and tests are derived from it; rules
 * beyond it are hooks on the server (`server/resource/serve.ts`) and small parts in the console (`console/resource/`).
 */
import type { z } from "#zod";
import type { Code } from "../permissions";
import { ends, type Field, type Fields, isRange, type Target } from "./fields";
import type { Label } from "./label";

/** Something that is done to a record beside changing its fields. */
export interface Action {
  readonly label: Label;
  /** Code that permits it; if omitted, everybody at the venue may. */
  readonly code?: Code;
  /** The fields of its dialog. */
  readonly fields?: Fields;
  /** Schemas of the input that its own dialog sends beside the fields (payments, lines); created when the call's input is first read. */
  readonly extra?: () => Readonly<Record<string, z.ZodType>>;
  /** Asked before it is done, where there are no fields; the record's name is shown with it. */
  readonly confirm?: Label;
  /** Cannot be undone: red, at the far end. */
  readonly danger?: boolean;
  /** The record is gone afterwards. */
  readonly removes?: true;
  /** Also for many chosen rows, one after the other. */
  readonly bulk?: boolean;
  /** Done to chosen rows without a question: it changes neither people nor money. */
  readonly unasked?: true;
  /**
   * A move of the machine and nothing more, which its call does to any number of records (`ids`; none: all) as far as their states allow it.
   * `all`: what it is called beside the list's title, where it is done to all, and what is asked before.
   */
  readonly many?: { readonly all?: { readonly label: Label; readonly confirm: Label } };
  /** Also offered in a column of its own: for lists whose rows lead elsewhere than to their record. */
  readonly inRow?: true;
  /** Done from a cell of the list, which the screen's `parts` have: no button of its own. */
  readonly inCell?: boolean;
  /** Decides on a request: rejected for the person who made the request, and for whom it pays (`Serving.pays`). */
  readonly secondPerson?: true;
  /** Makes a request of the record: whoever does it is its requester from then on, in place of who created it. */
  readonly requests?: true;
  /** Not a move of the machine: offered in these states; without a list, in every state. */
  readonly states?: readonly string[];
}
export type Actions = Readonly<Record<string, Action>>;

/** One call for several actions: its input names the action as `action`. All of them need the same code. */
export interface SharedCall {
  readonly path: string;
  readonly actions: readonly string[];
}

/** Codes of a resource: of its page, of changing it, of its file, of adding and deleting where that is another than changing. */
interface Codes {
  readonly page: Code;
  /** Codes that permit listing and viewing, where they differ from the page's; empty: everybody at the venue. */
  readonly read?: readonly Code[];
  readonly modify?: Code;
  readonly create?: Code;
  readonly delete?: Code;
  readonly export?: Code;
  readonly import?: Code;
}
type Writing = "create" | "modify" | "delete";
type CallKey = "list" | "sums" | "view" | "history" | "options" | "excel" | "import" | Writing;

/** A declared resource, as its contract file writes it. */
export interface Resource {
  /** Name of the resource: of its calls in the contract, of Refine's resource, of live events. */
  readonly name: string;
  /** Name of one record: "Add {one}". */
  readonly one: Label;
  /** The calls' common path; each call can be set apart with `paths`. */
  readonly path: string;
  readonly paths?: Partial<Readonly<Record<CallKey, string>>>;
  readonly codes: Codes;
  /** The field that names a row. */
  readonly title: string;
  readonly fields: Fields;
  readonly actions?: Actions;
  /** Calls that several actions share, where the specification has one call for them. */
  readonly shared?: Readonly<Record<string, SharedCall>>;
  /** Schemas of the input for adding, changing and deleting beside the fields; created when a call's input is first read. */
  readonly extra?: () => Readonly<Record<string, z.ZodType>>;
  /** Rules between fields of a draft. */
  readonly check?: (draft: never, issues: z.RefinementCtx) => void;
  /** Writing calls that it does not have. Without `codes.modify` it has none. */
  readonly without?: readonly Writing[];
  /** States in which a record can be deleted; the others say so. Default: all. */
  readonly deletes?: readonly string[];
  /** Forms: groups of fields; fields left out are in a last group. */
  readonly groups?: readonly { readonly title: Label; readonly fields: readonly string[] }[];
  /** Saved views: named filters. */
  readonly views?: Readonly<Record<string, { readonly label: Label; readonly filters: Readonly<Record<string, string>> }>>;
  /** "field,asc|desc" where nothing else is chosen; default: newest first. */
  readonly sort?: string;
  /**
   * A day or instant field (or `createdAt`): the list opens on its last 31 days. For lists of money and logs. Where rows lie in days to come,
   * `until: "today"` puts the end into the address as well.
   */
  readonly period?: string | { readonly field: string; readonly until: "today" };
  /** Days of the `period` that a file may have at most: for rows that a query generates, of which there is no end. */
  readonly mostDays?: number;
  /** When a row was made is said by one of its fields: list, record and file have no column of their own for it. */
  readonly undated?: boolean;
  /** Names of the filter of the `period`, where the specification's call has names of its own: its first and its last day. */
  readonly dates?: readonly [from: string, to: string];
  /** Label of the creation time where it matters most, as in logs: it is then shown next to the name. */
  readonly time?: Label;
  /** Hint about the purpose of this page, shown while it is empty. */
  readonly hint?: Label;
  /** Page of a record, for links to it: "/venue/locker-list/:id". */
  readonly page?: string;
  /** Help of the list, a short text in each language: what it is for and what to watch. Steps of list, form and actions are derived. */
  readonly help?: Label;
}

/** Names that every call carries beside its input: a filter with such a name would read them as its own value. */
const SESSION = ["access_token", "sourceId", "siteType", "siteTypeSourceId"];
/** Names that every row, list and call already use. */
export const RESERVED = ["id", "q", "page", "size", "sort", "createdAt", "count", "venueId", ...SESSION];

/**
 * Declares a resource.
 * @throws TypeError where the declaration contradicts itself, with what is wrong
 */
export function defineResource<const R extends Resource>(spec: R & { readonly title: keyof R["fields"] & string }): R {
  const fail = (what: string): never => {
    throw new TypeError(`${spec.name}: ${what}`);
  };
  const names = Object.keys(spec.fields);
  for (const name of names)
    if (RESERVED.includes(name)) fail(`no field can be called ${name}: every row, list or call has that name already`);
  for (const [name, { kind, options }] of Object.entries(spec.fields)) {
    if (options.sum && kind !== "money" && kind !== "number") fail(`${name}: only money and numbers are summed`);
    if (options.code !== undefined && (options.search || options.filter || options.sort))
      fail(`${name}: who may not see it could still find it out by search, filter or sort`);
    if (options.search && kind !== "text" && kind !== "phone" && kind !== "reference")
      fail(`${name}: only text, phones and names of references are searched`);
  }
  const machine = stateOf(spec)?.[1].machine;
  for (const [name, { many, fields, secondPerson }] of Object.entries<Action>(spec.actions ?? {}))
    if (many && (secondPerson || fields || !Object.values(machine?.table ?? {}).some((moves) => moves[name] !== undefined)))
      fail(`${name} is done to many: it must be a move without fields`);
  for (const [call, { actions }] of Object.entries<SharedCall>(spec.shared ?? {}))
    if (
      new Set(actions.map((name) => spec.actions?.[name]?.code ?? fail(`${call} shares ${name}, which is no action with a code`))).size > 1
    )
      fail(`the actions of ${call} need different codes`);
  for (const name of (spec.groups ?? []).flatMap(({ fields }) => fields)) if (!names.includes(name)) fail(`no field ${name} for its group`);
  const filters = filterKeys(spec);
  for (const [view, { filters: used }] of Object.entries(spec.views ?? {}))
    for (const key of Object.keys(used)) if (!filters.includes(key)) fail(`view ${view} filters by ${key}, which is no filter`);
  const period = periodOf(spec);
  if (spec.dates && period === undefined) fail("it names the ends of a period that it does not have");
  if (spec.mostDays !== undefined && period === undefined) fail("it limits a period that it does not have");
  if (period !== undefined && !filters.includes(period.from)) fail(`its period ${period.from} is no range filter`);
  const sorted = spec.sort?.split(",")[0];
  if (sorted !== undefined && sorted !== "createdAt" && !spec.fields[sorted]?.options.sort) fail(`${sorted} does not sort`);
  return spec;
}

/** The filters that begin and end the period on which a list opens, and whether it opens with its end. */
export function periodOf(resource: Periodic): { readonly from: string; readonly to: string; readonly ended: boolean } | undefined {
  const field = periodField(resource);
  if (field === undefined) return undefined;
  const [from, to] = periodEnds(resource, field);
  return { from, to, ended: typeof resource.period !== "string" };
}

/** The state field of a resource; none: `undefined`. */
export const stateOf = ({ fields }: Resource): readonly [name: string, field: Field] | undefined =>
  Object.entries(fields).find(([, { kind }]) => kind === "state");

/** Names of the filters, as they are in the address and the call. */
export const filterKeys = (resource: Pick<Resource, "fields" | "period" | "dates">): readonly string[] => [
  "q",
  ...Object.entries(resource.fields).flatMap(([name, { kind, options }]) =>
    options.filter ? (isRange(kind) ? periodEnds(resource, name) : [name]) : [],
  ),
  ...periodEnds(resource, "createdAt"),
];
/** Names of the two ends of a range filter of a resource. */
export const periodEnds = (resource: Periodic, name: string): readonly [from: string, to: string] =>
  resource.dates && name === periodField(resource) ? resource.dates : ends(name);

type Periodic = { readonly [K in "period" | "dates"]?: Resource[K] | undefined };
const periodField = ({ period }: Periodic): string | undefined => (typeof period === "object" ? period.field : period);

/** The actions that a record in a state is offered: moves of its machine, and what is no move but allowed there. */
export function availableActions(resource: Resource, row: Readonly<Record<string, unknown>>): readonly string[] {
  const found = stateOf(resource);
  const at = found ? String(row[found[0]]) : "";
  const machine = found?.[1].machine;
  return Object.entries(resource.actions ?? {}).flatMap(([name, { states, inCell }]) => {
    if (inCell) return [];
    const moves = machine !== undefined && machine.states.some((each) => machine.table[each]?.[name] !== undefined);
    const open = moves ? machine.table[at]?.[name] !== undefined : (states?.includes(at) ?? true);
    return open ? [name] : [];
  });
}

/** Returns the facts about this resource that a reference needs. */
export function targetOf({ name, title, page, fields }: Resource): Target {
  const target = { resource: name, title, ...(page === undefined ? {} : { page }) };
  // A name that is searched and not unique belongs to what the record belongs to: the first reference that is required and set once.
  const [field = "", parent] = Object.entries<Field>(fields).find(([, one]) => one.of && one.options.required && one.options.once) ?? [];
  return fields[title]?.options.unique || !parent?.of ? target : { ...target, within: { field, label: parent.label, of: parent.of } };
}

type Value<F> = F extends Field<infer _K, infer V> ? V : never;
type KindOf<F> = F extends Field<infer K> ? K : never;
/** True if any of these options is set. */
type Flag<F, O extends string> = true extends (
  F extends { readonly options: infer G } ? { [P in O]: G extends { readonly [Q in P]: true } ? true : false }[O] : false
)
  ? true
  : false;

type NameKey<K extends string> = K extends `${infer Before}Id` ? `${Before}Name` : `${K}Name`;

/** A row on the wire. */
export type RowOf<R extends Pick<Resource, "fields">> = { readonly id: string; readonly createdAt: string } & {
  readonly [K in keyof R["fields"] & string]: Value<R["fields"][K]>;
} & {
  readonly [K in keyof R["fields"] & string as KindOf<R["fields"][K]> extends "reference" ? NameKey<K> : never]: string | null;
};

type Edited<F extends Fields, K extends keyof F> =
  KindOf<F[K]> extends "state" ? never : Flag<F[K], "readonly" | "computed"> extends false ? K : never;
type WireIn<F> =
  KindOf<F> extends "money" ? string | number | (F extends { readonly options: { readonly required: true } } ? never : null) : Value<F>;
type Inside<F> =
  KindOf<F> extends "money" ? (F extends { readonly options: { readonly required: true } } ? number : number | null) : Value<F>;

/** Input that a form sends: required fields must be present. */
export type DraftIn<F extends Fields> = {
  readonly [K in keyof F & string as Flag<F[K], "required"> extends true ? Edited<F, K> : never]: WireIn<F[K]>;
} & { readonly [K in keyof F & string as Flag<F[K], "required"> extends true ? never : Edited<F, K>]?: WireIn<F[K]> };
/** Draft as the server's hooks receive it: amounts are whole fen, and all fields are present. */
export type Draft<F extends Fields> = { readonly [K in keyof F & string as Edited<F, K>]: Inside<F[K]> };

/** The filter on the wire: text and lists of text. */
export type FilterIn = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Sums over the filter; null for who may not see the field. */
export type SumsOf<R extends Pick<Resource, "fields">> = { readonly count: number } & {
  readonly [K in keyof R["fields"] & string as Flag<R["fields"][K], "sum"> extends true ? K : never]:
    | (KindOf<R["fields"][K]> extends "money" ? string : number)
    | (R["fields"][K] extends { readonly options: { readonly code: string } } ? null : never);
};
