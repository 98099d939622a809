import { Link } from "react-router";
import type { Dashboard } from "../../../contract/finance/finance";
import { daysBetween } from "../../../contract/core/time";
import { useT } from "../../i18n/use-t";
import { useSession } from "../../session/store";
import { openAccess } from "../../shell/access";
import { Button } from "../../ui/Button";
import { StatusTag } from "../../ui/StatusTag";

/** Cards of what needs somebody: an administrator's second step, goods that run low, package cards that end soon. Draws nothing when nothing does. */
export function Attention({ data }: { data: Dashboard }) {
  const t = useT();
  return (
    <>
      <SecondStep />
      {data.lowStock.length > 0 && (
        <section className="card">
          <div className="card-head">
            <h2>{t("dashboard.lowStock")}</h2>
            <span className="grow" />
            <small>{data.lowStockCount}</small>
          </div>
          <div className="card-body bars">
            {data.lowStock.map((row) => (
              <div key={row.productId}>
                <span className="row">
                  <span className="grow cut" title={row.name}>
                    {row.name}
                  </span>
                  <b className="nowrap">{t("dashboard.stockLeft", row)}</b>
                </span>
                <span className="meter meter-warning" aria-hidden>
                  <i style={{ width: `${Math.min(100, Math.round((row.left * 100) / Math.max(1, row.limit)))}%` }} />
                </span>
              </div>
            ))}
          </div>
        </section>
      )}
      {data.expiringCards.length > 0 && (
        <section className="card">
          <div className="card-head">
            <h2>{t("dashboard.expiring")}</h2>
            <span className="grow" />
            <small>{data.expiringCardCount}</small>
          </div>
          {data.expiringCards.map((row) => {
            const days = daysBetween(data.day, row.expiresOn);
            return (
              <Link key={row.holdingId} className="line-item line-item-plain" to={`/venueUser/venue-user-list/${row.memberId}`}>
                <span className="grow">
                  <b className="cut">{row.memberName}</b>
                  <small className="cut">
                    {row.left === null ? row.name : t("dashboard.cardLeft", { name: row.name, left: row.left })}
                  </small>
                </span>
                <StatusTag tone="waiting">{days <= 0 ? t("dashboard.todayEnds") : t("dashboard.inDays", { days })}</StatusTag>
              </Link>
            );
          })}
        </section>
      )}
    </>
  );
}

/** Asks administrators who sign in by a password alone to set up a second step. */
function SecondStep() {
  const t = useT();
  const { person } = useSession();
  if (person?.secondFactor !== "advised") return null;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t("dashboard.attention.protectYourAccount")}</h2>
      </div>
      <div className="card-body">
        <p>{t("dashboard.attention.administratorsAccountCanSee")}</p>
        <p>
          <Button kind="primary" icon="shield" onClick={openAccess}>
            {t("dashboard.attention.setUpSecondStep")}
          </Button>
        </p>
      </div>
    </section>
  );
}
