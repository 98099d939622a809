/** Schemas of a declared resource, made of its fields. Built at first use: declaring one needs no validation library. */
import { withRule } from "../between";
import { z } from "#zod";
import { FileUrl, Flag, Id, Mobile, MobileOrNone, SearchText, Words } from "../call";
import { Yuan, YuanIn } from "../money";
import { wholeNumber } from "../numbers";
import { Day, Instant, MinuteOfDay } from "../time";
import { periodEnds, type Resource, type RowOf } from "./define";
import { type Field, type Fields, isEdited, isMany, isRange, labelsOf, nameKey, offeredOf } from "./fields";

const LONGEST = { short: 60, text: 200, long: 2_000, rich: 200_000 } as const;
const MOST = 1_000_000_000;

const stepped = (schema: z.ZodType, step = 1): z.ZodType => (step === 1 ? schema : schema.pipe(z.number().multipleOf(step)));
const decimals = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;
const numeric = (least: number, most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d+(\.\d+)?$/)
        .transform(Number),
    ])
    .refine((value) => value >= least, { params: { rule: "min", min: least }, message: "min" })
    .refine((value) => value <= most, { params: { rule: "max", max: most }, message: "max" });
const Percent = (least: number, most: number) => numeric(least, most).refine(decimals, { params: { rule: "format" }, message: "format" });
/** A phone that the person saw masked and left as it was: the server keeps the number. */
const MaskedPhone = z.string().regex(/^1\d{2}\*{4}\d{4}$/);

/** Empty text of a field that may be empty counts as nothing. */
const orNull = (schema: z.ZodType): z.ZodType =>
  z
    .union([z.literal("").transform(() => null), schema, z.null()])
    .optional()
    .transform((value: unknown) => value ?? null);

const commaSeparated = () =>
  z.string().transform((text) =>
    text
      .split(/[,，、]/)
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  );

function required(field: Field): z.ZodType {
  const { kind, options, choices } = field;
  const { max, min } = options;
  switch (kind) {
    case "phone":
      return Mobile;
    case "money":
      return max === undefined ? YuanIn : YuanIn.refine((fen) => fen <= max * 100, { params: { rule: "max", max }, message: "max" });
    case "number":
      return stepped(wholeNumber(min ?? 0, max ?? MOST), options.step);
    case "percent":
      return Percent(min ?? 0, max ?? 100);
    case "day":
      return Day;
    case "instant":
      return Instant;
    case "minute":
      return stepped(MinuteOfDay, options.step);
    case "bool":
      return Flag;
    case "choice":
      return z.enum(offeredOf(field));
    case "reference":
      return Id;
    case "words":
    case "region":
    case "pictures": {
      const one = kind === "pictures" ? FileUrl : choices ? z.enum(Object.keys(choices)) : z.string().trim().min(1).max(LONGEST.short);
      const list = z.array(one).max(max ?? (kind === "region" ? 3 : 30));
      const filled = options.required ? list.min(1) : list;
      // Other systems send words as one text with commas.
      return kind === "words" && !choices ? z.union([filled, commaSeparated().pipe(filled)]) : filled;
    }
    case "shaped":
      return field.shape?.() ?? z.array(z.unknown());
    case "picture":
      return FileUrl;
    case "richText":
      return z.string().max(max ?? LONGEST.rich);
    case "state":
    case "text":
      return z
        .string()
        .trim()
        .min(min ?? (options.required ? 1 : 0))
        .max(max ?? (options.long ? LONGEST.long : LONGEST.text));
  }
}

/** Returns the schema of a field as a form sends it. */
function inputOf(field: Field): z.ZodType {
  const schema = required(field);
  if (field.options.otherwise !== undefined) return schema.optional().transform((value: unknown) => value ?? field.options.otherwise);
  if (field.options.required && field.kind === "phone") return z.union([schema, MaskedPhone]);
  if (field.options.required && field.kind !== "bool") return schema;
  switch (field.kind) {
    case "text":
    case "richText":
      return schema.optional().transform((value: unknown) => value ?? "");
    case "phone":
      return z
        .union([MobileOrNone, MaskedPhone])
        .optional()
        .transform((value: unknown) => value ?? "");
    case "bool":
      return schema.optional().transform((value: unknown) => value ?? false);
    case "words":
    case "pictures":
    case "region":
      return schema.optional().transform((value: unknown) => value ?? []);
    default:
      return orNull(schema);
  }
}

