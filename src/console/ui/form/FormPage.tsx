import "../../theme/form.css";
import { type BaseRecord, type HttpError, useForm } from "@refinedev/core";
import { Button as AntButton, Form, type FormInstance } from "antd";
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { flushSync } from "react-dom";
import type { Call, Input, Output } from "../../../contract/core/call";
import { explain } from "../../../contract/core/explain";
import { ApiError } from "../../api/error";
import { useRecord } from "../../api/use-record";
import { useLanguage, useT } from "../../i18n/use-t";
import { FORM_KEYS, useShortcuts } from "../../keys/shortcuts";
import { useScreenCommands } from "../../palette/use-screen-commands";
import { AntdScope, FIRST_FAULT } from "../AntdScope";
import { ErrorState } from "../ErrorState";
import { Failure } from "../Failure";
import { SkeletonText } from "../Skeleton";
import { useFinish, useSubject } from "../tab";
import { useUnsaved } from "../use-unsaved";
import { removeDraft, storeDraft, readDraft } from "./draft";
import { FormRules, type RuleOf } from "./rules";
import { isOfInputMethod } from "../../keys/ime";

/** Values of a form as its fields hold them: what the call wants, or close to it. */
export type Values = Record<string, unknown>;

interface Common<C extends Call> {
  /** Refine's resource: its lists are read again after saving. */
  readonly resource: string;
  /** Name of the form: its fields' ids start with it, and a draft is kept under it. */
  readonly name: string;
  readonly title: string;
  readonly call: C;
  /** Makes the call's input of the fields' values; what the contract's schema then says of it is shown at the fields. */
  readonly toInput: (values: Values) => Input<C>;
  /** Asked before the call: the input to send, or undefined where the person thought better of it. Rejects as the call does. */
  readonly confirm?: (input: Input<C>) => Promise<Input<C> | undefined>;
  /** After success. `again`: the person asked for another empty form. */
  readonly onSaved: (output: Output<C>, again: boolean) => void;
  /** Label of the button; in a form that collects money, derived from the input. */
  readonly submit?: string | ((values: Values) => string);
  /** Returns content to show beside the words of a refusal. */
  readonly refusal?: (error: ApiError) => ReactNode;
  /** True if "save and add another" is offered (Ctrl+Enter). */
  readonly repeats?: boolean;
  /** False where a secret is typed: nothing of it is then kept outside the form. */
  readonly keepsDraft?: boolean;
}
interface Props<C extends Call> extends Common<C> {
  /** Id of the edited record; without it, the form adds one. */
  readonly id?: string | undefined;
  /** Initial values of the fields. */
  readonly initial: Values;
  readonly children: ReactNode | ((form: FormInstance<Values>) => ReactNode);
}
interface EditProps<C extends Call, R> extends Omit<Common<C>, "title"> {
  readonly id: string;
  readonly title: (record: R) => string;
  /** Returns the name of the record's tab. */
  readonly subject: (record: R) => string;
  readonly initial: (record: R) => Values;
  /** False while something else that the fields need is read; the record is read meanwhile. */
  readonly ready?: boolean;
  readonly children: (form: FormInstance<Values>, record: R) => ReactNode;
}

/**
 * A form page on Refine's `useForm`: rules from the contract's schema, messages of `contract/core/explain.ts`, a draft that survives reload and errors,
 * Enter saves, Ctrl+Enter saves and adds the next, leaving with changes asks first.
 */
export function FormPage<C extends Call>(props: Props<C>) {
  return (
    <AntdScope>
      <FormBody {...props} />
    </AntdScope>
  );
}

/** A form page of a record that is there: read by its resource's `view`, always as it is saved now. */
export function EditPage<C extends Call, R extends BaseRecord>({
  id,
  title,
  subject,
  initial,
  ready = true,
  children,
  ...props
}: EditProps<C, R>) {
  const t = useT();
  const { data, error, isFetching, refetch } = useRecord<R>(props.resource, id, { fresh: true });
  useSubject(data && subject(data));
  if (error) return <ErrorState what={error.message} onRetry={refetch} retrying={isFetching} />;
  if (!data || !ready) return <SkeletonText lines={8} label={t("ui.loading")} />;
  return (
    <FormPage {...props} id={id} title={title(data)} initial={initial(data)}>
      {(form) => children(form, data)}
    </FormPage>
  );
}

