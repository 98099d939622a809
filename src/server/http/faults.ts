/** From whatever was thrown to an answer: refusals, the database's own refusals as a last resort, and faults of ours. */
import { AppError } from "./error";

const conflict = (): AppError => new AppError("conflict");
const badInput = (): AppError => new AppError("badInput", {}, { errors: {} });

const states: Readonly<Record<string, () => AppError>> = {
  // Unique, check and foreign key violations that a service did not foresee: the data is in a state that does not allow it.
  "23505": conflict,
  "23514": conflict,
  "23503": conflict,
  "23P01": conflict,
  // Text that no column can hold (a zero byte), numbers beyond their column.
  "22021": badInput,
  "22003": badInput,
};

/**
 * Transient faults, by SQLSTATE or its class: collisions that outlived every retry (40001, 40P01, 40003), locks and statements that
 * exceeded their time (55P03, 57014), transactions that the database ended for want of a client (25P03, 25P04), broken or unavailable
 * connections (08, 53), a database that stops, starts or recovers (57P). The idempotency key records whether the change was made: the same
 * request again makes it, or gets its first answer.
 */
const PASSING = /^(?:4000[13]|40P01|55P03|57014|57P\d\d|25P0[34]|08...|53...)$/;

/** The driver's words for the same; they carry no SQLSTATE. */
const PASSING_WORDS =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;
/** The same from the system, where the database's socket is meant. */
const PASSING_CALLS = new Set(["connect", "read", "write"]);
const PASSING_FAULTS = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOENT"]);

const codeOf = (error: object): string => ("code" in error && typeof error.code === "string" ? error.code : "");
const isPassingCall = (error: object): boolean =>
  "syscall" in error && typeof error.syscall === "string" && PASSING_CALLS.has(error.syscall) && PASSING_FAULTS.has(codeOf(error));

/** The refusal that an error means; undefined: a fault of ours. */
export function asRefusal(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (typeof error !== "object" || error === null) return undefined;
  const passes = PASSING.test(codeOf(error)) || isPassingCall(error) || (error instanceof Error && PASSING_WORDS.test(error.message));
  return passes ? new AppError("busy") : states[codeOf(error)]?.();
}
