/** Asks for what an action needs, or whether it is meant, and does it. A refusal is shown in the dialog; nothing typed is lost. */
import { useDelete, useUpdate } from "@refinedev/core";
import { Form as AntForm } from "antd";
import { type ComponentType, useState } from "react";
import type { Call } from "../../contract/core/call";
import type { Action } from "../../contract/core/resource/define";
import { explain, labelsIn } from "../../contract/core/explain";
import { ApiError } from "../api/error";
import { useLanguage, useT } from "../i18n/useT";
import { Modal } from "../desk/Modal";
import { useNoPayCode } from "../desk/useNoPayCode";
import { AntdScope } from "../ui/AntdScope";
import { Ask } from "../ui/Ask";
import { AskDelete } from "../ui/AskDelete";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
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
  /** What the call is sent of the action itself. */
  readonly named: { readonly action?: string };
  /** The record is gone afterwards. */
  readonly removes: boolean;
  readonly options: Call | undefined;
  readonly preview: ComponentType<PreviewProps> | undefined;
  readonly parts: Parts;
  readonly row: AnyRow;
  /** What the record is called. */
  readonly name: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function ActionDialog(props: Props) {
  return edited(props.action.fields ?? {}).length > 0 ? <Asking {...props} /> : <Question {...props} />;
}

/** Does an action by Refine's mutations and says that it was done. */
function useAct({ resource, call, named, removes, action, row, name, onDone }: Props) {
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
      successNotification: () => ({
        type: "success" as const,
        message: t({ zh: "{action}成功：{name}", en: "{action}: {name}, success" }, { action: t(action.label), name }),
      }),
      errorNotification: false as const,
    };
    (removes ? remove.mutateAsync(common) : update.mutateAsync({ ...common, values: { ...values, ...named } }))
      .then(onDone)
      .catch((error: unknown) => setFailure(error instanceof Error ? error : new Error(String(error))));
  };
  return { act, pending: update.mutation.isPending || remove.mutation.isPending, failure };
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
      title={t({ zh: "{action}“{name}”？", en: "{action} “{name}”?" }, { action: t(action.label), name })}
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

function Asking(props: Props) {
  const t = useT();
  const { action, name, onClose } = props;
  return (
    <Modal title={`${t(action.label)} · ${name}`} width={520} onClose={onClose}>
      <AntdScope>
        <AskingForm {...props} />
      </AntdScope>
    </Modal>
  );
}

function AskingForm(props: Props) {
  const t = useT();
  const language = useLanguage();
  const today = useToday();
  const { action, call, named, parts, options, row, onClose } = props;
  const [form] = AntForm.useForm<Record<string, unknown>>();
  const { act, pending, failure } = useAct(props);
  const fields = action.fields ?? {};
  useNoPayCode("method" in fields);
  const Preview = props.preview;
  const values = (AntForm.useWatch([], form) as Readonly<Record<string, unknown>> | undefined) ?? {};
  const input = (): object => ({ ...sent(fields, form.getFieldsValue(true)), id: row.id });
  const ruleOf: RuleOf = (field) => ({
    validator: async () => {
      const parsed = call.input.safeParse({ ...input(), ...named });
      const problem = parsed.success ? undefined : explain(parsed.error, language, labelsIn(call, language), call.choices)[field];
      if (problem !== undefined) throw new Error(problem);
    },
  });
  const errors = failure instanceof ApiError ? failure.errors : {};
  return (
    <AntForm
      form={form}
      name={`action-${call.path.split("/").at(-1) ?? ""}`}
      className="action-form"
      layout="vertical"
      initialValues={Object.fromEntries(
        edited(fields).map(([name, field]) => [name, (field.options.fresh ? null : row[name]) ?? firstValue(field, today)]),
      )}
      onFinish={() => act(input())}
    >
      {action.confirm && <p className="sec">{t(action.confirm)}</p>}
      {Preview && <Preview row={row} values={values} onValue={(field, value) => form.setFieldValue(field, value)} />}
      <FormRules value={ruleOf}>
        <FormFields of={edited(fields)} parts={parts} options={options} />
      </FormRules>
      {failure && <Failure>{Object.values(errors).join("; ") || failure.message}</Failure>}
      <div className="form-foot">
        <Button kind={action.danger ? "danger" : "primary"} type="submit" busy={pending}>
          {t(action.label)}
        </Button>
        <Button onClick={onClose}>{t("common.cancel")}</Button>
      </div>
    </AntForm>
  );
}
