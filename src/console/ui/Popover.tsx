import { useEffect, useId, useRef, useState, type ReactNode } from "react";

/**
 * A button that opens a small panel beside it. Esc, a click outside and leaving by Tab close it; Esc gives the focus back.
 * @param button what the button shows
 * @param label the button's name where it shows no words, or more than it shows
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
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open]);
  const close = (): void => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div
      ref={root}
      className="popover"
      onKeyDown={(event) => {
        if (event.key === "Escape" && open) {
          event.stopPropagation();
          close();
        }
      }}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={opener}
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
        <div id={id} className={`popup popup-${align}`}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
