/** The server's side of a new resource: migration, rows, services by verb, routes. */
import { dayFilter, moneyFields } from "./contract";
import type { Field, Plan } from "./plan";

const SQL = {
  text: () => "text NOT NULL",
  int: (column: string) => `int NOT NULL CHECK (${column} >= 0)`,
  money: (column: string) => `bigint NOT NULL CHECK (${column} >= 0)`,
  day: () => "date",
} as const;
const ROW = { text: "string", int: "number", money: "number", day: "string | null" } as const;

/** The column as code names it. */
const bare = (field: Field): string => field.column.replaceAll('"', "");

export function migrationFile({ snake, fields, en, zh }: Plan): string {
  const money = fields.some((field) => field.kind === "money") ? " Amounts in fen." : "";
  return `-- ${en} (${zh}).${money}
CREATE TABLE ${snake} (
  venue_id text NOT NULL,
  id text NOT NULL,
${fields.map((field) => `  ${field.column} ${SQL[field.kind](field.column)},`).join("\n")}
  created_at timestamptz NOT NULL,
  PRIMARY KEY (venue_id, id)
);
CREATE INDEX ${snake}_created ON ${snake} (venue_id, created_at DESC, id DESC);
SELECT protect_venue_table('${snake}');
`;
}

export function rowsFile({ pascal, camel, snake, fields }: Plan): string {
  return `/** Rows of ${camel}. Checked against the database by a test. */
export interface ${pascal}Table {
  venue_id: string;
  id: string;
  ${fields.map((field) => `${bare(field)}: ${ROW[field.kind]};`).join("\n")}
  created_at: Date;
}

export interface ${pascal}Tables {
  ${snake}: ${pascal}Table;
}
`;
}

export function wordsFile({ zh, en }: Plan): string {
  return `import type { Language } from "../../../contract/enums";

/** What it is called in refusals and in the name of its file. */
export const NAME: Readonly<Record<Language, string>> = { zh: "${zh}", en: "${en}" };
`;
}

export function listFile(plan: Plan): string {
  const { pascal, camel, snake, fields, title } = plan;
  const money = moneyFields(plan);
  const day = dayFilter(plan);
  const sortable = fields.map((field) =>
    field.kind === "day" ? `${field.name}: { nullable: "${bare(field)}" },` : `${field.name}: "${bare(field)}",`,
  );
  const excelType = { text: "text", int: "number", money: "money", day: "day" } as const;
  return `/** ${plan.en} as the list, its sums and its file show it. */
import { type Selectable, sql, type SqlBool } from "kysely";
import type { z } from "zod";
import type { Output, Page, Parsed } from "../../../contract/call";
import type { ${camel}, ${pascal}, ${pascal}Filter } from "../../../contract/${camel}";
import { fieldLabel } from "../../../contract/fields";
${money.length > 0 ? 'import { yuan } from "../../../contract/money";' : ""}
import { mapPage, pageOf, type Sortable } from "../../db/page";
import { streamRows } from "../../db/stream";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { type ExcelColumn, type ExcelRow, streamExcel } from "../../http/excel";
import type { FileAnswer } from "../../http/serve";
import type { ${pascal}Table } from "./rows";
import { NAME } from "./words";

type Filter = z.output<typeof ${pascal}Filter>;
const SORTABLE: Sortable = { id: "id", createdAt: "created_at", ${sortable.join(" ")} };

/** A page, newest first. */
export async function list(ctx: Ctx, input: Parsed<typeof ${camel}.list>): Promise<Page<${pascal}>> {
  return mapPage(await pageOf(ctx, matching(ctx, input).selectAll(), input, SORTABLE, "createdAt,desc"), to${pascal});
}

/** Sums over the filter. */
export async function sums(ctx: Ctx, input: Filter): Promise<Output<typeof ${camel}.sums>> {
  const row = await matching(ctx, input)
    .select([
      sql<number>\`count(*)\`.as("count"),
      ${money.map((field) => `sql<number>\`coalesce(sum(\${sql.ref("${bare(field)}")}), 0)\`.as("${bare(field)}"),`).join("\n")}
    ])
    .executeTakeFirstOrThrow();
  return { count: row.count, ${money.map((field) => `${field.name}: yuan(row.${bare(field)}),`).join(" ")} };
}

/**
 * One of them.
 * @throws AppError \`missing\`
 */
