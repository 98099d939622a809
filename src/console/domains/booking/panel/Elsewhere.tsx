import { Link } from "react-router";
import type { BookingOrderDetail } from "../../../../contract/booking/booking";
import type { Code } from "../../../../contract/core/permissions";
import type { OrderKind } from "../../../../contract/core/states";
import { useT } from "../../../i18n/use-t";
import { useCan } from "../../../providers/access-control";
import { Icon } from "../../../ui/Icon";

type MadeElsewhere = Exclude<OrderKind, "single" | "deal">;
const SCREENS: Record<MadeElsewhere, { readonly path: string; readonly code: Code }> = {
  fixed: { path: "/book/regular-list", code: "regular_list" },
  event: { path: "/addedServices/game-booking-place-list", code: "game_booking_place_list" },
  openPlay: { path: "/book/open-play", code: "open_play" },
};
const isMadeElsewhere = (kind: OrderKind): kind is MadeElsewhere => kind in SCREENS;

function Where({ kind }: { kind: MadeElsewhere }) {
  const t = useT();
  const { path, code } = SCREENS[kind];
  return (
    <p className="mut pay-note">
      {t(`booking.order.elsewhere.${kind}`)}{" "}
      {useCan(code) && (
        <Link to={path} title={t("common.view")}>
          <Icon name="external" label={t("common.view")} />
        </Link>
      )}
    </p>
  );
}

/** Links to the place of the actions that an order of this kind leaves to its origin (`isElsewhere`). */
export const Elsewhere = ({ order: { kind } }: { order: Pick<BookingOrderDetail, "kind"> }) =>
  isMadeElsewhere(kind) && <Where kind={kind} />;
