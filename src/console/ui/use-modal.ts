import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * A `<dialog>` over the page as long as its component lives. It is closed while it is still in the document: only then does the browser
 * give the focus back to where it came from.
 * @param first selector of what takes the focus; else the browser's choice, the first that can
 */
export function useModal(first?: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    if (first !== undefined) shown?.querySelector<HTMLElement>(first)?.focus();
    return () => shown?.close();
  }, [first]);
  return dialog;
}
