/** The console's side of a new resource: registry entry, list, columns, form, words. */
import { codesOf, dayFilter, moneyFields } from "./contract";
import { inside, type Field, type Plan } from "./plan";

/** Addresses of its screens. */
export const pathsOf = ({ group, kebab }: Plan) => ({ list: `/${group}/${kebab}-list`, form: `/${group}/${kebab}-form` });

export function resourcesFile(plan: Plan): string {
  const { camel, pascal, group } = plan;
  const codes = codesOf(plan);
  const paths = pathsOf(plan);
  const filters = dayFilter(plan) ? '["q", "from", "to"]' : '["q"]';
  return `/** Screens of ${camel}. */
import { first, resource } from "../../registry";
import { listInput, readState } from "../../ui/list/state";

const FILTERS = ${filters} as const;

export const ${camel}Screens = resource({
  name: "${camel}",
  group: "${group}",
  code: "${codes.page}",
  calls: () => import("../../../contract/${camel}"),
  list: {
    path: "${paths.list}",
    title: "${camel}.list",
    icon: "box",
    page: () => import("./${pascal}List"),
    first: async ({ search }) => {
      const { ${camel} } = await import("../../../contract/${camel}");
      return [first(${camel}.list, listInput(readState(search.toString(), FILTERS)))];
    },
  },
  create: { path: "${paths.form}", title: "${camel}.create", code: "${codes.modify}", hidden: true, page: () => import("./${pascal}Form") },
  edit: { path: "${paths.form}/:id", title: "${camel}.edit", code: "${codes.modify}", page: () => import("./${pascal}Form") },
});
`;
}

export function listPageFile(plan: Plan): string {
  const { camel, pascal, title } = plan;
  const codes = codesOf(plan);
  const paths = pathsOf(plan);
  const day = dayFilter(plan);
  return `import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { ${camel}, type ${pascal} } from "../../../contract/${camel}";
import { useT } from "../../i18n/useT";
import { can } from "../../session/store";
${day ? 'import type { Filter } from "../../ui/list/filters";' : ""}
import { ListPage } from "../../ui/list/ListPage";
import { ${camel}Columns } from "./columns";
import { Remove${pascal} } from "./Remove${pascal}";

const rowKey = (row: ${pascal}): string => row.id;
const rowName = (row: ${pascal}): string => row.${title.name};
const SUMS = { call: ${camel}.sums, count: (sums: { count: number }) => sums.count };

/** ${plan.en}: what there is. A row opens its form. */
export function ${pascal}List() {
  const t = useT();
  const navigate = useNavigate();
  const [removing, setRemoving] = useState<${pascal}>();
  const columns = useMemo(() => ${camel}Columns(t, setRemoving), [t]);
  ${
    day
      ? `const filters = useMemo<Filter[]>(
    () => [
      { kind: "day", key: "from", title: t("${camel}.from") },
      { kind: "day", key: "to", title: t("${camel}.to") },
    ],
    [t],
  );`
      : ""
  }
  return (
    <>
      <ListPage
        name="${camel}"
        call={${camel}.list}
        title={t("${camel}.list")}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        ${moneyFields(plan).length > 0 ? "money" : ""}
        search={t("${camel}.search")}
        ${day ? "filters={filters}" : ""}
        sums={SUMS}
        excel={{ call: ${camel}.excel, code: "${codes.excel}" }}
        primary={{ title: t("${camel}.create"), code: "${codes.modify}", run: () => void navigate("${paths.form}") }}
        {...(can("${codes.modify}") ? { onOpen: (row: ${pascal}) => void navigate(\`${paths.form}/\${row.id}\`) } : {})}
        emptyHint={t("${camel}.emptyHint")}
      />
      {removing && <Remove${pascal} row={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}
`;
}

function columnOf(plan: Plan, field: Field): string {
  const title = `title: t("${plan.camel}.field.${field.name}")`;
  const start = `key: "${field.name}", ${title}`;
  const sort = `sort: "${field.name}"`;
  if (field.names) return `{ ${start}, width: 180, fixed: true, grow: true, ${sort}, render: (row) => <b>{row.${field.name}}</b> },`;
  switch (field.kind) {
    case "text":
      return `{ ${start}, width: 180, ${sort}, render: (row) => row.${field.name} },`;
    case "int":
      return `{ ${start}, width: 96, end: true, ${sort}, render: (row) => row.${field.name}.toLocaleString("en-US") },`;
    case "money":
      return `{ ${start}, width: 120, end: true, ${sort}, render: (row) => <Money value={row.${field.name}} />, sum: (sums) => <Money value={sums.${field.name}} /> },`;
    case "day":
      return `{ ${start}, width: 120, ${sort}, render: (row) => <WhenDay day={row.${field.name}} /> },`;
  }
}

