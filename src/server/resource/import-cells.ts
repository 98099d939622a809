/** Reads what people write into the cells of a file as the fields of a draft: choices and references by their names, the rest as typed. */
import { sql } from "kysely";
import type { z } from "zod";
import { readAmount } from "../../contract/core/typed/amount";
import { readCode } from "../../contract/core/typed/code";
import { readDay } from "../../contract/core/typed/day";
import { readNumber, readPercent } from "../../contract/core/typed/number";
import { readPhone } from "../../contract/core/typed/phone";
import { type Message, type Reading, unreadable } from "../../contract/core/typed/result";
import { cleanText } from "../../contract/core/typed/text";
import { readYesNo } from "../../contract/core/typed/yes-no";
import { explain, describeFault } from "../../contract/core/explain";
import type { Language } from "../../contract/core/enums";
import { fill } from "../../contract/core/fill";
import { yuan } from "../../contract/core/money";
import { type Field, type Fields, isEdited, labelsOf } from "../../contract/core/resource/fields";
import { type Importable, type ImportFault, withinKey } from "../../contract/core/resource/importing";
import { initialValue } from "../../contract/core/resource/initial";
import { type Ctx, today } from "../http/context";
import { AppError } from "../http/error";
import { from } from "./query";
import { targetTable, visibleIn } from "./targets";

export type Cells = Readonly<Record<string, string>>;
/** A row with what its cells say, or with what is wrong with them. */
export interface Read {
  readonly row: number;
  readonly draft?: unknown;
  readonly errors: ImportFault["errors"];
}

const LIST = /[,，、;；\n]/;
/** Texts that a spreadsheet shows for a failed formula. */
const ERROR_CELL = /^#(?:N\/A|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA)$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::00)?$/;

const ERROR: Message = { zh: "单元格是公式错误 {text}，请改成值", en: "the cell is the formula error {text}; replace it by a value" };
const ONE_OF: Message = { zh: "必须是 {names} 之一", en: "must be one of {names}" };
const TIME: Message = { zh: "请填写时间，例如 19:30", en: "Enter a time such as 19:30" };
const AMBIGUOUS: Message = {
  zh: "“{text}”有 {count} 条：{all}。请在“{within}”一列注明，或填写编号",
  en: "“{text}” is ambiguous, {count} are called so: {all}. Fill in the column “{within}”, or use the id",
};
const SEVERAL: Message = {
  zh: "“{text}”有 {count} 条：{all}。请改填编号",
  en: "“{text}” is ambiguous, {count} are called so: {all}. Use the id",
};

/** Texts of a spreadsheet: `_x000D_` is a carriage return there. */
const cellText = (raw: string): string => raw.replace(/_x000D_/gi, "\r").replace(/\r\n?/g, "\n");

const ofLabel = (field: Field, word: string): string | undefined =>
  Object.entries(labelsOf(field)).find(([key, { zh, en }]) => [key, zh, en].some((one) => one.toLowerCase() === word.toLowerCase()))?.[0];

function readOption(field: Field, text: string): Reading<string> {
  const key = ofLabel(field, text);
  if (key !== undefined) return { value: key };
  const names = (language: Language): string =>
    Object.values(labelsOf(field))
      .map((label) => label[language])
      .join(language === "zh" ? "、" : ", ");
  return { problem: { zh: fill(ONE_OF.zh, { names: names("zh") }), en: fill(ONE_OF.en, { names: names("en") }) }, isEmpty: false };
}

function readClock(text: string): Reading<number> {
  const [, hour = "", minute = ""] = CLOCK.exec(text) ?? [];
  const at = Number(hour) * 60 + Number(minute);
  return hour !== "" && Number(minute) < 60 && at <= 1_440 ? { value: at } : unreadable(TIME);
}

function readList(field: Field, text: string): Reading<string[]> {
  const words = text
    .split(LIST)
    .map((one) => one.trim())
    .filter(Boolean);
  if (Object.keys(labelsOf(field)).length === 0) return { value: words };
  const read = words.map((word) => readOption(field, word));
  const wrong = read.find(({ problem }) => problem !== undefined);
  return wrong?.problem ? { problem: wrong.problem, isEmpty: false } : { value: read.flatMap(({ value }) => value ?? []) };
}

/** Words for yes and no of a bool: its label, and the opposite of it. */
function yesNoWords({ label, options }: Field) {
  return { yes: label, no: options.opposite ?? { zh: `不${label.zh}`, en: `Not ${label.en}` } };
}

/** Reads one cell, which is not blank. */
function readCell(field: Field, raw: string): Reading<unknown> {
  const { kind, options } = field;
  const text = cleanText(raw);
  if (ERROR_CELL.test(text)) return unreadable(ERROR, { text });
  switch (kind) {
    case "bool":
      return readYesNo(text, yesNoWords(field));
    case "money": {
      const read = readAmount(text, { negative: true });
      return read.problem === undefined ? { value: yuan(read.value) } : read;
    }
    case "number":
      return readNumber(text, { decimals: options.decimals });
    case "percent":
      return readPercent(text, { max: options.max ?? 100 });
    case "phone":
      return readPhone(text);
    case "day":
      return readDay(text);
    case "minute":
      return readClock(text);
    case "choice":
      return readOption(field, text);
    case "words":
    case "region":
    case "pictures":
      return readList(field, text);
    case "text": {
      const read = readCode(text);
      return read.problem === undefined ? { value: raw } : read;
    }
    default:
      return { value: raw };
  }
}

