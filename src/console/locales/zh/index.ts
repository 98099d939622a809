/** The Chinese words, one file a domain. They are the key type: English must say the same keys (`satisfies Words`). */
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

export const words = {
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
} as const;
