import { useKBar, VisualState } from "@refinedev/kbar";
import { type ComponentProps, useEffect, useLayoutEffect, useRef } from "react";
import { Palette } from "./Palette";
import { useOpened } from "./opened";

/**
 * The palette while kbar says that it is open; kbar listens to Ctrl+K. Apart from the frame, which is not drawn again for it. Its code is in
 * the first load: fetched on demand, it would lose the first letters of whoever types at once.
 */
export function Finder(props: Omit<ComponentProps<typeof Palette>, "onClose" | "field">) {
  const { query } = useKBar();
  const open = useOpened();
  const chosen = useRef<() => void>(undefined);
  const focused = useRef<Element>(null);
  useEffect(() => () => query.setVisualState(VisualState.hidden), [query]);
  useLayoutEffect(() => {
    focused.current = document.activeElement;
  }, [open]);
  useEffect(() => {
    if (open) return;
    // Kbar takes the focus from a field in which it was before: that field gets it back, and only then what was chosen is done.
    if (focused.current instanceof HTMLElement && focused.current !== document.activeElement) focused.current.focus();
    chosen.current?.();
    chosen.current = undefined;
  }, [open]);
  if (!open) return null;
  return (
    <Palette
      {...props}
      field={query.inputRefSetter}
      onClose={(then) => {
        chosen.current = then;
        query.setVisualState(VisualState.hidden);
      }}
    />
  );
}
