import { useId, type ReactNode } from "react";
import { Button } from "./Button";
import { useModal } from "./use-modal";

/** A way to answer. The first `primary` one has the focus. */
interface Answer {
  readonly title: string;
  readonly act: () => void;
  readonly kind?: "plain" | "primary" | "danger";
  /** Reason for which it can't be given now. */
  readonly why?: string | undefined;
}

/**
 * A question over the page, in a plain `<dialog>`: the rest can't be used until it is answered.
 * @param onClose Esc was pressed; without it, Esc does nothing
 */
export function Ask({
  title,
  children,
  answers,
  onClose,
}: {
  title: string;
  children?: ReactNode;
  answers: readonly Answer[];
  onClose?: () => void;
}) {
  const dialog = useModal();
  const id = useId();
  return (
    <dialog
      ref={dialog}
      className="ask"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={id}>{title}</h2>
      {children && <div className="ask-text">{children}</div>}
      <div className="ask-ways">
        {answers.map(({ title: text, act, kind = "plain", why }) => (
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a modal question moves the focus by nature
          <Button key={text} kind={kind} why={why} onClick={act} autoFocus={kind === "primary"}>
            {text}
          </Button>
        ))}
      </div>
    </dialog>
  );
}