export function columnsFile(plan: Plan): string {
  const { camel, pascal } = plan;
  return `import type { Output } from "../../../contract/call";
import type { ${camel}, ${pascal} } from "../../../contract/${camel}";
import type { T } from "../../i18n/keys";
import { can } from "../../session/store";
import type { Column } from "../../ui/list/columns";
${moneyFields(plan).length > 0 ? 'import { Money } from "../../ui/Money";' : ""}
import { When${dayFilter(plan) ? ", WhenDay" : ""} } from "../../ui/When";

/** Columns of the list; who may change rows also finds there what deletes one. */
export const ${camel}Columns = (t: T, onRemove: (row: ${pascal}) => void): Column<${pascal}, Output<typeof ${camel}.sums>>[] => [
  ${plan.fields.map((field) => columnOf(plan, field)).join("\n")}
  { key: "createdAt", title: t("${camel}.createdAt"), width: 140, sort: "createdAt", render: (row) => <When at={row.createdAt} /> },
  {
    key: "actions",
    title: "",
    width: 84,
    render: (row) =>
      can("${codesOf(plan).modify}") ? (
        <button type="button" className="link" onClick={() => onRemove(row)}>
          {t("common.delete")}
        </button>
      ) : null,
  },
];
`;
}

export function removeFile({ camel, pascal, title }: Plan): string {
  return `import { useInvalidate } from "@refinedev/core";
import { ${camel}, type ${pascal} } from "../../../contract/${camel}";
import { useCall } from "../../api/useCall";
import { useT } from "../../i18n/useT";
import { Ask } from "../../ui/Ask";
import { notify } from "../../ui/notices";

/** Asks before a row is deleted. A refusal stands in the question. */
export function Remove${pascal}({ row, onClose }: { row: ${pascal}; onClose: () => void }) {
  const t = useT();
  const invalidate = useInvalidate();
  const { run, error } = useCall(${camel}.delete);
  const remove = (): void => {
    run({ id: row.id })
      .then(() => {
        notify.success(t("common.deleted"));
        void invalidate({ resource: "${camel}", invalidates: ["list"] });
        onClose();
      })
      .catch(() => undefined); // stands in the question
  };
  return (
    <Ask
      title={t("${camel}.removeTitle", { name: row.${title.name} })}
      onClose={onClose}
      answers={[
        { title: t("common.cancel"), act: onClose },
        { title: t("common.delete"), act: remove, kind: "danger" },
      ]}
    >
      {error ? (
        <span className="bad" role="alert">
          {error.message}
        </span>
      ) : (
        t("${camel}.removeText")
      )}
    </Ask>
  );
}
`;
}

function inputOf(field: Field): string {
  switch (field.kind) {
    case "text":
      return `<Input autoComplete="off" maxLength={${field.names ? 40 : 200}} />`;
    case "int":
      return '<Input inputMode="numeric" autoComplete="off" />';
    case "money":
      return '<Input inputMode="decimal" prefix="¥" autoComplete="off" />';
    case "day":
      return '<Input type="date" />';
  }
}

