/** All jobs of the scheduler: what each domain lets time move. */
import { bookingJobs } from "./domains/booking/jobs";
import type { Job } from "./scheduler";

export const allJobs: readonly Job[] = [...bookingJobs];
