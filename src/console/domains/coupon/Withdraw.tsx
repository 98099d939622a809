import { useInvalidate } from "@refinedev/core";
import { coupon, type Coupon } from "../../../contract/coupon";
import { useCall } from "../../api/useCall";
import { useT } from "../../i18n/useT";
import { Ask } from "../../ui/Ask";
import { notify } from "../../ui/notices";

/** Asks before an unused coupon is taken back. A refusal is shown in the question. */
export function Withdraw({ row, onClose }: { row: Coupon; onClose: () => void }) {
  const t = useT();
  const invalidate = useInvalidate();
  const { run, error } = useCall(coupon.withdraw);
  const withdraw = (): void => {
    run({ id: row.id })
      .then(() => {
        notify.success(t("coupon.withdrawn", { code: row.code }));
        void invalidate({ resource: "coupon", invalidates: ["list"] });
        onClose();
      })
      .catch(() => undefined); // shown in the question
  };
  return (
    <Ask
      title={t("coupon.withdrawTitle", { code: row.code })}
      onClose={onClose}
      answers={[
        { title: t("common.cancel"), act: onClose },
        { title: t("coupon.withdraw"), act: withdraw, kind: "danger" },
      ]}
    >
      {error ? (
        <span className="bad" role="alert">
          {error.message}
        </span>
      ) : (
        t("coupon.withdrawText")
      )}
    </Ask>
  );
}
