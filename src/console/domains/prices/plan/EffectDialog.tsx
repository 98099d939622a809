import "../../../theme/form.css";
import "../prices.css";
import { useId, useState } from "react";
import type { PlanEffect } from "../../../../contract/prices/price-plans";
import { useT } from "../../../i18n/use-t";
import { Button } from "../../../ui/Button";
import { Failure } from "../../../ui/Failure";
import { notify } from "../../../ui/notices";
import { Money } from "../../../ui/Money";
import { StatusTag } from "../../../ui/StatusTag";
import { WhenDay } from "../../../ui/When";
import { placesIn } from "../../../ui/format-place";
import { useModal } from "../../../ui/use-modal";

/** Handling of unpaid bookings. */
export type Unpaid = "leave" | "reprice";

/** Before prices change: the unpaid bookings that they touch, each from old to new, to be left or re-priced. */
export function EffectDialog({
  effect,
  title,
  confirm,
  busy,
  failure,
  deleting,
  onConfirm,
  onClose,
}: {
  effect: PlanEffect;
  /** Title of a change, and the word that confirms it. */
  title?: string | undefined;
  confirm?: string | undefined;
  /** Name of what is deleted; the dialog then confirms it like every deletion. */
  deleting?: string | undefined;
  busy: boolean;
  failure: string | undefined;
  onConfirm: (unpaid: Unpaid) => void;
  onClose: () => void;
}) {
  const t = useT();
  const id = useId();
  const dialog = useModal();
  const [unpaid, setUnpaid] = useState<Unpaid>("leave");
  const cancel = (): void => {
    if (deleting !== undefined) notify.info(t("common.deleteCancelled"));
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className="ask effect"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) cancel();
      }}
    >
      <h2 id={id}>{deleting === undefined ? title : t("common.deleteConfirm")}</h2>
      {deleting !== undefined && (
        <p>
          <b>{deleting}</b>
        </p>
      )}
      {effect.count > 0 ? (
        <>
          <p>{t("prices.effect.count", { count: effect.count })}</p>
          <EffectTable effect={effect} />
          <div className="effect-ways" role="group" aria-label={t("prices.effect.ways")}>
            {(["leave", "reprice"] as const).map((way) => (
              <button key={way} type="button" className="choice" aria-pressed={unpaid === way} onClick={() => setUnpaid(way)}>
                <b>{t(`prices.effect.${way}`)}</b>
                <small>{t(`prices.effect.${way}Hint`)}</small>
              </button>
            ))}
          </div>
        </>
      ) : (
        <p>{t("prices.effect.none")}</p>
      )}
      {deleting !== undefined && <p className="mut">{t("ui.deleteText")}</p>}
      {effect.paidKept > 0 && <p className="mut">{t("prices.effect.paidKept", { count: effect.paidKept })}</p>}
      {failure !== undefined && <Failure>{failure}</Failure>}
      <div className="ask-ways">
        <Button spent={busy} onClick={cancel}>
          {t("common.cancel")}
        </Button>
        <Button kind={deleting === undefined ? "primary" : "danger"} busy={busy} onClick={() => onConfirm(unpaid)}>
          {deleting === undefined ? confirm : t("common.delete")}
        </Button>
      </div>
    </dialog>
  );
}

function EffectTable({ effect }: { effect: PlanEffect }) {
  const t = useT();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must do so by keyboard too
    <div className="effect-scroll" tabIndex={0} role="region" aria-label={t("prices.effect.orders")}>
      <table className="table" aria-label={t("prices.effect.orders")}>
        <thead>
          <tr>
            <th scope="col">{t("prices.effect.who")}</th>
            <th scope="col">{t("prices.effect.when")}</th>
            <th scope="col" className="num">
              {t("prices.effect.from")}
            </th>
            <th scope="col" className="num">
              {t("prices.effect.to")}
            </th>
            <th scope="col" className="num">
              {t("prices.effect.difference")}
            </th>
          </tr>
        </thead>
        <tbody>
          {effect.orders.map((order) => (
            <tr key={order.orderId}>
              <td>
                <b className="cut" title={order.name}>
                  {order.name || t("common.walkIn")}
                </b>
                <StatusTag tone="waiting">{t(`prices.effect.${order.status}`)}</StatusTag>
              </td>
              <td>
                <WhenDay day={order.day} />
                <small className="sec">{placesIn(order.places, t)}</small>
              </td>
              <td className="num">
                <Money value={order.from} />
              </td>
              <td className="num">
                <b>
                  <Money value={order.to} />
                </b>
              </td>
              <td className="num">
                <Money value={order.difference} sign />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={2}>{t("prices.effect.total", { count: effect.count })}</td>
            <td className="num">
              <Money value={effect.from} />
            </td>
            <td className="num">
              <Money value={effect.to} />
            </td>
            <td className="num">
              <Money value={effect.difference} sign />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
