/** Additions to the declared list of members' cards. */
import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import { callsOf } from "../../../contract/core/resource/calls";
import { cardLog, memberCards } from "../../../contract/cards/member-cards";
import { labelsOf } from "../../../contract/core/resource/fields";
import { invoke } from "../../api/invoke";
import { useRead } from "../../api/use-read";
import { useScan } from "../../desk/use-scan";
import { useT } from "../../i18n/use-t";
import type { AnyRow, Parts } from "../../resource/parts";
import { RowAction } from "../../resource/RowAction";
import { can } from "../../providers/access-control";
import { notify } from "../../ui/notices";
import { When } from "../../ui/When";
import { AddPreview, ExchangePreview, RedeemPreview, RefundPreview, TransferPreview } from "./Preview";
import "./cards.css";

const LIST = "/card/venue-user-package-card-list";
const SELL = "/card/venue-user-package-card-form";

function SellLink() {
  const t = useT();
  if (!can("package_card_sell") || !can("venue_user_package_card_form")) return null;
  return (
    <Link className="btn primary" to={SELL}>
      {t("cards.parts.sellCard")}
    </Link>
  );
}

/** A scan of a package card, or of its holder's card, redeems the one card that it can mean; of several the list is shown. */
function ScanToRedeem() {
  const t = useT();
  const navigate = useNavigate();
  const [row, setRow] = useState<AnyRow>();
  const close = (): void => setRow(undefined);
  useScan("member", ({ text, kinds }) => {
    if (row || kinds[0] === "barcode" || !can("package_card_use")) return false;
    invoke(callsOf(memberCards).list, { q: text, state: "inactive,active", size: 2 })
      .then(({ content: [only, another] }) => {
        if (only && !another) setRow(only);
        else if (only) void navigate({ pathname: LIST, search: new URLSearchParams({ q: text }).toString() });
        else notify.info(t("cards.parts.noPackageCardRedeem", { text }));
      })
      .catch(() => undefined); // said by the catalogue of errors
    return true;
  });
  return row && <RowAction resource={memberCards} parts={parts} action="redeem" row={row} onClose={close} onDone={close} />;
}

function Beside() {
  return (
    <>
      <SellLink />
      <ScanToRedeem />
    </>
  );
}

/** The last entries of a card's log. */
function Log({ row }: { row: AnyRow }) {
  const t = useT();
  const may = can("venue_user_package_card_log");
  const read = useRead(callsOf(cardLog).list, { holding: row.id }, { enabled: may, staleTime: 0 });
  const { refetch } = read;
  // Read the log again, because it now contains the latest action on the card.
  useEffect(() => {
    if (may) void refetch();
  }, [row, may, refetch]);
  const rows = read.data?.content ?? [];
  if (rows.length === 0) return null;
  const kinds = labelsOf(cardLog.fields.kind);
  return (
    <section>
      <h3 className="record-group">{t("cards.parts.log")}</h3>
      <table className="card-log">
        <thead>
          <tr>
            <th scope="col">{t("common.time")}</th>
            <th scope="col">{t("cards.parts.kind")}</th>
            <th scope="col" className="num">
              {t("cards.parts.times")}
            </th>
            <th scope="col">{t("common.operator")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr key={one.id}>
              <td>
                <When at={one.createdAt} />
              </td>
              <td>
                {t(kinds[String(one.kind)] ?? { zh: "", en: "" })}
                {(one.place || one.note) && <small className="mut"> {one.place || one.note}</small>}
              </td>
              <td className="num">{one.before === null || one.before === one.after ? "" : `${one.before} → ${one.after}`}</td>
              <td>{one.operator}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export const parts: Parts = {
  previews: {
    redeem: RedeemPreview,
    addTimes: AddPreview,
    transfer: TransferPreview,
    exchange: ExchangePreview,
    refund: RefundPreview,
  },
  record: Log,
  aside: Beside,
};