export function formFile(plan: Plan): string {
  const { camel, pascal, fields } = plan;
  const paths = pathsOf(plan);
  const empty = fields.map((field) => `${field.name}: ${field.kind === "day" ? "null" : '""'}`).join(", ");
  const kept = fields.map((field) => `${field.name}: row.data.${field.name}${field.kind === "int" ? ".toString()" : ""}`).join(", ");
  const read = fields.map((field) => {
    const value = `text(values["${field.name}"])`;
    return `${field.name}: ${{ text: value, int: `${value}.trim()`, money: `${value}.trim()`, day: `${value} || null` }[field.kind]},`;
  });
  return `import { useInvalidate } from "@refinedev/core";
import { Input } from "antd";
import { useNavigate, useParams } from "react-router";
import type { Input as CallInput } from "../../../contract/call";
import { ${camel} } from "../../../contract/${camel}";
import { useRead } from "../../api/useRead";
import { useT } from "../../i18n/useT";
import { ErrorState } from "../../ui/ErrorState";
import { Field, FieldGroup } from "../../ui/form/Field";
import { FormPage, type Values } from "../../ui/form/FormPage";
import { SkeletonText } from "../../ui/Skeleton";

const LIST = "${paths.list}";
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Adds one, or changes one. */
export function ${pascal}Form() {
  const { id } = useParams();
  return id === undefined ? <Create /> : <Edit id={id} key={id} />;
}

function Create() {
  const t = useT();
  const saved = useSaved();
  return (
    <FormPage
      name="${camel}"
      title={t("${camel}.create")}
      call={${camel}.create}
      initial={{ ${empty} }}
      toInput={draftOf}
      repeats
      onSaved={(_, again) => saved(again)}
    >
      <Fields />
    </FormPage>
  );
}

function Edit({ id }: { id: string }) {
  const t = useT();
  const saved = useSaved();
  const row = useRead(${camel}.view, { id }, { staleTime: Infinity });
  if (row.error) return <ErrorState what={row.error.message} onRetry={() => void row.refetch()} retrying={row.isFetching} />;
  if (!row.data) return <SkeletonText lines={6} label={t("ui.loading")} />;
  return (
    <FormPage
      name={\`${camel}-\${id}\`}
      title={t("${camel}.edit")}
      call={${camel}.modify}
      initial={{ ${kept} }}
      toInput={(values) => ({ ...draftOf(values), id })}
      onSaved={() => saved(false)}
    >
      <Fields />
    </FormPage>
  );
}

/** After saving: the list shows it, unless the next one follows. */
function useSaved(): (again: boolean) => void {
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  return (again) => {
    void invalidate({ resource: "${camel}", invalidates: ["list"] });
    if (!again) void navigate(LIST);
  };
}

const draftOf = (values: Values): CallInput<typeof ${camel}.create> => ({
  ${read.join("\n")}
});

function Fields() {
  const t = useT();
  return (
    <FieldGroup title={t("${camel}.list")}>
      ${fields
        .map((field) => {
          const required = field.names || field.kind === "int" || field.kind === "money";
          return `<Field name="${field.name}" label={t("${camel}.field.${field.name}")}${required ? " required" : ""}>
        ${inputOf(field)}
      </Field>`;
        })
        .join("\n")}
    </FieldGroup>
  );
}
`;
}

/** The words in one language. The English file takes its shape from the Chinese one. */
export function wordsOf(plan: Plan, language: "zh" | "en"): string {
  const { camel, zh, en, title } = plan;
  const day = dayFilter(plan);
  const name = inside(en);
  const words =
    language === "zh"
      ? {
          list: zh,
          create: `新增${zh}`,
          edit: `修改${zh}`,
          search: title.zh,
          emptyHint: `新增的${zh}会列在这里`,
          removeTitle: `删除${zh}“{name}”？`,
          removeText: "删除后不能恢复，操作日志中留有记录。",
          createdAt: "录入时间",
          ...(day ? { from: `${day.zh}从`, to: `${day.zh}至` } : {}),
        }
      : {
          list: en,
          create: `Add ${name}`,
          edit: `Edit ${name}`,
          search: title.en,
          emptyHint: `What you add appears here: ${name}`,
          removeTitle: `Delete ${name} “{name}”?`,
          removeText: "It can't be brought back; the log keeps what it was.",
          createdAt: "Added",
          ...(day ? { from: `${day.en} from`, to: `${day.en} to` } : {}),
        };
  const lines = Object.entries(words).map(([key, text]) => `${key}: ${JSON.stringify(text)},`);
  const labels = plan.fields.map((field) => `${field.name}: ${JSON.stringify(field[language])},`);
  const head =
    language === "en" ? `import type { Same } from "../../i18n/keys";\nimport type { ${camel} as zh } from "../zh/${camel}";\n\n` : "";
  return `${head}/** Words of ${camel}. */
export const ${camel} = {
  ${lines.join("\n")}
  field: { ${labels.join(" ")} },
} as const${language === "en" ? " satisfies Same<typeof zh>" : ""};
`;
}
