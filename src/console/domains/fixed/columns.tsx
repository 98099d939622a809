import type { Output } from "../../../contract/core/call";
import type { Fixed, fixed } from "../../../contract/fixed/fixed";
import { fen, showFen } from "../../../contract/core/money";
import type { T } from "../../i18n/keys";
import { amountColumn } from "../../ui/list/amount";
import type { Column } from "../../ui/list/columns";
import { Money } from "../../ui/Money";
import { operatorName } from "../../ui/operator";
import { Phone } from "../../ui/Phone";
import { StatusTag } from "../../ui/StatusTag";
import { When, WhenDay, WhenTerm } from "../../ui/When";
import { placesIn } from "../../ui/format-place";
import { FIXED_TONE, patternWords } from "./words";

type Sums = Output<typeof fixed.sums>;

/** Columns of the list of fixed bookings. */
export const fixedColumns = (t: T): Column<Fixed, Sums>[] => [
  {
    key: "no",
    title: t("fixed.no"),
    width: 134,
    fixed: true,
    wide: true,
    sort: "no",
    render: (row) => <span className="sec">{row.no}</span>,
  },
  {
    key: "name",
    title: t("fixed.name"),
    width: 116,
    fixed: true,
    grow: true,
    sort: "name",
    render: (row) => <b title={row.name}>{row.name}</b>,
  },
  { key: "phone", title: t("members.phone"), width: 124, hidden: true, render: (row) => <Phone value={row.phone} /> },
  {
    key: "places",
    title: t("fixed.places"),
    width: 138,
    render: (row) => (
      <span title={`${row.program} ${placesIn(row.places, t)}`}>
        {row.program} <span className="sec">{placesIn(row.places, t)}</span>
      </span>
    ),
  },
  {
    key: "pattern",
    title: t("fixed.pattern"),
    width: 184,
    render: (row) => <span title={patternWords(row, t)}>{patternWords(row, t)}</span>,
  },
  {
    key: "term",
    title: t("fixed.term"),
    width: 164,
    sort: "to",
    render: (row) => <WhenTerm from={row.from} to={row.to} short />,
  },
  {
    key: "unitPrice",
    title: t("fixed.unitPrice"),
    width: 100,
    end: true,
    render: (row) =>
      row.state === "draft" && row.priceBasis === "tariff" ? (
        <span className="sec">{t("fixed.byTariff")}</span>
      ) : row.unitPrice === row.unitPriceTo ? (
        <Money value={row.unitPrice} />
      ) : (
        <span title={`${row.unitPrice} – ${row.unitPriceTo}`}>{t("fixed.priceFrom", { price: showFen(fen(row.unitPrice)) })}</span>
      ),
  },
  {
    key: "count",
    title: t("fixed.count"),
    width: 108,
    end: true,
    render: (row) => <span>{t("fixed.counts", { total: row.total, used: row.used, left: row.left })}</span>,
    sum: (sums) => <span>{t("fixed.counts", { total: sums.total, used: sums.used, left: sums.left })}</span>,
  },
  amountColumn("paid", t("fixed.paid"), { width: 92, sort: "paid" }),
  amountColumn("usedValue", t("fixed.usedValue"), { width: 108, hidden: true, sort: "usedValue" }),
  {
    key: "owed",
    title: t("fixed.owed"),
    width: 86,
    end: true,
    sort: "owed",
    render: (row) => (
      <span className={owes(row) ? "bad" : undefined}>
        <Money value={owes(row) ? row.owed : "0.00"} />
      </span>
    ),
    sum: (sums) => <Money value={sums.owed} />,
  },
  {
    key: "state",
    title: t("fixed.state"),
    width: 98,
    sort: "state",
    render: (row) =>
      row.renewalDue ? (
        <StatusTag tone="warning">{t("fixed.renewalDue")}</StatusTag>
      ) : (
        <StatusTag tone={FIXED_TONE[row.state]}>{t(`fixed.states.${row.state}`)}</StatusTag>
      ),
  },
  { key: "payMode", title: t("fixed.payMode"), width: 108, hidden: true, render: (row) => t(`fixed.mode.${row.payMode}`) },
  { key: "nextDay", title: t("fixed.nextDay"), width: 108, hidden: true, render: (row) => <WhenDay day={row.nextDay} /> },
  { key: "operator", title: t("fixed.operator"), width: 96, hidden: true, render: (row) => operatorName(row.operator, t) },
  {
    key: "createdAt",
    title: t("fixed.createdAt"),
    width: 128,
    hidden: true,
    sort: "createdAt",
    render: (row) => <When at={row.createdAt} />,
  },
];

/** True if more was used than paid. */
export const owes = ({ owed }: { owed: string }): boolean => !owed.startsWith("-") && owed !== "0.00";
