/** Beside the list of invoices: the requests as a sheet for the tax platform. */
import { invoiceFiles } from "../../../contract/accounting/invoices";
import { useT } from "../../i18n/use-t";
import { useCan } from "../../providers/access-control";
import type { Parts } from "../../resource/parts";
import { Button } from "../../ui/Button";
import { useExport } from "../../ui/list/use-export";

function TaxSheet() {
  const t = useT();
  const mayExport = useCan("invoice_export");
  const { busy, press } = useExport(invoiceFiles.taxSheet, {});
  if (!mayExport) return null;
  return (
    <Button icon="export" busy={busy} onClick={press}>
      {t("accounting.invoice.sheetTaxPlatform")}
    </Button>
  );
}

export const parts: Parts = { aside: TaxSheet };
