/** The text of each file of a new resource. */
import { tableOf } from "./ddl";
import type { Plan } from "./plan";

/** Addresses of the pages. */
export const pathsOf = ({ group, kebab }: Plan) => ({ list: `/${group}/${kebab}-list`, form: `/${group}/${kebab}-form` });

/** The declaration. */
export function contractFile(plan: Plan): string {
  const { name, one, many, codes, fields, title, kebab, actions, machine } = plan;
  const needs = fields.map((field) => field.needs);
  const kinds = [...new Set(needs.map(({ kind }) => kind))].sort();
  const targets = [...new Set(needs.flatMap(({ target }) => target ?? []))].sort();
  const others = [...new Map(needs.flatMap(({ resource, from }) => (resource === undefined ? [] : [[resource, from] as const])))];
  const list = pathsOf(plan).list;
  const says = (labels: string): boolean => fields.some(({ source }) => source.includes(`...${labels}.`));
  return `/** ${many.en}. */
import { defineResource${others.length > 0 ? ", targetOf" : ""} } from "../core/resource/define";
import { ${kinds.join(", ")} } from "../core/resource/fields";
import { SCREENS } from "../core/pages";
${says("FIELDS") ? 'import { FIELDS } from "../core/fields";' : ""}
${says("LABELS") ? 'import { LABELS } from "../core/resource/labels";' : ""}
${machine === undefined ? "" : 'import { labelled } from "../core/resource/label";\nimport { machine } from "../core/states";'}
${targets.length > 0 ? `import { ${targets.join(", ")} } from "../core/resource/targets";` : ""}
${others.map(([other, from]) => `import { ${other} } from "../${from}";`).join("\n")}

${machine === undefined ? "" : `const states = ${machine};\n`}
export const ${name} = defineResource({
  name: "${name}",
  one: { zh: ${JSON.stringify(one.zh)}, en: ${JSON.stringify(one.en)} },
  path: "/api/manage/venue/${kebab}",
  codes: { page: SCREENS.${name}, modify: "${codes.modify}", export: "${codes.export}", import: "${codes.modify}" },
  title: "${title}",
  page: "${list}/:id",
  fields: {
    ${fields.map((field) => `${field.name}: ${field.source},`).join("\n    ")}
  },
  ${
    actions.length === 0
      ? ""
      : `actions: {\n${actions.map((action) => `${action.name}: { label: { zh: ${JSON.stringify(action.label.zh)}, en: ${JSON.stringify(action.label.en)} }, code: "${codes.modify}" },`).join("\n")}\n},`
  }
});
`;
}

/** Its table. */
export const migrationFile = (plan: Plan): string => `-- ${plan.many.en}.\n${tableOf(plan.resource, plan.table)}\n`;

/** The types of its rows. */
export const rowsFile = ({
  name,
  file,
  pascal,
  table,
  many,
}: Plan): string => `/** Rows of ${many.en}. Checked against the database by a test. */
import type { ${name} } from "../../../contract/${name}/${file}";
import type { TableFor } from "../../resource/columns";

export interface ${pascal}Tables {
  ${table}: TableFor<typeof ${name}>;
}
`;

/** Builds the file that serves it. */
export const routesFile = ({ name, file, table, many }: Plan): string => `/** ${many.en}. */
import { ${name} } from "../../../contract/${name}/${file}";
import { serveResource } from "../../resource/serve";

export const ${name}Routes = serveResource(${name}, { table: "${table}" });
`;

/** Its screens. */
export function screensFile(plan: Plan): string {
  const { name, file, group, codes, many } = plan;
  const { list, form } = pathsOf(plan);
  return `/** Screens of ${many.en}. */
import { declared } from "../../registry";

export const ${name}Screens = declared({
  name: "${name}",
  group: "${group}",
  code: "${codes.page}",
  title: { zh: ${JSON.stringify(many.zh)}, en: ${JSON.stringify(many.en)} },
  icon: "book",
  contract: () => import("../../../contract/${name}/${file}"),
  list: "${list}",
  form: { path: "${form}", code: "${codes.modify}" },
});
`;
}
