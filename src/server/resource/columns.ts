/** Storage of a declared resource's fields in its table: names, types and values of the columns. */
import { yuan } from "../../contract/core/money";
import { type Field, type Fields, isStored, type Options } from "../../contract/core/resource/fields";
import type { Resource } from "../../contract/core/resource/define";
import { textOf } from "../../contract/core/resource/text";
import { searchKeys } from "../kernel/names";
import { cleanHtml } from "../kernel/html";

type Letter<S extends string> = S extends Lowercase<S> ? S : `_${Lowercase<S>}`;
type Snake<S extends string> = S extends `${infer H}${infer T}` ? `${Letter<H>}${Snake<T>}` : S;
type KindOf<F> = F extends Field<infer K> ? K : never;
type IsGiven<F> = F extends { readonly options: { readonly required: true } | { readonly otherwise: unknown } } ? true : false;
type Maybe<F, T> = IsGiven<F> extends true ? T : T | null;
type ColumnOf<F> =
  KindOf<F> extends "money" | "number" | "percent" | "minute"
    ? Maybe<F, number>
    : KindOf<F> extends "bool"
      ? boolean
      : KindOf<F> extends "words" | "pictures" | "region"
        ? string[]
        : KindOf<F> extends "text" | "phone" | "richText" | "state"
          ? string
          : KindOf<F> extends "instant"
            ? Maybe<F, Date>
            : KindOf<F> extends "picture"
              ? string | null
              : Maybe<F, string>;
type Name<F, K extends string> =
  KindOf<F> extends "reference" ? (K extends `${infer Before}Id` ? `${Snake<Before>}_id` : `${Snake<K>}_id`) : Snake<K>;
type Stored<F extends Fields, K extends keyof F & string> = F[K] extends { readonly options: { readonly computed: true } }
  ? never
  : Name<F[K], K>;

/** The row of a declared resource's table: `venue_id`, `id`, `created_at` and a column for each field. */
export type TableFor<R extends Resource> = { venue_id: string; id: string; created_at: Date } & {
  [K in keyof R["fields"] & string as Stored<R["fields"], K>]: ColumnOf<R["fields"][K]>;
};

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Columns of fields that are called otherwise than their fields: field → column. */
export type Names = Readonly<Record<string, string>>;
/** Column of a field: a reference's is `<field>_id`. */
export const columnName = (name: string, { kind }: Pick<Field, "kind">, names: Names = {}): string =>
  names[name] ?? (kind === "reference" ? `${snake(name.replace(/Id$/, ""))}_id` : snake(name));

const NEVER_NULL: readonly Field["kind"][] = ["text", "phone", "bool", "words", "pictures", "region", "richText", "state", "shaped"];
export const isNullable = ({ kind, options }: Field): boolean =>
  kind === "picture" || !(options.required || options.otherwise !== undefined || NEVER_NULL.includes(kind));

/** The columns that a resource's table must have, each with whether it may be null. For the test of the rows. */
export function columnsOf({ fields }: Pick<Resource, "fields">, names?: Names): Record<string, { readonly nullable: boolean }> {
  const stored = Object.entries<Field>(fields).filter(([, field]) => isStored(field));
  const own = stored.map(([name, field]) => [columnName(name, field, names), { nullable: isNullable(field) }] as const);
  const more = ["venue_id", "id", "created_at", ...(isSpelled(fields) ? ["pinyin"] : [])].map(
    (name) => [name, { nullable: false }] as const,
  );
  return Object.fromEntries([...own, ...more]);
}

const bySearch = (kind: Options["search"]) => (field: Field) => field.options.search === kind;
/** True if the table stores the pinyin of its rows, for search. */
export const isSpelled = (fields: Fields): boolean => Object.values(fields).some(bySearch("pinyin"));

/** True if a search matches a part of the field's text in the row itself. */
export const isHeld = ({ kind, options }: Field): boolean =>
  kind === "text" && !options.computed && (options.search === "part" || options.search === "pinyin");
/**
 * Builds the expression that generates the column `finds` of a table that has one (`Source.finds`): all texts that a search matches by a
 * part, in lower case, each on its own line.
 */
export function findsOf(fields: Fields, names?: Names): string {
  const held = Object.entries<Field>(fields).filter(([, field]) => isHeld(field));
  if (held.length === 0) throw new TypeError("nothing is searched by a part of it");
  const texts = held.map(([name, field]) => columnName(name, field, names)).join(" || chr(10) || ");
  return `lower(${texts})${isSpelled(fields) ? " || chr(10) || replace(pinyin, ' ', chr(10))" : ""}`;
}

/** Full pinyin and initials of what is searched by pinyin, lower case. */
function pinyinOf(fields: Fields, draft: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .filter(([, field]) => bySearch("pinyin")(field))
    .map(([name]) => searchKeys(textOf(draft[name])))
    .map(({ pinyin, initials }) => `${pinyin} ${initials}`)
    .join(" ");
}

/**
 * A draft as columns; fields that the draft does not have are left out.
 * @param before the row as it was: the stored spelling is of all that is searched by pinyin, not only of what the draft has
 */
export function toColumns(
  fields: Fields,
  draft: Readonly<Record<string, unknown>>,
  names?: Names,
  before?: object,
): Record<string, unknown> {
  const given = Object.entries<Field>(fields).filter(([name, field]) => isStored(field) && Object.hasOwn(draft, name));
  return {
    ...Object.fromEntries(
      given.map(([name, field]) => [
        columnName(name, field, names),
        field.kind === "richText" ? cleanHtml(textOf(draft[name])) : draft[name],
      ]),
    ),
    ...(Object.entries(fields).some(([name, field]) => bySearch("pinyin")(field) && Object.hasOwn(draft, name))
      ? { pinyin: pinyinOf(fields, { ...before, ...draft }) }
      : {}),
  };
}

/** A column's value as the wire carries it. */
export function toWire(kind: Field["kind"], value: unknown): unknown {
  if (value === null || value === undefined) return kind === "text" || kind === "phone" || kind === "richText" ? "" : null;
  if (kind === "money") return yuan(Number(value));
  // A choice may be kept as a number.
  if (kind === "choice" && typeof value === "number") return String(value);
  if (value instanceof Date) return value.toISOString();
  return value;
}
