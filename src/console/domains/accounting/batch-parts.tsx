/** Files of a batch below its fields, each in the layout of an accounting program. */
import { Link } from "react-router";
import { journalBatches, journalFiles, type Layout, LAYOUTS } from "../../../contract/accounting/journal";
import type { RowOf } from "../../../contract/core/resource/define";
import { useT } from "../../i18n/use-t";
import { can } from "../../providers/access-control";
import { partsOf } from "../../resource/parts";
import { Button } from "../../ui/Button";
import { useExport } from "../../ui/list/use-export";
import "../../resource/report.css";

function FileButton({ layout, id }: { readonly layout: Layout; readonly id: string }) {
  const t = useT();
  const { busy, press } = useExport(journalFiles[layout], { id });
  return (
    <Button icon="export" busy={busy} onClick={press}>
      {t(LAYOUTS[layout])}
    </Button>
  );
}

function Files({ row }: { readonly row: RowOf<typeof journalBatches> }) {
  const t = useT();
  return (
    <section className="rheat">
      <h2>{t("accounting.batch.download")}</h2>
      {can("journal_batch_export") && (
        <p className="row">
          {Object.keys(LAYOUTS).map((layout) => (
            <FileButton key={layout} layout={layout as Layout} id={row.id} />
          ))}
        </p>
      )}
      <p>
        <Link to={`/trade/journal-line-list?batch=${row.id}&dayFrom=${row.fromDay ?? ""}&dayTo=${row.toDay}`}>
          {t("accounting.batch.showLinesVouchers")}
        </Link>
      </p>
    </section>
  );
}

export const parts = partsOf<typeof journalBatches>({ record: Files });
