/** The English words: the shape of the Chinese ones, so that a missing translation does not compile. */
import type { Same } from "../../i18n/keys";
import type { words as zh } from "../zh/index";
import { booking } from "./booking";
import { bookingInfo } from "./booking-info";
import { common } from "./common";
import { competitions } from "./competitions";
import { coupon } from "./coupon";
import { dashboard } from "./dashboard";
import { errors } from "./errors";
import { finance } from "./finance";
import { fixed } from "./fixed";
import { gameCourts } from "./game-courts";
import { list } from "./list";
import { live } from "./live";
import { members } from "./members";
import { openPlay } from "./open-play";
import { palette } from "./palette";
import { pay } from "./pay";
import { platform } from "./platform";
import { prices } from "./prices";
import { places } from "./places";
import { sale } from "./sale";
import { capacitySessions } from "./capacity-sessions";
import { shell } from "./shell";
import { sites } from "./sites";
import { refine } from "./refine";
import { ui } from "./ui";
import { venueSettings } from "./venue-settings";
import { desk } from "./desk";
import { pictures } from "./pictures";
import { resource } from "./resource";
import { accounting } from "./accounting";
import { books } from "./books";
import { cards } from "./cards";
import { cms } from "./cms";
import { coaches } from "./coaches";
import { matches } from "./matches";
import { marketing } from "./marketing";
import { reconciliation } from "./reconciliation";
import { session } from "./session";
import { settlements } from "./settlements";
import { shift } from "./shift";
import { stock } from "./stock";
import { transfers } from "./transfers";
import { unions } from "./unions";
import { venue } from "./venue";
import { umpire } from "./umpire";

export const words = {
  umpire,
  venue,
  unions,
  transfers,
  stock,
  shift,
  settlements,
  session,
  reconciliation,
  marketing,
  matches,
  coaches,
  cms,
  cards,
  books,
  accounting,
  resource,
  pictures,
  desk,
  booking,
  bookingInfo,
  common,
  competitions,
  coupon,
  dashboard,
  errors,
  finance,
  fixed,
  gameCourts,
  list,
  live,
  members,
  openPlay,
  palette,
  pay,
  places,
  platform,
  prices,
  refine,
  sale,
  capacitySessions,
  shell,
  sites,
  ui,
  venueSettings,
} as const satisfies Same<typeof zh>;
