/** Adds one of a declared resource, or changes one: fields in their groups, rules from the contract. */
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { Call } from "../../contract/call";
import { callsByName } from "../../contract/resource/calls";
import type { Resource } from "../../contract/resource/define";
import { type Field as Spec, type Fields, isEdited } from "../../contract/resource/fields";
import { useT } from "../i18n/useT";
import { Field, FieldGroup } from "../ui/form/Field";
import { EditPage, FormPage, type Values } from "../ui/form/FormPage";
import { FieldControl } from "./FieldControl";
import type { AnyRow, PageProps, Parts } from "./parts";
import "./resource.css";

/** What a form's fields begin with. */
export function firstValue({ kind, options, choices }: Spec): unknown {
  if (options.initial !== undefined) return options.initial;
  if (kind === "choice") return options.required ? Object.keys(choices ?? {})[0] : null;
  if (kind === "bool") return false;
  if (kind === "words" || kind === "pictures" || kind === "region") return [];
  return ["text", "phone", "money", "richText"].includes(kind) ? "" : null;
}
/** What the address says of a field: a record, a day, a time. */
const givenValue = ({ kind }: Spec, text: string | null): unknown => (kind === "minute" || kind === "number" ? Number(text) : text);
/** The value of a field as the call takes it. */
export function sentValue({ kind, options }: Spec, value: unknown): unknown {
  if (kind === "text" || kind === "phone") return typeof value === "string" ? value.trim() : "";
  if (kind === "money") {
    const text = typeof value === "string" ? value.trim() : "";
    return text === "" && !options.required ? null : text;
  }
  return value === undefined || value === "" ? (kind === "richText" ? "" : null) : value;
}
export const edited = (fields: Fields): (readonly [string, Spec])[] => Object.entries<Spec>(fields).filter(([, field]) => isEdited(field));
export const sent = (fields: Fields, values: Values): Record<string, unknown> =>
  Object.fromEntries(edited(fields).map(([name, field]) => [name, sentValue(field, values[name])]));

export function ResourceForm(props: PageProps) {
  const { id } = useParams();
  return id === undefined ? <Add {...props} /> : <Edit {...props} id={id} key={id} />;
}

/** A call that the form makes. */
function callFor(resource: Resource, name: "create" | "modify"): Call {
  const call = callsByName(resource)[name];
  if (!call) throw new TypeError(`${resource.name} has no call ${name} for its form`);
  return call;
}
const keepsDraft = ({ fields }: Resource): boolean => !Object.values<Spec>(fields).some(({ options }) => options.secret);

function Add({ resource, parts, paths }: PageProps) {
  const t = useT();
  const navigate = useNavigate();
  // A new record of another one: the address names it.
  const [given] = useSearchParams();
  const { fields } = resource;
  return (
    <FormPage
      resource={resource.name}
      name={resource.name}
      title={t({ zh: "新增{one}", en: "Add {one}" }, { one: t(resource.one) })}
      call={callFor(resource, "create")}
      initial={Object.fromEntries(
        edited(fields).map(([name, field]) => [name, given.has(name) ? givenValue(field, given.get(name)) : firstValue(field)]),
      )}
      toInput={(values) => sent(fields, values)}
      repeats
      keepsDraft={keepsDraft(resource)}
      onSaved={(_, again) => {
        if (!again) void navigate(paths.list);
      }}
    >
      <Groups resource={resource} parts={parts} row={Object.fromEntries(given)} isNew />
    </FormPage>
  );
}

function Edit({ resource, parts, paths, id }: PageProps & { id: string }) {
  const t = useT();
  const navigate = useNavigate();
  const { fields } = resource;
  return (
    <EditPage
      resource={resource.name}
      id={id}
      name={`${resource.name}-${id}`}
      title={() => t({ zh: "修改{one}", en: "Edit {one}" }, { one: t(resource.one) })}
      subject={(row) => String(row[resource.title])}
      call={callFor(resource, "modify")}
      initial={(row: AnyRow) => Object.fromEntries(edited(fields).map(([name]) => [name, row[name]]))}
      toInput={(values) => ({ ...sent(fields, values), id })}
      keepsDraft={keepsDraft(resource)}
      onSaved={() => void navigate(`${paths.list}/${id}`)}
    >
      {(_, row) => <Groups resource={resource} parts={parts} row={row} isNew={false} />}
    </EditPage>
  );
}

function Groups({
  resource,
  parts,
  row,
  isNew,
}: {
  resource: Resource;
  parts: Parts;
  /** Names of the records that its references have. */
  row: Readonly<Record<string, unknown>>;
  isNew: boolean;
}) {
  const t = useT();
  const all = edited(resource.fields).filter(([, field]) => !(!isNew && field.options.once));
  const grouped = (resource.groups ?? []).map(({ title, fields }) => ({
    title: t(title),
    of: fields.flatMap((name) => all.filter(([each]) => each === name)),
  }));
  const placed = new Set(grouped.flatMap(({ of }) => of.map(([name]) => name)));
  const rest = {
    title: grouped.length > 0 ? t({ zh: "其他", en: "More" }) : t(resource.one),
    of: all.filter(([name]) => !placed.has(name)),
  };
  return [...grouped, rest].map(
    ({ title, of }) =>
      of.length > 0 && (
        <FieldGroup key={title} title={title}>
          <FormFields of={of} parts={parts} options={callsByName(resource)["options"]} row={row} />
        </FieldGroup>
      ),
  );
}

/** Fields in two columns; long ones across both. */
export function FormFields({
  of,
  parts,
  options,
  row,
}: {
  of: readonly (readonly [string, Spec])[];
  parts: Parts;
  options: Call | undefined;
  row?: Readonly<Record<string, unknown>> | undefined;
}) {
  const t = useT();
  return (
    <div className="form-two">
      {of.map(([name, field]) => {
        const Own = parts.controls?.[name];
        const wide = field.options.long || ["richText", "pictures", "picture", "region"].includes(field.kind);
        const named = row?.[`${name}Name`];
        return (
          <div key={name} className={wide ? "form-wide" : undefined}>
            <Field
              name={name}
              label={t(field.label)}
              required={field.options.required ?? false}
              {...(field.options.hint && field.kind !== "bool" ? { hint: t(field.options.hint) } : {})}
            >
              {Own ? (
                <Own />
              ) : (
                <FieldControl name={name} field={field} options={options} named={typeof named === "string" ? named : undefined} />
              )}
            </Field>
          </div>
        );
      })}
    </div>
  );
}
