import { useState } from "react";
import type { Importable } from "../../contract/resource/importing";
import { useT } from "../i18n/useT";
import { can } from "../session/store";
import { Button } from "../ui/Button";
import { lazyPart } from "../ui/lazyPart";

const ImportDialog = lazyPart(async () => (await import("./ImportDialog")).ImportDialog);
const IMPORT = { zh: "导入", en: "Import" };

/** Opens the import of a list, for who may. */
export function ImportButton({ resource }: { resource: Importable }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { codes } = resource;
  if (codes.import === undefined || !can(codes.import)) return null;
  return (
    <>
      <Button kind="quiet" icon="import" aria-label={t(IMPORT)} onClick={() => setOpen(true)}>
        <span className="m-hide">{t(IMPORT)}</span>
      </Button>
      {open && <ImportDialog resource={resource} onClose={() => setOpen(false)} />}
    </>
  );
}
