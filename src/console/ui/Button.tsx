import { type ButtonHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import { Icon } from "./Icon";
import type { IconName } from "./icons";

/** Appearance of a button. One `primary` on a screen; `danger` is never beside it. */
export type ButtonKind = "plain" | "primary" | "quiet" | "danger";

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className" | "disabled"> {
  kind?: ButtonKind;
  /** 32, 40 or 56 px high (44 at least on touch). */
  size?: "m" | "lg" | "xl";
  icon?: IconName;
  /** Something is in progress: label and focus stay, clicks are refused, screen readers hear so, a bar runs. */
  busy?: boolean;
  /** There is nothing for it to do now: the focus stays, clicks are refused, screen readers hear so. For what its own press may use up. */
  spent?: boolean;
  /** Reason for which it can't be pressed now: disables it, and is shown beside it and in its tooltip. */
  why?: string | undefined;
  /** The screen shows the reason already, or has no room for it: only the tooltip gives it, which screen readers read. */
  whyInTooltip?: boolean;
  /** As wide as its place. */
  block?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

/**
 * A button in plain markup. Without `children` it is square and needs an `aria-label`. It can't be disabled without a reason: `why`, `busy`
 * or `spent`.
 */
export function Button({
  kind = "plain",
  size = "m",
  icon,
  busy = false,
  spent = false,
  why,
  whyInTooltip = false,
  block = false,
  type = "button",
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const id = useId();
  const look = [
    "btn",
    kind === "plain" ? "" : `btn-${kind}`,
    size === "m" ? "" : `btn-${size}`,
    block ? "btn-block" : "",
    children ? "" : "btn-icon",
  ];
  // The reason comes and goes before the button, which stays the same element: it keeps the focus and a press that is under way.
  return (
    <>
      {why === undefined || whyInTooltip ? null : (
        <small className="btn-why" id={id} aria-live="polite">
          {why}
        </small>
      )}
      {/* oxlint-disable-next-line react/button-has-type -- the type has a default above */}
      <button
        {...rest}
        {...(why === undefined ? {} : { disabled: true, title: why, ...(whyInTooltip ? {} : { "aria-describedby": id }) })}
        type={type}
        className={look.filter(Boolean).join(" ")}
        aria-busy={busy || rest["aria-busy"]}
        aria-disabled={busy || spent || rest["aria-disabled"]}
        onClick={busy || spent ? (event) => event.preventDefault() : onClick}
      >
        {icon && <Icon name={icon} />}
        {children}
      </button>
    </>
  );
}
