import { PAY_TYPE_LABELS } from "../../../contract/core/pay-types";
import type { T } from "../../i18n/keys";
import { useT } from "../../i18n/use-t";
import type { DeskMethod } from "../../desk/payments";
import { Icon } from "../../ui/Icon";
import type { IconName } from "../../ui/icons";
import { Kbd } from "../../ui/Kbd";
import type { Till } from "./till";

/** The ways that one key chooses. */
export const WAYS = [
  { type: "Cash", icon: "cash" },
  { type: "scanCode", icon: "scan" },
  { type: "Balance", icon: "wallet" },
  { type: "BankCard", icon: "card" },
] as const satisfies readonly { type: DeskMethod; icon: IconName }[];

/** The methods that one key chooses, as buttons. */
export function PayWays({
  till,
  isLost,
  isCharging,
  offered,
  isChosen,
  onChoose,
}: {
  till: Till;
  isLost: boolean;
  isCharging: boolean;
  offered: (type: DeskMethod) => boolean;
  isChosen: (type: DeskMethod) => boolean;
  onChoose: (type: DeskMethod) => void;
}) {
  const t = useT();
  return (
    <div className="till-ways" role="group" aria-label={t("sale.payWays.paymentMethod")}>
      {WAYS.map(({ type, icon }, i) => (
        <button
          key={type}
          type="button"
          disabled={!offered(type) || isCharging}
          title={isCharging || offered(type) ? undefined : reasonNotOffered(type, till, isLost, t)}
          aria-pressed={isChosen(type)}
          aria-keyshortcuts={String(i + 1)}
          onClick={() => onChoose(type)}
        >
          <Icon name={icon} />
          <span>{t(PAY_TYPE_LABELS[type])}</span>
          <Kbd>{String(i + 1)}</Kbd>
        </button>
      ))}
    </div>
  );
}

/** Returns why a method can't be chosen. */
function reasonNotOffered(type: DeskMethod, { scanned, memberId, items }: Till, isLost: boolean, t: T): string {
  if (scanned !== null) return t("sale.payWays.cartAlreadyPaidCode");
  if (isLost) return t("sale.payWays.methodNeedsNetwork");
  if (type === "scanCode") return t("sale.payWays.youDontPermissionCharge");
  if (memberId === null) return t("sale.payWays.chooseMemberFirstF2");
  return items.some(({ kind }) => kind === "recharge") ? t("sale.payWays.rechargeCantPaidBalance") : t("sale.loadingBalance");
}
