/** Adds one of a declared resource, or changes one: fields in their groups, rules from the contract. */
import { useInvalidate } from "@refinedev/core";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { Call } from "../../contract/call";
import { callsByName, callsOf } from "../../contract/resource/calls";
import type { Resource } from "../../contract/resource/define";
import { type Field as Spec, type Fields, isEdited } from "../../contract/resource/fields";
import { useRead } from "../api/useRead";
import { useT } from "../i18n/useT";
import { ErrorState } from "../ui/ErrorState";
import { Field, FieldGroup } from "../ui/form/Field";
import { FormPage, type Values } from "../ui/form/FormPage";
import { SkeletonText } from "../ui/Skeleton";
import { useSubject } from "../ui/tab";
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
  return id === undefined ? <Form {...props} /> : <Edit {...props} id={id} key={id} />;
}

function Edit({ id, ...props }: PageProps & { id: string }) {
  const t = useT();
  const read = useRead(callsOf<Resource>(props.resource).view, { id }, { staleTime: 0 });
  const row = read.isFetchedAfterMount ? read.data : undefined;
  useSubject(row && String(row[props.resource.title]));
  if (read.error) return <ErrorState what={read.error.message} onRetry={() => void read.refetch()} retrying={read.isFetching} />;
  return row ? <Form {...props} row={row} /> : <SkeletonText lines={6} label={t("ui.loading")} />;
}

function Form({ resource, parts, paths, row }: PageProps & { row?: AnyRow }) {
  const t = useT();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  // A new record of another one: the address names it.
  const [given] = useSearchParams();
  const calls = callsByName(resource);
  const call = calls[row ? "modify" : "create"];
  if (!call) throw new TypeError(`${resource.name} is not ${row ? "changed" : "added"} by a form`);
  const { fields } = resource;
  const one = t(resource.one);
  return (
    <FormPage
      name={row ? `${resource.name}-${row.id}` : resource.name}
      title={row ? t({ zh: "修改{one}", en: "Edit {one}" }, { one }) : t({ zh: "新增{one}", en: "Add {one}" }, { one })}
      call={call}
      initial={Object.fromEntries(
        edited(fields).map(([name, field]) => [
          name,
          row ? row[name] : given.has(name) ? givenValue(field, given.get(name)) : firstValue(field),
        ]),
      )}
      toInput={(values) => ({ ...sent(fields, values), ...(row ? { id: row.id } : {}) })}
      repeats={!row}
      keepsDraft={!Object.values<Spec>(fields).some(({ options }) => options.secret)}
      onSaved={(saved, again) => {
        void invalidate({ resource: resource.name, invalidates: ["list"] });
        if (again) return;
        const id = row?.id ?? String(Reflect.get(Object(saved), "id"));
        void navigate(row ? `${paths.list}/${id}` : paths.list);
      }}
    >
      <Groups resource={resource} parts={parts} row={row ?? Object.fromEntries(given)} isNew={!row} options={calls["options"]} />
    </FormPage>
  );
}

function Groups({
  resource,
  parts,
  row,
  isNew,
  options,
}: {
  resource: Resource;
  parts: Parts;
  /** Names of the records that its references have. */
  row: Readonly<Record<string, unknown>>;
  isNew: boolean;
  options: Call | undefined;
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
          <FormFields of={of} parts={parts} options={options} row={row} />
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
