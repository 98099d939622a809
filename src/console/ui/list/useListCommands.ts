import { useRegisterActions } from "@refinedev/kbar";
import { useRef } from "react";
import { useT } from "../../i18n/useT";

/** What can be done with the list on show, by its words in the palette. @param onExport left out where the person may not */
export function useListCommands(onExport: (() => void) | undefined): void {
  const t = useT();
  const latest = useRef(onExport);
  latest.current = onExport;
  const exports = onExport !== undefined;
  useRegisterActions(
    [
      ...(exports ? [{ id: "export", icon: "export", name: t("list.export"), perform: () => latest.current?.() }] : []),
      { id: "print", icon: "print", name: t("list.print"), perform: () => window.print() },
    ],
    [t, exports],
  );
}
