import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { isOfInputMethod } from "../keys/ime";

/** Least distance of a panel from the edge of the window, px. */
const EDGE = 8;

/**
 * A button that opens a small panel beside it. Esc, a click outside and leaving by Tab close it; Esc gives the focus back.
 * @param button what the button shows
 * @param label the button's name where it shows no words
 * @param align which edge the panel shares with the button
 * @param children the panel; `close` shuts it after a choice
 */
export function Popover({
  button,
  label,
  align = "start",
  className = "tool",
  children,
}: {
  button: ReactNode;
  label?: string;
  align?: "start" | "end";
  className?: string;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const opener = `${id}-opener`;

  // On a phone a wide panel would reach beyond the edge that it does not share with its button.
  useLayoutEffect(() => {
    if (!open || !panel.current) return;
    const { left, right } = panel.current.getBoundingClientRect();
    const shift = left < EDGE ? EDGE - left : Math.min(0, innerWidth - EDGE - right);
    panel.current.style.translate = shift === 0 ? "" : `${shift}px`;
  }, [open]);
  useEffect(() => {
    if (!open) return undefined;
    const leave = (event: Event): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    const escape = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || isOfInputMethod(event)) return;
      event.preventDefault();
      event.stopPropagation(); // it shuts this and nothing under it
      setOpen(false);
      document.getElementById(opener)?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", escape, { capture: true });
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", escape, { capture: true });
    };
  }, [open, opener]);

  const close = (): void => {
    setOpen(false);
    document.getElementById(opener)?.focus();
  };
  return (
    <div ref={root} className="popover">
      <button
        id={opener}
        type="button"
        className={className}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div ref={panel} id={id} className={`popup popup-${align}`}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
