/** The customers' pages of all domains. */
import { bookingPages, courtPages } from "./domains/booking/customer-pages";
import { playerPages } from "./domains/competitions/player-pages";
import { competitionPages, competitionPaths } from "./domains/competitions/public-pages";
import { statementPages } from "./domains/finance/customer-pages";
import { memberPages } from "./domains/members/customer-pages";
import { venuePages } from "./domains/venue/public-pages";
import { listWishes, waitlistPages } from "./domains/waitlist/customer-pages";
import type { CustomerPage } from "./http/customer-pages";
import type { Channels } from "./payment/channel";
import type { Sms } from "./sms/sms";

export { competitionPaths };
export const publicPages = [...venuePages, ...courtPages, ...competitionPages];

/** Pages of customers who sign in. @param sms sender of their codes @param channels channels that collect their payments */
export const customerPages = (sms: Sms, channels: Channels): readonly CustomerPage[] => [
  ...memberPages(sms),
  ...bookingPages(channels, listWishes),
  ...statementPages,
  ...waitlistPages,
  ...playerPages,
];
