/** All jobs of the scheduler: what each domain lets time move. */
import type { Job } from "./scheduler";

export const allJobs: readonly Job[] = [];
