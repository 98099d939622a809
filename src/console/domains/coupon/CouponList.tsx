import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { coupon, type Coupon } from "../../../contract/coupon";
import { coupon as machine } from "../../../contract/states";
import { useT } from "../../i18n/useT";
import type { Filter, View } from "../../ui/list/filters";
import { ListPage } from "../../ui/list/ListPage";
import { couponColumns } from "./columns";
import { Withdraw } from "./Withdraw";

const rowKey = (row: Coupon): string => row.id;
const rowName = (row: Coupon): string => row.code;
const SUMS = { call: coupon.sums, count: (sums: { count: number }) => sums.count };

/** The authority's coupons: which there are, what they paid, what the authority owes for them. */
export function CouponList() {
  const t = useT();
  const navigate = useNavigate();
  const [withdrawing, setWithdrawing] = useState<Coupon>();
  const columns = useMemo(() => couponColumns(t, setWithdrawing), [t]);
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: "choice",
        key: "state",
        title: t("coupon.stateTitle"),
        options: machine.states.map((state) => ({ value: state, label: t(`coupon.state.${state}`) })),
      },
      { kind: "day", key: "from", title: t("coupon.from") },
      { kind: "day", key: "to", title: t("coupon.to") },
    ],
    [t],
  );
  const views = useMemo<View[]>(
    () => [
      { key: "issued", title: t("coupon.state.issued"), filters: { state: "issued" } },
      { key: "used", title: t("coupon.state.used"), filters: { state: "used" } },
    ],
    [t],
  );
  return (
    <>
      <ListPage
        name="coupon"
        call={coupon.list}
        title={t("coupon.list")}
        columns={columns}
        rowKey={rowKey}
        rowName={rowName}
        money
        search={t("coupon.search")}
        filters={filters}
        views={views}
        sums={SUMS}
        excel={{ call: coupon.excel, code: "coupon_export" }}
        primary={{ title: t("coupon.register"), code: "coupon_modify", run: () => void navigate("/finance/coupon-log-form") }}
        emptyHint={t("coupon.emptyHint")}
      />
      {withdrawing && <Withdraw row={withdrawing} onClose={() => setWithdrawing(undefined)} />}
    </>
  );
}
