import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * Shows a `<dialog>` over the page for as long as it is drawn. It is shut while it still stands in the page: only then does the browser give
 * the focus back to where it was.
 */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
    return () => shown?.close();
  }, []);
  return dialog;
}
