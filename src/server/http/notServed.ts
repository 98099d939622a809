/** Calls of the contract whose service comes later. They answer the refusal `notServed`; the list shrinks to nothing. */
import type { CallName } from "../../contract/all";

export const NOT_SERVED = ["reports.expense"] as const satisfies readonly CallName[];
