import type { Same } from "../../i18n/keys";
import type { errors as zh } from "../zh/errors";

/** The error catalogue, and field rules. `{field}` and other marks are filled in. */
export const errors = {
  unknown: "Unknown error",
  unknownLogin: "Unknown error while logging in",
  noSites: "No management role",
  profile: "Verification failed, please Login again",
  expired: "You have been logged out or your login expired; cancel to stay on this page or log in again",
  expiredLogin: "Your login expired; please log in again",
  loginAgain: "Log in again",
  siteData: "The site data changed; please log in again",
  notOffered: "This server does not offer the call {call}: this part can't be used, everything else can",
  busy: "The service is busy, please try again later!",
  offline: "No connection; check the network and try again",
  noSocket: "This browser does not support long connections",
  required: "{field} is required",
  type: "{field} must be {type}",
  tooLong: "{field} cannot exceed {max} characters",
  tooShort: "{field} cannot be fewer than {min} characters",
  format: "{field} is not in the right format",
  max: "{field} may not be greater than {max}",
  min: "{field} may not be less than {min}",
  above: "{field} must be above {min}",
  mobile: "A mobile number has exactly 11 digits, starting 13 to 19",
  money: "{field} must be an amount with at most two decimals",
  day: "{field} must be a date",
  oneOf: "{field} is not one of the choices",
  tooMany: "{field} takes at most {max}",
} as const satisfies Same<typeof zh>;