/** Returns the schema of a field in a row. */
export function outputOf({ kind, options, choices, machine, shape }: Field): z.ZodType {
  const nullable = (schema: z.ZodType): z.ZodType =>
    (options.required || options.otherwise !== undefined) && options.code === undefined ? schema : schema.nullable();
  switch (kind) {
    case "text":
    case "phone":
    case "richText":
      return z.string();
    case "money":
      return nullable(Yuan);
    case "number":
      return nullable(options.decimals === undefined ? z.number().int() : z.number());
    case "minute":
      return nullable(z.number().int());
    case "percent":
      return nullable(z.number());
    case "day":
      return nullable(Day);
    case "instant":
      return nullable(Instant);
    case "bool":
      return z.boolean();
    case "choice":
      return nullable(z.enum(Object.keys(choices ?? {})));
    case "state":
      return z.enum([...(machine?.states ?? [])]);
    case "reference":
      return nullable(Id);
    case "words":
    case "pictures":
    case "region":
      return z.array(z.string());
    case "shaped":
      return (options.computed ? shape?.() : undefined) ?? z.array(z.union([z.string(), z.number()]));
    case "picture":
      return z.string().nullable();
  }
}

type Shape = Record<string, z.ZodType>;
const shapeOf = (fields: Fields, turn: (name: string, field: Field) => Shape): Shape =>
  Object.assign({}, ...Object.entries(fields).map(([name, field]) => turn(name, field)));

/** A form's input. */
export const draftShape = (fields: Fields): Shape => shapeOf(fields, (name, field) => (isEdited(field) ? { [name]: inputOf(field) } : {}));

/** Returns the input schema for adding a record: its fields, and the declaration's extra input; `more`: further fields. */
export function draftSchema({ fields, check, extra }: Pick<Resource, "fields" | "check" | "extra">, more: Shape = {}): z.ZodType {
  const draft = z.object({ ...more, ...draftShape(fields), ...extra?.() });
  return check ? withRule(draft, (value, issues) => check(value as never, issues)) : draft;
}

/** A row. */
export const rowShape = (fields: Fields): Shape => ({
  id: Id,
  ...shapeOf(fields, (name, field) => ({
    [name]: outputOf(field),
    ...(field.kind === "reference" ? { [nameKey(name)]: z.string().nullable() } : {}),
  })),
  createdAt: Instant,
});

/** A row, with its type: for calls beside a resource's own that answer rows of it. */
export const rowSchema = <R extends Pick<Resource, "fields">>(resource: R): z.ZodType<RowOf<R>> =>
  z.object(rowShape(resource.fields)) as z.ZodType as z.ZodType<RowOf<R>>;

/** Returns the schema of a filter by several values. If it names none, all count except those that the list omits. */
function chosenOf(field: Field): z.ZodType {
  const { leftOut } = field.options;
  if (!leftOut) return Words.optional();
  const rest = Object.keys(labelsOf(field)).filter((value) => !leftOut.includes(value));
  return Words.optional().transform((chosen) => (chosen?.length ? chosen : rest));
}

/** The filters of a list. */
export const filterShape = (resource: Pick<Resource, "fields" | "period" | "dates">): Shape => {
  const range = (name: string, end: z.ZodType): Shape => {
    const [from, to] = periodEnds(resource, name);
    return { [from]: end.optional(), [to]: end.optional() };
  };
  return {
    q: SearchText.optional(),
    ...shapeOf(resource.fields, (name, field): Shape => {
      const { kind, options } = field;
      if (!options.filter) return {};
      if (isRange(kind)) return range(name, kind === "money" ? YuanIn : Day);
      if (isMany(kind)) return { [name]: chosenOf(field) };
      if (kind === "bool") return { [name]: Flag.optional() };
      return { [name]: SearchText.optional() };
    }),
    ...range("createdAt", Day),
  };
};

/** Sums over the filter. */
export const sumsShape = (fields: Fields): Shape => ({
  count: z.number().int(),
  ...shapeOf(fields, (name, { kind, options }): Shape => {
    if (!options.sum) return {};
    const sum = kind === "money" ? Yuan : options.decimals === undefined ? z.number().int() : z.number();
    return { [name]: options.code === undefined ? sum : sum.nullable() };
  }),
});
