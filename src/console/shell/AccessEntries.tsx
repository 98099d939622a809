import { useId, useState, type ReactNode, type SyntheticEvent } from "react";
import { ApiError } from "../api/error";
import { type CallHandle } from "../api/use-call";
import { useT } from "../i18n/use-t";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";

interface Entry {
  readonly label: string;
  readonly autoComplete: string;
  readonly type?: "password";
  readonly inputMode?: "numeric" | "tel" | "text";
  /** Typed unseen; no browser offers to save it, as it does with a password. */
  readonly isHidden?: true;
}
export const passwordEntry = (label: string): Entry => ({ label, autoComplete: "current-password", type: "password" });
export const codeEntry = (label: string): Entry => ({ label, autoComplete: "one-time-code" });

/** A few texts that a call takes, with what is wrong with each beside it; what was typed stays. */
export function Entries({
  call: { pending, error },
  entries,
  act,
  onSend,
  onCancel,
}: {
  call: Pick<CallHandle<never>, "pending" | "error">;
  entries: Readonly<Record<string, Entry>>;
  act: ReactNode;
  onSend: (typed: Readonly<Record<string, string>>) => Promise<void>;
  onCancel: () => void;
}) {
  const t = useT();
  const id = useId();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [missing, setMissing] = useState<string>();
  const errors = error instanceof ApiError ? error.errors : {};
  const names = Object.keys(entries);
  const send = (event: SyntheticEvent): void => {
    event.preventDefault();
    const empty = names.find((name) => !typed[name]);
    setMissing(empty);
    if (empty !== undefined) return document.getElementById(`${id}-${empty}`)?.focus();
    if (!pending) void onSend(typed).catch(() => undefined); // shown below; what was typed stays
    return undefined;
  };
  return (
    <form onSubmit={send} noValidate>
      {Object.entries(entries).map(([name, { label, isHidden, ...rest }], i) => {
        const fault = missing === name ? t("errors.required", { field: label }) : errors[name];
        return (
          <div key={name}>
            <label className="field-label" htmlFor={`${id}-${name}`}>
              {label}
            </label>
            <span className="input input-lg">
              <input
                {...rest}
                className={isHidden && "access-hidden"}
                id={`${id}-${name}`}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this form
                autoFocus={i === 0}
                required
                maxLength={128}
                value={typed[name] ?? ""}
                aria-invalid={fault !== undefined || undefined}
                aria-describedby={`${id}-${name}-note`}
                onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
              />
            </span>
            <p id={`${id}-${name}-note`} className="field-error" aria-live="polite">
              {fault}
            </p>
          </div>
        );
      })}
      {error && !names.some((name) => errors[name]) && <Failure>{error.message}</Failure>}
      <div className="access-ways">
        <Button onClick={onCancel}>{t("common.cancel")}</Button>
        <Button kind="primary" type="submit" busy={pending}>
          {act}
        </Button>
      </div>
    </form>
  );
}
