import { useMemo } from "react";
import { useLocation } from "react-router";
import type { Output } from "../../../contract/core/call";
import { CREDIT_LABEL, METHODS, ON_CREDIT, STREAMS } from "../../../contract/finance/day-reports";
import { finance, type VenueLog } from "../../../contract/finance/finance";
import type { TKey } from "../../i18n/keys";
import type { Label } from "../../../contract/core/resource/label";
import { LABELS } from "../../../contract/core/resource/labels";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import { can } from "../../providers/access-control";
import { Button } from "../../ui/Button";
import { amountColumn } from "../../ui/list/amount";
import type { Column } from "../../ui/list/columns";
import { type Filter, manyOf } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { readState } from "../../ui/list/state";
import { useExport } from "../../ui/list/use-export";
import { operatorName } from "../../ui/operator";
import { When } from "../../ui/When";
import { venueLogs } from "./calls";
import { DOCUMENT_LABELS } from "./documents";
import { Opened } from "../../ui/list/Opened";
import { VENUE_LOG } from "./openings";

type Sums = Output<typeof venueLogs.sums>;
const rowKey = (row: VenueLog): string => row.id;
const rowName = (row: VenueLog): string => `${row.no} ${row.account}`;
const SUMS = { call: venueLogs.sums, count: (sums: Sums) => sums.count };

const ACCOUNT = "finance.venueLogList.account";
const accountName = (account: string, t: T): string => {
  const label: Label | undefined = account === ON_CREDIT ? CREDIT_LABEL : METHODS[account as keyof typeof METHODS];
  return label ? t(label) : account;
};
const documentName = (kind: string, t: T): string => {
  const label: TKey | undefined = DOCUMENT_LABELS[kind];
  return label ? t(label) : kind;
};

const columnsOf = (t: T): Column<VenueLog, Sums>[] => [
  { key: "at", title: t("finance.time"), width: 144, fixed: true, render: (row) => <When at={row.at} /> },
  { key: "account", title: t(ACCOUNT), width: 120, render: (row) => <b>{accountName(row.account, t)}</b> },
  { key: "kind", title: t("finance.kind"), width: 108, render: (row) => documentName(row.documentKind, t) },
  { key: "no", title: t("finance.no"), width: 160, grow: true, render: (row) => <span className="mono">{row.no}</span> },
  amountColumn("in", t("finance.in"), { width: 124 }),
  amountColumn("out", t("finance.out"), { width: 124 }),
  { key: "operator", title: t("finance.operator"), width: 108, wide: true, render: (row) => operatorName(row.operator, t) },
  { key: "reason", title: t("finance.reason"), width: 160, hidden: true, render: (row) => row.reason },
];

/** Every movement of the venue's own money, account by account. */
export const VenueLogList = () => (
  <Opened opening={VENUE_LOG}>
    <List />
  </Opened>
);

function List() {
  const t = useT();
  const columns = useMemo(() => columnsOf(t), [t]);
  const filters = useMemo<Filter[]>(
    () => [
      { kind: "day", key: "from", title: t("finance.from") },
      { kind: "day", key: "to", title: t("finance.to") },
      manyOf("account", t(ACCOUNT), { ...METHODS, [ON_CREDIT]: CREDIT_LABEL }, t),
      manyOf("stream", t(LABELS.stream), STREAMS, t),
      {
        kind: "choice",
        key: "flow",
        title: t(LABELS.flow),
        options: [
          { value: "in", label: t("finance.in") },
          { value: "out", label: t("finance.out") },
        ],
      },
    ],
    [t],
  );
  return (
    <ListPage
      name="venueLogs"
      call={venueLogs.list}
      title={t("finance.venueLogList.venueAccountLog")}
      columns={columns}
      rowKey={rowKey}
      rowName={rowName}
      money
      search={t("finance.venueLogList.documentNoOperator")}
      filters={filters}
      sums={SUMS}
      excel={{ call: venueLogs.excel, code: "venue_account_log_export" }}
      aside={can("venue_account_log_export") && <AccountTotals />}
      emptyHint={t("finance.venueLogList.everyPaymentRefundRecharge")}
    />
  );
}

const TOTALS = "finance.venueLogList.accountTotals";

/** The second file: what went in and out of each account over the list's filter. */
function AccountTotals() {
  const t = useT();
  const { search } = useLocation();
  const excel = useExport(finance.venueAccountExcel, readState(search, VENUE_LOG.keys).filters);
  return (
    <Button kind="quiet" icon={excel.busy ? "close" : "export"} aria-label={t(TOTALS)} onClick={excel.press}>
      <span className="m-hide">{t(TOTALS)}</span>
    </Button>
  );
}
