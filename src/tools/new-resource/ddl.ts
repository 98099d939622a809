/** The table of a declared resource, as a migration makes it. */
import type { Resource } from "../../contract/core/resource/define";
import { type Field, isStored } from "../../contract/core/resource/fields";
import { columnName, isNullable, isSpelled } from "../../server/resource/columns";
import { targetTable } from "../../server/resource/targets";

const TYPES: Readonly<Record<Field["kind"], string>> = {
  text: "text",
  phone: "text",
  money: "bigint",
  number: "integer",
  percent: "numeric(7, 2)",
  day: "date",
  instant: "timestamptz",
  minute: "integer",
  bool: "boolean",
  choice: "text",
  state: "text",
  reference: "text",
  words: "text[]",
  picture: "text",
  pictures: "text[]",
  richText: "text",
  region: "text[]",
  shaped: "text[]",
};
const LISTS: readonly string[] = ["words", "pictures", "region", "shaped"];

const quoted = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(", ");

function columnOf(name: string, field: Field): string {
  const { kind, options, choices, machine } = field;
  const values = kind === "choice" ? Object.keys(choices ?? {}) : (machine?.states ?? []);
  const initial = LISTS.includes(kind) ? " DEFAULT '{}'" : kind === "bool" ? " DEFAULT false" : "";
  const empty = ["text", "phone", "richText"].includes(kind) && !options.required ? " DEFAULT ''" : "";
  const column = columnName(name, field);
  const among = values.length > 0 ? ` CHECK (${column} IN (${quoted(values)}))` : "";
  return `  ${column} ${TYPES[kind]}${isNullable(field) ? "" : " NOT NULL"}${initial}${empty}${among}`;
}

/** The index that a list of another order than the newest first is read from. */
function orderOf(resource: Resource, table: string): readonly string[] {
  const [name = "", direction] = resource.sort?.split(",") ?? [];
  const field = resource.fields[name];
  if (!field || !isStored(field)) return [];
  const down = direction === "desc";
  const nulls = isNullable(field) ? ` NULLS ${down ? "LAST" : "FIRST"}` : "";
  const by = down ? " DESC" : "";
  return [`CREATE INDEX ${table}_order ON ${table} (venue_id, ${columnName(name, field)}${by}${nulls}, id${by});`];
}

/**
 * The statements that make a resource's table, its indexes and its protection.
 * @param tables tables of the resources that it refers to and that nothing serves yet
 */
export function tableOf(resource: Resource, table: string, tables: ReadonlyMap<string, string> = new Map()): string {
  const fields = Object.entries<Field>(resource.fields).filter(([, field]) => isStored(field));
  const keys = fields.flatMap(([name, field]) => {
    const target = field.of?.().resource;
    if (target === undefined) return [];
    return [
      `  FOREIGN KEY (venue_id, ${columnName(name, field)}) REFERENCES ${tables.get(target) ?? targetTable(target).table} (venue_id, id)`,
    ];
  });
  const lines = [
    "  venue_id text NOT NULL",
    "  id text NOT NULL",
    ...fields.map(([name, field]) => columnOf(name, field)),
    ...(isSpelled(resource.fields) ? ["  pinyin text NOT NULL DEFAULT ''"] : []),
    "  created_at timestamptz NOT NULL",
    "  PRIMARY KEY (venue_id, id)",
    ...keys,
  ];
  const unique = fields.filter(([, { options }]) => options.unique).map(([name, field]) => columnName(name, field));
  return [
    `CREATE TABLE ${table} (\n${lines.join(",\n")}\n);`,
    ...unique.map((column) => `CREATE UNIQUE INDEX ${table}_${column} ON ${table} (venue_id, ${column});`),
    `CREATE INDEX ${table}_created ON ${table} (venue_id, created_at DESC, id DESC);`,
    ...orderOf(resource, table),
    `SELECT protect_venue_table('${table}');`,
  ].join("\n");
}