function FormBody<C extends Call>({
  resource,
  id,
  name,
  title,
  call,
  initial,
  toInput,
  confirm = (input) => Promise.resolve(input),
  onSaved,
  submit,
  refusal,
  repeats,
  keepsDraft = true,
  children,
}: Props<C>) {
  const t = useT();
  const language = useLanguage();
  const [form] = Form.useForm<Values>();
  useShortcuts(FORM_KEYS);
  // Core's hook with antd's form, not antd's hook: that one resets the fields in an effect, which a tab that is shown again runs again.
  const { onFinish, mutation } = useForm<BaseRecord, HttpError, Input<C>>({
    resource,
    ...(id === undefined ? { action: "create" } : { action: "edit", id }),
    redirect: false,
    queryOptions: { enabled: false },
    mutationMeta: { call },
    successNotification: () => ({ type: "success", message: t("common.saved") }),
    errorNotification: false,
  });
  const pending = mutation.isPending;
  const draft = useMemo(() => (keepsDraft ? readDraft(name) : undefined), [name, keepsDraft]);
  const [dirty, setDirty] = useState(draft !== undefined);
  const [failure, setFailure] = useState<string>();
  const [refused, setRefused] = useState<ApiError>();
  const box = useRef<HTMLDivElement>(null);
  const settle = useUnsaved(dirty && !pending);
  const finish = useFinish();
  const opened = useRef(false);
  const toFirst = (): void => box.current?.querySelector<HTMLElement>("input:not([type=hidden]):not([disabled]),textarea")?.focus();
  /** Shows the fields as at first. They are drawn anew, and the first of the new ones gets the focus. */
  const restart = (): void => {
    flushSync(() => form.resetFields());
    toFirst();
  };
  useEffect(() => {
    if (opened.current) return; // shown again in its tab: what was typed since is newer, and the tab gives the focus back to where it was
    opened.current = true;
    for (const [field, value] of Object.entries(draft ?? {})) form.setFieldValue(field, value);
    toFirst();
  }, [draft, form]);

  const problems = (labels: Record<string, string> = {}): Record<string, string> => {
    const parsed = call.input.safeParse(toInput(form.getFieldsValue(true)));
    return parsed.success ? {} : explain(parsed.error, language, labels);
  };
  const ruleOf: RuleOf = (field, label) => ({
    validator: async () => {
      const problem = problems({ [field.split(".").at(-1) ?? field]: label })[field];
      if (problem !== undefined) throw new Error(problem);
    },
  });
  const clean = (): void => {
    removeDraft(name);
    settle();
    setDirty(false);
    setFailure(undefined);
  };
  const toFault = (): void => {
    const first = form.getFieldsError().find(({ errors }) => errors.length > 0);
    if (first) form.scrollToField(first.name, FIRST_FAULT);
  };
  const save = async (again: boolean): Promise<void> => {
    setFailure(undefined);
    setRefused(undefined);
    try {
      await form.validateFields();
    } catch {
      toFault();
      return;
    }
    const left = Object.entries(problems());
    if (left.length > 0) {
      setFailure(left.map(([, text]) => text).join("; "));
      return;
    }
    try {
      const input = await confirm(toInput(form.getFieldsValue(true)));
      if (input === undefined) return;
      const saved = await onFinish(input);
      clean();
      if (again) restart();
      else finish();
      onSaved(saved?.data as Output<C>, again);
    } catch (error) {
      const errors = error instanceof ApiError ? error.errors : {};
      if (error instanceof ApiError) setRefused(error);
      form.setFields(Object.entries(errors).map(([field, text]) => ({ name: field.split("."), errors: [text] })));
      toFault();
      setFailure(error instanceof Error ? error.message : String(error));
    }
  };
  const saveNext = repeats ? [{ id: "next", icon: "plus" as const, title: t("list.saveAndNew"), run: () => void save(true) }] : [];
  useScreenCommands(
    pending
      ? []
      : [
          { id: "save", icon: "check", title: typeof submit === "string" ? submit : t("common.save"), run: () => void save(false) },
          ...saveNext,
        ],
  );
  // Before the fields hear of it: an open list of choices would take its Enter, and un-choose what was chosen last.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isOfInputMethod(event)) return;
    event.preventDefault();
    event.stopPropagation();
    void save(repeats ?? false);
  };

  return (
    <div className="pad form-page" ref={box} onKeyDownCapture={onKeyDown}>
      <header className="page-head">
        <h1>{title}</h1>
        {draft !== undefined && dirty && (
          <span className="notice" role="status">
            {t("list.draftBack")}
            <button
              type="button"
              className="link"
              onClick={() => {
                clean();
                restart();
              }}
            >
              {t("list.draftDrop")}
            </button>
          </span>
        )}
      </header>
      <Form<Values>
        form={form}
        name={name}
        layout="vertical"
        requiredMark
        initialValues={initial}
        validateTrigger="onBlur"
        onValuesChange={(_, values) => {
          setDirty(true);
          if (keepsDraft) storeDraft(name, values);
        }}
        onFinish={() => void save(false)}
      >
        <FormRules value={ruleOf}>{typeof children === "function" ? children(form) : children}</FormRules>
        {failure !== undefined && (
          <Failure>
            <b>{t("common.failed")}</b> {failure}
          </Failure>
        )}
        {refused && refusal?.(refused)}
        <div className="form-foot">
          <AntButton type="primary" htmlType="submit" size="large" loading={pending}>
            {pending ? (
              t("list.saving")
            ) : typeof submit === "function" ? (
              <Submit form={form} title={submit} />
            ) : (
              (submit ?? t("common.save"))
            )}
          </AntButton>
          {repeats && (
            <AntButton size="large" disabled={pending} onClick={() => void save(true)}>
              {t("list.saveAndNew")} <kbd aria-hidden>Ctrl ↵</kbd>
            </AntButton>
          )}
        </div>
      </Form>
    </div>
  );
}

/** Renders the button of a form with a label derived from the input. */
function Submit({ form, title }: { form: FormInstance<Values>; title: (values: Values) => string }) {
  const values: Values | undefined = Form.useWatch([], form);
  return title(values ?? {});
}
