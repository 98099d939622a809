/** All jobs of the scheduler: what each domain lets time move. */
import { bookingJobs } from "./domains/booking/jobs";
import { fixedJobs } from "./domains/fixed/jobs";
import { waitlistJobs } from "./domains/waitlist/jobs";
import { priceJobs } from "./domains/prices/jobs";
import type { Job } from "./scheduler";

export const allJobs: readonly Job[] = [...bookingJobs, ...priceJobs, ...fixedJobs, ...waitlistJobs];
