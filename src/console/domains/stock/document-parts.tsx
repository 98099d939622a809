/** Additions to the derived lists of stock documents: a row opens its document, and buttons beside the title begin new ones. */
import { useNavigate } from "react-router";
import { type DocumentKind, KIND_CODES, KIND_LABELS } from "../../../contract/stock/stock-documents";
import { useT } from "../../i18n/use-t";
import type { Parts } from "../../resource/parts";
import { can } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { FORM_OF } from "./paths";

function Begin({ kinds }: { kinds: readonly DocumentKind[] }) {
  const t = useT();
  const navigate = useNavigate();
  return kinds
    .filter((kind) => can(KIND_CODES[kind]))
    .map((kind, i) => (
      <Button key={kind} kind={i === 0 ? "primary" : "plain"} icon="plus" onClick={() => void navigate(FORM_OF[kind])}>
        {t(KIND_LABELS[kind])}
      </Button>
    ));
}

const partsOf = (kind: DocumentKind): Parts => ({ open: ({ id }) => `${FORM_OF[kind]}/${id}`, aside: () => <Begin kinds={[kind]} /> });
export const transferParts = partsOf("transfer");
export const countParts = partsOf("count");
export const writeOffParts = partsOf("writeOff");
export const supplierReturnParts = partsOf("supplierReturn");
export const receiptParts: Parts = {
  open: ({ id, warehouse }) => `${FORM_OF[warehouse === "main" ? "receiptMain" : "receiptShop"]}/${id}`,
  aside: () => <Begin kinds={["receiptShop", "receiptMain"]} />,
};
