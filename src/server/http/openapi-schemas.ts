/** Named schemas of the OpenAPI document: what several calls send or answer is written once, under a name that a generated client can use. */
import type { CallName } from "../../contract/all";

/** A part of the document: JSON as it will be sent. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** A schema that is used twice is named from this many characters on; below it a reference would be as long. */
const NAMED_FROM = 80;

/** Rows that calls of this name answer for every resource alike. */
const ROWS: Readonly<Record<string, string>> = { history: "HistoryEntry", options: "Choice" };

const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

/**
 * Gathers the schemas of all calls, then writes each with references to what is named.
 *
 * Named are: whole inputs and outputs that are objects, rows of lists, and every larger schema that occurs twice. Two equal schemas are one, so a
 * row that `list`, `view` and `create` answer has one name: that of its list.
 */
export class NamedSchemas {
  private readonly counts = new Map<string, number>();
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();
  /** JSON text by part, so that each part is written out once. */
  private readonly texts = new WeakMap<object, string>();

  /** @param known schemas that have their names already, and names that other schemas of the document have */
  constructor(known: Readonly<Record<string, JsonObject>>, reserved: readonly string[]) {
    for (const name of reserved) this.taken.add(name);
    for (const [name, schema] of Object.entries(known)) this.name(schema, name);
  }

  /** Counts a schema and its parts, and names what `call` is the first to use. To be called for every schema before the first `write`. */
  add(call: CallName, role: "Input" | "Output", schema: JsonObject): void {
    const [domain = "", action = ""] = call.split(".");
    const one = pascal(singular(domain));
    const rows = rowsOf(schema);
    if (rows !== undefined) {
      this.name(rows, action === "list" ? one : (ROWS[action] ?? `${one}${pascal(action)}Row`));
      this.name(schema, `${this.nameOf(rows) ?? one}Page`);
    } else if (isObject(schema)) this.name(schema, `${one}${pascal(action)}${role}`);
    this.count(schema);
    this.nameParts(schema, this.nameOf(schema) ?? `${one}${pascal(action)}`);
  }

  /** Returns the schema as the document has it: a reference where it is named. */
  write(schema: JsonObject): JsonObject {
    const name = this.nameOf(schema);
    return name === undefined || !this.isNamed(schema) ? this.writeInline(schema) : schemaRef(name);
  }

  /** Returns the named schemas that are used, by name. */
  components(): JsonObject {
    const entries = [...this.names].filter(([text]) => this.isNamedText(text));
    return Object.fromEntries(
      entries
        .map(([text, name]) => [name, this.writeNamed(name, JSON.parse(text) as JsonObject)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }

  private readonly whole = new Set<string>();

  private name(schema: JsonObject, wanted: string): void {
    const text = this.textOf(schema);
    this.whole.add(text);
    if (!this.names.has(text)) this.names.set(text, freeName(wanted, this.taken));
  }

  private count(value: Json): void {
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) return value.forEach((part: Json) => this.count(part));
    const text = this.textOf(value as JsonObject);
    const seen = this.counts.get(text) ?? 0;
    this.counts.set(text, seen + 1);
    // The parts of what was met before are written once, whoever uses the whole.
    if (seen === 0 || !this.isWorthNaming(text)) for (const part of Object.values(value as JsonObject)) this.count(part);
  }

  /** Names the parts of a schema after the property that holds them. */
  private nameParts(schema: JsonObject, parent: string): void {
    const properties = schema["properties"];
    for (const [property, part] of Object.entries(isRecord(properties) ? properties : {})) {
      for (const candidate of [part, itemsOf(part)].flatMap(alternativesOf)) {
        if (!isRecord(candidate)) continue;
        const own = candidate === part ? property : singular(property);
        const text = this.textOf(candidate);
        if (this.isWorthNaming(text) && !this.names.has(text)) {
          const short = pascal(own);
          this.names.set(
            text,
            freeName(candidate["enum"] !== undefined && !this.taken.has(short) ? short : `${parent}${short}`, this.taken),
          );
        }
        this.nameParts(candidate, this.names.get(text) ?? `${parent}${pascal(own)}`);
      }
    }
  }

  /** Writes a page as what all pages have and its rows, and the input of a change as that of the creation and the id of what is changed. */
  private writeNamed(name: string, schema: JsonObject): JsonObject {
    const { content, ...page } = isRecord(schema["properties"]) ? schema["properties"] : {};
    if (content !== undefined && page["totalElements"] !== undefined)
      return { allOf: [schemaRef("Page"), { properties: this.writeInline({ content }), required: ["content"] }] };
    const report = this.writeReport(schema);
    if (report !== undefined) return report;
    const created = [...this.names].find(
      ([, other]) => name.endsWith("ModifyInput") && other === name.replace("ModifyInput", "CreateInput"),
    );
    const { id, ...others } = isRecord(schema["properties"]) ? schema["properties"] : {};
    if (created === undefined || id === undefined) return this.writeInline(schema);
    const base = JSON.parse(created[0]) as JsonObject;
    const required = Array.isArray(schema["required"]) ? schema["required"].filter((field: Json) => field !== "id") : [];
    if (JSON.stringify([base["properties"], base["required"] ?? []]) !== JSON.stringify([others, required]))
      return this.writeInline(schema);
    return { allOf: [schemaRef(created[1]), this.write({ type: "object", properties: { id }, required: ["id"] })] };
  }
  /** Writes the answer of a report as a report's common part and its columns; undefined for other schemas. */
  private writeReport(schema: JsonObject): JsonObject | undefined {
    const { rows, whole, sums } = isRecord(schema["properties"]) ? schema["properties"] : {};
    const row = itemsOf(rows ?? null);
    if (whole === undefined || sums === undefined || !isRecord(row) || !isRecord(row["properties"])) return undefined;
    const { key, level, previous, ...columns } = row["properties"];
    if (key === undefined || level === undefined || previous === undefined) return undefined;
    const own = { properties: this.writeInline(columns), required: Object.keys(columns) };
    return {
      allOf: [
        schemaRef("Report"),
        { properties: { rows: { type: "array", items: { allOf: [schemaRef("ReportRow"), own] } } }, required: ["rows"] },
      ],
    };
  }
  private writeInline(value: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, this.writePart(key, part)]));
  }
  private writePart(key: string, part: Json): Json {
    if (Array.isArray(part)) return part.map((one: Json) => this.writePart("", one));
    if (!isRecord(part)) return part;
    // The table of properties is no schema, though each of its values is one.
    return key === "properties" ? this.writeInline(part) : this.write(part);
  }

  private nameOf(schema: JsonObject): string | undefined {
    return this.names.get(this.textOf(schema));
  }
  private isNamed(schema: JsonObject): boolean {
    return this.isNamedText(this.textOf(schema));
  }
  private isNamedText(text: string): boolean {
    return this.names.has(text) && (this.whole.has(text) || (this.counts.get(text) ?? 0) > 1);
  }
  private isWorthNaming(text: string): boolean {
    return text.length >= NAMED_FROM && (text.startsWith('{"type":"object"') || text.includes('"enum":[') || text.includes('"minItems":'));
  }
  private textOf(schema: JsonObject): string {
    const known = this.texts.get(schema);
    if (known !== undefined) return known;
    const text = JSON.stringify(schema);
    this.texts.set(schema, text);
    return text;
  }
}

