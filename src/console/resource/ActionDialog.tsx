/** Asks for what an action needs, or whether it is meant, and does it. A refusal is shown in the dialog; nothing typed is lost. */
import { useModalForm } from "@refinedev/antd";
import { type HttpError, useDelete, useUpdate } from "@refinedev/core";
import { Form as AntForm } from "antd";
import { type ComponentType, useEffect, useRef, useState } from "react";
import type { Call } from "../../contract/core/call";
import type { Action } from "../../contract/core/resource/define";
import { explain, labelsIn } from "../../contract/core/explain";
import type { Fields } from "../../contract/core/resource/fields";
import { ApiError } from "../api/error";
import type { T } from "../i18n/keys";
import { useLanguage, useT } from "../i18n/use-t";
import { Modal } from "../desk/Modal";
import { useNoPayCode } from "../desk/use-no-pay-code";
import { AntdScope } from "../ui/AntdScope";
import { Ask } from "../ui/Ask";
import { AskDelete } from "../ui/AskDelete";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
import type { Values } from "../ui/form/FormPage";
import { FormRules, type RuleOf } from "../ui/form/rules";
import { useToday } from "../ui/today";
import type { AnyRow, Parts, PreviewProps } from "./parts";
import { edited, firstValue, FormFields, sent } from "./ResourceForm";
import "../theme/form.css";

