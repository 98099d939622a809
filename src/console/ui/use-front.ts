import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * A `<dialog>` before the page, as long as its component lives, for what must be shown at once: the page behind is covered and the keys
 * are held, but it is not made inert. That has the browser recompute the style of everything on the page, which took two thirds of the
 * time until the palette was shown. Over another dialog, which makes all else inert, it has to be as modal as that one.
 */
export function useFront(): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    if (document.querySelector("dialog[open]")) element.showModal();
    else element.show();
    const hold = ({ relatedTarget }: FocusEvent): void => {
      if (element.open && relatedTarget instanceof Element && !element.contains(relatedTarget))
        element.querySelector<HTMLElement>("input, button, [tabindex]")?.focus();
    };
    element.addEventListener("focusout", hold);
    return () => {
      element.removeEventListener("focusout", hold);
      element.close();
    };
  }, []);
  return dialog;
}
