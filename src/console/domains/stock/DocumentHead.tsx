/** The fields of a stock document above its lines: editable in a draft, else as they are. */
import { Select } from "antd";
import {
  type DocumentKind,
  REASONS,
  type StockDocument,
  stockDocuments,
  WAREHOUSES,
  isOfSupplier,
} from "../../../contract/stock/stock-documents";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { WhenDay } from "../../ui/When";
import { type Head, isReceipt } from "./lines";
import { DayField } from "../../ui/form/DayField";

export function HeadFields({
  kind,
  head,
  document,
  draft,
  errors,
  onEdit,
}: {
  kind: DocumentKind;
  head: Head;
  document: StockDocument | undefined;
  draft: boolean;
  errors: Readonly<Record<string, string>>;
  onEdit: (change: Partial<Head>) => void;
}) {
  const t = useT();
  const receipt = isReceipt(kind);
  const ofSupplier = isOfSupplier(kind);
  const suppliers = useRead(stockDocuments.suppliers, {}, { enabled: ofSupplier && draft });
  const offered = (suppliers.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const known =
    head.supplierId !== null && document?.supplierId === head.supplierId && offered.every(({ value }) => value !== head.supplierId)
      ? [{ value: head.supplierId, label: document.supplierName }]
      : [];
  const field = (name: string, label: string, control: (label: string) => React.ReactNode, shown: React.ReactNode) => (
    <div>
      <span className="field-label">{label}</span>
      {draft ? control(label) : <b>{shown}</b>}
      {errors[name] !== undefined && (
        <p className="field-error" role="alert">
          {errors[name]}
        </p>
      )}
    </div>
  );
  const say = (from: "main" | "shop"): string =>
    kind === "transfer" ? `${t(WAREHOUSES[from])} → ${t(WAREHOUSES[from === "main" ? "shop" : "main"])}` : t(WAREHOUSES[from]);
  return (
    <div className="sd-head">
      {ofSupplier &&
        field(
          "supplierId",
          t("stock.documentHead.supplier"),
          (label) => (
            <Select
              aria-label={label}
              showSearch
              optionFilterProp="label"
              style={{ width: "100%" }}
              value={head.supplierId}
              placeholder={t("stock.documentHead.chooseSupplier")}
              loading={suppliers.isFetching}
              {...(errors["supplierId"] === undefined ? {} : { status: "error" as const })}
              options={[...known, ...offered]}
              onChange={(supplierId: string) => onEdit({ supplierId })}
            />
          ),
          document?.supplierName,
        )}
      {field(
        "warehouse",
        kind === "transfer"
          ? t("stock.documentHead.direction")
          : receipt
            ? t("stock.documentHead.into")
            : t("stock.documentHead.warehouse"),
        (label) =>
          receipt ? (
            <b>{say(head.warehouse)}</b>
          ) : (
            <Select
              aria-label={label}
              style={{ width: "100%" }}
              value={head.warehouse}
              options={(["main", "shop"] as const).map((value) => ({ value, label: say(value) }))}
              onChange={(warehouse: "main" | "shop") => onEdit({ warehouse })}
            />
          ),
        say(head.warehouse),
      )}
      {field(
        "day",
        receipt ? t("stock.documentHead.delivered") : t("common.day"),
        (label) => (
          <DayField aria-label={label} value={head.day} onChange={(day) => onEdit({ day })} />
        ),
        <WhenDay day={head.day} />,
      )}
      {ofSupplier &&
        field(
          "reference",
          receipt ? t("stock.documentHead.deliveryNote") : t("stock.documentHead.returnNote"),
          (label) => <Text label={label} max={40} value={head.reference} onChange={(reference) => onEdit({ reference })} />,
          head.reference || "—",
        )}
      {kind === "writeOff" &&
        field(
          "reason",
          t("stock.documentHead.why"),
          (label) => (
            <Select
              aria-label={label}
              style={{ width: "100%" }}
              value={head.reason}
              placeholder={t("stock.documentHead.chooseWhy")}
              {...(errors["reason"] === undefined ? {} : { status: "error" as const })}
              options={Object.entries(REASONS).map(([value, label]) => ({ value, label: t(label) }))}
              onChange={(reason: Head["reason"]) => onEdit({ reason })}
            />
          ),
          head.reason && t(REASONS[head.reason]),
        )}
      {field(
        "memo",
        t("stock.documentHead.note"),
        (label) => (
          <Text label={label} max={500} value={head.memo} onChange={(memo) => onEdit({ memo })} />
        ),
        head.memo || "—",
      )}
    </div>
  );
}

function Text({ label, max, value, onChange }: { label: string; max: number; value: string; onChange: (value: string) => void }) {
  return (
    <span className="input">
      <input aria-label={label} autoComplete="off" maxLength={max} value={value} onChange={(event) => onChange(event.target.value)} />
    </span>
  );
}