export async function view(ctx: Ctx, { id }: { id: string }): Promise<${pascal}> {
  const row = await ctx.db.selectFrom("${snake}").selectAll().where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirst();
  if (!row) throw new AppError("missing", { what: NAME[ctx.language] });
  return to${pascal}(row);
}

/** The rows of the filter as an Excel file, newest first. */
export async function excel(ctx: Ctx, input: Filter): Promise<FileAnswer> {
  const columns: ExcelColumn[] = [
    ${fields.map((field) => `{ title: fieldLabel("${field.name}", ctx.language), type: "${excelType[field.kind]}" },`).join("\n")}
  ];
  const query = matching(ctx, input).selectAll().orderBy("created_at", "desc").orderBy("id", "desc");
  async function* rows(): AsyncGenerator<ExcelRow> {
    for await (const row of streamRows(ctx.db, query)) yield [${fields.map((field) => `row.${bare(field)}`).join(", ")}];
  }
  return streamExcel(\`\${NAME[ctx.language]}.xlsx\`, columns, rows(), ctx.venue.zone);
}

function matching(ctx: Ctx, filter: Filter) {
  let query = ctx.db.selectFrom("${snake}").where("venue_id", "=", ctx.venue.id);
  if (filter.q) query = query.where(sql<SqlBool>\`position(\${filter.q.toLowerCase()} in lower(\${sql.ref("${bare(title)}")})) > 0\`);
  ${
    day
      ? `if (filter.from) query = query.where("${bare(day)}", ">=", filter.from);
  if (filter.to) query = query.where("${bare(day)}", "<=", filter.to);`
      : ""
  }
  return query;
}

const to${pascal} = (row: Selectable<${pascal}Table>): ${pascal} => ({
  id: row.id,
  ${fields.map((field) => `${field.name}: ${field.kind === "money" ? `yuan(row.${bare(field)})` : `row.${bare(field)}`},`).join("\n")}
  createdAt: row.created_at.toISOString(),
});
`;
}

export function changeFile({ pascal, camel, snake, fields }: Plan): string {
  return `/** Adding, changing and deleting. The audit log is written by the database itself. */
import type { z } from "zod";
import type { Parsed } from "../../../contract/call";
import type { ${camel}, ${pascal}, ${pascal}Draft } from "../../../contract/${camel}";
import type { Ctx } from "../../http/context";
import { AppError } from "../../http/error";
import { view } from "./list";
import { NAME } from "./words";

/** Adds one. */
export async function create(ctx: Ctx, input: Parsed<typeof ${camel}.create>): Promise<${pascal}> {
  const id = ctx.newId();
  await ctx.db
    .insertInto("${snake}")
    .values({ venue_id: ctx.venue.id, id, ...columns(input), created_at: ctx.now })
    .execute();
  ctx.emit({ type: "changed", data: { resource: "${camel}", id } });
  return view(ctx, { id });
}

/**
 * Changes every field of one.
 * @throws AppError \`missing\`
 */
export async function modify(ctx: Ctx, input: Parsed<typeof ${camel}.modify>): Promise<${pascal}> {
  await ctx.db.updateTable("${snake}").set(columns(input)).where("venue_id", "=", ctx.venue.id).where("id", "=", input.id).execute();
  ctx.emit({ type: "changed", data: { resource: "${camel}", id: input.id } });
  return view(ctx, input);
}

/**
 * Deletes one; the audit log keeps what it was.
 * @throws AppError \`missing\`, also for the second of two who try
 */
export async function remove(ctx: Ctx, { id }: Parsed<typeof ${camel}.delete>): Promise<Record<string, never>> {
  const { numDeletedRows } = await ctx.db.deleteFrom("${snake}").where("venue_id", "=", ctx.venue.id).where("id", "=", id).executeTakeFirst();
  if (numDeletedRows !== 1n) throw new AppError("missing", { what: NAME[ctx.language] });
  ctx.emit({ type: "changed", data: { resource: "${camel}", id } });
  return {};
}

const columns = (draft: z.output<typeof ${pascal}Draft>) => ({
  ${fields.map((field) => `${bare(field)}: draft.${field.name},`).join("\n")}
});
`;
}

export function routesFile({ camel }: Plan): string {
  return `/** The calls of ${camel}, paired with their services. */
import { ${camel} } from "../../../contract/${camel}";
import { inVenue } from "../../http/serve";
import { create, modify, remove } from "./change";
import { excel, list, sums, view } from "./list";

export const ${camel}Routes = inVenue(${camel}, { list, sums, view, create, modify, delete: remove, excel });
`;
}
