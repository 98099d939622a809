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
  // Text that no column can hold (a zero byte), numbers beyond their column.
  "22021": () => new AppError("badInput", {}, { errors: {} }),
  "22003": () => new AppError("badInput", {}, { errors: {} }),
};

/** The refusal that an error stands for; undefined: a fault of ours. */
export function asRefusal(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const code = typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";
  return states[code]?.();
}
