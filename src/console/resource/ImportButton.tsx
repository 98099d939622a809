import { type ReactNode, useState } from "react";
import type { Code } from "../../contract/core/permissions";
import { useT } from "../i18n/use-t";
import { can } from "../providers/access-control";
import { CommandButton } from "../ui/CommandButton";

const IMPORT = "resource.importButton.import";

interface Props {
  /** Code of those who may import; none: the list accepts no file. */
  readonly code: Code | undefined;
  /** The dialog. A list that is not declared brings what it needs to know only now: the first load is lighter by it. */
  readonly children: (onClose: () => void) => ReactNode;
}

/** Opens the import of a list, for who may. */
export function ImportButton({ code, children }: Props) {
  const t = useT();
  const [open, setOpen] = useState(false);
  if (code === undefined || !can(code)) return null;
  return (
    <>
      <CommandButton kind="quiet" icon="import" aria-label={t(IMPORT)} onClick={() => setOpen(true)}>
        <span className="m-hide">{t(IMPORT)}</span>
      </CommandButton>
      {open && children(() => setOpen(false))}
    </>
  );
}
