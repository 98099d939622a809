/** Additions to the derived list of orders: the link to the page that manages an order. */
import { Link } from "react-router";
import { deliveries } from "../../../contract/sale/deliveries";
import { textOf } from "../../../contract/core/resource/text";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";
import { Related } from "../../resource/Related";

const WHERE: Readonly<Record<string, (row: AnyRow, no: string) => string>> = {
  booking: (_, no) => `/finance/booking-place-order/list?q=${no}`,
  sale: (row) => `/sale/sale-list/${row.id}`,
  session: (row) => `/book/hall-booking?day=${String(row["day"])}`,
  openPlay: () => "/book/open-play",
  card: (_, no) => `/card/venue-user-package-card-list?q=${no}`,
  fixed: (row) => `/book/regular-list/${row.id}`,
  activity: (row) => `/marketing/activity-detail/${row.id}`,
  entry: (row) => `/addedServices/team-list/${row.id}`,
  voucher: (row) => `/marketing/voucher-list/${row.id}`,
  coachClass: (row) => `/coach/class-booking-list/${row.id}`,
  collection: (row) => `/finance/payment-to-venue-list/${row.id}`,
  // A deposit is settled at the sale with which it was taken, which its content names last.
  deposit: (row) => `/sale/sale-list?q=${encodeURIComponent(textOf(row["content"]).split(" · ").at(-1) ?? "")}`,
  recharge: (_, no) => `/finance/venue-user-account-log?q=${no}`,
};

function OrderRecord({ row }: { row: AnyRow }) {
  const t = useT();
  const to = WHERE[String(row["kind"])]?.(row, encodeURIComponent(String(row["no"])));
  const member = row["member"];
  return (
    <>
      <p className="row wrap">
        {to !== undefined && (
          <Link className="link" to={to}>
            {t("books.parts.openDocumentLinesRefunds")}
          </Link>
        )}
        {typeof member === "string" && (
          <Link className="link" to={`/venueUser/venue-user-list/${member}`}>
            {t("books.parts.openMember")}
          </Link>
        )}
      </p>
      {row["kind"] === "sale" && (
        <Related
          title={"books.parts.delivery"}
          resource={deliveries}
          by="sale"
          row={row}
          name={textOf(row["no"])}
          fields={["no", "state", "items", "recipient", "address", "express", "trackingNo"]}
          list="/finance/delivery-list"
          {...(row["shipStatus"] === "none" ? { form: "/finance/delivery-form" } : {})}
        />
      )}
    </>
  );
}

/** Shows who ordered; walk-ins have no known name. */
function Customer({ row }: { row: AnyRow }) {
  const t = useT();
  return textOf(row["customer"]) || <span className="sec">{t("common.walkIn")}</span>;
}

export const parts: Parts = { record: OrderRecord, cells: { customer: (row) => <Customer row={row} /> } };
