import type { Same } from "../../i18n/keys";
import type { words as zh } from "../zh/pages";
/** English texts of the domains. */
import { accounting } from "./accounting";
import { booking } from "./booking";
import { bookingInfo } from "./booking-info";
import { books } from "./books";
import { capacitySessions } from "./capacity-sessions";
import { cards } from "./cards";
import { cms } from "./cms";
import { coaches } from "./coaches";
import { competitions } from "./competitions";
import { coupon } from "./coupon";
import { dashboard } from "./dashboard";
import { finance } from "./finance";
import { fixed } from "./fixed";
import { gameCourts } from "./game-courts";
import { marketing } from "./marketing";
import { matches } from "./matches";
import { members } from "./members";
import { openPlay } from "./open-play";
import { places } from "./places";
import { platform } from "./platform";
import { prices } from "./prices";
import { reconciliation } from "./reconciliation";
import { sale } from "./sale";
import { session } from "./session";
import { settlements } from "./settlements";
import { shift } from "./shift";
import { stock } from "./stock";
import { transfers } from "./transfers";
import { umpire } from "./umpire";
import { unions } from "./unions";
import { venue } from "./venue";
import { venueSettings } from "./venue-settings";

export const words = {
  accounting,
  booking,
  bookingInfo,
  books,
  capacitySessions,
  cards,
  cms,
  coaches,
  competitions,
  coupon,
  dashboard,
  finance,
  fixed,
  gameCourts,
  marketing,
  matches,
  members,
  openPlay,
  places,
  platform,
  prices,
  reconciliation,
  sale,
  session,
  settlements,
  shift,
  stock,
  transfers,
  umpire,
  unions,
  venue,
  venueSettings,
} as const satisfies Same<typeof zh>;
