import { useEffect, useRef, type ReactNode } from "react";
import { readReason } from "../../../contract/core/typed/reason";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import { Button, type ButtonKind } from "../Button";
import { Failure } from "../Failure";
import type { IconName } from "../icons";

/**
 * A form in the panel: what it is about scrolls, its buttons are at its foot. A refusal is shown above the foot and nothing typed is lost.
 * @param total an amount that stays in sight over the actions
 */
export function PanelForm({
  act,
  icon,
  kind = "primary",
  pending,
  waits = false,
  ready,
  lacks,
  error,
  total,
  back,
  focusAct = false,
  onAct,
  onBack,
  children,
}: {
  act: string;
  icon?: IconName;
  kind?: ButtonKind;
  pending: boolean;
  /**
   * True while the data that the act depends on (a price, a refund preview) is loading: the button retains the focus and shows that it
   * waits, instead of being disabled. A press meanwhile counts once everything shown proves unchanged; it is discarded if anything differs,
   * or is typed.
   */
  waits?: boolean;
  ready: boolean;
  /** Reason why it is not ready, where one field causes it. */
  lacks?: string | undefined;
  error: Error | undefined;
  total?: ReactNode;
  back: string;
  /** The suggestion is mostly right: Enter takes it. */
  focusAct?: boolean;
  onAct: () => Promise<void>;
  onBack: () => void;
  children: ReactNode;
}) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const focused = useRef(false);
  const pressed = useRef<string>(undefined);
  useEffect(() => {
    if (waits || pressed.current === undefined) return;
    const stands = pressed.current === form.current?.textContent;
    pressed.current = undefined;
    if (stands && ready && !pending) void onAct();
  });
  // Once, when it can first be pressed, and not from somebody who types: what was just typed may be what made it ready.
  useEffect(() => {
    if (!focusAct || !ready || focused.current) return;
    focused.current = true;
    const at = document.activeElement;
    if (at?.matches("input, textarea, select") && form.current?.contains(at)) return;
    form.current?.querySelector<HTMLElement>("button[type=submit]")?.focus();
  }, [focusAct, ready]);
  return (
    <form
      ref={form}
      className="panel-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready || pending) return;
        if (waits) pressed.current = form.current?.textContent ?? undefined;
        else void onAct();
      }}
      onChange={() => {
        pressed.current = undefined;
      }}
    >
      <div className="bd">
        {children}
        {error && <Failure>{error.message}</Failure>}
      </div>
      <footer className="ft">
        {total}
        <div className="acts acts-2">
          <Button
            kind={kind}
            type="submit"
            {...(icon ? { icon } : {})}
            busy={pending}
            aria-busy={waits || undefined}
            aria-disabled={waits || undefined}
            why={ready || waits || pending ? undefined : (lacks ?? t("ui.panelForm.somethingAboveStillMissing"))}
          >
            {act}
          </Button>
          <Button onClick={onBack}>{back}</Button>
        </div>
      </footer>
    </form>
  );
}

/** The total over the actions of a form. @param amount in words, without ¥ */
export function FormTotal({ title, amount, waits = false }: { title: ReactNode; amount: string; waits?: boolean }) {
  return (
    <div className="tot">
      <span>{title}</span>
      <b className={waits ? "stale" : undefined}>
        <small>¥</small>
        {amount}
      </b>
    </div>
  );
}

/** The reason that a change of money or occupancy needs, kept in the log. */
export function ReasonField({
  title,
  value,
  hint,
  onValue,
}: {
  title: string;
  value: string;
  hint?: string;
  onValue: (value: string) => void;
}) {
  const t = useT();
  return (
    <label>
      <span className="sec-t">{title}</span>
      <span className="input">
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form appears because it was asked for
          autoFocus
          onFocus={(event) => event.target.select()}
          value={value}
          maxLength={200}
          placeholder={hint ?? t("ui.reasonExample")}
          onChange={(event) => onValue(event.target.value)}
        />
      </span>
    </label>
  );
}

/** True for a reason that can be sent. */
export const reasonOk = (reason: string): boolean => readReason(reason).problem === undefined;

/** Returns why a reason can't be sent; undefined where it can. */
export function reasonProblem(reason: string, t: T): string | undefined {
  const { problem } = readReason(reason);
  return problem && t(problem);
}
