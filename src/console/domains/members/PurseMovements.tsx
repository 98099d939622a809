/** The last movements of a member's purses, on demand; all of them are in the account log. */
import { useState } from "react";
import { KIND_LABELS, PURSE_LABELS } from "../../../contract/finance/account-logs";
import { finance } from "../../../contract/finance/finance";
import { useRead } from "../../api/use-read";
import { useT } from "../../i18n/use-t";
import { ErrorState } from "../../ui/ErrorState";
import { Money } from "../../ui/Money";
import { SkeletonText } from "../../ui/Skeleton";
import { When } from "../../ui/When";

const SHOWN = 10;

export function PurseMovements({ memberId }: { readonly memberId: string }) {
  const t = useT();
  const [opened, setOpened] = useState(false);
  return (
    <section>
      <button type="button" className="link" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {t("members.purseMovements.purseMovements")}
      </button>
      {opened && <Movements memberId={memberId} />}
    </section>
  );
}

function Movements({ memberId }: { memberId: string }) {
  const t = useT();
  const { data, error, isFetching, refetch } = useRead(finance.memberLog, { memberId, page: 0, size: SHOWN }, { staleTime: 0 });
  if (error) return <ErrorState what={error.message} retrying={isFetching} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonText lines={3} label={t("ui.loading")} />;
  if (data.content.length === 0) return <p className="mut">{t("members.purseMovements.noMovementsYet")}</p>;
  return (
    <table className="table">
      <thead>
        <tr>
          <th>{t("common.time")}</th>
          <th>{t("members.purseMovements.kind")}</th>
          <th className="num">{t("members.purseMovements.change")}</th>
          <th className="num">{t("members.purseMovements.after")}</th>
        </tr>
      </thead>
      <tbody>
        {data.content.map((row) => (
          <tr key={row.id}>
            <td>
              <When at={row.createdAt} />
            </td>
            <td>
              {t(KIND_LABELS[row.kind])} <span className="sec">{t(PURSE_LABELS[row.purse])}</span>
            </td>
            <td className="num">
              <Money value={row.net} sign />
            </td>
            <td className="num">
              <Money value={row.after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
