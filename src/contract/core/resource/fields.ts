/**
 * Field kinds of declared resources and reports. A field is plain data with its label in both languages; schemas, columns, filters, form
 * controls, cells and Excel columns are derived from it. No validation library is loaded by declaring one.
 */
import type { z } from "#zod";
import type { Code } from "../permissions";
import type { Label, LabelledMachine } from "./label";
import { LABELS } from "./labels";

export type Kind =
  | "text"
  | "phone"
  | "money"
  | "number"
  | "percent"
  | "day"
  | "instant"
  | "minute"
  | "bool"
  | "choice"
  | "state"
  | "reference"
  | "words"
  | "picture"
  | "pictures"
  | "richText"
  | "region"
  | "shaped";

/** Options of a field beside its kind. */
export interface Options {
  /** Must be filled in. */
  readonly required?: boolean;
  /** Found by `q`: by how it begins, by any part, or by any part and the pinyin of its Chinese (the table then has a `pinyin` column). */
  readonly search?: "prefix" | "part" | "pinyin";
  /** Narrows the list: choices, states, references and bools by value; days, instants and money by a range (`<field>From`, `<field>To`). */
  readonly filter?: boolean;
  /** For a choice or state that is a filter: values whose rows the list omits until the filter names them. */
  readonly leftOut?: readonly string[];
  /** Its column header sorts. */
  readonly sort?: boolean;
  /** Added up over the whole filter; money and numbers only. */
  readonly sum?: boolean;
  /** One row only may have a value: needs a unique index named `<table>_<column>`, which says among which rows; a clash is refused at the field. */
  readonly unique?: boolean;
  /** Not a column of the list until a person shows it. */
  readonly hidden?: boolean;
  /** For the code of screens: rows carry it, no list, record or file shows it. */
  readonly internal?: boolean;
  /** In no list and no file: forms and records only. */
  readonly formOnly?: boolean;
  /** Takes the width of the form. */
  readonly long?: boolean;
  /** Longest text, most of a number or of a list; of money, yuan. */
  readonly max?: number;
  /** Digits after the point of a number that a report measures; else it is whole. */
  readonly decimals?: number;
  /** Least of a number; shortest text. */
  readonly min?: number;
  /** Set by the server, not by the form. */
  readonly readonly?: boolean;
  /** In no column of the table: worked out by the server's query. Implies `readonly`. */
  readonly computed?: boolean;
  /** Set when the record is made, never changed after. */
  readonly once?: boolean;
  /** Only who holds this code sees the value; others read null (text: ""), and lists, records and files have no place for it. */
  readonly code?: Code;
  /** For a mobile number: everybody sees only its ends, whatever their codes. */
  readonly masked?: true;
  /** A password: typed hidden, kept in no draft, read by nobody. Text only. */
  readonly secret?: boolean;
  /** A note below the field. */
  readonly hint?: Label;
  /** Initial value in a new form; for a day, the number of days from today. */
  readonly initial?: string | number | boolean | readonly number[];
  /** For an action: its dialog does not start with the record's value of the same name. */
  readonly fresh?: boolean;
  /** Default where a call omits the field, and the initial value in a new form: the value is then never null. */
  readonly otherwise?: string | number | boolean | readonly string[] | readonly number[];
  /** Values of a choice that only the server sets: no form offers them, no call takes them. */
  readonly unoffered?: readonly string[];
  /** Said where there is no value: "everyone", "as the venue allows". */
  readonly none?: Label;
  /** For a bool: the word for no, where the label is the word for yes: 上架, 下架. */
  readonly opposite?: Label;
  /** Said around a number: "{n} minutes". */
  readonly unit?: Label;
  /** For a number or minute: it must be a multiple of this. */
  readonly step?: number;
  /** Shown by a form only while other fields have one of these values, and sent empty otherwise. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
  /** Pixels of its column. */
  readonly width?: number;
  /** Its column is there on a phone too: without it rows could not be told apart. `false` of an amount: where there is no room, others go before it. */
  readonly phone?: boolean;
}

/** Target of a reference: the resource, the call that lists it (for the link and the record), the field that names a row. */
export interface Target {
  readonly resource: string;
  readonly title: string;
  /** Path of the record's page, with `:id`; none: it is not linked. */
  readonly page?: string;
  /** The reference within which a name is one of a kind: an event's title within its game. Files name both, in two columns. */
  readonly within?: { readonly field: string; readonly label: Label; readonly of: () => Target };
}

/** A field. `Value` is its type on the wire, in rows. */
export interface Field<K extends Kind = Kind, Value = unknown, O extends Options = Options> {
  readonly kind: K;
  readonly label: Label;
  readonly options: O;
  /** For a choice: its values with their names, in the order offered. */
  readonly choices?: Readonly<Record<string, Label>>;
  /** For a state: its machine. */
  readonly machine?: LabelledMachine;
  /** For a value with its own shape: the schema of its wire format. A function, so that declaring it loads no validation library. */
  readonly shape?: () => z.ZodType;
  /** For a reference: its target. A function, because resources may refer to each other. */
  readonly of?: () => Target;
  /** Only a type: never there. */
  readonly value?: Value;
}
export type Fields = Readonly<Record<string, Field>>;

type Given<O> = Label & O;
type Maybe<O, V> = O extends { readonly required: true } | { readonly otherwise: unknown } ? V : V | null;

function field<K extends Kind, Value, O extends Options>(kind: K, given: Given<O>, extra: Partial<Field> = {}): Field<K, Value, O> {
  const { zh, en, ...options } = given;
  return { kind, label: { zh, en }, options: options as Options as O, ...(extra as object) };
}

