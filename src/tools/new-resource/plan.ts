/** What a new resource is, read from the command line: its names in every spelling, its fields, and everything that refuses them. */
import { FIELDS } from "../../contract/fields";
import { type Group, GROUPS } from "../../contract/permissions";
import { CODE_WORDS, SQL_WORDS } from "./words";

/** A word in the languages of the console. */
export interface Label {
  readonly zh: string;
  readonly en: string;
}
export const KINDS = ["text", "int", "money", "day"] as const;
export type Kind = (typeof KINDS)[number];

/** One field. `column` is quoted where SQL has a word of that name. */
export interface Field extends Label {
  readonly name: string;
  readonly kind: Kind;
  readonly column: string;
  /** The first text field: it names a row, is required and searched. */
  readonly names: boolean;
}

/** A resource that is to be written. `lostItem`, `LostItem`, `lost_item`, `lost-item`. */
export interface Plan extends Label {
  readonly camel: string;
  readonly pascal: string;
  readonly snake: string;
  readonly kebab: string;
  readonly group: Group;
  readonly fields: readonly Field[];
  readonly title: Field;
}

export const USAGE = `npm run new:resource -- equipment --zh 器材 --en Equipment [--group venue] [--fields name:text,quantity:int,price:money,boughtOn:day:购入日期:Bought]

  name      lower camel or kebab case, singular: equipment, lostItem, lost-item
  --zh      what people call it in Chinese          --en     and in English
  --group   group of the menu (venue when left out): ${Object.keys(GROUPS).join(", ")}
  --fields  name:kind, or name:kind:Chinese:English where nothing has that name yet; kinds: ${KINDS.join(", ")}.
            The first text field names a row. Left out: name:text,quantity:int,price:money,remark:text`;

/** Labels of names that a resource is likely to need and that no call has so far. */
const COMMON: Readonly<Record<string, Label>> = {
  price: { zh: "价格", en: "Price" },
  cost: { zh: "成本", en: "Cost" },
  on: { zh: "日期", en: "Date" },
  brand: { zh: "品牌", en: "Brand" },
  model: { zh: "型号", en: "Model" },
  position: { zh: "位置", en: "Position" },
  supplier: { zh: "供应商", en: "Supplier" },
};

const FIRST_FIELDS = "name:text,quantity:int,price:money,remark:text";
/** Fields that every row has, and inputs that every list has. */
const OWN_FIELDS: ReadonlySet<string> = new Set(["id", "venueId", "createdAt", "page", "size", "sort", "q", "from", "to", "count"]);
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+|[A-Z][a-z0-9]*)*$/;
const FIELD_NAME = /^[a-z][A-Za-z0-9]*$/;
const LONGEST = 40;

const kebabOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const isKind = (text: string): text is Kind => KINDS.some((kind) => kind === text);
const isGroup = (text: string): text is Group => Object.hasOwn(GROUPS, text);

/**
 * Reads the arguments.
 * @throws Error that says what is wrong and what would be right
 */
export function planOf(name: string, options: { zh?: string; en?: string; group?: string; fields?: string }): Plan {
  if (!NAME.test(name) || name.length > LONGEST)
    throw new Error(`${JSON.stringify(name)} is no name: lower camel or kebab case, at most ${LONGEST} characters (lostItem, lost-item)`);
  const kebab = kebabOf(name);
  const snake = kebab.replaceAll("-", "_");
  const camel = kebab.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  if (SQL_WORDS.has(snake)) throw new Error(`${snake} is a word of SQL: no table can be called so. Choose another name`);
  if (CODE_WORDS.has(camel)) throw new Error(`${camel} already means something in the code around it. Choose another name`);
  const zh = options.zh?.trim() ?? "";
  const en = options.en?.trim() ?? "";
  if (zh === "" || en === "") throw new Error(`Say what people call it: --zh … --en …\n\n${USAGE}`);
  const group = options.group ?? "venue";
  if (!isGroup(group)) throw new Error(`${group} is no group of the menu; there are ${Object.keys(GROUPS).join(", ")}`);
  const fields = fieldsOf(options.fields ?? FIRST_FIELDS);
  const title = fields.find((field) => field.names);
  if (!title) throw new Error("One field must be text: the first of them names a row");
  for (const text of [zh, en, ...fields.flatMap((field) => [field.zh, field.en])])
    if (/["'`\\{}<>\n]/.test(text)) throw new Error(`${JSON.stringify(text)}: quotes, braces and backslashes can't stand in a label`);
  return { camel, pascal: upper(camel), snake, kebab, zh, en, group, fields, title };
}

function fieldsOf(list: string): Field[] {
  const fields: Field[] = [];
  for (const part of list.split(",")) {
    const [name = "", kind = "", zh, en] = part.split(":").map((piece) => piece.trim());
    if (!FIELD_NAME.test(name) || name.length > LONGEST) throw new Error(`${JSON.stringify(part)}: a field is called in lower camel case`);
    if (!isKind(kind)) throw new Error(`${part}: a field is one of ${KINDS.join(", ")} (${name}:text)`);
    if (OWN_FIELDS.has(name)) throw new Error(`${name} is there already: every row and every list has it`);
    if (fields.some((field) => field.name === name)) throw new Error(`${name} is named twice`);
    const column = kebabOf(name).replaceAll("-", "_");
    const label = labelOf(name, zh, en);
    const same = fields.find((field) => field.zh === label.zh || field.en === label.en);
    if (same) throw new Error(`${same.name} and ${name} would be called the same on screen: give one of them another label`);
    fields.push({
      name,
      kind,
      ...label,
      column: SQL_WORDS.has(column) ? `"${column}"` : column,
      names: kind === "text" && !fields.some((field) => field.names),
    });
  }
  return fields;
}

/** One name, one label, wherever it stands: what `fields.ts` says comes first. */
function labelOf(name: string, zh: string | undefined, en: string | undefined): Label {
  const known: Readonly<Record<string, Label>> = FIELDS;
  const label = Object.hasOwn(known, name) ? known[name] : zh && en ? { zh, en } : Object.hasOwn(COMMON, name) ? COMMON[name] : undefined;
  if (!label) throw new Error(`Say what people call ${name}: ${name}:kind:Chinese:English`);
  return { zh: label.zh, en: label.en };
}

/** The label inside a sentence: "Lost item" → "lost item", "VIP room" stays. */
export const inside = (text: string): string => (/^[A-Z][^A-Z]/.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text);
