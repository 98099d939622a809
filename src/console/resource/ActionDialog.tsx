/** Asks for what an action needs, or whether it is meant, and does it. A refusal is shown in the dialog; nothing typed is lost. */
import { Form as AntForm } from "antd";
import { type ComponentType, useState } from "react";
import type { Call } from "../../contract/call";
import type { Action } from "../../contract/resource/define";
import { explain, labelsIn } from "../../contract/explain";
import { ApiError } from "../api/error";
import { useCall } from "../api/useCall";
import { useLanguage, useT } from "../i18n/useT";
import { Modal } from "../pay/Modal";
import { AntdScope } from "../ui/AntdScope";
import { Ask } from "../ui/Ask";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
import { FormRules, type RuleOf } from "../ui/form/rules";
import { notify } from "../ui/notices";
import type { AnyRow, Parts, WorkingProps } from "./parts";
import { edited, firstValue, FormFields, sent } from "./ResourceForm";
import "../theme/form.css";

interface Props {
  readonly action: Action;
  readonly call: Call;
  readonly options: Call | undefined;
  readonly working: ComponentType<WorkingProps> | undefined;
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

/** Does an action and says that it was done. */
function useAct({ call, action, name, onDone }: Pick<Props, "call" | "action" | "name" | "onDone">) {
  const t = useT();
  const { run, pending } = useCall(call);
  const [failure, setFailure] = useState<Error>();
  const act = (input: object): void => {
    setFailure(undefined);
    run(input as never)
      .then(() => {
        notify.success(t({ zh: "{action}成功：{name}", en: "{action}: {name}, done" }, { action: t(action.label), name }));
        onDone();
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error : new Error(String(error))));
  };
  return { act, pending, failure };
}

function Question(props: Props) {
  const t = useT();
  const { action, row, name, onClose } = props;
  const { act, failure } = useAct(props);
  return (
    <Ask
      title={t({ zh: "{action}“{name}”？", en: "{action} “{name}”?" }, { action: t(action.label), name })}
      onClose={onClose}
      answers={[
        { title: t("common.cancel"), act: onClose },
        { title: t(action.label), act: () => act({ id: row.id }), kind: action.danger ? "danger" : "primary" },
      ]}
    >
      {failure ? (
        <span className="bad" role="alert">
          {failure.message}
        </span>
      ) : (
        action.confirm && t(action.confirm)
      )}
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
  const { action, call, parts, options, row, onClose } = props;
  const [form] = AntForm.useForm<Record<string, unknown>>();
  const { act, pending, failure } = useAct(props);
  const fields = action.fields ?? {};
  const Working = props.working;
  const values = (AntForm.useWatch([], form) as Readonly<Record<string, unknown>> | undefined) ?? {};
  const input = (): object => ({ ...sent(fields, form.getFieldsValue(true)), id: row.id });
  const ruleOf: RuleOf = (field) => ({
    validator: async () => {
      const parsed = call.input.safeParse(input());
      const problem = parsed.success ? undefined : explain(parsed.error, language, labelsIn(call, language))[field];
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
      initialValues={Object.fromEntries(edited(fields).map(([name, field]) => [name, row[name] ?? firstValue(field)]))}
      onFinish={() => act(input())}
    >
      {action.confirm && <p className="sec">{t(action.confirm)}</p>}
      {Working && <Working row={row} values={values} onValue={(field, value) => form.setFieldValue(field, value)} />}
      <FormRules value={ruleOf}>
        <FormFields of={edited(fields)} parts={parts} options={options} />
      </FormRules>
      {failure && <Failure>{Object.values(errors).join("; ") || failure.message}</Failure>}
      <div className="form-foot">
        <Button kind={action.danger ? "danger" : "primary"} type="submit" disabled={pending}>
          {t(action.label)}
        </Button>
        <Button onClick={onClose}>{t("common.cancel")}</Button>
      </div>
    </AntForm>
  );
}
