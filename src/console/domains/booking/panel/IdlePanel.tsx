import { memo } from "react";
import type { GridBooking } from "../../../../contract/booking/booking";
import { fen } from "../../../../contract/core/money";
import { clock } from "../../../../contract/core/time";
import { useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { Icon } from "../../../ui/Icon";
import { blockAppearance } from "../grid/blocks";
import { LOOK_ICON } from "../grid/block-words";
import { upNext } from "../grid/model";
import type { GridStore } from "../grid/store";
import { useCheckIn } from "../use-check-in";
import { useLate } from "../use-late";
import { placeLabel } from "../../../ui/format-place";

const NEAR_MINUTES = 120;

/** With nothing chosen the panel shows who comes next, each to be opened or checked in with one click; on a closed day it says so. */
export const IdlePanel = memo(function IdlePanel({
  store,
  onOpen,
  onChanged,
}: {
  store: GridStore;
  onOpen: (booked: GridBooking, act?: "pay") => void;
  onChanged: () => void;
}) {
  const t = useT();
  const frame = useLate(store.watchFrame, store.frame);
  const mayCheckIn = useCan("booking_check_in");
  const mayPay = useCan("booking_pay");
  const checkIn = useCheckIn(onChanged);
  if (!frame) return null;
  const isToday = frame.layout.day === frame.today;
  // A court's week has other days to choose.
  const closed = frame.layout.week ? undefined : frame.closed;
  const next = upNext(frame.bookings, frame.layout.day, frame.now, 12);
  return (
    <>
      <header className="hd">
        <div className="grow">
          <h2>{t(closed === undefined ? "booking.idle.title" : "booking.closed")}</h2>
          <p>{closed === undefined ? t("booking.idle.hint") : t("booking.idle.closed", { name: closed })}</p>
        </div>
      </header>
      <div className="bd">
        {next.length === 0 && <p className="mut idle-none">{t(isToday ? "booking.idle.none" : "booking.idle.noneDay")}</p>}
        <ul className="next">
          {next.map((booked) => {
            const look = blockAppearance(booked);
            const away = booked.start - frame.now;
            const near = isToday && away <= NEAR_MINUTES;
            const place = frame.layout.names.get(booked.placeId);
            return (
              <li key={booked.id}>
                <button type="button" className="next-open" onClick={() => onOpen(booked)}>
                  <time>{clock(booked.start)}</time>
                  <span className="grow">
                    <b className="cut">{booked.name || t("common.walkIn")}</b>
                    <small className="cut">
                      {place ? placeLabel(place, t) : ""}
                      {near && away >= 0 && ` · ${t("booking.idle.soon", { minutes: away })}`}
                      {near && away < 0 && <span className="bad"> · {t("booking.idle.late", { minutes: -away })}</span>}
                    </small>
                  </span>
                  <span className={`k k-${look}`}>
                    <Icon name={LOOK_ICON[look]} label={t(`booking.lookFull.${look}`)} />
                  </span>
                </button>
                {near && mayPay && booked.status !== "paid" && fen(booked.due) > 0 && (
                  <button type="button" className="btn next-act" onClick={() => onOpen(booked, "pay")}>
                    {t("booking.idle.pay")}
                  </button>
                )}
                {isToday && booked.status === "paid" && booked.orderId !== null && mayCheckIn && near && (
                  <button type="button" className="btn next-act" onClick={() => void checkIn(booked)}>
                    {t("booking.idle.checkIn")}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
});
