import { Link } from "react-router";
import type { Output } from "../../../contract/call";
import type { coupon, Coupon } from "../../../contract/coupon";
import { fen } from "../../../contract/money";
import { actions, coupon as machine } from "../../../contract/states";
import type { T } from "../../i18n/keys";
import { can } from "../../session/store";
import type { Column } from "../../ui/list/columns";
import { Money } from "../../ui/Money";
import { StatusTag, type Tone } from "../../ui/StatusTag";
import { When, WhenDay } from "../../ui/When";

const TONE: Readonly<Record<Coupon["state"], Tone>> = {
  issued: "neutral",
  used: "success",
  to_settle: "waiting",
  settled: "neutral",
  returned: "warning",
  expired: "neutral",
};
const ORDERS = "/finance/booking-place-order/list";

/** Columns of the log; who may change it also finds there what takes an unused coupon back. */
export const couponColumns = (t: T, onWithdraw: (row: Coupon) => void): Column<Coupon, Output<typeof coupon.sums>>[] => [
  {
    key: "code",
    title: t("coupon.field.code"),
    width: 170,
    fixed: true,
    grow: true,
    sort: "code",
    render: (row) => <b className="mono">{row.code}</b>,
  },
  { key: "scheme", title: t("coupon.field.scheme"), width: 170, sort: "scheme", render: (row) => row.scheme },
  {
    key: "state",
    title: t("coupon.stateTitle"),
    width: 100,
    render: (row) => <StatusTag tone={TONE[row.state]}>{t(`coupon.state.${row.state}`)}</StatusTag>,
  },
  {
    key: "face",
    title: t("coupon.field.face"),
    width: 100,
    end: true,
    sort: "face",
    render: (row) => <Money value={row.face} />,
    sum: (sums) => <Money value={sums.face} />,
  },
  {
    key: "threshold",
    title: t("coupon.field.threshold"),
    width: 110,
    end: true,
    render: (row) => (fen(row.threshold) > 0 ? <Money value={row.threshold} /> : <span className="mut">{t("coupon.any")}</span>),
  },
  {
    key: "used",
    title: t("coupon.used"),
    width: 100,
    end: true,
    sort: "used",
    render: (row) => <Money value={row.used} />,
    sum: (sums) => <Money value={sums.used} />,
  },
  {
    key: "subsidy",
    title: t("coupon.subsidy"),
    width: 100,
    end: true,
    render: (row) => <Money value={row.subsidy} />,
    sum: (sums) => <Money value={sums.subsidy} />,
  },
  {
    key: "document",
    title: t("coupon.document"),
    width: 150,
    render: (row) =>
      row.documentNo !== null && row.documentKind === "order" && can("booking_place_order_list") ? (
        <Link className="mono" to={`${ORDERS}?q=${encodeURIComponent(row.documentNo)}`}>
          {row.documentNo}
        </Link>
      ) : (
        <span className="mono">{row.documentNo}</span>
      ),
  },
  { key: "usedAt", title: t("coupon.usedAt"), width: 130, sort: "usedAt", render: (row) => (row.usedAt ? <When at={row.usedAt} /> : null) },
  { key: "operator", title: t("coupon.operator"), width: 90, render: (row) => row.operator },
  { key: "startsOn", title: t("coupon.field.startsOn"), width: 110, sort: "startsOn", render: (row) => <WhenDay day={row.startsOn} /> },
  { key: "endsOn", title: t("coupon.field.endsOn"), width: 110, sort: "endsOn", render: (row) => <WhenDay day={row.endsOn} /> },
  {
    key: "actions",
    title: "",
    width: 84,
    render: (row) =>
      can("coupon_modify") && actions(machine, row.state).includes("use") ? (
        <button type="button" className="link" onClick={() => onWithdraw(row)}>
          {t("coupon.withdraw")}
        </button>
      ) : null,
  },
];
