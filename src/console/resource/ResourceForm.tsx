/** Adds one of a declared resource, or changes one: fields in their groups, rules from the contract. */
import { Form as AntForm } from "antd";
import { type ReactNode, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router";
import type { Call } from "../../contract/core/call";
import { callsByName } from "../../contract/core/resource/calls";
import type { Resource } from "../../contract/core/resource/define";
import { type Field as Spec, type Fields, isEdited, nameKey } from "../../contract/core/resource/fields";
import { initialValue } from "../../contract/core/resource/initial";
import { useT } from "../i18n/use-t";
import { Field, FieldGroup } from "../ui/form/Field";
import { EditPage, FormPage, type Values } from "../ui/form/FormPage";
import { useToday } from "../ui/today";
import { FieldControl } from "./FieldControl";
import type { AnyRow, PageProps, Parts, QuestionProps } from "./parts";
import "./resource.css";

/** Returns the initial value of a form's field. @param today the venue's day */
export function firstValue(field: Spec, today: string): unknown {
  const { kind, options, choices } = field;
  const initial = initialValue(field, today);
  if (initial !== undefined) return initial;
  if (kind === "choice") return options.required ? Object.keys(choices ?? {})[0] : null;
  if (kind === "bool") return false;
  if (["words", "pictures", "region", "shaped"].includes(kind)) return [];
  return ["text", "phone", "money", "richText"].includes(kind) ? "" : null;
}
/** Returns the value that the address contains for a field: a record, a day, a time. */
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
/** True if a form shows a field with these values in it. */
const isShown = ({ options }: Spec, values: Values): boolean =>
  Object.entries(options.when ?? {}).every(([other, some]) => some.includes(String(values[other])));
export const sent = (fields: Fields, values: Values): Record<string, unknown> =>
  Object.fromEntries(edited(fields).map(([name, field]) => [name, sentValue(field, isShown(field, values) ? values[name] : null)]));
/** Asks a form's question, where it has one, before it is saved. */
function useQuestion(Question: Parts["question"]) {
  const [question, setQuestion] = useState<QuestionProps>();
  const ask = (input: object): Promise<object | undefined> =>
    Question === undefined
      ? Promise.resolve(input)
      : new Promise((answer, refuse) => {
          const end =
            <V,>(then: (value: V) => void) =>
            (value: V): void => {
              setQuestion(undefined);
              then(value);
            };
          setQuestion({ input, onAnswer: end(answer), onRefusal: end(refuse) });
        });
  return { ask, dialog: Question && question && <Question {...question} /> };
}

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
  const today = useToday();
  const { ask, dialog } = useQuestion(parts.question);
  const { fields } = resource;
  return (
    <FormPage
      resource={resource.name}
      name={resource.name}
      title={t("resource.add", { one: t(resource.one) })}
      call={callFor(resource, "create")}
      initial={Object.fromEntries(
        edited(fields).map(([name, field]) => [name, given.has(name) ? givenValue(field, given.get(name)) : firstValue(field, today)]),
      )}
      toInput={(values) => sent(fields, values)}
      confirm={(input) => ask(Object(input))}
      repeats
      keepsDraft={keepsDraft(resource)}
      onSaved={(_, again) => {
        if (!again) void navigate(paths.list);
      }}
    >
      <Groups resource={resource} parts={parts} row={Object.fromEntries(given)} isNew />
      {parts.form && <parts.form />}
      {dialog}
    </FormPage>
  );
}

function Edit({ resource, parts, paths, id }: PageProps & { id: string }) {
  const t = useT();
  const navigate = useNavigate();
  const { fields } = resource;
  const { ask, dialog } = useQuestion(parts.question);
  return (
    <EditPage
      resource={resource.name}
      id={id}
      name={`${resource.name}-${id}`}
      title={() => t("resource.resourceForm.edit", { one: t(resource.one) })}
      subject={(row) => String(row[resource.title])}
      call={callFor(resource, "modify")}
      initial={(row: AnyRow) => Object.fromEntries(edited(fields).map(([name]) => [name, row[name]]))}
      toInput={(values) => ({ ...sent(fields, values), id })}
      confirm={(input) => ask(Object(input))}
      keepsDraft={keepsDraft(resource)}
      onSaved={() => void navigate(`${paths.list}/${id}`)}
    >
      {(_, row) => (
        <>
          <Groups resource={resource} parts={parts} row={row} isNew={false} />
          {parts.form && <parts.form row={row} />}
          {dialog}
        </>
      )}
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
  const others = all.filter(([name]) => !placed.has(name));
  // The name of a record is the first input.
  const named = grouped.length === 0 || others.some(([name]) => name === resource.title);
  const rest = { title: named ? t(resource.one) : t("resource.resourceForm.more"), of: others };
  return (named ? [rest, ...grouped] : [...grouped, rest]).map(
    ({ title, of }) =>
      of.length > 0 && (
        <FieldGroup key={title} title={title}>
          <FormFields resource={resource.name} of={of} parts={parts} row={row} />
        </FieldGroup>
      ),
  );
}

/** Fields in two columns; long ones across both. */
export function FormFields({
  resource,
  of,
  parts,
  row,
}: {
  /** Refine's resource. */
  resource: string;
  of: readonly (readonly [string, Spec])[];
  parts: Parts;
  row?: Readonly<Record<string, unknown>> | undefined;
}) {
  return (
    <div className="form-two">
      {of.map(([name, field]) => {
        const item = <FormField key={name} resource={resource} name={name} field={field} parts={parts} row={row} />;
        return field.options.when ? (
          <While key={name} field={field}>
            {item}
          </While>
        ) : (
          item
        );
      })}
    </div>
  );
}

/** A field that is there only while others have certain values. */
function While({ field, children }: { field: Spec; children: ReactNode }) {
  const values: Values = AntForm.useWatch((all: Values) => all, { form: AntForm.useFormInstance(), preserve: true }) ?? {};
  return isShown(field, values) && children;
}

function FormField({
  resource,
  name,
  field,
  parts,
  row,
}: {
  resource: string;
  name: string;
  field: Spec;
  parts: Parts;
  row?: Readonly<Record<string, unknown>> | undefined;
}) {
  const t = useT();
  const Own = parts.controls?.[name];
  if (Own === null) return <AntForm.Item name={name} noStyle hidden />;
  const wide = field.options.long || ["richText", "pictures", "picture", "region", "shaped"].includes(field.kind);
  const named = row?.[nameKey(name)];
  return (
    <div className={wide ? "form-wide" : undefined}>
      <Field
        name={name}
        label={t(field.label)}
        required={field.options.required ?? false}
        {...(field.options.hint && field.kind !== "bool" ? { hint: t(field.options.hint) } : {})}
      >
        {Own ? (
          <Own />
        ) : (
          <FieldControl resource={resource} name={name} field={field} named={typeof named === "string" ? named : undefined} />
        )}
      </Field>
    </div>
  );
}
