/** What people write into the cells of a file, as the fields of a draft: choices and references by their names, days and amounts as typed. */
import { sql } from "kysely";
import type { z } from "zod";
import { explain } from "../../contract/explain";
import type { Language } from "../../contract/enums";
import { fill } from "../../contract/fill";
import { type Field, type Fields, isEdited, labelsOf } from "../../contract/resource/fields";
import type { Importable, ImportFault } from "../../contract/resource/importing";
import type { Ctx } from "../http/context";
import { AppError } from "../http/error";
import { from } from "./query";
import { targetTable } from "./targets";

export type Cells = Readonly<Record<string, string>>;
/** A row with what its cells say, or with what is wrong with them. */
export interface Read {
  readonly row: number;
  readonly draft?: unknown;
  readonly errors: ImportFault["errors"];
}

const YES = ["true", "是", "yes", "1", "y"];
const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T].*)?$/;
const LIST = /[,，、;；]/;

const ONE_OF = { zh: "{field} 必须是 {names} 之一", en: "{field} must be one of {names}" };
const isNamed = (field: Field, text: string): boolean =>
  Object.entries(labelsOf(field)).some(([key, { zh, en }]) => [key, zh, en].includes(text));
const namesOf = (field: Field, language: Language): string =>
  Object.values(labelsOf(field))
    .map((label) => label[language])
    .join(language === "zh" ? "、" : ", ");

function plain({ kind, choices, machine }: Field, text: string): unknown {
  if (kind === "bool") return YES.includes(text.toLowerCase());
  if (kind === "words")
    return text
      .split(LIST)
      .map((one) => one.trim())
      .filter(Boolean);
  if (kind === "day") {
    const [, year = "", month = "", day = ""] = DAY.exec(text) ?? [];
    return year === "" ? text : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  }
  if (kind === "money") return text.replace(/^[¥￥]\s*|\s*元$|,(?=\d{3})/g, "");
  if (kind === "number" && /^\d+$/.test(text)) return Number(text);
  const named = Object.entries(labelsOf({ choices, machine } as Field)).find(([key, { zh, en }]) => [key, zh, en].includes(text));
  return named ? named[0] : text;
}

/** What the file calls records, by the field that refers to them: name or id → id; null: several are called so. */
async function referred(
  ctx: Ctx,
  fields: Fields,
  rows: readonly Cells[],
): Promise<Readonly<Record<string, ReadonlyMap<string, string | null>>>> {
  const found: Record<string, Map<string, string | null>> = {};
  for (const [name, { of }] of Object.entries(fields)) {
    const texts = [...new Set(rows.map((cells) => cells[name]?.trim() ?? "").filter(Boolean))];
    if (!of || texts.length === 0) continue;
    const { table, name: column } = targetTable(of().resource);
    const known = await from(ctx.db, table)
      .select([sql<string>`t.id`.as("id"), sql<string>`${sql.ref(`t.${column}`)}`.as("name")])
      .where("t.venue_id", "=", ctx.venue.id)
      .where(sql<boolean>`(${sql.ref(`t.${column}`)} = ANY (${texts}::text[]) OR t.id = ANY (${texts}::text[]))`)
      .execute();
    const ids = new Map<string, string | null>();
    for (const one of known) ids.set(one.name, ids.has(one.name) ? null : one.id);
    for (const one of known) ids.set(one.id, one.id);
    found[name] = ids;
  }
  return found;
}

/** Reads the cells of rows against the fields and rules of what they add. */
export async function readCells(
  ctx: Ctx,
  { fields }: Importable,
  schema: z.ZodType,
  rows: readonly { readonly row: number; readonly cells: Cells }[],
): Promise<readonly Read[]> {
  const edited = Object.entries<Field>(fields).filter(([, field]) => isEdited(field));
  const ids = await referred(
    ctx,
    fields,
    rows.map(({ cells }) => cells),
  );
  const labels = labelsIn(fields, ctx.language);
  return rows.map(({ row, cells }) => {
    const unknown: Record<string, string> = {};
    const input: Record<string, unknown> = {};
    for (const [name, field] of edited) {
      const text = cells[name]?.trim() ?? "";
      if (text === "") continue;
      const id = field.of ? ids[name]?.get(text) : undefined;
      if (field.of && (id ?? null) === null)
        unknown[name] = new AppError("missing", { what: `${field.label[ctx.language]} “${text}”` }).text(ctx.language);
      if (field.kind === "choice" && !isNamed(field, text))
        unknown[name] = fill(ONE_OF[ctx.language], { field: field.label[ctx.language], names: namesOf(field, ctx.language) });
      input[name] = field.of ? (id ?? text) : plain(field, text);
    }
    const parsed = schema.safeParse(input);
    const errors = { ...(parsed.success ? {} : explain(parsed.error, ctx.language, labels)), ...unknown };
    return Object.keys(errors).length > 0 ? { row, errors } : { row, draft: parsed.data, errors };
  });
}

const labelsIn = (fields: Fields, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label[language]]));