interface Props {
  /** Refine's resource. */
  readonly resource: string;
  readonly action: Action;
  readonly call: Call;
  /** Input of the call that names the action itself. */
  readonly named: { readonly action?: string };
  /** The record is gone afterwards. */
  readonly removes: boolean;
  readonly preview: ComponentType<PreviewProps> | undefined;
  readonly parts: Parts;
  readonly row: AnyRow;
  /** Name of the record. */
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ActionDialog(props: Props) {
  return edited(props.action.fields ?? {}).length > 0 ? <Asking {...props} /> : <Question {...props} />;
}

/** The message of an action that is done. */
function doneMessage({ action, name }: Pick<Props, "action" | "name">, t: T) {
  return () => ({
    type: "success" as const,
    message: t("resource.actionDialog.success", { action: t(action.label), name }),
  });
}

/** Does an action that asks for nothing, by Refine's mutations. */
function useAct(props: Props) {
  const { resource, call, named, removes, row, onDone } = props;
  const t = useT();
  const update = useUpdate();
  const remove = useDelete();
  const [failure, setFailure] = useState<Error>();
  const act = (values: object): void => {
    setFailure(undefined);
    const common = {
      resource,
      id: row.id,
      meta: { call },
      successNotification: doneMessage(props, t),
      errorNotification: false as const,
    };
    (removes ? remove.mutateAsync(common) : update.mutateAsync({ ...common, values: { ...values, ...named } }))
      .then(onDone)
      .catch((error: unknown) => setFailure(error instanceof Error ? error : new Error(String(error))));
  };
  return { act, failure };
}

/** A question has nothing to fill in. */
const NOTHING = {};
const ignore = (): void => undefined;

function Question(props: Props) {
  const t = useT();
  const { action, row, name, removes, preview: Preview, onClose } = props;
  const { act, failure } = useAct(props);
  const refused = failure && (
    <span className="bad" role="alert">
      {failure.message}
    </span>
  );
  if (removes && !action.confirm)
    return (
      <AskDelete name={name} onClose={onClose} onDelete={() => act({ id: row.id })}>
        {refused}
      </AskDelete>
    );
  return (
    <Ask
      title={t("resource.actionDialog.text", { action: t(action.label), name })}
      onClose={onClose}
      answers={[
        { title: t("common.cancel"), act: onClose },
        {
          title: t(action.label),
          act: () => act(action.many ? { ids: [row.id] } : { id: row.id }),
          kind: action.danger ? "danger" : "primary",
        },
      ]}
    >
      {Preview && <Preview row={row} values={NOTHING} onValue={ignore} />}
      {refused ?? (action.confirm && t(action.confirm))}
    </Ask>
  );
}

/** The fields of an action, by `useModalForm`. In our dialog: antd's would lie behind a record that is open in one. */
function Asking(props: Props) {
  return (
    <AntdScope>
      <AskingForm {...props} />
    </AntdScope>
  );
}

function AskingForm(props: Props) {
  const t = useT();
  const language = useLanguage();
  const today = useToday();
  const { resource, action, call, named, removes, parts, row, name, onClose, onDone } = props;
  const fields = action.fields ?? {};
  useNoPayCode("method" in fields);
  const Preview = props.preview;
  const { form, formProps, mutation, open } = useModalForm<AnyRow, HttpError, Values>({
    resource,
    action: "edit",
    id: row.id,
    defaultVisible: true,
    redirect: false,
    queryOptions: { enabled: false },
    mutationMeta: { call },
    // A record that is gone is not read again.
    ...(removes ? { invalidates: ["list", "many"] } : {}),
    successNotification: doneMessage(props, t),
    errorNotification: false,
    onMutationSuccess: onDone,
  });
  const typed = useRef<Parameters<typeof form.setFieldsValue>[0]>(undefined);
  // The hook's own effect empties the fields whenever the page is shown again.
  useEffect(() => {
    if (typed.current) form.setFieldsValue(typed.current);
  }, [form]);
  const values = (AntForm.useWatch([], form) as Readonly<Values> | undefined) ?? {};
  const input = (): Values => ({ ...sent(fields, form.getFieldsValue(true)), id: row.id });
  const ruleOf: RuleOf = (field) => ({
    validator: async () => {
      const parsed = call.input.safeParse({ ...input(), ...named });
      const problem = parsed.success ? undefined : explain(parsed.error, language, labelsIn(call, language), call.choices)[field];
      if (problem !== undefined) throw new Error(problem);
    },
  });
  const suggest = (field: string, value: unknown): void => {
    form.setFieldValue(field, value);
    // A value set by code fires no change of the form's.
    typed.current = form.getFieldsValue(true);
  };
  return (
    <Modal title={`${t(action.label)} · ${name}`} width={520} onClose={onClose}>
      {open && (
        <AntForm<Values>
          {...formProps}
          name={`action-${call.path.split("/").at(-1) ?? ""}`}
          className="action-form"
          layout="vertical"
          initialValues={Object.fromEntries(
            edited(fields).map(([each, field]) => [each, (field.options.fresh ? null : row[each]) ?? firstValue(field, today)]),
          )}
          onValuesChange={() => {
            typed.current = form.getFieldsValue(true);
          }}
          // A refusal is shown below and at its fields.
          onFinish={() => void Promise.resolve(formProps.onFinish?.({ ...input(), ...named })).catch(() => undefined)}
        >
          {action.confirm && <p className="sec">{t(action.confirm)}</p>}
          {Preview && <Preview row={row} values={values} onValue={suggest} />}
          <FormRules value={ruleOf}>
            <FormFields resource={resource} of={edited(fields)} parts={parts} />
          </FormRules>
          {mutation.error && <Refusal error={mutation.error} fields={fields} />}
          <div className="form-foot">
            <Button kind={action.danger ? "danger" : "primary"} type="submit" busy={mutation.isPending}>
              {t(action.label)}
            </Button>
            <Button onClick={onClose}>{t("common.cancel")}</Button>
          </div>
        </AntForm>
      )}
    </Modal>
  );
}

/** A refusal: of fields that the form has each says it itself, all else is shown here. */
function Refusal({ error, fields }: { error: HttpError; fields: Fields }) {
  const problems = Object.entries(error instanceof ApiError ? error.errors : {});
  if (problems.length === 0) return <Failure>{error.message}</Failure>;
  const elsewhere = problems.filter(([field]) => !(field in fields)).map(([, text]) => text);
  return elsewhere.length > 0 && <Failure>{elsewhere.join("; ")}</Failure>;
}