/** Text; empty where nothing was given. */
export const text = <const O extends Options>(given: Given<O>) => field<"text", string, O>("text", given);
/** Defines the name of a record, unique within its venue. */
export const uniqueName = (search: "part" | "pinyin", max: number) =>
  text({ ...LABELS.name, required: true, unique: true, search, sort: true, max });
/** A mobile number: masked by the server for who lacks `member_phone`, or for everybody (`masked`). */
export const phone = <const O extends Options>(given: Given<O>) => field<"phone", string, O>("phone", given);
/** Yuan text on the wire, whole fen (bigint) in the table. */
export const money = <const O extends Options>(given: Given<O>) => field<"money", Maybe<O, string>, O>("money", given);
/** A whole number. */
export const number = <const O extends Options>(given: Given<O>) => field<"number", Maybe<O, number>, O>("number", given);
/** 0–100 (or `max`) with at most two decimals; numeric in the table. */
export const percent = <const O extends Options>(given: Given<O>) => field<"percent", Maybe<O, number>, O>("percent", given);
/** YYYY-MM-DD. */
export const day = <const O extends Options>(given: Given<O>) => field<"day", Maybe<O, string>, O>("day", given);
/** ISO 8601 on the wire, timestamptz in the table. */
export const instant = <const O extends Options>(given: Given<O>) => field<"instant", Maybe<O, string>, O>("instant", given);
/** Minutes from midnight, 0–1440. */
export const minute = <const O extends Options>(given: Given<O>) => field<"minute", Maybe<O, number>, O>("minute", given);
export const bool = <const O extends Options>(given: Given<O>) => field<"bool", boolean, O>("bool", given);
/** One of a few values. A required one begins with the first. */
export const choice = <const C extends Readonly<Record<string, Label>>, const O extends Options>(
  given: Given<O> & { readonly choices: C },
) => {
  const { choices, ...rest } = given;
  return field<"choice", Maybe<O, keyof C & string>, O>("choice", rest as Given<O>, { choices });
};
/** A state of a machine: moved by actions, never by the form. */
export const state = <S extends string, const O extends Options>(given: Given<O> & { readonly machine: LabelledMachine<S> }) => {
  const { machine, ...rest } = given;
  return field<"state", S, O>("state", rest as Given<O>, { machine });
};
/** Another record of the same venue, by id; rows carry its name: `member` and `memberId` both as `memberName`. */
export const reference = <const O extends Options>(given: Given<O> & { readonly of: () => Target }) => {
  const { of, ...rest } = given;
  return field<"reference", Maybe<O, string>, O>("reference", rest as Given<O>, { of });
};
/** A list of words (tags); text[] in the table. With `choices` only those. */
export const words = <const O extends Options>(given: Given<O> & { readonly choices?: Readonly<Record<string, Label>> }) => {
  const { choices, ...rest } = given;
  return field<"words", string[], O>("words", rest as Given<O>, choices ? { choices } : {});
};
/** Address of an uploaded picture. */
export const picture = <const O extends Options>(given: Given<O>) => field<"picture", string | null, O>("picture", given);
/** Addresses of uploaded pictures, in order; text[] in the table. */
export const pictures = <const O extends Options>(given: Given<O>) => field<"pictures", string[], O>("pictures", given);
/** HTML, sanitised by the server. */
export const richText = <const O extends Options>(given: Given<O>) => field<"richText", string, O>("richText", given);
/** Province, city, district: up to three names; text[] in the table. */
export const region = <const O extends Options>(given: Given<O>) => field<"region", string[], O>("region", given);

/**
 * A list of texts or numbers with rules of its own: chosen places, hours of a week; where the server works it out, a list of anything, such as
 * answers. The screen's `parts` have its control and its cell, `texts` of the server what its file says.
 */
export const shaped = <Value extends readonly unknown[], const O extends Options = Options>(
  given: Given<O> & { readonly shape: () => z.ZodType<Value> },
) => {
  const { shape, ...rest } = given;
  return field<"shaped", Value, O>("shaped", rest as Given<O>, { shape });
};

/** Under which name a row carries the name of the record that a reference points to. */
export const nameKey = (reference: string): string => `${reference.replace(/Id$/, "")}Name`;

/** True if somebody with these codes sees the field's value; a mobile number may be masked or whole. */
export const isSeen = ({ kind, options }: Field, codes: ReadonlySet<Code> | undefined): boolean =>
  options.code === undefined || kind === "phone" || (codes?.has(options.code) ?? false);

/** True if somebody with these codes sees only the ends of a mobile number. */
export const isMasked = ({ kind, options }: Field, codes: ReadonlySet<Code>): boolean =>
  kind === "phone" && (options.masked === true || !codes.has("member_phone"));

/** True if the table has a column for it. */
export const isStored = ({ options }: Field): boolean => !options.computed;

/** Kinds whose filter is a range of two inputs. */
const RANGES: readonly Kind[] = ["day", "instant", "money"];
export const isRange = (kind: Kind): boolean => RANGES.includes(kind);
/** Names of the two ends of a range filter. */
export const ends = (name: string): readonly [from: string, to: string] => [`${name}From`, `${name}To`];
/** True if a form has the field. */
export const isEdited = ({ kind, options }: Field): boolean => kind !== "state" && !options.readonly && !options.computed;
/** Kinds of filters that take several values. */
export const isMany = (kind: Kind): boolean => kind === "choice" || kind === "state" || kind === "reference" || kind === "words";
/** Names of the values of a choice, state or words field. */
export const labelsOf = ({ choices, machine }: Field): Readonly<Record<string, Label>> => choices ?? machine?.labels ?? {};
/** The values of a choice or words field that a form offers. */
export const offeredOf = ({ choices, options }: { readonly choices?: Field["choices"] | undefined; readonly options: Options }): string[] =>
  Object.keys(choices ?? {}).filter((value) => !options.unoffered?.includes(value));
