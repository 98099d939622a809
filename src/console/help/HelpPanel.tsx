import { useEffect } from "react";
import { lazyPart } from "../ui/lazy-part";
import type { HelpPageProps } from "./HelpPage";
import { closeHelp, openHelp, useHelpOpen } from "./store";

const HelpPage = lazyPart(async () => (await import("./HelpPage")).HelpPage);

/** The help of the screen on show, beside it, so that it can be followed step by step. F1 opens and shuts it, Esc shuts it. */
export function HelpPanel({ screen, title }: Omit<HelpPageProps, "onClose">) {
  const open = useHelpOpen();
  useEffect(() => {
    const ask = (event: KeyboardEvent): void => {
      if (event.key !== "F1") return;
      event.preventDefault();
      if (open) closeHelp();
      else openHelp();
    };
    document.addEventListener("keydown", ask);
    return () => document.removeEventListener("keydown", ask);
  }, [open]);
  return open ? <HelpPage screen={screen} title={title} onClose={closeHelp} /> : null;
}
