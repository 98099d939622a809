/** From whatever was thrown to an answer: refusals, the database's own refusals as a last resort, and faults of ours. */
import { AppError } from "./error";

const states: Readonly<Record<string, () => AppError>> = {
  // Unique, check and foreign key violations that a service did not foresee: the data is in a state that does not allow it.
  "23505": () => new AppError("conflict"),
  "23514": () => new AppError("conflict"),
  "23503": () => new AppError("conflict"),
  "23P01": () => new AppError("conflict"),
  // Collisions that outlived every retry, and statements that took too long.
  "40001": () => new AppError("busy"),
  "40P01": () => new AppError("busy"),
  "55P03": () => new AppError("busy"),
  "57014": () => new AppError("busy"),
  // The database has no connection left to give: other processes hold them all.
  "53300": () => new AppError("busy"),
  // Text that no column can hold (a zero byte), numbers beyond their column.
  "22021": () => new AppError("badInput", {}, { errors: {} }),
  "22003": () => new AppError("badInput", {}, { errors: {} }),
};

/** How the pool says that every connection of this process stayed in use for as long as a call may wait. Its error carries no code. */
const POOL_EXHAUSTED = "timeout exceeded when trying to connect";

/** The refusal that an error means; undefined: a fault of ours. */
export function asRefusal(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  // Nothing was begun, so nothing is half done.
  if (error instanceof Error && error.message === POOL_EXHAUSTED) return new AppError("busy");
  const code = typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";
  return states[code]?.();
}
