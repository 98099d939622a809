import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * A `<dialog>` before the page, as long as its component lives, for what must be shown at once: the page behind is covered and the keys
 * are held, but it is not made inert. That has the browser recompute the style of everything on the page, which took two thirds of the
 * time until the palette was shown. Over another dialog, which makes all else inert, it has to be as modal as that one.
 */
export function useFront(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (!shown) return undefined;
    if (document.querySelector("dialog[open]")) shown.showModal();
    else shown.show();
    const hold = ({ relatedTarget }: FocusEvent): void => {
      if (shown.open && relatedTarget instanceof Element && !shown.contains(relatedTarget))
        shown.querySelector<HTMLElement>("input, button, [tabindex]")?.focus();
    };
    shown.addEventListener("focusout", hold);
    return () => {
      shown.removeEventListener("focusout", hold);
      shown.close();
    };
  }, []);
  return dialog;
}
