/** All jobs of the scheduler: what each domain lets time move, and what is kept for a while only. */
import { bookingJobs } from "./domains/booking/jobs";
import { bookJobs } from "./domains/finance/books";
import { daySheetJobs } from "./domains/finance/day-sheet";
import { coachJobs } from "./domains/coaches/classes";
import { couponJobs } from "./domains/coupon/jobs";
import { activityJobs } from "./domains/marketing/activities";
import { couponOfferJobs } from "./domains/marketing/coupon-offers";
import { grouponJobs } from "./domains/marketing/groupon";
import { messageJobs } from "./domains/marketing/sending";
import { fixedJobs } from "./domains/fixed/jobs";
import { waitlistJobs } from "./domains/waitlist/jobs";
import { reminderJobs } from "./domains/messages/reminders";
import { openPlayJobs } from "./domains/openPlay/jobs";
import { calendarJobs } from "./domains/places/jobs";
import { priceJobs } from "./domains/prices/jobs";
import { sessionJobs } from "./domains/capacitySessions/jobs";
import { cardJobs } from "./domains/cards/jobs";
import { cardTypeJobs } from "./domains/members/card-types";
import { memberJobs } from "./domains/members/expire";
import { rollupJobs } from "./rollups/all";
import { importJobs } from "./resource/importing";
import { invoiceJobs } from "./domains/accounting/send-invoices";
import type { InvoiceService } from "./invoices/service";
import { lateJobs } from "./domains/booking/late-payment";
import type { Job } from "./kernel/due";
import { KEEP, retentionJobs } from "./retention";
import type { Channels } from "./payment/channel";
import { paymentJobs } from "./payment/jobs";
import type { Texts } from "./sms/sms";

/**
 * @param texts what sends messages to customers, if there is a gateway
 * @param invoices what issues invoices, if a service is connected
 */
export const allJobs = (channels: Channels, keep = KEEP, texts?: Texts, invoices?: InvoiceService): readonly Job[] => [
  ...lateJobs(channels),
  ...bookingJobs,
  ...priceJobs,
  ...calendarJobs,
  ...fixedJobs,
  ...waitlistJobs,
  ...sessionJobs,
  ...openPlayJobs,
  ...coachJobs,
  ...couponJobs,
  ...reminderJobs,
  ...cardTypeJobs,
  ...memberJobs,
  ...bookJobs,
  ...daySheetJobs,
  ...activityJobs,
  ...couponOfferJobs,
  ...grouponJobs,
  ...messageJobs(texts),
  ...invoiceJobs(invoices),
  ...cardJobs,
  ...rollupJobs,
  ...importJobs,
  ...paymentJobs(channels),
  ...retentionJobs(keep),
];
