import { useUpdatePassword } from "@refinedev/core";
import { useEffect, useId, useRef, useState, type Ref, type SyntheticEvent } from "react";
import { PASSWORD_LENGTH } from "../../contract/core/password";
import { ApiError } from "../api/error";
import type { T } from "../i18n/keys";
import { useT } from "../i18n/use-t";
import type { PasswordParams } from "../providers/auth";
import { Modal } from "../desk/Modal";
import { useSession } from "../session/store";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
import { Icon } from "../ui/Icon";
import { notify } from "../ui/notices";
import "./password.css";

const WIDTH = 440;
const NAMES = ["old", "fresh", "again"] as const;
type Name = (typeof NAMES)[number];
type Typed = Readonly<Record<Name, string>>;

/** Returns the fault of each field, in words that explain the correction. */
function faultsOf({ old, fresh, again }: Typed, t: T): Partial<Record<Name, string>> {
  const { min } = PASSWORD_LENGTH;
  const required = (name: Name): string => t("errors.required", { field: t(`shell.password.${name}`) });
  return {
    ...(old === "" ? { old: required("old") } : {}),
    ...(fresh === ""
      ? { fresh: required("fresh") }
      : fresh.length < min
        ? { fresh: t("shell.password.needMore", { min, left: min - fresh.length }) }
        : fresh === old
          ? { fresh: t("shell.password.needOther") }
          : {}),
    ...(again === "" ? { again: required("again") } : again === fresh ? {} : { again: t("shell.password.differs") }),
  };
}

/** A person changes their own password. What is wrong is said when they send it, and from then on while they type. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const { person } = useSession();
  // Without the hook's own messages: a refusal is shown in the dialog, and what was typed stays.
  const {
    mutate,
    data,
    isPending: pending,
    reset,
  } = useUpdatePassword<PasswordParams>({ mutationOptions: { onSuccess: ({ success }) => success && finish() } });
  const { error } = data ?? {};
  const finish = (): void => {
    onClose();
    notify.success(t("shell.password.done"));
  };
  const [typed, setTyped] = useState<Typed>({ old: "", fresh: "", again: "" });
  const [sent, setSent] = useState(false);
  const [isReadable, setReadable] = useState(false);
  const fields = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});
  const { oldPassword, newPassword } = error instanceof ApiError ? error.errors : {};
  const refused = {
    ...(oldPassword === undefined ? {} : { old: oldPassword }),
    ...(newPassword === undefined ? {} : { fresh: newPassword }),
  };
  const atField = Object.keys(refused).length > 0;
  const faults: Partial<Record<Name, string>> = { ...(sent ? faultsOf(typed, t) : {}), ...refused };

  useEffect(() => fields.current.old?.focus(), []);
  // Focus the field that the server rejected, with all of its text selected.
  useEffect(() => {
    const field = oldPassword === undefined ? (newPassword === undefined ? undefined : fields.current.fresh) : fields.current.old;
    field?.focus();
    field?.select();
  }, [oldPassword, newPassword, error]);

  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (pending) return;
    setSent(true);
    const wrong = faultsOf(typed, t);
    const first = NAMES.find((name) => wrong[name] !== undefined);
    if (first !== undefined) return fields.current[first]?.focus();
    mutate({ oldPassword: typed.old, newPassword: typed.fresh });
    return undefined;
  };
  const field = (name: Name, autoComplete: string, hint?: string) => (
    <Secret
      input={(element) => {
        fields.current[name] = element;
      }}
      label={t(`shell.password.${name}`)}
      autoComplete={autoComplete}
      shown={isReadable}
      value={typed[name]}
      hint={hint}
      fault={faults[name]}
      onType={(value) => {
        setTyped({ ...typed, [name]: value });
        if (error && !pending) reset();
      }}
    />
  );
  return (
    <Modal title={t("ui.changePassword")} width={WIDTH} onClose={onClose}>
      <form className="password" onSubmit={send} noValidate>
        {/* Tells password managers whose password this is. */}
        <input hidden readOnly autoComplete="username" value={person?.username ?? ""} />
        {field("old", "current-password")}
        {field("fresh", "new-password", t("shell.password.hint", { min: PASSWORD_LENGTH.min }))}
        {field("again", "new-password")}
        <label className="password-show">
          <input type="checkbox" className="check" checked={isReadable} onChange={(event) => setReadable(event.target.checked)} />
          {t("shell.password.show")}
        </label>
        {error && !atField && <Failure>{error.message}</Failure>}
        <p className="mut">{t("shell.password.others")}</p>
        <div className="password-ways">
          <Button size="lg" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <Button size="lg" kind="primary" type="submit" busy={pending}>
            {t("ui.changePassword")}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Secret({
  input,
  label,
  autoComplete,
  shown,
  value,
  hint,
  fault,
  onType,
}: {
  input: Ref<HTMLInputElement>;
  label: string;
  autoComplete: string;
  shown: boolean;
  value: string;
  hint: string | undefined;
  fault: string | undefined;
  onType: (value: string) => void;
}) {
  const id = useId();
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <span className="input input-lg">
        <input
          ref={input}
          id={id}
          type={shown ? "text" : "password"}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={PASSWORD_LENGTH.max}
          required
          value={value}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => onType(event.target.value)}
        />
      </span>
      <p id={`${id}-note`} className={fault === undefined ? "password-note" : "field-error"} aria-live="polite">
        {fault === undefined ? (
          hint
        ) : (
          <>
            <Icon name="error" size="s" />
            {fault}
          </>
        )}
      </p>
    </div>
  );
}
