import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * A `<dialog>` over the page as long as its component lives. It is closed while it is still in the document: only then does the browser
 * give the focus back to where it came from.
 * @param first selector of what takes the focus; else the browser's choice, the first that can
 */
export function useModal(first?: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    if (first !== undefined) element?.querySelector<HTMLElement>(first)?.focus();
    return () => element?.close();
  }, [first]);
  return dialog;
}
