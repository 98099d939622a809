import { useT } from "../i18n/use-t";
import { CommandButton } from "../ui/CommandButton";
import type { useExport } from "../ui/list/use-export";

/** Excel, for who may export, and print; on a phone only their signs, so that neither needs a row of its own. */
export function ReportActions({ excel }: { excel: ReturnType<typeof useExport> | undefined }) {
  const t = useT();
  return (
    <span className="rpo-acts">
      {excel && (
        <CommandButton icon={excel.busy ? "close" : "export"} aria-label="Excel" onClick={excel.press}>
          <span className="m-hide">Excel</span>
        </CommandButton>
      )}
      <CommandButton kind="primary" icon="print" aria-label={t("list.print")} onClick={() => window.print()}>
        <span className="m-hide">{t("list.print")}</span>
      </CommandButton>
    </span>
  );
}
