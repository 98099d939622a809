import { useMemo, useState } from "react";
import type { Output } from "../../../contract/call";
import { type AccountLog, LOG_KINDS } from "../../../contract/finance";
import { PAY_TYPE_LABELS } from "../../../contract/payTypes";
import { accountLogs } from "./calls";
import { useT } from "../../i18n/useT";
import type { T } from "../../i18n/keys";
import { can } from "../../session/store";
import type { Column } from "../../ui/list/columns";
import type { Filter } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { Money } from "../../ui/Money";
import { operatorName } from "../../ui/operator";
import { When } from "../../ui/When";
import { RevokeDialog } from "./RevokeDialog";
import { LOG_KIND, PURSE } from "../../desk/words";
import { Opened } from "../../ui/list/Opened";
import { ACCOUNT_LOG } from "./openings";

type Sums = Output<typeof accountLogs.sums>;
const rowKey = (row: AccountLog): string => row.id;
const rowName = (row: AccountLog): string => `${row.no} ${row.memberName}`;
const SUMS = { call: accountLogs.sums, count: (sums: Sums) => sums.count };

const columnsOf = (t: T, onRevoke: (row: AccountLog) => void): Column<AccountLog, Sums>[] => [
  { key: "at", title: t("finance.time"), width: 144, fixed: true, render: (row) => <When at={row.at} /> },
  { key: "no", title: t("finance.no"), width: 146, wide: true, render: (row) => <span className="mono">{row.no}</span> },
  { key: "member", title: t("finance.member"), width: 132, grow: true, render: (row) => <b>{row.memberName}</b> },
  { key: "cardNo", title: t("members.cardNo"), width: 140, hidden: true, render: (row) => row.cardNo },
  { key: "kind", title: t("finance.kind"), width: 88, render: (row) => t(LOG_KIND[row.kind]) },
  {
    key: "method",
    title: t("finance.method"),
    wide: true,
    width: 108,
    render: (row) => (row.method ? t(PAY_TYPE_LABELS[row.method]) : <span className="zero">—</span>),
  },
  { key: "purse", title: t("finance.purse"), width: 76, render: (row) => t(PURSE[row.purse]) },
  {
    key: "in",
    title: t("finance.in"),
    width: 112,
    end: true,
    render: (row) => <Money value={row.in} />,
    sum: (sums) => <Money value={sums.in} />,
  },
  {
    key: "out",
    title: t("finance.out"),
    width: 112,
    end: true,
    render: (row) => <Money value={row.out} />,
    sum: (sums) => <Money value={sums.out} />,
  },
  { key: "before", title: t("finance.before"), width: 116, end: true, render: (row) => <Money value={row.before} /> },
  {
    key: "after",
    title: t("finance.after"),
    width: 116,
    end: true,
    render: (row) => (
      <b>
        <Money value={row.after} />
      </b>
    ),
  },
  { key: "operator", title: t("finance.operator"), width: 92, render: (row) => operatorName(row.operator, t) },
  { key: "reason", title: t("finance.reason"), width: 140, hidden: true, render: (row) => row.reason },
  {
    key: "actions",
    title: "",
    width: 84,
    render: (row) =>
      row.revokedAt ? (
        <span className="mut">{t("finance.revoked")}</span>
      ) : row.revocable && can("account_log_revoke") ? (
        <button type="button" className="link" onClick={() => onRevoke(row)}>
          {t("finance.revoke")}
        </button>
      ) : null,
  },
];

/** Every movement of members' purses, with the balance before and after; recharges can be revoked from here. */
export const AccountLogList = () => (
  <Opened opening={ACCOUNT_LOG}>
    <List />
  </Opened>
);

function List() {
  const t = useT();
  const [revoking, setRevoking] = useState<AccountLog>();
  const columns = useMemo(() => columnsOf(t, setRevoking), [t]);
  const filters = useMemo<Filter[]>(
    () => [
      { kind: "day", key: "from", title: t("finance.from") },
      { kind: "day", key: "to", title: t("finance.to") },
      {
        kind: "choice",
        key: "kind",
        title: t("finance.kind"),
        many: true,
        options: LOG_KINDS.map((kind) => ({ value: kind, label: t(LOG_KIND[kind]) })),
      },
      {
        kind: "choice",
        key: "purse",
        title: t("finance.purse"),
        options: [
          { value: "principal", label: t("finance.principal") },
          { value: "gift", label: t("finance.gift") },
        ],
      },
      { kind: "choice", key: "cardTypeId", title: t({ zh: "会员卡类型", en: "Card type" }), many: true, options: [] },
      { kind: "choice", key: "memberId", title: t("finance.member"), options: [] },
    ],
    [t],
  );
  return (
    <>
      <ListPage
        name="accountLogs"
        call={accountLogs.list}
        title={t("finance.accountLog")}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        money
        search={t("finance.searchLog")}
        filters={filters}
        sums={SUMS}
        excel={{ call: accountLogs.excel, code: "account_log_export" }}
        emptyHint={t("finance.logHint")}
      />
      {revoking && <RevokeDialog log={revoking} onClose={() => setRevoking(undefined)} />}
    </>
  );
}
