import type { Approved } from "../../contract/sale/approvals";
import { fen, showFen } from "../../contract/core/money";
import { useT } from "../i18n/use-t";
import { When } from "../ui/When";
import { APPROVED_ACTIONS } from "./words";
import "./approval.css";

/** Approvals of a document by a second person, with both names. */
export function Approvals({ of }: { of: readonly Approved[] }) {
  const t = useT();
  if (of.length === 0) return null;
  return (
    <section>
      <h3 className="record-group sec-t">{t("desk.approvals.approvals")}</h3>
      <ul className="approvals">
        {of.map((one) => (
          <li key={`${one.at} ${one.action}`}>
            <span>{t(APPROVED_ACTIONS[one.action])}</span>
            <small className="mut">
              <When at={one.at} /> {t("desk.approvals.requestedApproved", { requester: one.requestedBy, approver: one.approvedBy })}
            </small>
            <b>{showFen(fen(one.amount))}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
