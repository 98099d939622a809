import { ApiError, HttpError } from "../api/error";
import { words } from "./words";

/** A failure in words for the person: those of the refusal, a service that is busy, or no connection. */
export function describeFailure(error: unknown): string {
  if (error instanceof ApiError) return error.message || words().unknown;
  return error instanceof HttpError ? words().busy : words().offline;
}