/** A record that a name of the file may mean. */
interface Candidate {
  readonly id: string;
  readonly name: string;
  /** Name of the record that it belongs to, which tells records of one name apart. */
  readonly about: string;
}

/** Records that the file may mean, by the field that refers to them. */
async function candidates(ctx: Ctx, fields: Fields, rows: readonly Cells[]): Promise<Readonly<Record<string, readonly Candidate[]>>> {
  const found: Record<string, readonly Candidate[]> = {};
  for (const [name, { of }] of Object.entries(fields)) {
    const texts = [...new Set(rows.map((cells) => cells[name]?.trim() ?? "").filter(Boolean))];
    if (!of || texts.length === 0) continue;
    const target = targetTable(of().resource);
    const { table, name: column, within } = target;
    const parent = within && targetTable(within.resource);
    const about = parent
      ? sql<string>`(SELECT ${sql.ref(`p.${parent.name}`)} FROM ${sql.table(parent.table)} p WHERE p.venue_id = t.venue_id AND p.id = ${sql.ref(`t.${within.column}`)})`
      : sql<string>`NULL`;
    found[name] = await from(ctx.db, table)
      .select([
        sql<string>`t.id`.as("id"),
        sql<string>`${sql.ref(`t.${column}`)}`.as("name"),
        sql<string>`coalesce(${about}::text, '')`.as("about"),
      ])
      .where("t.venue_id", "=", ctx.venue.id)
      .where(visibleIn(target, ctx))
      .where(sql<boolean>`(${sql.ref(`t.${column}`)} = ANY (${texts}::text[]) OR t.id = ANY (${texts}::text[]))`)
      .execute();
  }
  return found;
}

/** Reads a reference: an id, or a name that only one record has, or only one within what the second column names. */
function readReference(ctx: Ctx, field: Field, all: readonly Candidate[], text: string, within: string): Reading<string> {
  const exact = all.find(({ id }) => id === text);
  if (exact) return { value: exact.id };
  const named = all.filter(({ name, about }) => name === text && (within === "" || about === within));
  const [only, second] = named;
  if (only && !second) return { value: only.id };
  const inColumn = field.of?.().within?.label;
  if (!only) {
    const what = within === "" ? text : `${within} · ${text}`;
    const missing = new AppError("missing", { what: `${field.label[ctx.language]} “${what}”` });
    return { problem: { zh: missing.text("zh"), en: missing.text("en") }, isEmpty: false };
  }
  const described = named.map(({ id, name, about }) => `${name}（${about || id}）`).toSorted();
  const say = (language: Language): string =>
    fill((inColumn ? AMBIGUOUS : SEVERAL)[language], {
      text,
      count: named.length,
      all: described.slice(0, 5).join(language === "zh" ? "、" : ", "),
      within: inColumn?.[language] ?? "",
    });
  return { problem: { zh: say("zh"), en: say("en") }, isEmpty: false };
}

/** Reads the cells of rows against the fields and rules of what they add. */
export async function readCells(
  ctx: Ctx,
  { fields }: Importable,
  schema: z.ZodType,
  rows: readonly { readonly row: number; readonly cells: Cells }[],
): Promise<readonly Read[]> {
  const edited = Object.entries<Field>(fields).filter(([, field]) => isEdited(field));
  const known = await candidates(
    ctx,
    fields,
    rows.map(({ cells }) => cells),
  );
  const labels = labelsIn(fields, ctx.language);
  const day = today(ctx);
  return rows.map(({ row, cells }) => {
    const unread: Record<string, string> = {};
    const input: Record<string, unknown> = {};
    for (const [name, field] of edited) {
      const text = cellText(cells[name] ?? "").trim();
      const { none } = field.options;
      if (text === "" || (none !== undefined && [none.zh, none.en].includes(text))) {
        input[name] = text === "" ? initialValue(field, day) : undefined;
        continue;
      }
      const isError = ERROR_CELL.test(text);
      const read =
        field.of && !isError
          ? readReference(ctx, field, known[name] ?? [], text, cells[withinKey(name)]?.trim() ?? "")
          : readCell(field, text);
      if (read.problem === undefined) input[name] = read.value;
      // A message that names its field already needs no label before it.
      else
        unread[name] = field.of && !isError ? read.problem[ctx.language] : worded(name, read.problem[ctx.language], ctx.language, labels);
    }
    const parsed = schema.safeParse(input);
    const errors = { ...(parsed.success ? {} : explain(parsed.error, ctx.language, labels)), ...unread };
    return Object.keys(errors).length > 0 ? { row, errors } : { row, draft: parsed.data, errors };
  });
}

const worded = (name: string, problem: string, language: Language, labels: Readonly<Record<string, string>>): string =>
  describeFault(name, "typed", language, { problem }, labels);
const labelsIn = (fields: Fields, language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label[language]]));
