/** The contract file of a new resource. */
import type { Field, Plan } from "./plan";
import { inside } from "./plan";

const OUTPUT = { text: "z.string()", int: "z.number().int()", money: "Yuan", day: "Day.nullable()" } as const;
const draftOf = (field: Field): string => {
  if (field.names) return "z.string().trim().min(1).max(40)";
  return {
    text: 'z.string().trim().max(200).default("")',
    int: "whole(0, 1_000_000)",
    money: "YuanIn",
    day: "Day.nullable().default(null)",
  }[field.kind];
};

/** The first day field narrows the list. */
export const dayFilter = (plan: Plan): Field | undefined => plan.fields.find((field) => field.kind === "day");
export const moneyFields = (plan: Plan): readonly Field[] => plan.fields.filter((field) => field.kind === "money");
/** Codes of the page and its buttons. */
export const codesOf = (plan: Plan) => ({ page: `${plan.snake}_list`, modify: `${plan.snake}_modify`, excel: `${plan.snake}_export` });

export function contractFile(plan: Plan): string {
  const { pascal, camel, kebab, fields, en, title } = plan;
  const codes = codesOf(plan);
  const has = (kind: Field["kind"]): boolean => fields.some((field) => field.kind === kind);
  const day = dayFilter(plan);
  const base = `/api/manage/venue/${kebab}`;
  return `/** ${en}: the list and its sums, one of it, its form, its file. */
import { z } from "zod";
import { ById, Done, download, get, Id, pageOf, PageQuery, postJson, resource, SearchText, XLSX } from "./call";
${has("money") ? 'import { Yuan, YuanIn } from "./money";' : ""}
${has("int") ? 'import { whole } from "./numbers";' : ""}
import { ${has("day") ? "Day, " : ""}Instant } from "./time";

/** A row of the list. */
export const ${pascal} = z.object({
  id: Id,
  ${fields.map((field) => `${field.name}: ${OUTPUT[field.kind]},`).join("\n")}
  createdAt: Instant,
});
export type ${pascal} = z.infer<typeof ${pascal}>;

/** Filters of the list; they narrow together. */
export const ${pascal}Filter = z.object({
  q: SearchText.optional().describe("part of ${title.name}"),
  ${day ? `from: Day.optional().describe("first ${day.name}"),\nto: Day.optional().describe("last ${day.name}"),` : ""}
});

/** Sums over the whole filter. */
export const ${pascal}Sums = z.object({
  count: z.number().int(),
  ${moneyFields(plan)
    .map((field) => `${field.name}: Yuan,`)
    .join("\n")}
});

/** What the form says. */
export const ${pascal}Draft = z.object({
  ${fields.map((field) => `${field.name}: ${draftOf(field)},`).join("\n")}
});

export const ${camel} = resource({
  list: get("${base}/list", {
    summary: "${en}, a page",
    code: "${codes.page}",
    input: ${pascal}Filter.extend(PageQuery.shape),
    output: pageOf(${pascal}),
  }),
  sums: get("${base}/sums", {
    summary: "Sums over the filter",
    code: "${codes.page}",
    input: ${pascal}Filter,
    output: ${pascal}Sums,
  }),
  view: get("${base}/view", { summary: "One ${inside(en)}", code: "${codes.page}", input: ById, output: ${pascal} }),
  create: postJson("${base}/create", { summary: "Add ${inside(en)}", code: "${codes.modify}", input: ${pascal}Draft, output: ${pascal} }),
  modify: postJson("${base}/modify", {
    summary: "Change ${inside(en)}",
    code: "${codes.modify}",
    input: ${pascal}Draft.extend({ id: Id }),
    output: ${pascal},
  }),
  delete: postJson("${base}/delete", { summary: "Delete ${inside(en)}", code: "${codes.modify}", input: ById, output: Done }),
  excel: download("${base}/excelExport", {
    summary: "${en} of the filter as an Excel file",
    code: "${codes.excel}",
    input: ${pascal}Filter,
    file: XLSX,
  }),
});
`;
}