/** Parts of the document that operations refer to by name. */
export type SharedKind = "parameters" | "requestBodies" | "responses";

/** Parameters, bodies or answers of the document: each that several operations have is written once, under a name. */
export class SharedParts {
  private readonly counts = new Map<string, number>();
  private readonly names = new Map<string, string>();
  private readonly kind: SharedKind;
  private readonly named: JsonObject;

  /**
   * @param all every part that will be written, as often as it will be
   * @param named parts that operations refer to by themselves
   */
  constructor(kind: SharedKind, all: readonly JsonObject[], named: JsonObject, nameOf: (part: JsonObject) => string) {
    this.kind = kind;
    this.named = named;
    const usedNames = new Set(Object.keys(named));
    for (const part of all) {
      const text = JSON.stringify(part);
      const seen = this.counts.get(text) ?? 0;
      this.counts.set(text, seen + 1);
      if (seen !== 1 || part["$ref"] !== undefined) continue;
      const name = freeName(nameOf(part), usedNames);
      this.names.set(text, name);
    }
  }

  /** Returns the part, or a reference to it where it is shared. */
  write(part: JsonObject): JsonObject {
    const name = this.names.get(JSON.stringify(part));
    return name === undefined ? part : { $ref: `#/components/${this.kind}/${name}` };
  }

  components(): JsonObject {
    return { ...this.named, ...Object.fromEntries([...this.names].map(([text, name]) => [name, JSON.parse(text) as JsonObject])) };
  }
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let n = 2; taken.has(name); n++) name = `${wanted}${n}`;
  taken.add(name);
  return name;
}

const isRecord = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
const isObject = (schema: JsonObject): boolean => isRecord(schema["properties"]) && Object.keys(schema["properties"]).length > 0;
const itemsOf = (schema: Json): Json => (isRecord(schema) && isRecord(schema["items"]) ? schema["items"] : null);
const alternativesOf = (schema: Json): readonly Json[] =>
  isRecord(schema) && Array.isArray(schema["anyOf"]) ? [schema, ...schema["anyOf"]] : [schema];

/** Returns the schema of a row of a page or plain list of objects. */
function rowsOf(schema: JsonObject): JsonObject | undefined {
  const properties = schema["properties"];
  const list =
    isRecord(properties) && properties["totalElements"] !== undefined ? properties["content"] : schema["type"] === "array" ? schema : null;
  const row = itemsOf(list ?? null);
  return isRecord(row) && isObject(row) ? row : undefined;
}

const pascal = (name: string): string => name.replace(/(?:^|[-_ ])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the singular of an English plural in camel case: `venuePayments` → `venuePayment`. */
function singular(name: string): string {
  if (/news$|ss$|us$|is$/i.test(name)) return name;
  if (name.endsWith("ies")) return `${name.slice(0, -3)}y`;
  if (/(ch|sh|x|s)es$/.test(name)) return name.slice(0, -2);
  return name.endsWith("s") ? name.slice(0, -1) : name;
}
