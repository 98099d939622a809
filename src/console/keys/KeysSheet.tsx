import { useEffect } from "react";
import { isTyping } from "../desk/field";
import { lazyPart } from "../ui/lazy-part";
import { closeKeys, openKeys, useKeysOpen } from "./shortcuts";
import { isOfInputMethod } from "./ime";

const KeysList = lazyPart(async () => (await import("./KeysList")).KeysList);

/** All keys of the screen on show; `?` opens it. */
export function KeysSheet() {
  const open = useKeysOpen();
  useEffect(() => {
    const ask = (event: KeyboardEvent): void => {
      if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || isOfInputMethod(event) || isTyping()) return;
      event.preventDefault();
      openKeys();
    };
    document.addEventListener("keydown", ask);
    return () => document.removeEventListener("keydown", ask);
  }, []);
  return open ? <KeysList onClose={closeKeys} /> : null;
}
